/** Runs of cells: how one starts, what it leaves, and when it counts as interrupted. */

/** Types, not interfaces, because they are parts of events. */
export type RunRuntime = { readonly kind: 'node' | 'quickjs' | 'npm'; readonly version: string };

export type RunLimits = {
  readonly timeMs: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
};

/**
 * Why a run ended. `ok`: by itself, without an error; `exit`: with an exit code other than 0;
 * `error`: the cell could not be run, for example because of a syntax error; `interrupted`: its
 * server ended first; `busy`: no place became free in time.
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
  | 'interrupted'
  | 'busy';

export type CellStatus = 'idle' | 'running' | 'completed' | 'failed';

/** What decides the status of a cell: when a run started and how it ended. */
export interface RunMark {
  /** The seq of the event that started it. */
  readonly seq: number;
  readonly id: string;
  readonly cell: string;
  readonly startedMs: number;
  readonly leaseMs: number;
  /** Undefined while no end is entered. */
  readonly ended?:
    | { readonly seq: number; readonly ms: number; readonly reason: RunReason }
    | undefined;
}

export interface Run extends RunMark {
  readonly notebook: string;
  readonly agent: string;
  readonly source: string;
  readonly runtime: RunRuntime;
  readonly limits: RunLimits;
  readonly packages?: string | undefined;
  /** Undefined while no end is entered. */
  readonly end?: RunEnd | undefined;
}

export interface RunEnd {
  readonly endedMs: number;
  readonly reason: RunReason;
  readonly exit?: number | undefined;
  readonly signal?: string | undefined;
  /** Why it failed, in a sentence; absent if it ended well. */
  readonly message?: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly leftOut?: { readonly stdout: number; readonly stderr: number } | undefined;
  readonly ms: number;
  readonly cpuMs?: number | undefined;
  readonly peakBytes?: number | undefined;
}

/** A run without an end reads as running until its lease has passed, and as interrupted after. */
export function statusOf(run: RunMark | undefined, nowMs: number): CellStatus {
  if (!run) return 'idle';
  if (run.ended) return run.ended.reason === 'ok' ? 'completed' : 'failed';
  return isLive(run, nowMs) ? 'running' : 'failed';
}

export function isLive(run: RunMark, nowMs: number): boolean {
  return run.ended === undefined && nowMs < run.leaseMs;
}

/** How a run ended, as far as can be said at this time; undefined while it runs. */
export function reasonOf(run: RunMark, nowMs: number): RunReason | undefined {
  if (run.ended) return run.ended.reason;
  return isLive(run, nowMs) ? undefined : 'interrupted';
}
