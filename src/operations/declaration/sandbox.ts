/** What a tool that runs cells gets: the sandbox, behind the settings of this server. */

import type {
  PackageInstaller,
  RunLimits,
  RunOutcome,
  RunRequest,
  Runtime,
  Turn,
} from '../../runner/port.ts';

export interface Sandbox {
  /**
   * The sandbox, or the sentence that says why cells cannot be run here. The first use tries it
   * with a real run, so it must not be called within a transaction.
   */
  open(): Promise<OpenSandbox | string>;
  /** What installs packages, or the sentence that says why none can be installed here. */
  packages(): Promise<PackageInstaller | string>;
  /**
   * Lets work run until it ends by itself. Its signal is aborted when the caller cancels, when the
   * server stops, and when an end of the run is entered into the memory, by whichever process.
   */
  supervise<Result>(
    run: RunPlace,
    asked: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
}

export interface OpenSandbox {
  readonly runtime: Runtime;
  /** The limits of a run, each within its bounds. */
  limits(wanted: Partial<RunLimits>): RunLimits;
  /** Waits in line. A run that may begin must leave when it is over, however it ends. */
  enter(notebook: NotebookPlace, signal?: AbortSignal): Promise<Turn>;
  leave(notebook: NotebookPlace): void;
  /** Supervised, as above. */
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
