/** `tasks_mirror`: lists the steps of a task, or the checklist and tasks of a plan. */

import { findStep, stepsInOrder, subtree } from '../../domain/tasks/step-tree.ts';
import { isPlan, type Target } from '../../domain/tasks/target.ts';
import type { Trim } from '../../kernel/budget.ts';
import { barePage, dropItems, withCursor } from '../../kernel/cuts/list-cuts.ts';
import { clipTexts, MAX_OF_A_VIEW, squeezeView } from '../../kernel/cuts/squeeze.ts';
import { TARGET_ID } from '../../kernel/ids.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { itemsOf, omit, omitFromItems, within } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { aims, reads } from '../declaration/facets.ts';
import { limit, line, step } from '../declaration/fields.ts';
import { summaryView } from './steps/summary-view.ts';
import { evidenceView, nodeView, stepView, targetHead } from './steps/target-view.ts';

/** The next page begins behind the last step or task that is kept. */
function readOn(cut: JsonObject): JsonObject {
  const last = [...itemsOf(cut, 'steps'), ...itemsOf(cut, 'tasks')].at(-1);
  const { step_id: step, id } = last !== undefined && isJsonObject(last) ? last : {};
  return withCursor(cut, String(step ?? id));
}

const LIST = { from: 'back', counted: true, readOn } as const;

const TRIMS: readonly Trim[] = [
  clipTexts(MAX_OF_A_VIEW),
  ...within('checklist', [dropItems('steps', { from: 'back', keep: 1 })]),
  dropItems('evidence', { from: 'back', keep: 1 }),
  dropItems('nodes', { from: 'back', keep: 1 }),
  dropItems('steps', { ...LIST, keep: 1 }),
  dropItems('tasks', { ...LIST, keep: 1 }),
  { ...squeezeView, minimal: false },
  omit('evidence', 'nodes', 'checklist', 'workspace'),
  omitFromItems('steps', ['success_criteria', 'tests', 'blockers', 'required', 'proof']),
  barePage('steps', LIST),
  barePage('tasks', LIST),
];

export const tasksMirror = defineOperation({
  name: 'tasks_mirror',
  title: 'Mirror a task',
  description:
    'Lists the steps of a task with their ids and paths, and its task nodes. With path: only that step, the steps below it, and its evidence. For a plan: its checklist and tasks.',
  toolset: 'tasks',
  does: reads(TRIMS).and(aims('either')),
  input: {
    path: step.path,
    limit: limit(50, 300),
    cursor: line(64).optional().describe('next_cursor of the previous page'),
  },
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
  /** The id of the last step or task of the page before. */
  readonly cursor?: string | undefined;
}

async function ofPlan(
  tx: Reading,
  { root }: Target,
  { path, limit: most, cursor }: SliceRequest,
): Promise<JsonObject | Refusal> {
  if (path !== undefined) {
    return refuse('INVALID_INPUT', `path: ${root.id} is a plan, which has no steps`, {
      recovery: 'Omit path, or name a task.',
    });
  }
  if (cursor !== undefined && !TARGET_ID.test(cursor)) return unknownCursor(cursor);
  const after = cursor === undefined ? {} : { after: Number(cursor.slice('TASK-'.length)) };
  const page = { ...after, limit: most + 1 };
  const tasks = await tx.targets.list({ kind: 'task', parent: root.id }, page);
  const total = (await tx.targets.summary(root.id))?.tasks.total ?? 0;
  const shown = tasks.slice(0, most).map(summaryView);
  const last = tasks.length > most ? tasks[most - 1]?.id : undefined;
  const more = { total, count: shown.length, ...leadingOn(last) };
  const captures = await tx.targets.evidence(root.id, undefined, { limit: MAX_CAPTURES });
  const evidence = captures.length === 0 ? {} : { evidence: captures.map(evidenceView) };
  return { checklist: root.checklist, tasks: shown, ...more, ...evidence };
}

async function ofTask(
  tx: Reading,
  target: Target,
  { path, limit: most, cursor }: SliceRequest,
): Promise<JsonObject | Refusal> {
  const chosen = path === undefined ? undefined : findStep(target, { path });
  if (isRefusal(chosen)) return chosen;
  const wanted = chosen && subtree(target, chosen.step.id);
  const steps = stepsInOrder(target).filter((each) => !wanted || wanted.has(each.step.id));
  const from = cursor === undefined ? 0 : 1 + steps.findIndex(({ step }) => step.id === cursor);
  if (cursor !== undefined && from === 0) return unknownCursor(cursor);
  const shown = steps.slice(from, from + most);
  const shownIds = new Set(shown.map((each) => each.step.id));
  const nodes = target.nodes.filter((node) => shownIds.has(node.step));
  const captures = chosen
    ? await tx.targets.evidence(target.root.id, chosen.step.id, { limit: MAX_CAPTURES })
    : [];
  return {
    scope: { task: target.root.id, path: chosen?.path ?? null },
    steps: shown.map(stepView),
    total: steps.length,
    count: shown.length,
    ...leadingOn(from + shown.length < steps.length ? shown.at(-1)?.step.id : undefined),
    nodes: nodes.map((node) => nodeView(target, node)),
    ...(chosen ? { evidence: captures.map(evidenceView) } : {}),
  };
}

/** `last`: the id behind which the next page begins, if there is one. */
function leadingOn(last: string | undefined): JsonObject {
  return last === undefined ? { has_more: false } : { has_more: true, next_cursor: last };
}

function unknownCursor(cursor: string): Refusal {
  return refuse('INVALID_INPUT', `cursor: nothing here has the id ${cursor} any more`, {
    details: { field: 'cursor' },
    recovery: 'Begin again without cursor.',
  });
}

/** Captures can be large, so no more are read than one answer can hold. */
const MAX_CAPTURES = 50;
