/** Undo and redo: a stack for each plan or task. A field that has changed since is a refusal. */

import type { Tool } from './call.ts';
import { checkGate } from './checkpoints.ts';
import { checkDependencies } from './dependencies.ts';
import { findTarget } from './find-target.ts';
import { invalid, Refused } from './refuse.ts';
import { revise } from './revise.ts';
import { isOpen, nodePlaces, stepPlaces } from './tree.ts';
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

/** The operations of the stack, the next one first; those of a batch are one. */
function unitsOf(operations: readonly Operation[], state: Operation['state']): Operation[][] {
  const waiting = operations.filter((each) => each.state === state);
  const ordered = state === 'done' ? waiting.reverse() : waiting;
  const units: Operation[][] = [];
  for (const each of ordered) {
    const unit = units.at(-1);
    if (unit && each.batch !== null && unit[0]?.batch === each.batch) unit.push(each);
    else units.push([each]);
  }
  return units;
}

/** Whether nothing is left of what an operation changed. */
export function isGone(target: Target | undefined, { differences: found }: Operation): boolean {
  const parts = target ? partsOf(target) : new Map();
  return found.length > 0 && found.every(({ part }) => !parts.has(part));
}

function shift(way: 'undo' | 'redo'): Tool {
  return (world, { args }) => {
    const target = findTarget(world, args, 'either');
    const units = unitsOf(operationsOf(world, target), way === 'undo' ? 'done' : 'undone');
    const left = units.filter((unit) => !unit.every((each) => isGone(target, each)));
    if (left.length < units.length) world.notable.push('passed over what is gone');
    for (const unit of left) {
      const kept = structuredClone(target);
      try {
        return shiftUnit(world, target, unit, way);
      } catch (error) {
        if (!(error instanceof Refused) || args.skip !== true) throw error;
        world.notable.push('skipped what has changed');
        Object.assign(target, kept);
      }
    }
    return invalid(`nothing to ${way}`);
  };
}

function shiftUnit(world: World, target: Target, unit: Operation[], way: 'undo' | 'redo'): Fields {
  const [first] = unit;
  if (!first) throw new Error('an empty unit');
  const dependedOn = listOf(target, 'depends_on');
  const wasOpen = stepPlaces(target).filter(({ step }) => isOpen(step));
  const open = new Set(wasOpen.map(({ step }) => step.id));
  for (const operation of unit) turn(target, operation, way);
  for (const { step } of stepPlaces(target)) {
    const isClosed = open.has(step.id) && !isOpen(step);
    if (isClosed && step.fields.forced !== true) checkGate(step);
  }
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
}

function turn(target: Target, operation: Operation, way: 'undo' | 'redo'): void {
  const parts = partsOf(target);
  for (const { part, field, before, after } of operation.differences) {
    const [here, there] = way === 'undo' ? [after, before] : [before, after];
    const found = parts.get(part);
    if (!found) continue;
    if (!isSame(found.fields[field] ?? null, here))
      throw new Refused('REVISION_MISMATCH', `changed since, ${way}`);
    found.fields[field] = structuredClone(there);
  }
}

export const historyTools: Record<string, Tool> = {
  tasks_undo: shift('undo'),
  tasks_redo: shift('redo'),
};
