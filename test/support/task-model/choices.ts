/** The random parts of calls: targets, steps, texts, and the ways to name them. */

import type { Run } from './run.ts';
import { type NodePlace, nodePlaces, type StepPlace, stepPlaces } from './tree.ts';
import type { Fields, Kind, Target } from './world.ts';

/** Odd on purpose: quotes, bars and backslashes must not matter. */
export const TITLES = [
  ...['Read numbers', 'Ship it', 'Größe „1“', 'a|b', 'say "no"', "it's", '100% \\ done', '🧭'],
  ...['Inbox', '  padded  ', 'null'],
];

export const TEXTS = [
  ...[
    'npm test',
    '1e3 is 1000',
    ' npm test ',
    'none',
    'N/A',
    '',
    'say "yes"',
    'ß',
    'say <fill: x>',
  ],
];

export const TAGS = ['parser', 'Parser', ' io ', 'zeta', 'alpha', '', 'b c', 'a|b'];

export function perhaps(run: Run, probability: number, fields: () => Fields): Fields {
  return run.random.chance(probability) ? fields() : {};
}

export function someTexts({ random }: Run, most = 4): string[] {
  return Array.from({ length: random.below(most) }, () => random.pick(TEXTS));
}

/** At least one text that is not empty. */
export function goodTexts(run: Run): string[] {
  return ['It works', ...someTexts(run, 3)];
}

export function someTags({ random }: Run): string[] {
  const tags = TAGS.filter((tag) => !tag.includes('|') || random.chance(0.1));
  return Array.from({ length: random.below(4) }, () => random.pick(tags));
}

export function targetsOf({ world }: Run, kind?: Kind): Target[] {
  return [...world.targets.values()].filter((each) => kind === undefined || each.kind === kind);
}

/** Graphs are compared in one page, so no target may grow beyond it. */
export function isFull({ keys }: Run, { id }: Target): boolean {
  return (keys.get(id)?.size ?? 0) > 250;
}

/** Prefers the target in focus and the one that was just changed, as in daily work. */
export function someTarget(run: Run, kind?: Kind): Target | undefined {
  const { random, world } = run;
  const known = targetsOf(run, kind);
  const favourite = known.find(({ id }) => id === run.favourite);
  if (favourite && random.chance(0.8)) return favourite;
  const focused = known.find(({ id }) => id === world.focus);
  if (focused && random.chance(0.2)) return focused;
  const recent = known.find(({ id }) => id === run.events.at(-1)?.target);
  if (recent && random.chance(0.4)) return recent;
  return known.length === 0 ? undefined : random.pick(known);
}

/** A task, mostly one with steps. */
export function someTask(run: Run): Target | undefined {
  const task = someTarget(run, 'task');
  return task?.steps.length === 0 ? someTarget(run, 'task') : task;
}

export function someStep({ random }: Run, target: Target): StepPlace | undefined {
  const places = stepPlaces(target);
  return places.length === 0 ? undefined : random.pick(places);
}

export function someNode({ random }: Run, target: Target): NodePlace | undefined {
  const places = nodePlaces(target);
  return places.length === 0 ? undefined : random.pick(places);
}

/** Names a target in any of the possible ways, or in none if it is in focus. */
export function aimAt({ random, world }: Run, { id, kind }: Target): Fields {
  if (world.focus === id && random.chance(0.5)) return {};
  return random.pick<Fields>([
    { task: id },
    { task: id },
    { target: id },
    { target: { id } },
    { target: { id, kind } },
    { plan: id },
  ]);
}

export function stepNamed({ random }: Run, { step, path }: StepPlace): Fields {
  return random.pick<Fields>([
    { step_id: step.id },
    { path },
    { path: path.replaceAll('s:', 's:0') },
    { path: step.id },
    { step_id: step.id, path },
  ]);
}

/** Guards that match the target. */
export function rightGuards({ random }: Run, { id, revision }: Target): Fields {
  return random.pick<Fields>([
    { expected_revision: revision },
    { expected_version: revision },
    { expected_revision: revision, expected_version: revision },
    { expected_target_id: id },
    { expected_target_id: id, strict_targeting: true },
    { strict_targeting: false },
  ]);
}
