/** Watches what a sandboxed process uses, from outside: the kernel's figures cannot be forged. */

import { readFileSync, statfsSync } from 'node:fs';
import { SCRATCH } from './sandbox-words.ts';

export interface Usage {
  readonly cpuMs: number;
  /** Most memory that was resident. */
  readonly peakBytes: number;
  /** Most that was allocated, which is what the memory limit counts. */
  readonly dataBytes: number;
}

export interface Watched {
  /** Called with how many files the scratch folder has, at every look. */
  readonly onFiles?: (count: number) => void;
}

const FIRST_LOOK_MS = 30;
const LOOK_AGAIN_MS = 100;

/** Ticks of the kernel's accounting are a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** Bubblewrap, its first process inside, and the program. */
const GENERATIONS = 2;

export class ProcessWatch {
  private usage: Usage | undefined;
  private timer: NodeJS.Timeout;

  constructor(
    private readonly pid: number,
    private readonly watched: Watched = {},
  ) {
    this.timer = setTimeout(() => this.look(), FIRST_LOOK_MS);
    this.timer.unref();
  }

  /** What was seen last; undefined if the process ended before the first look. */
  stop(): Usage | undefined {
    clearTimeout(this.timer);
    return this.usage;
  }

  private look(): void {
    const inside = innermost(this.pid);
    const seen = inside === undefined ? undefined : usageOf(inside);
    if (seen)
      this.usage = { ...seen, dataBytes: Math.max(seen.dataBytes, this.usage?.dataBytes ?? 0) };
    const files = inside === undefined ? undefined : filesOf(inside);
    if (files !== undefined) this.watched.onFiles?.(files);
    this.timer = setTimeout(() => this.look(), LOOK_AGAIN_MS);
    this.timer.unref();
  }
}

/** The program inside of the sandbox, once it has begun. */
function innermost(outermost: number): number | undefined {
  try {
    let pid = outermost;
    for (let depth = 0; depth < GENERATIONS; depth += 1) {
      const child = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
      if (!child) return undefined;
      pid = child;
    }
    return pid;
  } catch {
    return undefined;
  }
}

/** Files in the scratch folder of the process, by the figures of its file system. */
function filesOf(pid: number): number | undefined {
  try {
    const { files, ffree } = statfsSync(`/proc/${pid}/root${SCRATCH}`);
    return files - ffree;
  } catch {
    return undefined;
  }
}

function usageOf(pid: number): Usage | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may contain spaces; what follows its bracket does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      peakBytes: kilobytes(status, 'VmHWM') * 1024,
      dataBytes: kilobytes(status, 'VmData') * 1024,
    };
  } catch {
    return undefined;
  }
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
}
