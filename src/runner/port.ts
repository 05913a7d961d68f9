/**
 * The port of the sandbox: what a run is given and what comes back. Standard output, standard error
 * and the exit status are its only channel. Nothing that a cell prints is parsed, so nothing can
 * be forged.
 */

import type { CapturedText } from './captured-text.ts';
import type { RunLimits } from './run-limits.ts';

export type { InstallOutcome, PackageInstaller } from './packages/install-packages.ts';
export type { Turn } from './run-queue.ts';
export type { CapturedText, RunLimits };

export type CellLanguage = 'js' | 'ts';

/** One code cell of the notebook, by its file name. */
export interface CellFile {
  readonly name: string;
  readonly language: CellLanguage;
  readonly source: string;
}

export interface RunRequest {
  /** All code cells of the notebook, since any may import any other. */
  readonly files: readonly CellFile[];
  /** The name of the file to run. */
  readonly entry: string;
  /** A folder to be seen as `node_modules`, read-only. Only the Node runtime accepts it. */
  readonly packages?: string;
  /** What is left out has its default; what exceeds its maximum is reduced to it. */
  readonly limits?: Partial<RunLimits>;
  readonly signal?: AbortSignal;
  /** Called with the last line printed so far, whenever something was printed. */
  readonly onOutput?: (line: string) => void;
}

export interface Runtime {
  readonly kind: 'node' | 'quickjs';
  readonly version: string;
}

/**
 * Why a run ended. `exit`: the cell failed by itself. `error`: it could not begin, because a cell
 * has a syntax error or imports what does not exist. `refused`: it was never tried.
 */
export type RunReason =
  | 'ok'
  | 'exit'
  | 'error'
  | 'time'
  | 'memory'
  | 'output'
  | 'files'
  | 'cancelled'
  | 'refused';

export interface RunOutcome {
  readonly status: 'completed' | 'failed';
  readonly reason: RunReason;
  /** One sentence for a reader, absent when the run completed. */
  readonly message?: string;
  /** The packages that a cell imports and that are not installed. */
  readonly absent?: readonly string[];
  readonly runtime: Runtime;
  /** The limits that applied. */
  readonly limits: RunLimits;
  readonly exitCode?: number;
  /** The signal that ended the process, such as `SIGKILL`. */
  readonly signal?: string;
  readonly stdout: CapturedText;
  readonly stderr: CapturedText;
  /** From the start of linking to the end of the process. Waiting in line does not count. */
  readonly ms: number;
  readonly cpuMs?: number;
  readonly peakBytes?: number;
}

export interface Runner {
  readonly runtime: Runtime;
  run(request: RunRequest): Promise<RunOutcome>;
}

/** Milliseconds of a clock that never goes back. */
export type Clock = () => number;
