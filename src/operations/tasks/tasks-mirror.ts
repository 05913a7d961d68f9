/** `tasks_mirror`: lists the steps of a task, or the checklist and tasks of a plan. */

import { findStep, stepsInOrder, subtree } from '../../domain/tasks/step-tree.ts';
import { isPlan, type Target } from '../../domain/tasks/target.ts';
import type { Trim } from '../../kernel/budget.ts';
import { dropItems } from '../../kernel/cuts/list-cuts.ts';
import { clipTexts, MOST_OF_A_VIEW, squeezeView } from '../../kernel/cuts/squeeze.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { omit, omitFromItems, within } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { aims, reads } from '../declaration/facets.ts';
import { limit, step } from '../declaration/fields.ts';
import { summaryView } from './steps/summary-view.ts';
import { evidenceView, nodeView, stepView, targetHead } from './steps/target-view.ts';

const TRIMS: readonly Trim[] = [
  clipTexts(MOST_OF_A_VIEW),
  ...within('checklist', [dropItems('steps', { from: 'back', keep: 1 })]),
  dropItems('evidence', { from: 'back', keep: 1 }),
  dropItems('nodes', { from: 'back', keep: 1 }),
  dropItems('steps', { from: 'back', keep: 1, counted: true }),
  dropItems('tasks', { from: 'back', keep: 1, counted: true }),
  { ...squeezeView, minimal: false },
  omit('evidence', 'nodes', 'checklist', 'workspace'),
  omitFromItems('steps', ['success_criteria', 'tests', 'blockers', 'required', 'proof']),
  dropItems('steps', { from: 'back', keep: 0, counted: true }),
  dropItems('tasks', { from: 'back', keep: 0, counted: true }),
  omit('steps', 'tasks', 'scope'),
];

export const tasksMirror = defineOperation({
  name: 'tasks_mirror',
  title: 'Mirror a task',
  description:
    'Lists the steps of a task with their ids and paths, and its task nodes. With path: only that step, the steps below it, and its evidence. For a plan: its checklist and tasks.',
  toolset: 'tasks',
  does: reads(TRIMS).and(aims('either')),
  input: { path: step.path, limit: limit(50, 300) },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, { tx, target, workspace }) {
    const slice = await (isPlan(target) ? ofPlan : ofTask)(tx, target, input);
    if (isRefusal(slice)) return slice;
    return answer({ workspace, target: targetHead(target), ...slice, truncated: false });
  },
});

interface SliceRequest {
  readonly path?: string | undefined;
  readonly limit: number;
}

async function ofPlan(
  tx: Reading,
  { root }: Target,
  { path, limit: most }: SliceRequest,
): Promise<JsonObject | Refusal> {
  if (path !== undefined) {
    return refuse('INVALID_INPUT', `path: ${root.id} is a plan, which has no steps`, {
      recovery: 'Omit path, or name a task.',
    });
  }
  const tasks = await tx.targets.list({ kind: 'task', parent: root.id }, { limit: most + 1 });
  const total = (await tx.targets.summary(root.id))?.tasks.total ?? 0;
  const shown = tasks.slice(0, most).map(summaryView);
  const more = { total, count: shown.length, has_more: tasks.length > most };
  return { checklist: root.checklist, tasks: shown, ...more };
}

async function ofTask(
  tx: Reading,
  target: Target,
  { path, limit: most }: SliceRequest,
): Promise<JsonObject | Refusal> {
  const chosen = path === undefined ? undefined : findStep(target, { path });
  if (isRefusal(chosen)) return chosen;
  const wanted = chosen && subtree(target, chosen.step.id);
  const steps = stepsInOrder(target).filter((each) => !wanted || wanted.has(each.step.id));
  const shown = steps.slice(0, most);
  const shownIds = new Set(shown.map((each) => each.step.id));
  const nodes = target.nodes.filter((node) => shownIds.has(node.step));
  const captures = chosen
    ? await tx.targets.evidence(target.root.id, chosen.step.id, { limit: MOST_CAPTURES })
    : [];
  return {
    scope: { task: target.root.id, path: chosen?.path ?? null },
    steps: shown.map(stepView),
    total: steps.length,
    count: shown.length,
    has_more: steps.length > most,
    nodes: nodes.map((node) => nodeView(target, node)),
    ...(chosen ? { evidence: captures.map(evidenceView) } : {}),
  };
}

/** Captures can be large, so no more are read than one answer can hold. */
const MOST_CAPTURES = 50;
