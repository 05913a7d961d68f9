/** A step as the check of a trace needs it: its place and references, without its text. */

import type { Json, JsonObject } from '../../kernel/json.ts';
import type { JournalEvent } from '../journal/event.ts';

/** The fields of a thought that place it, as stored: they may never have been validated. */
export interface FoundOrder {
  readonly thoughtNumber: Json | undefined;
  readonly totalThoughts: Json | undefined;
  readonly nextThoughtNeeded: Json | undefined;
  readonly isRevision: Json | undefined;
  readonly revisesThought: Json | undefined;
  readonly branchFromThought: Json | undefined;
  readonly branchId: Json | undefined;
}

export interface TraceStep {
  readonly seq: number;
  readonly hasText: boolean;
  /** Whether it belongs to a numbered sequence of thoughts. */
  readonly isThought: boolean;
  /** Absent if a thought has no meta at all. */
  readonly order?: FoundOrder;
}

/** A note with the format of a step counts as one, since imports and merges copy steps as notes. */
export function traceStep(event: JournalEvent): TraceStep | undefined {
  if (event.type !== 'trace_step_recorded' && event.type !== 'note_committed') return undefined;
  const { format, content, meta } = event.payload;
  if (format !== 'trace_step' && format !== 'trace_sequential_step') return undefined;
  const isThought = format === 'trace_sequential_step';
  return {
    seq: event.seq,
    hasText: content.trim() !== '',
    isThought,
    ...(isThought && meta !== undefined ? { order: orderIn(meta) } : {}),
  };
}

function orderIn(meta: JsonObject): FoundOrder {
  return {
    thoughtNumber: meta.thoughtNumber,
    totalThoughts: meta.totalThoughts,
    nextThoughtNeeded: meta.nextThoughtNeeded,
    isRevision: meta.isRevision,
    revisesThought: meta.revisesThought,
    branchFromThought: meta.branchFromThought,
    branchId: meta.branchId,
  };
}
