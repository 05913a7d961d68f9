/** Reads what may be hostile: no link is followed, nothing but a file is opened, nothing big is read. */

import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
} from 'node:fs';
import type { EntryKind } from '../domain/archive/read-session.ts';

/** By name; undefined where there is no directory that can be read. */
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

/** What the system calls an error; undefined for errors of our own. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException).code;
  return error instanceof Error && typeof code === 'string' ? code : undefined;
}

export type Content =
  | { readonly text: string; readonly bytes: number }
  | { readonly problem: string };

/** A pipe that was put in a file's place must not keep us waiting. Windows knows neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function readText(path: string, mostBytes: number): Content {
  let file: number | undefined;
  try {
    file = openSync(path, FLAGS);
    const stat = fstatSync(file);
    if (!stat.isFile()) return { problem: 'is not a file' };
    if (stat.size > mostBytes) {
      return { problem: `has ${stat.size} bytes, which is too much, and was not read` };
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

/** As much as it had when it was measured, whoever appends to it meanwhile. */
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
    // The mark of byte order is kept, so that the text is the bytes and nothing less.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, bytes: bytes.length };
  } catch {
    return { problem: 'is not UTF-8' };
  }
}
