/** Reads files that may be hostile: follows no link, opens only regular files, limits sizes. */

import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
} from 'node:fs';
import type { EntryKind } from './format/read-session.ts';

/** The entries, sorted by name; undefined if it is not a directory that can be read. */
export function listDirectory(path: string): ReadonlyMap<string, EntryKind> | undefined {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    return new Map(
      entries
        .map((entry) => [entry.name, kindOf(entry)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

function kindOf(entry: Dirent): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

/** The code of an error of the system; undefined for our own errors. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException).code;
  return error instanceof Error && typeof code === 'string' ? code : undefined;
}

export type Content =
  | { readonly text: string; readonly bytes: number }
  | { readonly problem: string };

/** A pipe in the place of a file must not block the read. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function readText(path: string, mostBytes: number): Content {
  let file: number | undefined;
  try {
    file = openSync(path, FLAGS);
    const stat = fstatSync(file);
    if (!stat.isFile()) return { problem: 'is not a file' };
    if (stat.size > mostBytes) {
      return { problem: `is too large (${stat.size} bytes) and was not read` };
    }
    return decode(readWhole(file, stat.size));
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return { problem: `cannot be read (${code})` };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads at most the measured size, even if another process appends to the file meanwhile. */
function readWhole(file: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let read = 0;
  while (read < size) {
    const more = readSync(file, bytes, read, size - read, null);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
}

function decode(bytes: Uint8Array): Content {
  try {
    // The byte order mark is kept: the hash of a file covers all of its bytes.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, bytes: bytes.length };
  } catch {
    return { problem: 'is not UTF-8' };
  }
}
