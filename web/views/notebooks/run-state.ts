/** The state of a cell's last run, as far as the time tells it. */

import type { RunReason } from '../../../src/domain/notebooks/run.ts';

export interface RunSeen {
  readonly leaseMs: number;
  /** Absent while no end is entered. */
  readonly reason?: RunReason | undefined;
}

export interface RunState {
  readonly is: 'never' | 'running' | 'ok' | 'failed';
  /** A sign and a word: the colour alone says nothing. */
  readonly words: string;
}

const FAILED: Readonly<Record<Exclude<RunReason, 'ok'>, string>> = {
  exit: 'failed',
  error: 'could not be run',
  time: 'took too long',
  memory: 'needed too much memory',
  output: 'printed too much',
  files: 'made too many files',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
  busy: 'found no free place',
};

/** A run without an end counts as running until its lease has passed; no event says so. */
export function runState(run: RunSeen | undefined, nowMs: number): RunState {
  if (!run) return { is: 'never', words: '○ never run' };
  if (run.reason === undefined && nowMs < run.leaseMs) {
    return { is: 'running', words: '◐ running' };
  }
  const reason = run.reason ?? 'interrupted';
  if (reason === 'ok') return { is: 'ok', words: '✓ ok' };
  return { is: 'failed', words: `✕ ${FAILED[reason]}` };
}

/** `40 ms`, `3.2 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

/** The numbers beside the lines of a text. */
export function lineNumbers(text: string): string {
  const count = text.split('\n').length;
  return Array.from({ length: count }, (_, at) => at + 1).join('\n');
}

/** The first lines of a long output, and how many there are. */
export function folded(
  text: string,
  most: number,
): { readonly text: string; readonly lines: number } {
  const lines = text.replace(/\n$/, '').split('\n');
  return { text: lines.slice(0, most).join('\n'), lines: lines.length };
}
