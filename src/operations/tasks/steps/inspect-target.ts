/** Finds what is missing in a plan or task, and whether any context was recorded for it. */

import { isPlan, type Target } from '../../../domain/tasks/target.ts';
import { type Finding, lintContext, lintTarget } from '../../../domain/tasks/views/lint.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import { findReasoningPlace } from './find-reasoning-place.ts';
import { type Issue, type IssueReader, issueOf } from './lint-advice.ts';
import { nextAction } from './next-action.ts';
import { findReasoning } from './read-memory.ts';
import { readSurroundings } from './read-surroundings.ts';

/** How many tasks of a plan are named as not done. */
const MAX_TASKS = 20;

export interface Inspection {
  readonly issues: readonly Issue[];
  /** Issues of the recorded context, not of the target itself. */
  readonly context: readonly Issue[];
  readonly health: JsonObject;
  /** The call that fixes most of the issues. */
  readonly suggestions: readonly Suggestion[];
}

export async function inspectTarget(
  { tx, ...reader }: IssueReader & { readonly tx: Reading },
  target: Target,
): Promise<Inspection> {
  const reopened = isPlan(target) ? await tx.targets.reopenedIn(target.root.id, MAX_TASKS) : [];
  const around = { ...(await readSurroundings(tx, target)), reopened };
  const present = await findReasoning(tx, await findReasoningPlace(tx, target.root.id));
  const shown = (finding: Finding) => issueOf(finding, reader);
  const issues = lintTarget(target, around).map(shown);
  const context = lintContext(target.root.id, present).map(shown);
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
