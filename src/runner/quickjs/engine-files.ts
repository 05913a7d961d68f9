/** Finds and compiles the files of QuickJS: beside the bundle, or in the package in a checkout. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { boundedMemory } from './bounded-memory.ts';
import { ENGINE, ENGINE_FOLDER, EXTENSIONS, WORKER_FILE } from './engine-names.mjs';
import type { WorkerOrder } from './worker-messages.ts';

export type Engine = Pick<WorkerOrder, 'wasm' | 'extensions'>;

/** Where the bundle keeps what it cannot contain: this code is in one of its chunks, or in its entry. */
const BESIDE = ['./', './lib/'];

function besideBundle(name: string): string | undefined {
  return BESIDE.map((folder) => fileURLToPath(new URL(folder + name, import.meta.url))).find(
    (path) => existsSync(path),
  );
}

export function workerFile(): string {
  const found = besideBundle(WORKER_FILE);
  if (found === undefined) throw new Error(`${WORKER_FILE} is missing from the program`);
  return found;
}

function engineFile(name: string): string {
  const bundled = besideBundle(`${ENGINE_FOLDER}/${name}`);
  return bundled ?? createRequire(import.meta.url).resolve(`quickjs-wasi/${name}`);
}

/** The types of Node know the modules of WebAssembly, and not how they are compiled. */
const { compile } = Reflect.get(globalThis, 'WebAssembly') as {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
};

const compiled = async (name: string) => compile(await readFile(engineFile(name)));

let extensions: Promise<Engine['extensions']> | undefined;
const engines = new Map<number, Promise<WebAssembly.Module>>();

/** What the engine needs beside the memory that cells may use: its own data and stack. */
const OWN_BYTES = 2 ** 21;

/** Different limits are rare, but a caller may name many. */
const MOST_ENGINES = 8;

/** Compiled once per process and memory limit, with the first run. */
export async function loadEngine(memoryBytes: number): Promise<Engine> {
  extensions ??= Promise.all(
    EXTENSIONS.map(async (name) => [name, await compiled(`${name}.so`)] as const),
  );
  const known = engines.get(memoryBytes) ?? compileEngine(memoryBytes + OWN_BYTES);
  if (engines.size >= MOST_ENGINES) engines.clear();
  engines.set(memoryBytes, known);
  return { wasm: await known, extensions: await extensions };
}

async function compileEngine(mostBytes: number): Promise<WebAssembly.Module> {
  return compile(boundedMemory(await readFile(engineFile(ENGINE)), mostBytes));
}
