/** Writes files that are there whole or not at all, and only below one directory. */

import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isHidden } from '../domain/archive/archive-names.ts';
import { utf8Length } from '../kernel/json.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { isDirectory } from './find-sessions.ts';
import { codeOf, listDirectory, readText } from './read-files.ts';

export interface Output {
  readonly root: string;
  /** Nothing was there before. */
  readonly isNew: boolean;
  /** `path` is within the directory, with slashes. */
  write(path: string, text: string): void;
  /** Returns when what was written will outlast a loss of power. */
  settle(): void;
}

/** The directory is made unless it is there; then it may hold only what `isOurs` knows. */
export function openOutput(cwd: string, name: string, isOurs: (name: string) => boolean): Output {
  const root = resolve(cwd, name);
  if (!isDirectory(root)) makeRoot(root);
  const entries = listDirectory(root);
  if (!entries) throw new UsageError(`${root} cannot be read.`);
  const names = [...entries.keys()].filter((each) => !isHidden(each));
  const other = names.find((each) => !isOurs(each));
  if (other !== undefined) {
    throw new UsageError(
      `${root} holds other things, such as ${JSON.stringify(other)}: choose an empty directory.`,
    );
  }
  const made = new Set([root]);
  const touched = new Set<string>();
  return {
    root,
    isNew: names.length === 0,
    write(path, text) {
      const file = join(root, path);
      telling(file, () => {
        for (const folder of foldersOf(root, path)) {
          if (made.has(folder)) continue;
          if (makeFolder(folder)) touched.add(dirname(folder));
          made.add(folder);
        }
        if (replaceFile(file, text)) touched.add(dirname(file));
      });
    },
    settle() {
      for (const folder of touched) telling(folder, () => syncFolder(folder));
      touched.clear();
    },
  };
}

function makeRoot(root: string): void {
  if (!isDirectory(dirname(root))) {
    throw new UsageError(`There is no directory ${dirname(root)}.`);
  }
  telling(root, () => mkdirSync(root));
}

/** A full disk or a missing right is no bug of ours: told in a sentence. */
function telling(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new UsageError(`${path} cannot be written (${code}).`);
  }
}

/** Those that a path leads through, from the top. */
function foldersOf(root: string, path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, depth) => join(root, ...names.slice(0, depth + 1)));
}

/** One at a time: a link among them would lead out of the directory. False where it is there. */
function makeFolder(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) {
    throw new UsageError(`${folder} is in the way: it is no directory.`);
  }
  if (!stat) mkdirSync(folder);
  return !stat;
}

/** False where the file is like that already. */
function replaceFile(file: string, text: string): boolean {
  const known = readText(file, utf8Length(text));
  if ('text' in known && known.text === text) return false;
  const temporary = join(dirname(file), `.${basename(file)}.tmp`);
  try {
    rmSync(temporary, { force: true });
    // Made anew: whatever else is at that name is not followed.
    const handle = openSync(temporary, 'wx');
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return true;
}

/** Names are kept by the directory, which not every system lets us open. */
function syncFolder(folder: string): void {
  let handle: number;
  try {
    handle = openSync(folder, 'r');
  } catch {
    return;
  }
  try {
    fsyncSync(handle);
  } catch (error) {
    if (codeOf(error) !== 'EINVAL' && codeOf(error) !== 'EPERM') throw error;
  } finally {
    closeSync(handle);
  }
}
