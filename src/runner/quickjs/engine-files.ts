/** Finds and reads the files of QuickJS: beside the bundle, or in the package in a checkout. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { besideProgram } from '../beside-program.ts';
import { boundedMemory } from './bounded-memory.ts';
import { ENGINE, ENGINE_FOLDER, EXTENSIONS } from './engine-names.mjs';
import type { WorkerOrder } from './worker-messages.ts';

export type Engine = Pick<WorkerOrder, 'wasm' | 'extensions'>;

function engineFile(name: string): string {
  const bundled = besideProgram(`${ENGINE_FOLDER}/${name}`, import.meta.url);
  return bundled ?? createRequire(import.meta.url).resolve(`quickjs-wasi/${name}`);
}

/** What the engine needs beside the memory that cells may use: its own data and stack. */
const OWN_BYTES = 2 ** 21;

let files: Promise<readonly [engine: Buffer, extensions: Engine['extensions']]> | undefined;

async function readFiles() {
  const extensions = EXTENSIONS.map(
    async (name) => [name, await readFile(engineFile(`${name}.so`))] as const,
  );
  return [await readFile(engineFile(ENGINE)), await Promise.all(extensions)] as const;
}

/** Read once per server, with the first run. */
export async function loadEngine(memoryBytes: number): Promise<Engine> {
  files ??= readFiles();
  const [engine, extensions] = await files;
  return { wasm: boundedMemory(engine, memoryBytes + OWN_BYTES), extensions };
}
