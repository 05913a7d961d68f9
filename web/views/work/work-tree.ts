/** The rows of a project as a tree, and what can be said about its nodes without the server. */

import type { WorkRow, WorkState } from '../../../src/observatory/views/work/work-view.ts';
import { type ShapedTree, shapeTree } from '../../graph/tree-shape.ts';

export interface WorkTree extends ShapedTree<WorkRow> {
  /** Rows that hang on nothing yet, because their parents have not come. */
  readonly waiting: number;
}

const READING = {
  keyOf: ({ key }: WorkRow) => key,
  parentOf: ({ parent }: WorkRow) => parent,
  orderOf: ({ order }: WorkRow) => order,
};

/** If only states changed, the shape stays the same object: layouts need not be made again. */
export function treeOf(rows: ReadonlyMap<string, WorkRow>, before?: WorkTree): WorkTree {
  if (before && rows.size === before.items.length + before.waiting) {
    const items = sameShape(rows, before);
    if (items) return { ...before, items };
  }
  const tree = shapeTree(rows.values(), READING);
  return { ...tree, waiting: rows.size - tree.items.length };
}

function sameShape(
  rows: ReadonlyMap<string, WorkRow>,
  { items }: WorkTree,
): readonly WorkRow[] | undefined {
  const now: WorkRow[] = [];
  for (const was of items) {
    const row = rows.get(was.key);
    if (row === undefined || row.parent !== was.parent || row.order !== was.order) return undefined;
    now.push(row);
  }
  return now;
}

/** A node and its ancestors, from below. */
export function lineOf(rows: ReadonlyMap<string, WorkRow>, key: string): readonly WorkRow[] {
  const line: WorkRow[] = [];
  for (let row = rows.get(key); row; row = rows.get(row.parent ?? '')) line.push(row);
  return line;
}

/** With those of the line that have left, as what they are now: finished. */
export function keptRows(
  rows: ReadonlyMap<string, WorkRow>,
  line: readonly WorkRow[],
): ReadonlyMap<string, WorkRow> {
  const left = line.filter(({ key }) => !rows.has(key));
  return new Map([...rows, ...left.map((row) => [row.key, finished(row)] as const)]);
}

function finished({ claim: _claim, below, ...row }: WorkRow): WorkRow {
  const total = belowOf({ ...row, ...(below ? { below } : {}) }).total;
  return {
    ...row,
    state: 'resolved',
    ...(total > 0 ? { below: { ...NONE, resolved: total } } : {}),
  };
}

const NONE = { actionable: 0, open: 0, blocked: 0, resolved: 0 };

export interface Below {
  readonly total: number;
  readonly open: number;
  readonly blocked: number;
  readonly done: number;
}

/** How much is below a node; `open` is everything that is not finished. */
export function belowOf({ below = NONE }: WorkRow): Below {
  const open = below.actionable + below.open + below.blocked;
  return { total: open + below.resolved, open, blocked: below.blocked, done: below.resolved };
}

/** The node and everything below it. */
export function isFinished(row: WorkRow): boolean {
  return row.state === 'resolved' && belowOf(row).open === 0;
}

/** From 0 to 1, of the node and what is below it. */
export function shareDone(row: WorkRow): number {
  const { total, done } = belowOf(row);
  return (done + (row.state === 'resolved' ? 1 : 0)) / (total + 1);
}

/** Of the node at this place: how many finished nodes below it have no row. */
export function hiddenBelow({ shape, items }: WorkTree, at: number): number {
  let hidden = belowOf(items[at] as WorkRow).total;
  const end = at + (shape.size[at] ?? 1);
  for (let child = at + 1; child < end; child += shape.size[child] ?? 1) {
    hidden -= belowOf(items[child] as WorkRow).total + 1;
  }
  return Math.max(0, hidden);
}

/** The places that an outline shows, from the top. */
export function unfolded({ shape, items }: WorkTree, isFolded: (row: WorkRow) => boolean) {
  const places: number[] = [];
  for (let at = 0; at < shape.count; ) {
    places.push(at);
    at += isFolded(items[at] as WorkRow) ? (shape.size[at] ?? 1) : 1;
  }
  return places;
}

/** Who waits for whom, the other way round. */
export type Dependents = ReadonlyMap<string, readonly string[]>;

export function dependentsIn(items: readonly WorkRow[]): Dependents {
  const found = new Map<string, string[]>();
  for (const { key, deps = [] } of items) {
    for (const dep of deps) {
      const known = found.get(dep);
      if (known) known.push(key);
      else found.set(dep, [key]);
    }
  }
  return found;
}

/** How many nodes become ready when this one is finished, all else unchanged. */
export function freedBy(tree: WorkTree, dependents: Dependents, key: string): number {
  const row = rowOf(tree, key);
  if (!row || row.state === 'resolved') return 0;
  const parent = row.parent === undefined ? undefined : rowOf(tree, row.parent);
  const waiting = (dependents.get(key) ?? []).flatMap((id) => rowOf(tree, id) ?? []);
  const freed = waiting.filter(
    (each) =>
      each.state === 'blocked' &&
      openChildren(tree, each.key) === 0 &&
      (each.deps ?? []).every((dep) => dep === key || isDone(tree, dep)),
  );
  const isLastPart = parent?.state === 'open' && openChildren(tree, parent.key) === 1;
  return freed.length + (isLastPart ? 1 : 0);
}

/** A node without a row is finished, in the lens of what is open. */
function isDone(tree: WorkTree, key: string): boolean {
  return (rowOf(tree, key)?.state ?? 'resolved') === 'resolved';
}

function openChildren({ shape, items, index }: WorkTree, key: string): number {
  const at = index.get(key);
  if (at === undefined) return 0;
  let open = 0;
  const end = at + (shape.size[at] ?? 1);
  for (let child = at + 1; child < end; child += shape.size[child] ?? 1) {
    if (items[child]?.state !== 'resolved') open++;
  }
  return open;
}

export function rowOf({ index, items }: WorkTree, key: string): WorkRow | undefined {
  const at = index.get(key);
  return at === undefined ? undefined : items[at];
}

export interface Chains {
  /** What the node waits for, directly or not, and what waits for it. */
  readonly upstream: ReadonlySet<string>;
  readonly downstream: ReadonlySet<string>;
}

/** Enough to understand a place; a graph of thousands of lines says nothing. */
const MAX_LINKED = 500;

export function chainsOf(tree: WorkTree, dependents: Dependents, key: string): Chains {
  return {
    upstream: reached(key, (id) => rowOf(tree, id)?.deps ?? []),
    downstream: reached(key, (id) => dependents.get(id) ?? []),
  };
}

function reached(start: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...next(start)];
  for (let id = open.pop(); id !== undefined && found.size < MAX_LINKED; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...next(id));
  }
  return found;
}

/** What the page says of a node: its readiness, unless somebody holds it. */
export type ShownState = WorkState | 'claimed';

export interface Holding {
  readonly by: string;
  readonly atMs: number;
  readonly stale?: 'age' | 'process' | undefined;
}

/** A claim that was recorded, and whether it still holds as far as the server has told. */
export function holdingOf(
  { claim, state }: WorkRow,
  known: { readonly atMs: number; readonly stale?: 'age' | 'process' } | undefined,
): Holding | undefined {
  if (!claim || state === 'resolved') return undefined;
  return { ...claim, stale: known?.atMs === claim.atMs ? known.stale : undefined };
}

export function shownState(row: WorkRow, holding: Holding | undefined): ShownState {
  return holding && !holding.stale ? 'claimed' : row.state;
}
