/**
 * The difference between two states of a target, by part and field, with both values.
 *
 * Decisions return the target as it should be; the journal stores the difference. Since it has both
 * values, the same difference serves replay, undo and redo, and shows if these are still possible.
 */

import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Root, Step, Target, TaskNode } from './target.ts';

/**
 * `before: null` creates a part, `after: null` deletes it. Otherwise only the changed fields are
 * listed.
 */
export type PartChange = {
  readonly part: string;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
};

export type Changes = readonly PartChange[];

const ROOT = 'root';

type Part = Root | Step | TaskNode;

function partsOf(target: Target | undefined): Map<string, Part> {
  const parts = new Map<string, Part>();
  if (!target) return parts;
  parts.set(ROOT, target.root);
  for (const part of [...target.steps, ...target.nodes]) parts.set(part.id, part);
  return parts;
}

export function changesBetween(before: Target | undefined, after: Target | undefined): Changes {
  const [old, now] = [partsOf(before), partsOf(after)];
  const gone = [...old].filter(([id]) => !now.has(id));
  return [
    ...gone.map(([part, was]) => ({ part, before: was as JsonObject, after: null })),
    ...[...now].flatMap(([part, is]): PartChange[] => {
      const was = old.get(part);
      if (was === is) return [];
      if (!was) return [{ part, before: null, after: is as JsonObject }];
      return fieldChange(part, was as JsonObject, is as JsonObject);
    }),
  ];
}

function fieldChange(part: string, was: JsonObject, is: JsonObject): PartChange[] {
  const fields = Object.keys({ ...was, ...is }).filter((name) => !same(was[name], is[name]));
  if (fields.length === 0) return [];
  const side = (of: JsonObject) =>
    Object.fromEntries(fields.map((name) => [name, of[name] ?? null])) as JsonObject;
  return [{ part, before: side(was), after: side(is) }];
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

export function applyChanges(target: Target, changes: Changes): Target {
  let { root, steps, nodes } = target;
  for (const { part, before, after } of changes) {
    if (part === ROOT) root = { ...root, ...after } as Root;
    else if (part.startsWith('STEP-')) steps = applied(steps, part, before, after);
    else nodes = applied(nodes, part, before, after);
  }
  return { ...target, root, steps, nodes };
}

function applied<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  before: JsonObject | null,
  after: JsonObject | null,
): readonly Item[] {
  if (after === null) return items.filter((item) => item.id !== id);
  if (before === null) return [...items, after as unknown as Item];
  return items.map((item) => (item.id === id ? { ...item, ...after } : item));
}

/** The reverse change, last part first. */
export function inverse(changes: Changes): Changes {
  return [...changes]
    .reverse()
    .map(({ part, before, after }) => ({ part, before: after, after: before }));
}

/** Whether a change is of a part that the target no longer has. */
export function isGone(target: Target, { part, before, after }: PartChange): boolean {
  return before !== null && after !== null && !partsOf(target).has(part);
}

/** Whether the target still has the values that the change starts from. */
export function stillHolds(target: Target, changes: Changes): boolean {
  const parts = partsOf(target);
  return changes.every(({ part, before }) => {
    const is = parts.get(part) as JsonObject | undefined;
    if (before === null || is === undefined) return before === null && is === undefined;
    return Object.entries(before).every(([name, value]) => same(is[name] ?? null, value ?? null));
  });
}
