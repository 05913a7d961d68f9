/** Finds and compiles the files of QuickJS: beside the bundle, or in the package in a checkout. */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
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

let engine: Promise<Engine> | undefined;

/** Compiled once per process, with the first run. */
export function loadEngine(): Promise<Engine> {
  engine ??= compileEngine();
  return engine;
}

/** The types of Node know the modules of WebAssembly, and not how they are compiled. */
const { compile } = Reflect.get(globalThis, 'WebAssembly') as {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>;
};

async function compileEngine(): Promise<Engine> {
  const compiled = async (name: string) => compile(await readFile(engineFile(name)));
  const [wasm, extensions] = await Promise.all([
    compiled(ENGINE),
    Promise.all(EXTENSIONS.map(async (name) => [name, await compiled(`${name}.so`)] as const)),
  ]);
  return { wasm, extensions };
}
