/** Compares a stored plan or task with the model, field by field. */

import { expect } from 'vitest';
import type { TestSurface } from '../surface.ts';
import { isOpen, nodePlaces, stepPlaces } from './tree.ts';
import type { Target, World } from './world.ts';

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** In the form of the store: flat lists of parts, each with its parent. */
function flat(target: Target) {
  const { id, kind, parent, fields, revision, createdMs, updatedMs } = target;
  const steps = stepPlaces(target).map(({ step, above }) => ({
    id: step.id,
    parent: above?.id ?? null,
    ordinal: step.ordinal,
    ...step.fields,
  }));
  const nodes = nodePlaces(target).map(({ node, step }) => ({
    id: node.id,
    step: step.id,
    ordinal: node.ordinal,
    ...node.fields,
  }));
  return {
    root: { id, kind, parent, ...fields },
    steps: steps.sort(byId),
    nodes: nodes.sort(byId),
    revision,
    createdMs,
    updatedMs,
  };
}

function counted(world: World, target: Target) {
  const steps = stepPlaces(target);
  const tasks = [...world.targets.values()].filter(({ parent }) => parent === target.id);
  return {
    steps: { total: steps.length, done: steps.filter(({ step }) => !isOpen(step)).length },
    tasks: {
      total: tasks.length,
      done: tasks.filter(({ fields }) => fields.status === 'DONE').length,
    },
  };
}

export async function expectSameTarget({ surface }: TestSurface, world: World, id: string) {
  const target = world.targets.get(id);
  const { stored, summary } = await surface.store.read(world.workspace, async (tx) => ({
    stored: await tx.targets.byId(id),
    summary: await tx.targets.summary(id),
  }));
  if (!target) {
    expect([stored, summary]).toEqual([undefined, undefined]);
    return;
  }
  const { steps = [], nodes = [], ...rest } = stored ?? {};
  expect({ ...rest, steps: [...steps].sort(byId), nodes: [...nodes].sort(byId) }).toEqual(
    flat(target),
  );
  expect(summary).toMatchObject({ revision: target.revision, ...counted(world, target) });
}
