/** Writes files completely or not at all, and only below one directory. */

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
import { utf8Length } from '../../kernel/json.ts';
import { UsageError } from '../../kernel/usage-error.ts';
import { isDirectory } from './find-sessions.ts';
import { isHidden } from './format/archive-names.ts';
import { codeOf, listDirectory, readText } from './read-files.ts';

export interface Output {
  readonly root: string;
  /** Whether the directory was empty or did not exist. */
  readonly isNew: boolean;
  /** `path` is within the directory, with slashes. */
  write(path: string, text: string): void;
  /** Returns when everything written so far survives a loss of power. */
  settle(): void;
}

/** Creates the directory if it does not exist. If it does, every entry must satisfy `isOurs`. */
export function openOutput(cwd: string, name: string, isOurs: (name: string) => boolean): Output {
  const root = resolve(cwd, name);
  if (!isDirectory(root)) createRoot(root);
  const entries = listDirectory(root);
  if (!entries) throw new UsageError(`${root} cannot be read.`);
  const names = [...entries.keys()].filter((each) => !isHidden(each));
  const other = names.find((each) => !isOurs(each));
  if (other !== undefined) {
    throw new UsageError(
      `${root} holds other files, such as ${JSON.stringify(other)}: choose an empty directory.`,
    );
  }
  const existing = new Set([root]);
  const touched = new Set<string>();
  return {
    root,
    isNew: names.length === 0,
    write(path, text) {
      const file = join(root, path);
      reportFailure(file, () => {
        for (const folder of foldersOf(root, path)) {
          if (existing.has(folder)) continue;
          if (createFolder(folder)) touched.add(dirname(folder));
          existing.add(folder);
        }
        if (replaceFile(file, text)) touched.add(dirname(file));
      });
    },
    settle() {
      for (const folder of touched) reportFailure(folder, () => syncFolder(folder));
      touched.clear();
    },
  };
}

function createRoot(root: string): void {
  if (!isDirectory(dirname(root))) {
    throw new UsageError(`The directory ${dirname(root)} does not exist.`);
  }
  reportFailure(root, () => mkdirSync(root));
}

/** A full disk or a missing permission is not a bug: it is reported in a sentence. */
function reportFailure(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new UsageError(`${path} cannot be written (${code}).`);
  }
}

/** The directories on a path, from the top. */
function foldersOf(root: string, path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, depth) => join(root, ...names.slice(0, depth + 1)));
}

/** Checked one by one: a link would lead out of the output directory. False if it exists. */
function createFolder(folder: string): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) {
    throw new UsageError(`${folder} is needed as a directory, and is not one.`);
  }
  if (!stat) mkdirSync(folder);
  return !stat;
}

/** False if the file has this content already. */
function replaceFile(file: string, text: string): boolean {
  const known = readText(file, utf8Length(text));
  if ('text' in known && known.text === text) return false;
  const temporary = join(dirname(file), `.${basename(file)}.tmp`);
  try {
    rmSync(temporary, { force: true });
    // `wx` creates a new file: a link that was put at this name is not followed.
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

/** A directory must be synced for its new names to survive; some systems do not allow it. */
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
