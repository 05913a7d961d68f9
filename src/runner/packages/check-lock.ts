/** Checks a lock before anything of it is installed, whether npm resolved it or a journal kept it. */

import { firstCharacters } from '../../kernel/excerpt.ts';
import { type Dependency, isObject, isPackageName } from './parse-spec.ts';

const MAX_PACKAGES = 300;
const LONGEST_LOCK = 1_000_000;

/** A hash of 64 bytes, in base 64. */
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,64})?(?:\+[0-9A-Za-z.-]{1,64})?$/;

export type CheckedLock =
  | {
      readonly kind: 'sound';
      /** The lock in one form, whatever its layout was: the key is made from it. */
      readonly text: string;
      readonly dependencies: readonly Dependency[];
      readonly packages: number;
      /** Packages that would have run a script when they are installed; none is run. */
      readonly wantedScripts: readonly string[];
    }
  | { readonly kind: 'refused'; readonly message: string };

/** `registry` is where packages come from, as an address. */
export function checkLock(text: string, registry: string): CheckedLock {
  if (text.length > LONGEST_LOCK) return refused('the lock is too long');
  const lock = parsed(text);
  const packages = lock?.packages;
  if (!isObject(packages)) return refused('it is no lock of npm');
  if (lock?.lockfileVersion !== 3 && lock?.lockfileVersion !== 2) {
    return refused('it is a lock of an unknown version');
  }
  const root = packages[''];
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  if (entries.length > MAX_PACKAGES) {
    return refused(`it has ${entries.length} packages, and at most ${MAX_PACKAGES} are installed`);
  }
  for (const [path, entry] of entries) {
    const fault = isObject(entry) ? faultOf(path, entry, registry) : 'is no object';
    if (fault !== undefined) return refused(`${firstCharacters(path, 100, '')} ${fault}`);
  }
  const own = isObject(root) && isObject(root.dependencies) ? root.dependencies : {};
  const dependencies = Object.entries(own).map(([name, range]) => ({ name, range: String(range) }));
  // The older form beside the newer one says the same again, unchecked: it is left out.
  const kept = {
    ...{ name: 'notebook', lockfileVersion: 3, requires: true },
    packages: { ...packages, '': { name: 'notebook', dependencies: own } },
  };
  return {
    ...{ kind: 'sound', text: JSON.stringify(kept), dependencies, packages: entries.length },
    wantedScripts: entries
      .filter(([, entry]) => isObject(entry) && entry.hasInstallScript === true)
      .map(([path]) => nameAt(path)),
  };
}

function faultOf(
  path: string,
  entry: Record<string, unknown>,
  registry: string,
): string | undefined {
  const parts = path.split('node_modules/');
  const isPlaced = parts.length > 1 && parts[0] === '';
  // Every folder on the way is a package: its name, then a slash before the next.
  const names = parts
    .slice(1)
    .map((part, at, all) => (at < all.length - 1 ? part.slice(0, -1) : part));
  const isNested = parts.slice(1, -1).every((part) => part.endsWith('/'));
  if (!isPlaced || !isNested || !names.every(isPackageName)) return 'is no place for a package';
  if (entry.link !== undefined) return 'is a link';
  if (entry.inBundle !== undefined)
    return 'is bundled in another package, without a hash of its own';
  if (typeof entry.name === 'string' && !isPackageName(entry.name))
    return 'has no name of a package';
  if (typeof entry.version !== 'string' || !VERSION.test(entry.version)) return 'has no version';
  if (typeof entry.integrity !== 'string' || !SHA512.test(entry.integrity)) return 'has no sha512';
  if (entry.resolved !== undefined && !isAtRegistry(entry.resolved, registry)) {
    return `comes from ${firstCharacters(JSON.stringify(entry.resolved), 100, '')}, which is not the registry`;
  }
  return undefined;
}

function isAtRegistry(address: unknown, registry: string): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { origin, username, password } = new URL(address);
  return origin === new URL(registry).origin && username === '' && password === '';
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refused(why: string): CheckedLock {
  return { kind: 'refused', message: `The lock is refused: ${why}.` };
}
