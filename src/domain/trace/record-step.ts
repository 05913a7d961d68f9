/** Enters a step of reasoning into a trace. */

import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { branchEntity } from '../branches/branch.ts';
import type { EventDraft } from '../journal/event.ts';
import type { TraceFormat } from './trace-events.ts';

/** Where a step goes, and what every step may carry. */
export interface StepPlace {
  readonly branch: number;
  readonly doc: string;
  readonly target?: string | undefined;
  readonly title?: string | undefined;
  readonly meta?: JsonObject | undefined;
}

/** Kept in the entry's meta under the same names, which are those its callers know. */
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

/** `links`: what the step says beyond its text, under the names that meta keeps it by. */
export function recordStep(
  place: StepPlace,
  step: string,
  links: JsonObject,
): EventDraft | Refusal {
  if (step.trim() === '') return blank('step');
  return draftOf('trace_step', place, step, links);
}

/** What a thought says of itself must agree; how it fits its trace is `checkTrace`'s to judge. */
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
    return refuse('INVALID_INPUT', 'revisesThought: required where isRevision is true', {
      recovery: 'Say in revisesThought which thought is thought again.',
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

/** A name of the step's own inside the caller's meta would say one thing twice, or slip past. */
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
