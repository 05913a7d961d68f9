/** What an author enters into a trace; plans and tasks enter their own events beside it. */

import type { JsonObject } from '../../kernel/json.ts';

/** A step by itself, or one of a numbered train of thought. */
export type TraceFormat = 'trace_step' | 'trace_sequential_step';

export interface TracePayloads {
  trace_step_recorded: {
    readonly format: TraceFormat;
    readonly content: string;
    readonly title?: string;
    /** The caller's own, and what the step says about its order and its links. */
    readonly meta?: JsonObject;
  };
}
