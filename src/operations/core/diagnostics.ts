/** `diagnostics`: whether an agent has what it needs to continue. */

import { documentNames } from '../../domain/documents/document.ts';
import type { Target } from '../../domain/tasks/target.ts';
import { dropItems } from '../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { type Suggestion, suggestCall } from '../../kernel/suggestion.ts';
import { omit } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { aimFields } from '../declaration/fields.ts';
import { checkedOut, viewOf } from '../steps/branch-ref.ts';
import { namedTarget } from '../steps/named-target.ts';
import { inspectTarget } from '../tasks/steps/inspect-target.ts';
import { findReasoning } from '../tasks/steps/read-memory.ts';
import { GOLDEN_PATH } from './steps/golden-path.ts';

export const diagnostics = defineOperation({
  name: 'diagnostics',
  title: 'Diagnose a workspace',
  description:
    'Checks checkout, focus and target for problems: the lint of the target, issues with recoveries, missing context, and the usual sequence of tools.',
  toolset: 'reasoning',
  does: reads([
    omit('golden_path'),
    dropItems('issues', { from: 'back', keep: 0 }),
    omit('context_health'),
  ]),
  input: aimFields,
  refusals: ['UNKNOWN_ID'],
  example: { title: 'A new workspace', args: {} },
  async run(input, call) {
    const { tx, agent, workspace: id } = call;
    const named = namedTarget(input);
    if (isRefusal(named)) return named;
    const state = await tx.state();
    const focus = (await tx.agents.focus(agent)).target;
    const target = named ?? focus ?? undefined;
    const found = target === undefined ? await atCheckout(tx) : await atTarget(call, target);
    if (isRefusal(found)) return found;
    const { issues } = found;
    const errors = issues.filter((issue) => issue.severity === 'error').length;
    return answer(
      {
        workspace: id,
        checkout: (await checkedOut(tx, state)).name,
        focus,
        target: target ?? null,
        summary: { errors, warnings: issues.length - errors, total: issues.length },
        issues,
        context_health: found.health,
        golden_path: GOLDEN_PATH,
        truncated: false,
      },
      { suggestions: found.suggestions },
    );
  },
});

interface Diagnosis {
  readonly issues: readonly JsonObject[];
  readonly health: JsonObject;
  readonly suggestions: readonly Suggestion[];
}

/** The lint issues of the target, and what its context lacks. */
async function atTarget(
  call: Parameters<typeof inspectTarget>[0],
  id: string,
): Promise<Diagnosis | Refusal> {
  const target: Target | undefined = await call.tx.targets.byId(id);
  if (!target) {
    return refuse('UNKNOWN_ID', `target: no plan or task ${id}`, {
      recovery: 'Leave target out to use the focus, or the checkout.',
      suggestions: [suggestCall('status', {}, 'See the state of the workspace')],
    });
  }
  const { issues, context, health, suggestions } = await inspectTarget(call, target);
  const { issues: _listed, ...brief } = health;
  return { issues: [...issues, ...context], health: brief, suggestions };
}

async function atCheckout(tx: Reading): Promise<Diagnosis> {
  const branch = await checkedOut(tx);
  const docs = documentNames(branch.target);
  const present = await findReasoning(tx, { branch, view: await viewOf(tx, branch), docs });
  const isEmpty = !Object.values(present).some(Boolean);
  const first = suggestCall('macro_branch_note', { template: 'initiative' }, 'Write down the goal');
  return {
    issues: [NO_TARGET, ...(isEmpty ? [CONTEXT_EMPTY] : [])],
    health: {
      status: 'warn',
      stats: {
        notes_present: present.notes,
        trace_present: present.trace,
        cards_present: present.cards,
      },
    },
    suggestions: isEmpty ? [first] : [],
  };
}

const NO_TARGET: JsonObject = {
  severity: 'warning',
  code: 'NO_TARGET',
  message: 'no plan or task is named or in focus',
  recovery: 'Until then, notes and cards are written to the checkout.',
};

const CONTEXT_EMPTY: JsonObject = {
  severity: 'warning',
  code: 'CONTEXT_EMPTY',
  message: 'the checkout has no notes, trace entries or cards yet',
  recovery: 'Write down the goal, or a first card.',
};
