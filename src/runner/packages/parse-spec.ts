/** Reads what packages a notebook asks for. Specs are parsed, never passed on to a program. */

import { quotedName } from '../../kernel/excerpt.ts';

export interface Dependency {
  readonly name: string;
  readonly range: string;
}

export type ParsedSpecs =
  | { readonly kind: 'parsed'; readonly dependencies: readonly Dependency[] }
  | { readonly kind: 'refused'; readonly message: string };

/** The registry's rule for new names, and no name that begins like an option or a hidden file. */
const NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;
const LONGEST_NAME = 214;
const RESERVED = ['node_modules', 'favicon.ico'];

/** A version, complete or not, exact or with `^` or `~`. */
const VERSION = /^[\^~]?\d{1,9}(?:\.(?:\d{1,9}|x)){0,2}(?:-[0-9a-z]+(?:[.-][0-9a-z]+)*)?$/i;
const LONGEST_VERSION = 64;
const TAGS = ['latest', 'next', 'beta', 'alpha', 'canary', 'rc', 'dev', 'stable', 'lts'];

const MAX_SPECS = 50;

export function isPackageName(name: string): boolean {
  const isShort = name.length <= LONGEST_NAME && !name.includes('..');
  return isShort && NAME.test(name) && !RESERVED.includes(name);
}

function isRange(range: string): boolean {
  if (TAGS.includes(range)) return true;
  return range.length <= LONGEST_VERSION && VERSION.test(range);
}

/** `name` or `name@version`, each at most once. */
export function parseSpecs(specs: readonly string[]): ParsedSpecs {
  return checked(
    specs.map((spec) => {
      const at = spec.indexOf('@', 1);
      return at < 0
        ? { name: spec, range: 'latest', sent: spec }
        : { name: spec.slice(0, at), range: spec.slice(at + 1), sent: spec };
    }),
  );
}

/**
 * The dependencies in the text of a package.json. Nothing else of it is read: its scripts,
 * overrides and settings never reach npm.
 */
export function parsePackageJson(text: string): ParsedSpecs {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(`package.json is no JSON: ${error instanceof Error ? error.message : error}`);
  }
  const listed = isObject(value) ? (value.dependencies ?? {}) : undefined;
  if (!isObject(listed)) return refused('package.json has no object of dependencies.');
  return checked(
    Object.entries(listed).map(([name, range]) => ({
      name,
      range: typeof range === 'string' ? range : '(no text)',
    })),
  );
}

/** `sent`: as the caller wrote it, which a refusal repeats. */
type SentDependency = Dependency & { readonly sent?: string };

function checked(sent: readonly SentDependency[]): ParsedSpecs {
  const dependencies = sent.map(({ name, range }) => ({ name, range }));
  if (dependencies.length > MAX_SPECS) {
    return refused(`A notebook may name ${MAX_SPECS} packages; these are ${dependencies.length}.`);
  }
  const seen = new Set<string>();
  for (const { name, range, sent: spec = `${name}@${range}` } of sent) {
    if (!isPackageName(name) || !isRange(range)) {
      return refused(
        `${quotedName(spec, 100)} is no package of the registry: give a ` +
          'name and a version (1.2.3, ^1.2, ~1) or a tag such as latest.',
      );
    }
    if (seen.has(name)) return refused(`The package ${name} is named twice.`);
    seen.add(name);
  }
  return { kind: 'parsed', dependencies };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(message: string): ParsedSpecs {
  return { kind: 'refused', message };
}
