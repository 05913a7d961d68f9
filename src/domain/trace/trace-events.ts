/** The events that callers enter into a trace; events of plans and tasks appear beside them. */

import type { JsonObject } from '../../kernel/json.ts';
import { defineEvent, shape } from '../journal/define-event.ts';

/** A single step, or one of a numbered sequence of thoughts. */
export type TraceFormat = 'trace_step' | 'trace_sequential_step';

export const TRACE_EVENTS = {
  trace_step_recorded: defineEvent({
    payload: shape<{
      readonly format: TraceFormat;
      readonly content: string;
      readonly title?: string;
      /** The caller's own data, with the order and the links of the step. */
      readonly meta?: JsonObject;
    }>(),
    words: ({ payload: { title, content } }) => ['recorded a step of the trace', title ?? content],
    text: ({ title, content }) => ({ kind: 'trace', title, text: content }),
    opensAs: 'note',
  }),
};
