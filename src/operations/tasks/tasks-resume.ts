/** `tasks_resume`: a plan or task with all its steps, their evidence, and its latest events. */

import type { JournalEvent } from '../../domain/journal/event.ts';
import { stepsInOrder } from '../../domain/tasks/step-tree.ts';
import { isPlan, type Target } from '../../domain/tasks/target.ts';
import type { Trim } from '../../kernel/budget.ts';
import { dropItems } from '../../kernel/cuts/list-cuts.ts';
import {
  clipTexts,
  MAX_OF_A_VIEW,
  squeezeItems,
  squeezeView,
  TELLING,
} from '../../kernel/cuts/squeeze.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { cuts } from '../../kernel/sections.ts';
import { omit, omitFromItems, sectionWithin } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { views } from '../declaration/facets.ts';
import { cursor, limit } from '../declaration/fields.ts';
import { TARGET } from './steps/radar-trims.ts';
import { readHeader } from './steps/read-header.ts';
import { RESUME_LIMITS } from './steps/read-resume.ts';
import { readTimeline, TIMELINE } from './steps/read-timeline.ts';
import { summaryView } from './steps/summary-view.ts';
import { evidenceView, nodeView, stepOf, stepView } from './steps/target-view.ts';

/** Captures can be large, so no more are read than one answer can hold. */
const CAPTURES = 20;

/** The rest of a longer plan is listed by `tasks_context`, page by page. */
const TASKS = 50;

const EVENTS = sectionWithin('timeline', TIMELINE);

const TRIMS: readonly Trim[] = [
  clipTexts(MAX_OF_A_VIEW),
  ...cuts(['few', 'items'], EVENTS),
  dropItems('evidence', { from: 'back', keep: 1 }),
  dropItems('nodes', { from: 'back', keep: 1 }),
  squeezeItems('steps', ['evidence'], TELLING),
  dropItems('steps', { from: 'back', keep: 1 }),
  dropItems('tasks', { from: 'back', keep: 1 }),
  ...cuts('texts', EVENTS, TARGET),
  { ...squeezeView, minimal: false },
  omit('evidence', 'nodes', 'timeline', 'reasoning_ref', 'tasks'),
  omitFromItems('steps', ['success_criteria', 'tests', 'blockers', 'required', 'proof']),
  ...cuts('gone', TARGET),
  dropItems('steps', { from: 'back', keep: 0 }),
  omit('checklist', 'focus_previous', 'focus_restored', 'focus', 'workspace'),
  omit('evidence_has_more', 'evidence_next_cursor'),
  omit('rules', 'rules_more', 'steps', 'steps_total', 'tasks_total'),
];

export const tasksResume = defineOperation({
  name: 'tasks_resume',
  title: 'Resume a task',
  description:
    'A plan or task in full: every step in the order of the tree with its evidence and task nodes, or the checklist and tasks of a plan, and the latest events. A named target becomes the focus.',
  toolset: 'tasks',
  does: views('either', TRIMS),
  input: {
    events_limit: limit(RESUME_LIMITS.events, 200),
    events_cursor: cursor,
    evidence_cursor: cursor,
  },
  example: { title: 'A task', args: { task: 'TASK-001' } },
  async run(input, call) {
    const { tx, target } = call;
    const { id } = target.root;
    const before = input.evidence_cursor == null ? {} : { before: input.evidence_cursor };
    const page = { ...before, limit: CAPTURES + 1 };
    const found = await tx.targets.evidence(id, undefined, page);
    const last = found.length > CAPTURES ? found[CAPTURES - 1] : undefined;
    const { header } = await readHeader(call, target);
    const tasks = isPlan(target) ? await readTasks(tx, id) : {};
    const events = { limit: input.events_limit, cursor: input.events_cursor };
    return answer({
      ...header,
      ...tasks,
      ...contents(target, found.slice(0, CAPTURES)),
      evidence_has_more: last !== undefined,
      ...(last ? { evidence_next_cursor: last.seq } : {}),
      timeline: await readTimeline(tx, id, events),
      truncated: false,
    });
  },
});

/** The tasks of a plan, by number. */
async function readTasks(tx: Reading, plan: string): Promise<JsonObject> {
  const found = await tx.targets.list({ kind: 'task', parent: plan }, { limit: TASKS + 1 });
  return {
    tasks_total: (await tx.targets.summary(plan))?.tasks.total ?? 0,
    tasks: found.slice(0, TASKS).map(summaryView),
  };
}

type Captures = Awaited<ReturnType<Reading['targets']['evidence']>>;

function contents(target: Target, captures: Captures): JsonObject {
  const of = (step: string | undefined) =>
    captures.filter((event: JournalEvent<'evidence_captured'>) => stepOf(event) === step);
  const own = of(undefined).map(evidenceView);
  if (isPlan(target)) return { checklist: target.root.checklist, evidence: own };
  return {
    steps_total: target.steps.length,
    steps: stepsInOrder(target).map((placed) => {
      const evidence = of(placed.step.id).map(evidenceView);
      return { ...stepView(placed), ...(evidence.length > 0 ? { evidence } : {}) };
    }),
    nodes: target.nodes.map((node) => nodeView(target, node)),
    evidence: own,
  };
}
