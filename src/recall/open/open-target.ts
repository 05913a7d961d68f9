/** Opens plans and tasks, also deleted ones. */

import type { JournalEvent } from '../../domain/journal/event.ts';
import { evolve } from '../../domain/tasks/evolve.ts';
import { stepsInOrder } from '../../domain/tasks/step-tree.ts';
import { isPlan, type Target } from '../../domain/tasks/target.ts';
import type { TaskEventType } from '../../domain/tasks/task-events.ts';
import { eventId, TARGET_ID } from '../../kernel/ids.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import {
  nodeView,
  stepOf,
  stepView,
  targetView,
} from '../../operations/tasks/steps/target-view.ts';
import type { Reading } from '../../store/port.ts';
import { textOfEvent } from '../terms/event-texts.ts';
import {
  MAX_NEAR,
  type Near,
  near,
  type OpenContext,
  type Opened,
  type Opener,
  oneByOne,
} from './opened.ts';

export const openTarget: Opener = {
  prefixes: ['task', 'plan'],
  claims: (id) => TARGET_ID.test(id),
  async open(context, id) {
    const found = await storedTarget(context.tx, id);
    return found ? [await openedTarget(context, found)] : [];
  },
  texts: async (_tx, id) => [id],
};

export interface StoredTarget {
  readonly target: Target;
  readonly isDeleted: boolean;
}

export async function storedTarget(tx: Reading, id: string): Promise<StoredTarget | undefined> {
  const target = await tx.targets.byId(id);
  if (target) return { target, isDeleted: false };
  const deleted = await deletedTarget(tx, id);
  return deleted && { target: deleted, isDeleted: true };
}

const PAGE = 500;

/** As it was before it was deleted, which its events say. */
async function deletedTarget(tx: Reading, id: string): Promise<Target | undefined> {
  const events: JournalEvent<TaskEventType>[] = [];
  for (let before: number | undefined; ; before = events.at(-1)?.seq) {
    const page = await tx.targets.events(id, { before, limit: PAGE });
    events.push(...page);
    if (page.length < PAGE || events[0]?.type !== 'task_deleted') break;
  }
  const [last, ...earlier] = events;
  if (last?.type !== 'task_deleted') return undefined;
  const target = earlier.reduceRight<Target | undefined>(evolve, undefined);
  return target && { ...target, updatedMs: last.tsMs };
}

async function openedTarget(
  { tx, workspace }: OpenContext,
  { target, isDeleted }: StoredTarget,
): Promise<Opened> {
  const { root } = target;
  const [last] = await tx.targets.events(root.id, { limit: 1 });
  const parts = isPlan(target)
    ? { checklist: root.checklist }
    : {
        steps: stepsInOrder(target).map(stepView),
        ...(target.nodes.length > 0
          ? { nodes: target.nodes.map((node) => nodeView(target, node)) }
          : {}),
      };
  const done = root.status === 'DONE' ? 'done' : undefined;
  return {
    id: root.id,
    kind: root.kind,
    title: root.title,
    in: root.parent ?? undefined,
    atMs: target.updatedMs,
    by: last?.agent,
    state: isDeleted ? 'deleted' : done,
    content: { ...targetView(workspace, target), ...parts },
    near: await nearTarget(tx, target),
    next: await nextOfTarget(tx, target, isDeleted),
  };
}

async function nextOfTarget(tx: Reading, { root }: Target, isDeleted: boolean) {
  if (!isDeleted) return suggestCall('tasks_snapshot', { target: root.id }, 'Go on with it');
  const plan = root.parent === null ? undefined : await tx.targets.summary(root.parent);
  return plan
    ? suggestCall('tasks_snapshot', { target: plan.id }, 'See the plan that it was part of')
    : suggestCall('tasks_context', {}, 'See the plans and tasks there are');
}

async function nearTarget(tx: Reading, target: Target): Promise<readonly Near[]> {
  const { id, parent, depends_on: needs } = target.root;
  const named = async (as: string, ids: readonly string[]) => {
    const found = await oneByOne(ids.slice(0, MAX_NEAR), (each) => tx.targets.summary(each));
    return found.flatMap((each) =>
      each ? [near(as, each.id, `${each.title} (${each.status})`)] : [],
    );
  };
  const tasks = isPlan(target)
    ? await tx.targets.list({ kind: 'task', parent: id }, { limit: MAX_NEAR })
    : [];
  return [
    ...(await named('plan', parent === null ? [] : [parent])),
    ...tasks.map((each) => near('task', each.id, `${each.title} (${each.status})`)),
    ...(await named('depends on', needs)),
    ...(await named('needed by', await tx.targets.dependents(id))),
    ...(await evidenceNear(tx, id, undefined)),
  ];
}

/** The newest evidence of a target, or of one of its steps. */
export async function evidenceNear(
  tx: Reading,
  target: string,
  step: string | undefined,
): Promise<readonly Near[]> {
  const found = await tx.targets.evidence(target, step, { limit: MAX_NEAR });
  return found.map((event) => {
    const where = step === undefined ? (stepOf(event) ?? '') : '';
    const words = [where, textOfEvent(event)?.text ?? ''];
    return near('evidence', eventId(event.seq), words.filter((word) => word !== '').join(': '));
  });
}
