/** What an author enters into a trace; plans and tasks enter their own events beside it. */

import type { JsonObject } from '../../kernel/json.ts';
import type { EventVersions } from '../../kernel/upcast.ts';

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

/** Every type, with what is needed to read its earlier versions. */
export const TRACE_EVENTS: EventVersions<keyof TracePayloads> = {
  trace_step_recorded: [],
};
