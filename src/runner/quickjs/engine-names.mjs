/** The files of QuickJS that the program needs, by their names in its package. */

export const ENGINE = 'quickjs.wasm';

/** Parts of the web's interface. The engine's own `URL` does not compile on Node 20. */
export const EXTENSIONS = ['encoding', 'structured-clone'];

export const ENGINE_FILES = [ENGINE, ...EXTENSIONS.map((name) => `${name}.so`)];

/** Where the bundle keeps them, and the worker, beside its own code. */
export const ENGINE_FOLDER = 'quickjs';
export const WORKER_FILE = 'quickjs-worker.mjs';
