/** Decides why a process ended, from the kernel and our own limits, never from its output. */

import { constants } from 'node:os';
import { type Ended, endedWords } from '../ended.ts';
import type { RunOutcome, RunReason } from '../port.ts';
import type { RunLimits } from '../run-limits.ts';
import type { Usage } from './watch-process.ts';

export interface Exit {
  readonly ended: Ended | undefined;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly usage: Usage | undefined;
  readonly limits: RunLimits;
  /** What the runtime reserves without using it. */
  readonly reservedBytes: number;
}

type Verdict = Pick<RunOutcome, 'status' | 'reason' | 'message' | 'exitCode' | 'signal'>;

/** Bubblewrap reports a signal as the shell does: 128 and its number. */
const SIGNALLED = 128;

/** How a process ends that gets no more memory. */
const STARVED: readonly string[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGKILL'];

/** The heap may use half of the memory, and the last look at it may be a moment old. */
const NEARLY_ALL = 0.3;

export function judgeExit(exit: Exit): Verdict {
  const { ended, code } = exit;
  if (ended !== undefined) return failed(ended, endedWords(ended, exit.limits), exit.signal);
  if (code === 0) return { status: 'completed', reason: 'ok', exitCode: 0 };
  const signal = exit.signal ?? signalOf(code ?? 0);
  if (signal === undefined) {
    return { ...failed('exit', `The cell ended with exit code ${code}.`), exitCode: code ?? 1 };
  }
  const allowed = exit.limits.memoryBytes;
  const used = (exit.usage?.dataBytes ?? 0) - exit.reservedBytes;
  if (STARVED.includes(signal) && used > allowed * NEARLY_ALL) {
    return failed('memory', endedWords('memory', exit.limits), signal);
  }
  return failed('exit', `The cell ended by ${signal}.`, signal);
}

function failed(reason: RunReason, message: string, signal?: string | null): Verdict {
  return { status: 'failed', reason, message, ...(signal ? { signal } : {}) };
}

function signalOf(code: number): string | undefined {
  if (code <= SIGNALLED) return undefined;
  const found = Object.entries(constants.signals).find(([, number]) => number === code - SIGNALLED);
  return found?.[0];
}
