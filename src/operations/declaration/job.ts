/**
 * Work that takes longer than a transaction may last, such as running a program.
 *
 * A call with a job has several short transactions: the first one records that the work begins; the
 * job runs without any; what it returns then records the outcome in a transaction of its own, and
 * may begin the next job. If the process ends in between, the memory holds the beginning without an
 * end: whoever reads it must know what that means, for example by a lease.
 */

import type { Refusal } from '../../kernel/refusal.ts';
import type { Writing } from '../../store/port.ts';
import type { Answer } from './answer.ts';
import type { BaseCall } from './operation.ts';

export type Job = (reach: JobReach) => Promise<Ending>;

/** What a job gets from the caller while it runs. */
export interface JobReach {
  /** Aborted if the caller cancels the call. The job must still return its ending. */
  readonly signal: AbortSignal | undefined;
  /** Shows a line to a caller that asked for progress. */
  report(line: string): void;
  /** Registers what must be released when the call is over, however it ends. */
  release(after: () => void): void;
}

/** Ends a job. It is run even if the call was cancelled: what happened must be recorded. */
export type Ending = (call: BaseCall & { readonly tx: Writing }) => Promise<Answer | Refusal>;
