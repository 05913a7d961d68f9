/** `diagnostics`: whether a place has what an agent needs to go on. */

import type { JsonObject } from '../../kernel/json.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { dropItems, omit } from '../../kernel/trims.ts';
import { checkedOut, viewOf } from '../branch-ref.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { budget, target, workspace } from '../fields.ts';
import { entryPage } from '../notes/entry-page.ts';
import { readCards } from '../think/read-cards.ts';
import { thinkPlace } from '../think/think-place.ts';
import { GOLDEN_PATH } from './golden-path.ts';

const acme = { workspace: 'acme' };

export const diagnostics = defineOperation({
  name: 'diagnostics',
  title: 'Diagnose a workspace',
  description:
    'Checkout, focus and target, and what is missing for going on: issues with their remedies, and the way most work takes.',
  family: 'reasoning',
  effect: 'read',
  scoped: true,
  input: { workspace, target, ...budget },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: [{ tool: 'init', args: acme }],
      args: { ...acme, target: 'TASK-999' },
    },
  },
  examples: [{ title: 'A new workspace', before: [{ tool: 'init', args: acme }], args: acme }],
  trims: [
    omit('golden_path'),
    dropItems('issues', { from: 'back', keep: 0 }),
    omit('context_health'),
  ],
  async run(_input, { tx, scope, workspace: id }) {
    const state = await tx.state();
    const place = thinkPlace(scope, {});
    const view = await viewOf(tx, place.branch);
    const present = async (doc: string) =>
      (await entryPage(tx, view, doc, { limit: 1 })).entries.length > 0;
    const stats = {
      notes_present: await present(place.notes),
      trace_present: await present(place.trace),
      cards_present: (await readCards(tx, place, {}, { limit: 1 })).length > 0,
    };
    const issues: JsonObject[] = [
      ...(scope.target === undefined ? [NO_TARGET] : []),
      ...(Object.values(stats).some(Boolean) ? [] : [CONTEXT_EMPTY]),
    ];
    const first = suggestCall(
      'macro_branch_note',
      { template: 'initiative' },
      'Write down the goal',
    );
    return answer(
      {
        workspace: id,
        checkout: (await checkedOut(tx, state)).name,
        focus: state?.focus ?? null,
        target: scope.target ?? null,
        summary: { errors: 0, warnings: issues.length, total: issues.length },
        issues,
        context_health: { status: issues.length === 0 ? 'ok' : 'warn', stats },
        golden_path: GOLDEN_PATH,
        truncated: false,
      },
      { suggestions: issues.includes(CONTEXT_EMPTY) ? [first] : [] },
    );
  },
});

const NO_TARGET: JsonObject = {
  severity: 'warning',
  code: 'NO_TARGET',
  message: 'no plan or task is named or in focus',
  recovery: 'Notes and cards go to the checkout meanwhile.',
};

const CONTEXT_EMPTY: JsonObject = {
  severity: 'warning',
  code: 'CONTEXT_EMPTY',
  message: 'there are no notes, trace entries or cards here yet',
  recovery: 'Write down the goal, or a first card.',
};
