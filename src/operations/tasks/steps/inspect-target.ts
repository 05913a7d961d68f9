/** Looks a plan or task over: what is missing in it, and whether there is context to go by. */

import type { Target } from '../../../domain/tasks/target.ts';
import { lintContext, lintTarget } from '../../../domain/tasks/views/lint.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import { type Issue, issueOf } from './lint-advice.ts';
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

export async function inspect(tx: Reading, target: Target): Promise<Inspection> {
  const around = await lookAround(tx, target);
  const present = await presenceOf(tx, await reasoningPlace(tx, target.root.id));
  const issues = lintTarget(target, around).map(issueOf);
  const context = lintContext(target.root.id, present).map(issueOf);
  const { call } = nextAction(target, around);
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
