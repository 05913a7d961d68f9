/** Records a step of reasoning in a trace. */

import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { branchEntity } from '../branches/branch.ts';
import type { EventDraft } from '../journal/event.ts';
import type { TraceFormat } from './trace-events.ts';

/** The destination of a step, and the fields that every step may have. */
export interface StepPlace {
  readonly branch: number;
  readonly doc: string;
  readonly target?: string | undefined;
  readonly title?: string | undefined;
  readonly meta?: JsonObject | undefined;
}

/** Stored in the entry's meta under the names of the arguments. */
export interface ThoughtOrder {
  readonly thoughtNumber: number;
  readonly totalThoughts: number;
  readonly nextThoughtNeeded: boolean;
  readonly isRevision: boolean | undefined;
  readonly revisesThought: number | undefined;
  readonly branchFromThought: number | undefined;
  readonly branchId: string | undefined;
  readonly needsMoreThoughts: boolean | string | undefined;
  readonly confidence: number | string | undefined;
  readonly goal: string | undefined;
}

/** `links`: the fields of the step besides its text, under the names they have in meta. */
export function recordStep(
  place: StepPlace,
  step: string,
  links: JsonObject,
): EventDraft | Refusal {
  if (step.trim() === '') return blank('step');
  return draftOf('trace_step', place, step, links);
}

/**
 * The fields of a thought must agree with each other. `checkTrace` judges how it fits its trace.
 */
export function recordThought(
  place: StepPlace,
  thought: string,
  order: ThoughtOrder,
): EventDraft | Refusal {
  if (thought.trim() === '') return blank('thought');
  if (order.totalThoughts < order.thoughtNumber) {
    return refuse(
      'INVALID_INPUT',
      `totalThoughts: ${order.totalThoughts} is less than thoughtNumber ${order.thoughtNumber}`,
      { recovery: 'Raise totalThoughts: it is an estimate, and may grow.' },
    );
  }
  if (order.isRevision === true && order.revisesThought === undefined) {
    return refuse('INVALID_INPUT', 'revisesThought: required if isRevision is true', {
      recovery: 'Give the number of the revised thought in revisesThought.',
    });
  }
  return draftOf('trace_sequential_step', place, thought, { ...order });
}

function blank(field: string): Refusal {
  return refuse('INVALID_INPUT', `${field}: it needs some text`, {
    recovery: `Say in ${field} what was considered or done, and why.`,
  });
}

function draftOf(
  format: TraceFormat,
  place: StepPlace,
  content: string,
  own: JsonObject,
): EventDraft | Refusal {
  const meta = joined(place.meta, own);
  if (isRefusal(meta)) return meta;
  return {
    type: 'trace_step_recorded',
    entity: place.target ?? branchEntity(place.branch),
    branch: place.branch,
    doc: place.doc,
    payload: {
      format,
      content,
      ...(place.title === undefined ? {} : { title: place.title }),
      ...(meta === undefined ? {} : { meta }),
    },
  };
}

/** A field of the step inside the caller's meta would be stored twice, or bypass the checks. */
function joined(given: JsonObject | undefined, own: JsonObject): JsonObject | undefined | Refusal {
  const twice = Object.keys(own).find((name) => given !== undefined && Object.hasOwn(given, name));
  if (twice !== undefined) {
    return refuse('INVALID_INPUT', `meta.${twice}: ${twice} is an argument of its own`, {
      recovery: `Give ${twice} beside meta, not in it.`,
    });
  }
  const said = Object.entries(own).filter(([, value]) => value !== undefined);
  if (given === undefined && said.length === 0) return undefined;
  return { ...given, ...Object.fromEntries(said) };
}
