/** The events that callers enter into a trace; events of plans and tasks appear beside them. */

import type { JsonObject } from '../../kernel/json.ts';
import type { EventVersions } from '../../kernel/upcast.ts';

/** A single step, or one of a numbered sequence of thoughts. */
export type TraceFormat = 'trace_step' | 'trace_sequential_step';

export interface TracePayloads {
  trace_step_recorded: {
    readonly format: TraceFormat;
    readonly content: string;
    readonly title?: string;
    /** The caller's own data, with the order and the links of the step. */
    readonly meta?: JsonObject;
  };
}

/** Every event type with the upcasters of its earlier versions. */
export const TRACE_EVENTS: EventVersions<keyof TracePayloads> = {
  trace_step_recorded: [],
};
