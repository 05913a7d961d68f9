/** Finds the places of steps and task nodes by walking the whole tree. */

import type { Node, Step, Target } from './world.ts';

export interface StepPlace {
  step: Step;
  path: string;
  /** The list that contains the step, and the step above. */
  siblings: Step[];
  above: Step | null;
}

/** Each step before the steps below it, siblings by ordinal. */
export function stepPlaces(target: Target): StepPlace[] {
  const walk = (siblings: Step[], above: Step | null, prefix: string): StepPlace[] =>
    [...siblings]
      .sort((a, b) => a.ordinal - b.ordinal)
      .flatMap((step) => {
        const path = `${prefix}s:${step.ordinal}`;
        return [{ step, path, siblings, above }, ...walk(step.steps, step, `${path}.`)];
      });
  return walk(target.steps, null, '');
}

/** The open steps, each after those below it. */
export function openPlaces(target: Target): StepPlace[] {
  const places = stepPlaces(target);
  const after = (above: Step | null): StepPlace[] =>
    places
      .filter((place) => place.above === above)
      .flatMap((place) => [...after(place.step), place]);
  return after(null).filter(({ step }) => isOpen(step));
}

export interface NodePlace {
  node: Node;
  path: string;
  step: Step;
}

export function nodePlaces(target: Target): NodePlace[] {
  return stepPlaces(target).flatMap(({ step, path }) =>
    step.nodes.map((node) => ({ node, step, path: `${path}.t:${node.ordinal}` })),
  );
}

export function isOpen(step: Step): boolean {
  return step.fields.completed_at_ms === null;
}
