/** The tree of steps: their order, their paths, and how they are found. */

import { type Refusal, type RefusalCode, refuse } from '../../kernel/refusal.ts';
import { refuseFor } from './reasons.ts';
import { isOpen, type Step, type Target, type TaskNode } from './target.ts';

export const STEP_PATH = /^s:[0-9]+(\.s:[0-9]+)*$/;
export const NODE_PATH = /^(s:[0-9]+(?:\.s:[0-9]+)*)\.t:([0-9]+)$/;
export const STEP_ID = /^STEP-[A-Za-z0-9]{8,}$/;
export const NODE_ID = /^NODE-[A-Za-z0-9]{8,}$/;

export function pathOf(target: Target, step: Step): string {
  const above = target.steps.find((each) => each.id === step.parent);
  const own = `s:${step.ordinal}`;
  return above ? `${pathOf(target, above)}.${own}` : own;
}

export function nodePathOf(target: Target, node: TaskNode): string {
  const step = target.steps.find((each) => each.id === node.step);
  if (!step) throw new Error(`${node.id} is in no step`);
  return `${pathOf(target, step)}.t:${node.ordinal}`;
}

/** The paths of all task nodes, by their ids. */
export function nodePaths(target: Target): ReadonlyMap<string, string> {
  const steps = new Map(stepsInOrder(target).map(({ step, path }) => [step.id, path]));
  return new Map(
    target.nodes.map((node) => {
      const above = steps.get(node.step);
      if (above === undefined) throw new Error(`${node.id} is in no step`);
      return [node.id, `${above}.t:${node.ordinal}`];
    }),
  );
}

export interface PlacedStep {
  readonly step: Step;
  readonly path: string;
}

/** A step before the steps below it, siblings by their ordinals as numbers. */
export function stepsInOrder(target: Target): readonly PlacedStep[] {
  return walk(target, (own, below) => [own, ...below]);
}

/** The open steps in the order of work: a step comes after the steps below it. */
export function openSteps(target: Target): readonly PlacedStep[] {
  return walk(target, (own, below) => [...below, own]).filter(({ step }) => isOpen(step));
}

export function firstOpen(target: Target): PlacedStep | undefined {
  return openSteps(target)[0];
}

function walk(
  target: Target,
  order: (own: PlacedStep, below: readonly PlacedStep[]) => readonly PlacedStep[],
): readonly PlacedStep[] {
  const children = new Map<string | null, Step[]>();
  for (const step of target.steps) {
    const siblings = children.get(step.parent);
    if (siblings) siblings.push(step);
    else children.set(step.parent, [step]);
  }
  const under = (parent: string | null, prefix: string): readonly PlacedStep[] =>
    (children.get(parent) ?? [])
      .sort((a, b) => a.ordinal - b.ordinal)
      .flatMap((step) => {
        const path = `${prefix}s:${step.ordinal}`;
        return order({ step, path }, under(step.id, `${path}.`));
      });
  return under(null, '');
}

/** The step and everything under it. */
export function subtree(target: Target, id: string): ReadonlySet<string> {
  const found = new Set([id]);
  const grow = (): boolean => {
    const size = found.size;
    for (const step of target.steps) if (step.parent && found.has(step.parent)) found.add(step.id);
    return found.size > size;
  };
  while (grow());
  return found;
}

/** `floor`: one more than the highest ordinal that was deleted, so that no path is used again. */
export function nextOrdinal(
  taken: readonly { readonly ordinal: number }[],
  floor: number | null | undefined,
): number {
  return taken.reduce((next, { ordinal }) => Math.max(next, ordinal + 1), floor ?? 0);
}

export interface StepSelector {
  readonly step_id?: string | undefined;
  readonly path?: string | undefined;
}

/**
 * By id, by path, or by both if they agree, so that a write never reaches another step. Where a
 * path is expected, an id names the step as well.
 */
export function findStep(target: Target, selector: StepSelector): PlacedStep | Refusal {
  const { step_id: id, path } = selector;
  if (path !== undefined && STEP_ID.test(path)) return findNamed(target, selector, path);
  if (id === undefined && path === undefined) {
    return unknownStep(target, 'INVALID_INPUT', 'step_id, path: name the step by one of them');
  }
  const placed = stepsInOrder(target);
  const wanted = path === undefined ? undefined : canonicalPath(path);
  const byId = id === undefined ? undefined : placed.find(({ step }) => step.id === id);
  const byPath = wanted === undefined ? undefined : placed.find((each) => each.path === wanted);
  const { id: task } = target.root;
  if (id !== undefined && !byId) {
    return unknownStep(target, 'UNKNOWN_ID', `step_id: ${task} has no step ${id}`);
  }
  if (path !== undefined && !byPath) {
    return unknownStep(target, 'UNKNOWN_ID', `path: ${task} has no step ${path}`);
  }
  if (byId && byPath && byId !== byPath) {
    return refuse('INVALID_INPUT', `step_id, path: ${id} is ${byId.path}, not ${path}`, {
      recovery: 'Give step_id alone.',
    });
  }
  return (byId ?? byPath) as PlacedStep;
}

/** Both selectors are ids: they must be the same one. */
function findNamed(target: Target, { step_id: id }: StepSelector, named: string) {
  if (id === undefined || id === named) return findStep(target, { step_id: named });
  return refuse('INVALID_INPUT', `step_id, path: ${id} is not ${named}`, {
    recovery: 'Give step_id alone.',
  });
}

/** Leading zeros are accepted, since people write them. */
function canonicalPath(path: string): string {
  return path.replaceAll(/[0-9]+/g, (digits) => String(Number(digits)));
}

function unknownStep({ root }: Target, code: RefusalCode, message: string): Refusal {
  return refuseFor({ kind: 'step_unknown', task: root.id }, code, message);
}

/** The present state of a step, after further moves of its task. */
export function placedAgain(target: Target, { step, path }: PlacedStep): PlacedStep {
  const now = target.steps.find((each) => each.id === step.id);
  if (!now) throw new Error(`${step.id} is gone from ${target.root.id}`);
  return { step: now, path };
}

export interface PlacedNode {
  readonly node: TaskNode;
  readonly path: string;
}

export function findNode(
  target: Target,
  selector: { readonly path?: string | undefined; readonly task_node_id?: string | undefined },
): PlacedNode | Refusal {
  const isId = selector.path !== undefined && NODE_ID.test(selector.path);
  const path = isId ? undefined : selector.path;
  const id = selector.task_node_id ?? (isId ? selector.path : undefined);
  const { id: task } = target.root;
  if (path === undefined && id === undefined) {
    return refuseFor(
      { kind: 'node_unnamed', task },
      'INVALID_INPUT',
      'path, task_node_id: name the task node by one of them',
    );
  }
  const wanted = path === undefined ? undefined : canonicalPath(path);
  const paths = nodePaths(target);
  const found = target.nodes
    .map((node) => ({ node, path: paths.get(node.id) ?? '' }))
    .find(
      (each) =>
        (id === undefined || each.node.id === id) && (wanted === undefined || each.path === wanted),
    );
  if (found) return found;
  const message = `${task} has no task node ${id ?? path}`;
  return refuseFor({ kind: 'node_unknown', task }, 'UNKNOWN_ID', message);
}
