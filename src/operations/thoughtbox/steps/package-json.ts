/** The packages that a notebook asks for, in its `package.json` cell. */

import type { StoredCell } from '../../../domain/notebooks/notebook.ts';
import type { Digest } from '../../../kernel/digest.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
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
  cell: Pick<StoredCell, 'content'> | undefined,
  specs: readonly string[],
): WantedPackages | Refusal {
  const before = cell?.content ?? EMPTY;
  const added = parseSpecs(specs);
  if (added.kind === 'refused') return badPackages('packages', added.message);
  const known = parsePackageJson(before);
  if (known.kind === 'refused') return badPackages('package.json', known.message);
  const content =
    added.dependencies.length === 0 ? before : withPackages(before, added.dependencies);
  const all = parsePackageJson(content);
  if (all.kind === 'refused') return badPackages('packages', all.message);
  return { dependencies: all.dependencies, content };
}

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

function badPackages(field: string, message: string): Refusal {
  return refuse('INVALID_INPUT', `${field}: ${message}`, { details: { field } });
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
