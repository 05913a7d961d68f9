/** The limits of a run: one table with the default, the smallest and the largest value of each. */

import type { Runtime } from './port.ts';

export interface RunLimits {
  /** Wall clock, in milliseconds. */
  readonly ms: number;
  readonly memoryBytes: number;
  /** Both streams together; a run that prints more is ended. */
  readonly outputBytes: number;
  readonly openFiles: number;
  /** The scratch folder, which is the working directory. */
  readonly scratchBytes: number;
}

interface Range {
  readonly least: number;
  readonly usual: number;
  readonly most: number;
}

const MB = 1 << 20;
const KB = 1 << 10;

export const RUN_LIMITS: Readonly<Record<keyof RunLimits, Range>> = {
  ms: { least: 100, usual: 30_000, most: 300_000 },
  memoryBytes: { least: 64 * MB, usual: 512 * MB, most: 2048 * MB },
  outputBytes: { least: KB, usual: 256 * KB, most: 1024 * KB },
  openFiles: { least: 32, usual: 128, most: 1024 },
  scratchBytes: { least: MB, usual: 64 * MB, most: 1024 * MB },
};

/** QuickJS shares the memory of the server, so it gets less. */
export const QUICKJS_MEMORY: Range = { least: 8 * MB, usual: 128 * MB, most: 512 * MB };

/** Node does not start with less than this. */
const NODE_LEAST_MEMORY = 128 * MB;

/**
 * Files, folders and links in the scratch folder. An empty file takes no byte of it, but more than
 * a kilobyte of the kernel's memory, which the memory limit does not count.
 */
export const MAX_FILES = 20_000;

/** How much of each stream is kept. */
export const KEPT = { headBytes: 24 * KB, tailBytes: 8 * KB } as const;

/** How long a run may wait in line before it is refused, in milliseconds. */
export const MAX_WAITING_MS = 30_000;

/** The longest line that is reported as progress, in characters. */
export const PROGRESS_LINE = 200;

/** Each limit within its range; a value that is no number counts as left out. */
export function boundedLimits(
  wanted: Partial<RunLimits> | undefined,
  kind: Runtime['kind'],
): RunLimits {
  const bounded = (name: keyof RunLimits): number => {
    const range = name === 'memoryBytes' ? memoryRange(kind) : RUN_LIMITS[name];
    const value = wanted?.[name];
    if (value === undefined || !Number.isFinite(value)) return range.usual;
    return Math.floor(Math.min(Math.max(value, range.least), range.most));
  };
  return {
    ms: bounded('ms'),
    memoryBytes: bounded('memoryBytes'),
    outputBytes: bounded('outputBytes'),
    openFiles: bounded('openFiles'),
    scratchBytes: bounded('scratchBytes'),
  };
}

function memoryRange(kind: Runtime['kind']): Range {
  if (kind === 'quickjs') return QUICKJS_MEMORY;
  return { ...RUN_LIMITS.memoryBytes, least: NODE_LEAST_MEMORY };
}
