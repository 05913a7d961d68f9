/** The packages that a notebook asks for, in its `package.json` cell. */

import type { StoredCell } from '../../../domain/notebooks/notebook.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import type { Digest } from '../../../kernel/digest.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { fill } from '../../../kernel/placeholder.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import {
  type Dependency,
  parsePackageJson,
  parseSpecs,
} from '../../../runner/packages/parse-spec.ts';

export interface WantedPackages {
  readonly dependencies: readonly Dependency[];
  /** The text of the cell with the packages that were asked for in the call. */
  readonly content: string;
}

const EMPTY = '{\n  "type": "module",\n  "dependencies": {}\n}';

export const EMPTY_CELL = { type: 'package.json', content: EMPTY } as const;

/** `specs` are added to the cell; one that it names already gets the new version. */
export function wantedPackages(
  notebookId: string,
  cell: Pick<StoredCell, 'id' | 'content'> | undefined,
  specs: readonly string[],
): WantedPackages | Refusal {
  const before = cell?.content ?? EMPTY;
  const added = parseSpecs(specs);
  if (added.kind === 'refused') {
    const packages = correctedSpecs(specs);
    return badPackages('packages', added.message, ['install_deps', { notebookId, packages }]);
  }
  const known = parsePackageJson(before);
  const look = ['get_cell', { notebookId, cellId: cell?.id ?? '' }] as const;
  if (known.kind === 'refused') return badPackages('package.json', known.message, look);
  const content =
    added.dependencies.length === 0 ? before : withPackages(before, added.dependencies);
  const all = parsePackageJson(content);
  if (all.kind === 'refused') return badPackages('packages', all.message, look);
  return { dependencies: all.dependencies, content };
}

/**
 * The specs as they were probably meant, each package once: without the command before it, and
 * without a range that is not supported. Anything else may mean another package, or another source
 * than the registry, so the reader has to fill it in.
 */
function correctedSpecs(specs: readonly string[]): readonly string[] {
  const corrected = new Map<string, string>();
  for (const spec of specs.slice(0, MAX_PROPOSED)) {
    const words = spec.trim().replace(/^(?:npm|pnpm|yarn|bun) +(?:i|install|add) +/, '');
    const [, name = '', range = ''] =
      /^(@?[^@ ]+)(?:[@ ] *([<>=^~|*x0-9. -]*))?$/.exec(words) ?? [];
    const form = [words, `${name}@${range}`, name].find(
      (each) => parseSpecs([each]).kind === 'parsed',
    );
    const key = form === undefined ? '' : name;
    if (!corrected.has(key)) corrected.set(key, form ?? fill('name@version'));
  }
  return [...corrected.values()];
}

/** As many as a notebook may name. */
const MAX_PROPOSED = 50;

function withPackages(text: string, added: readonly Dependency[]): string {
  // It was parsed before: an object, whose dependencies are an object or absent.
  const manifest = JSON.parse(text) as JsonObject;
  const listed = manifest.dependencies as Json | undefined;
  const names = added.map(({ name, range }) => [name, range] as const);
  const dependencies = {
    ...(listed !== undefined && isJsonObject(listed) ? listed : {}),
    ...Object.fromEntries(names),
  };
  return JSON.stringify({ ...manifest, dependencies }, null, 2);
}

function badPackages(
  field: string,
  message: string,
  [subOperation, args]: readonly [string, JsonObject],
): Refusal {
  const call = { operation: 'notebook', subOperation, ...args };
  return refuse('INVALID_INPUT', `${field}: ${message}`, {
    details: { field },
    suggestions: [suggestCall(GATEWAY, call, 'The call as it was probably meant')],
  });
}

/** The hash of what is asked for, in any order. */
export function packagesHash(digest: Digest, dependencies: readonly Dependency[]): string {
  const sum = digest();
  sum.add(JSON.stringify(dependencies.map(({ name, range }) => `${name}@${range}`).sort()));
  return sum.hex();
}

/** Which version each package has that the notebook itself asks for. The lock was checked. */
export function versionsIn(lock: string): Readonly<Record<string, string>> {
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
  };
  const asked = Object.keys(packages['']?.dependencies ?? {});
  return Object.fromEntries(
    asked.map((name) => [name, packages[`node_modules/${name}`]?.version ?? '']),
  );
}

/** A package without a version is listed with the one that was installed, as npm does it. */
export function withVersions(specs: readonly string[], lock: string): readonly string[] {
  const versions = versionsIn(lock);
  return specs.map((spec) => {
    const version = versions[spec];
    return version === undefined ? spec : `${spec}@^${version}`;
  });
}
