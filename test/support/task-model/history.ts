/** Undo and redo: a stack for each plan or task. A field that has changed since is a refusal. */

import type { Tool } from './call.ts';
import { checkDependencies } from './dependencies.ts';
import { findTarget } from './find-target.ts';
import { invalid, Refused } from './refuse.ts';
import { revise } from './revise.ts';
import { nodePlaces, stepPlaces } from './tree.ts';
import type { Value, World } from './world.ts';
import { type Difference, type Fields, listOf, type Operation, type Target } from './world.ts';

type Parts = Map<string, { fields: Fields }>;

/** Every part that has fields, by its id. */
function partsOf(target: Target): Parts {
  return new Map<string, { fields: Fields }>([
    ['root', target],
    ...stepPlaces(target).map(({ step }) => [step.id, step] as const),
    ...nodePlaces(target).map(({ node }) => [node.id, node] as const),
  ]);
}

export function snapshot(target: Target): Map<string, Fields> {
  return new Map([...partsOf(target)].map(([id, { fields }]) => [id, structuredClone(fields)]));
}

export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function differences(before: Map<string, Fields>, target: Target): Difference[] {
  return [...partsOf(target)].flatMap(([part, { fields }]) =>
    Object.entries(fields).flatMap(([field, after]): Difference[] => {
      const was = before.get(part)?.[field] ?? null;
      return isSame(was, after)
        ? []
        : [{ part, field, before: was, after: structuredClone(after ?? null) }];
    }),
  );
}

function operationsOf(world: World, target: Target): Operation[] {
  const list = world.operations.get(target.id) ?? [];
  world.operations.set(target.id, list);
  return list;
}

/** Makes a change that can be undone. What was undone before can no longer be redone. */
export function undoable(
  world: World,
  target: Target,
  { intent, path = null }: { intent: string; path?: string | null },
  change: () => void,
): void {
  const before = snapshot(target);
  change();
  const operations = operationsOf(world, target);
  for (const each of operations) if (each.state === 'undone') each.state = 'discarded';
  const { batch } = world;
  const found = differences(before, target);
  operations.push({ intent, path, state: 'done', batch, differences: found });
}

/** Records an operation that cannot be undone. */
export function recordFinal(world: World, target: Target, intent: string, path: string | null) {
  const { batch } = world;
  operationsOf(world, target).push({ intent, path, state: 'final', batch, differences: [] });
}

/** The last operation of the stack, with the others of its batch. */
function unitOf(operations: readonly Operation[], state: Operation['state']): Operation[] {
  const waiting = operations.filter((each) => each.state === state);
  const ordered = state === 'done' ? waiting.reverse() : waiting;
  const [first] = ordered;
  if (!first) return [];
  return ordered.filter((each) => each === first || (first.batch ?? -1) === each.batch);
}

function shift(way: 'undo' | 'redo'): Tool {
  return (world, { args }) => {
    const target = findTarget(world, args, 'either');
    const unit = unitOf(operationsOf(world, target), way === 'undo' ? 'done' : 'undone');
    const first = unit[0] ?? invalid(`nothing to ${way}`);
    const dependedOn = listOf(target, 'depends_on');
    for (const operation of unit) turn(target, operation, way);
    checkDependencies(world, target, dependedOn);
    revise(world, target, first.path, way === 'undo' ? 'undo_applied' : 'redo_applied');
    for (const operation of unit) operation.state = way === 'undo' ? 'undone' : 'done';
    const { intent, path } = first;
    const about = { intent, undo: way === 'undo', task: target.id, ...(path ? { path } : {}) };
    return {
      task: target.id,
      revision: target.revision,
      operation: { ...about, ...(unit.length > 1 ? { operations: unit.length } : {}) },
    };
  };
}

function turn(target: Target, operation: Operation, way: 'undo' | 'redo'): void {
  const parts = partsOf(target);
  for (const { part, field, before, after } of operation.differences) {
    const [here, there] = way === 'undo' ? [after, before] : [before, after];
    const found = parts.get(part);
    if (!found || !isSame(found.fields[field], here))
      throw new Refused('REVISION_MISMATCH', `changed since, ${way}`);
    found.fields[field] = structuredClone(there);
  }
}

export const historyTools: Record<string, Tool> = {
  tasks_undo: shift('undo'),
  tasks_redo: shift('redo'),
};
