/** What a tool that runs cells gets: the sandbox, behind the settings of this server. */

import type { RunOutcome, RunRequest, Runtime } from '../../runner/port.ts';
import type { Turn } from '../../runner/run-queue.ts';

export interface CellServices {
  /**
   * The sandbox, or the sentence that says why cells cannot be run here. The first use tries it
   * with a real run, so it must not be called within a transaction.
   */
  open(): Promise<OpenSandbox | string>;
  /** Ends a run of this process at once; another process sees the end of its run in the memory. */
  cancel(run: string): void;
}

export interface OpenSandbox {
  readonly runtime: Runtime;
  /** Waits in line. A run that may begin must leave when it is over, however it ends. */
  enter(notebook: NotebookPlace, signal?: AbortSignal): Promise<Turn>;
  leave(notebook: NotebookPlace): void;
  run(run: RunPlace, request: RunRequest): Promise<RunOutcome>;
}

export interface NotebookPlace {
  readonly workspace: string;
  readonly notebook: string;
}

/** Which run it is, so that it can be cancelled from anywhere. */
export interface RunPlace extends NotebookPlace {
  readonly run: string;
}
