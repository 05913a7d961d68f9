/**
 * A tree as arrays, depth first: a node is followed by everything below it.
 *
 * What is below a node is therefore a stretch of the arrays, and whatever goes through the tree is
 * one loop, at 50,000 nodes as at five.
 */

export interface TreeShape {
  readonly count: number;
  /** The position of the parent; -1 for a root. */
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  /** How many nodes are in the subtree, the node included. */
  readonly size: Int32Array;
}

export interface ShapedTree<Item> {
  readonly shape: TreeShape;
  readonly items: readonly Item[];
  readonly index: ReadonlyMap<string, number>;
}

interface Reading<Item> {
  keyOf(item: Item): string;
  parentOf(item: Item): string | undefined;
  /** Siblings are in this order. */
  orderOf(item: Item): number;
}

/** Items whose parent is missing are left out, with everything below them. */
export function shapeTree<Item>(
  all: Iterable<Item>,
  { keyOf, parentOf, orderOf }: Reading<Item>,
): ShapedTree<Item> {
  const sorted = [...all].sort((a, b) => orderOf(a) - orderOf(b));
  const places = new Map(sorted.map((item, at) => [keyOf(item), at]));
  const [first, next] = [new Int32Array(sorted.length).fill(-1), new Int32Array(sorted.length)];
  const roots: number[] = [];
  // From the last to the first, so that each list of children begins with the first.
  for (let at = sorted.length - 1; at >= 0; at--) {
    const parent = parentOf(sorted[at] as Item);
    if (parent === undefined) roots.push(at);
    const place = parent === undefined ? undefined : places.get(parent);
    if (place === undefined) continue;
    next[at] = first[place] as number;
    first[place] = at;
  }
  return walked(sorted, keyOf, roots, { first, next });
}

function walked<Item>(
  sorted: readonly Item[],
  keyOf: (item: Item) => string,
  roots: readonly number[],
  { first, next }: { readonly first: Int32Array; readonly next: Int32Array },
): ShapedTree<Item> {
  const items: Item[] = [];
  const index = new Map<string, number>();
  const parent = new Int32Array(sorted.length);
  const depth = new Int32Array(sorted.length);
  const size = new Int32Array(sorted.length).fill(1);
  // What waits to be visited, each with the position of its parent.
  const waiting = [...roots];
  const above = roots.map(() => -1);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const up = above.pop() ?? -1;
    const place = items.length;
    const item = sorted[at] as Item;
    items.push(item);
    index.set(keyOf(item), place);
    parent[place] = up;
    depth[place] = up < 0 ? 0 : (depth[up] as number) + 1;
    const from = waiting.length;
    for (let child = first[at] as number; child >= 0; child = next[child] as number) {
      waiting.push(child);
      above.push(place);
    }
    // The first child is visited first, so it goes to the end.
    reverse(waiting, from);
  }
  for (let at = items.length - 1; at > 0; at--) {
    const up = parent[at] as number;
    if (up >= 0) size[up] = (size[up] as number) + (size[at] as number);
  }
  const count = items.length;
  const shape = {
    count,
    parent: parent.subarray(0, count),
    depth: depth.subarray(0, count),
    size: size.subarray(0, count),
  };
  return { shape, items, index };
}

function reverse(list: number[], from: number): void {
  for (let low = from, high = list.length - 1; low < high; low++, high--) {
    const kept = list[low] as number;
    list[low] = list[high] as number;
    list[high] = kept;
  }
}
