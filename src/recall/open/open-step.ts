/** Opens steps and task nodes, in whichever task they are. */

import { type PlacedStep, stepsInOrder } from '../../domain/tasks/step-tree.ts';
import { isOpen, type Target, type TaskNode } from '../../domain/tasks/target.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { nodeView, stepView } from '../../operations/tasks/steps/target-view.ts';
import type { Reading } from '../../store/port.ts';
import { nameOf } from '../terms/artifact-texts.ts';
import { evidenceNear, storedTarget } from './open-target.ts';
import {
  lastWritten,
  MAX_NEAR,
  type Near,
  near,
  type Opened,
  type Opener,
  oneByOne,
} from './opened.ts';

const FORM = /^(?:((?:PLAN|TASK)-[0-9]{3,})\/)?((?:STEP|NODE)-[A-Za-z0-9]{8,})$/;

export const openStep: Opener = {
  prefixes: ['step', 'task'],
  claims: (id) => FORM.test(id),
  async open(context, id) {
    const [, named, part = ''] = FORM.exec(id) ?? [];
    const targets = named === undefined ? await targetsWith(context.tx, part) : [named];
    const found = await oneByOne(targets, (target) => openPart(context.tx, target, part));
    return found.filter((each) => each !== undefined);
  },
  async texts(tx, id) {
    const [, named, part = ''] = FORM.exec(id) ?? [];
    const targets = named === undefined ? await targetsWith(tx, part) : [named];
    return targets.map((target) => nameOf.part(target, part));
  },
};

/** Every step and task node has a node in the graph of its target. */
async function targetsWith(tx: Reading, part: string): Promise<readonly string[]> {
  const key = `${part.startsWith('STEP-') ? 'step' : 'task'}:${part}`;
  const places = await tx.graph.places(key);
  const targets = places.flatMap(
    ({ doc }) => /^((?:PLAN|TASK)-[0-9]+)-graph$/.exec(doc)?.[1] ?? [],
  );
  return [...new Set(targets)];
}

async function openPart(tx: Reading, id: string, part: string): Promise<Opened | undefined> {
  const stored = await storedTarget(tx, id);
  if (!stored) return undefined;
  const now = openedPart(tx, stored.target, part, stored.isDeleted);
  return now ?? openDeleted(tx, stored.target, part);
}

function openedPart(tx: Reading, target: Target, part: string, isDeleted: boolean) {
  const placed = stepsInOrder(target).find(({ step }) => step.id === part);
  if (placed) return openedStep(tx, target, placed, isDeleted);
  const node = target.nodes.find((each) => each.id === part);
  return node && openedNode(tx, target, node, isDeleted);
}

/** Events of a target that are looked through for the one that deleted a part of it. */
const MAX_EVENTS = 1_000;

/** The event that deleted a part has all of it. */
async function openDeleted(tx: Reading, target: Target, part: string) {
  const events = await tx.targets.events(target.root.id, { limit: MAX_EVENTS });
  for (const { payload } of events) {
    const gone = payload.changes.filter(({ before, after }) => before !== null && after === null);
    if (!gone.some((each) => each.part === part)) continue;
    const had = (prefix: string) =>
      gone.flatMap((each) => (each.part.startsWith(prefix) ? [each.before] : [])) as never[];
    const before: Target = {
      ...target,
      steps: [...target.steps, ...had('STEP-')],
      nodes: [...target.nodes, ...had('NODE-')],
    };
    return openedPart(tx, before, part, true);
  }
  return undefined;
}

async function openedStep(
  tx: Reading,
  target: Target,
  placed: PlacedStep,
  isDeleted: boolean,
): Promise<Opened> {
  const { step, path } = placed;
  const { id } = target.root;
  const done = isOpen(step) ? undefined : 'done';
  return {
    id: `${id}/${step.id}`,
    kind: 'step',
    title: step.title,
    in: id,
    ...(await lastWritten(tx, nameOf.part(id, step.id))),
    state: isDeleted ? 'deleted' : done,
    content: stepView({ step, path }),
    near: [...stepsAround(target, placed), ...(await evidenceNear(tx, id, step.id))],
    next: goOn(id, isDeleted),
  };
}

function goOn(target: string, isDeleted: boolean) {
  return isDeleted
    ? suggestCall('tasks_history', { target }, 'See what was done to the task')
    : suggestCall('tasks_snapshot', { target }, 'Go on with the task');
}

function stepsAround(target: Target, { step }: PlacedStep): readonly Near[] {
  const { root } = target;
  const shown = (as: string, each: { readonly id: string; readonly title: string }) =>
    near(as, each === root ? root.id : `${root.id}/${each.id}`, each.title);
  const siblings = stepsInOrder(target).filter((each) => each.step.parent === step.parent);
  const at = siblings.findIndex((each) => each.step.id === step.id);
  const above = target.steps.find((each) => each.id === step.parent);
  const below = target.steps.filter((each) => each.parent === step.id);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  return [
    shown(above ? 'parent' : 'task', above ?? root),
    ...below.slice(0, MAX_NEAR).map((each) => shown('child', each)),
    ...(before ? [shown('before', before.step)] : []),
    ...(after ? [shown('after', after.step)] : []),
    ...target.nodes.filter((node) => node.step === step.id).map((node) => shown('task node', node)),
  ];
}

async function openedNode(
  tx: Reading,
  target: Target,
  node: TaskNode,
  isDeleted: boolean,
): Promise<Opened> {
  const { id } = target.root;
  const step = target.steps.find((each) => each.id === node.step);
  const done = node.status === 'DONE' ? 'done' : undefined;
  return {
    id: `${id}/${node.id}`,
    kind: 'task_node',
    title: node.title,
    in: step ? `${id}/${step.id}` : id,
    ...(await lastWritten(tx, nameOf.part(id, node.id))),
    state: isDeleted ? 'deleted' : done,
    content: nodeView(target, node),
    near: step ? [near('step', `${id}/${step.id}`, step.title)] : [],
    next: goOn(id, isDeleted),
  };
}
