/** Runs the jobs of a call, each between two transactions. */

import { redactText } from '../kernel/redaction.ts';
import { isRefusal, type Refusal } from '../kernel/refusal.ts';
import type { Turn } from '../kernel/serial-queue.ts';
import type {
  ClientReply,
  JobReach,
  Prepared,
} from '../operations/declaration/define-operation.ts';
import type { Performed } from './call-key.ts';
import { performEnding } from './perform.ts';
import type { CallContext, Surface } from './surface.ts';

/** What a transport gives along with a call. */
export interface Along {
  /** The client's answer to the `ask` of an earlier run of the same call. */
  readonly reply?: ClientReply | undefined;
  /** Cancels the call as long as it waits for its transaction, and its job at any time. */
  readonly signal?: AbortSignal | undefined;
  /** Shows a line of a job's progress. */
  readonly report?: ((line: string) => void) | undefined;
  /** Lets other calls of the same caller run while a job does. */
  readonly outside?: Turn['outside'] | undefined;
}

/** `begun` is the outcome of the first transaction. Most calls have no job. */
export async function doJobs(
  surface: Surface,
  prepared: Prepared,
  context: CallContext,
  { signal, report, outside = (work) => work() }: Along,
  begun: Performed | Refusal,
): Promise<Performed | Refusal> {
  const held: (() => void)[] = [];
  const reach: JobReach = {
    signal,
    report: (line) => report?.(redactText(line)),
    release: (after) => held.push(after),
  };
  let outcome = begun;
  try {
    while (!isRefusal(outcome) && outcome.job) {
      const { job } = outcome;
      const ending = await outside(() => job(reach));
      const now = { ...context, nowMs: surface.now(), signal: undefined };
      outcome = await performEnding(surface, prepared, now, ending);
    }
    return outcome;
  } finally {
    for (const after of held) after();
  }
}
