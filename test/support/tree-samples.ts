/** Trees for the tests and benchmarks of layouts. */

import { type ShapedTree, shapeTree } from '../../web/graph/tree-shape.ts';

export interface Leafy {
  readonly id: string;
  readonly parent?: string;
  readonly order: number;
}

export function shaped(items: Iterable<Leafy>): ShapedTree<Leafy> {
  return shapeTree(items, {
    keyOf: ({ id }) => id,
    parentOf: ({ parent }) => parent,
    orderOf: ({ order }) => order,
  });
}

/** As agents plan: a root, parts of it, parts of those, and leaves; `count` nodes in all. */
export function plannedTree(count: number): Leafy[] {
  return Array.from({ length: count }, (_, at) => {
    if (at === 0) return { id: 'n0', order: 0 };
    const parent =
      at <= 20 ? 0 : at <= 420 ? 1 + (at % 20) : 21 + ((at * 7) % Math.min(400, at - 21));
    return { id: `n${at}`, parent: `n${parent}`, order: at };
  });
}
