/** Looks a plan or task over: what is missing in it, and whether there is context to go by. */

import type { Entity } from '../../../domain/tasks/entity.ts';
import { type Issue, lintContext, lintEntity } from '../../../domain/tasks/views/lint.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import { lookAround, reasoningPlace } from './look-around.ts';
import { nextAction } from './next-action.ts';
import { presenceOf } from './task-memory.ts';

export interface Inspection {
  readonly issues: readonly Issue[];
  /** What the context lacks. */
  readonly context: readonly Issue[];
  readonly health: JsonObject;
  /** What would mend most of it. */
  readonly suggestions: readonly Suggestion[];
}

export async function inspect(tx: Reading, entity: Entity): Promise<Inspection> {
  const around = await lookAround(tx, entity);
  const present = await presenceOf(tx, await reasoningPlace(tx, entity.root.id));
  const issues = lintEntity(entity, around);
  const context = lintContext(entity.root.id, present);
  const { call } = nextAction(entity, around);
  return {
    issues,
    context,
    health: {
      status: context.length === 0 ? 'ok' : 'warn',
      stats: {
        notes_present: present.notes,
        trace_present: present.trace,
        cards_present: present.cards,
        reasoning_ref: 'stored',
      },
      issues: context,
    },
    suggestions: call && issues.length > 0 ? [suggestCall(call.tool, call.args, call.purpose)] : [],
  };
}
