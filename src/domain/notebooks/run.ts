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
  | 'cancelled'
  | 'interrupted'
  | 'busy';

export type CellStatus = 'idle' | 'running' | 'completed' | 'failed';

export interface Run {
  readonly id: string;
  readonly notebook: string;
  readonly cell: string;
  readonly agent: string;
  readonly startedMs: number;
  readonly leaseMs: number;
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
  readonly stdout: string;
  readonly stderr: string;
  readonly leftOut?: { readonly stdout: number; readonly stderr: number } | undefined;
  readonly ms: number;
  readonly cpuMs?: number | undefined;
  readonly peakBytes?: number | undefined;
}

/** A run without an end reads as running until its lease has passed, and as interrupted after. */
export function statusOf(run: Run | undefined, nowMs: number): CellStatus {
  if (!run) return 'idle';
  if (run.end) return run.end.reason === 'ok' ? 'completed' : 'failed';
  return nowMs < run.leaseMs ? 'running' : 'failed';
}
