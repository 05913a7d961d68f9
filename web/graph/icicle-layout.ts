/**
 * A tree from top to bottom by containment: a box is as wide as the leaves below it, and its
 * children fill its width under it.
 */

import { type Boxes, newBoxes } from './boxes.ts';
import type { TreeShape } from './tree-shape.ts';

export interface IcicleSizes {
  /** The width of a leaf. */
  readonly leaf: number;
  /** From one level to the next, and of a box; what is between them is the gap. */
  readonly row: number;
  readonly boxHeight: number;
}

const ICICLE_SIZES: IcicleSizes = { leaf: 16, row: 28, boxHeight: 26 };

export function icicleLayout(shape: TreeShape, sizes: IcicleSizes = ICICLE_SIZES): Boxes {
  const { count, parent, depth, size } = shape;
  const boxes = newBoxes(count);
  const { x, y, w, h } = boxes;
  for (let at = count - 1; at >= 0; at--) {
    if (size[at] === 1) w[at] = sizes.leaf;
    const up = parent[at] as number;
    if (up >= 0) w[up] = (w[up] as number) + (w[at] as number);
  }
  // Where the next child of each box begins.
  const free = new Float32Array(count);
  let roots = 0;
  for (let at = 0; at < count; at++) {
    const up = parent[at] as number;
    const from = up < 0 ? roots : (free[up] as number);
    x[at] = from;
    free[at] = from;
    if (up < 0) roots += w[at] as number;
    else free[up] = from + (w[at] as number);
    y[at] = (depth[at] as number) * sizes.row;
    h[at] = sizes.boxHeight;
    boxes.height = Math.max(boxes.height, (y[at] as number) + sizes.boxHeight);
  }
  boxes.width = roots;
  return boxes;
}
