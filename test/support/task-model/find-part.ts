/** Finds the step or task node that a call names. */

import { invalid, unknown } from './refuse.ts';
import { type NodePlace, nodePlaces, type StepPlace, stepPlaces } from './tree.ts';
import type { Fields, Target } from './world.ts';

/** Removes leading zeros: `s:01` is `s:1`. */
function plain(path: unknown): string {
  return String(path).replaceAll(/\d+/g, (digits) => String(Number(digits)));
}

export function findStep(target: Target, { step_id: id, path }: Fields): StepPlace {
  if (id === undefined && path === undefined) invalid('no step named');
  const places = stepPlaces(target);
  const byId = places.find(({ step }) => step.id === id);
  const byPath = places.find((place) => place.path === plain(path) || place.step.id === path);
  if (id !== undefined && !byId) unknown('step_id');
  if (path !== undefined && !byPath) unknown('path');
  if (byId && byPath && byId !== byPath) invalid('id and path differ');
  return byId ?? byPath ?? unknown('step');
}

export function findNode(target: Target, { task_node_id: id, path }: Fields): NodePlace {
  if (id === undefined && path === undefined) invalid('no node named');
  const found = nodePlaces(target).find(
    (place) =>
      (id === undefined || place.node.id === id) &&
      (path === undefined || place.path === plain(path) || place.node.id === path),
  );
  return found ?? unknown('task node');
}
