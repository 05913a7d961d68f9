/**
 * Starts the worker of the next run ahead: starting takes longer than most cells. Every run still
 * has a worker of its own, which has seen nothing before.
 */

import { Worker } from 'node:worker_threads';
import { workerFile } from './engine-files.ts';

/** What the worker itself may use; the memory of the cell is WebAssembly's and counts apart. */
const WORKER_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** A worker that nobody needed for so long is ended. */
const IDLE_MS = 60_000;

export class SpareWorker {
  private spare: Worker | undefined;
  private idle: NodeJS.Timeout | undefined;

  /** A worker that has not been given anything yet. */
  take(): Worker {
    const worker = this.spare ?? startWorker();
    this.forget();
    worker.removeAllListeners();
    worker.ref();
    return worker;
  }

  /** Has one ready for the next run. It does not keep the process alive. */
  prepare(): void {
    if (this.spare) return;
    const worker = startWorker();
    worker.unref();
    worker.once('error', () => this.forget());
    worker.once('exit', () => this.forget());
    this.spare = worker;
    this.idle = setTimeout(() => {
      this.forget();
      void worker.terminate();
    }, IDLE_MS);
    this.idle.unref();
  }

  private forget(): void {
    clearTimeout(this.idle);
    this.spare = undefined;
  }
}

function startWorker(): Worker {
  return new Worker(workerFile(), {
    // Nothing of the server is visible even to someone who got out of the engine's world.
    ...{ env: {}, argv: [], execArgv: [], stdin: false, stdout: true, stderr: true },
    resourceLimits: WORKER_LIMITS,
  });
}
