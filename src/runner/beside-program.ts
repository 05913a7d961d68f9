/** Finds files that the bundle keeps beside its code: the workers, and what they load. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The code that asks is in one of the bundle's chunks, or in its entry. */
const FOLDERS = ['./', './lib/'];

/** The path of a file, seen from the module that asks for it; undefined if it does not exist. */
export function besideProgram(name: string, module: string): string | undefined {
  return FOLDERS.map((folder) => fileURLToPath(new URL(folder + name, module))).find((path) =>
    existsSync(path),
  );
}

export function workerFile(name: string, module: string): string {
  const found = besideProgram(name, module);
  if (found === undefined) throw new Error(`${name} is missing from the program`);
  return found;
}
