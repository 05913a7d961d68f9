/**
 * A tree from left to right: each leaf has a row of its own, and a parent stands at the middle of
 * its children. Two passes, each over all nodes once.
 */

import { type Boxes, newBoxes } from './boxes.ts';
import type { TreeShape } from './tree-shape.ts';

export interface TidySizes {
  /** From one level to the next, and from one leaf to the next. */
  readonly column: number;
  readonly row: number;
  readonly boxWidth: number;
  readonly boxHeight: number;
}

const TIDY_SIZES: TidySizes = { column: 300, row: 31, boxWidth: 264, boxHeight: 25 };

export function tidyLayout(shape: TreeShape, sizes: TidySizes = TIDY_SIZES): Boxes {
  const { count, parent, depth, size } = shape;
  const boxes = newBoxes(count);
  const { x, y, w, h } = boxes;
  const last = new Float32Array(count);
  let rows = 0;
  for (let at = 0; at < count; at++) {
    x[at] = (depth[at] as number) * sizes.column;
    w[at] = sizes.boxWidth;
    h[at] = sizes.boxHeight;
    boxes.width = Math.max(boxes.width, (x[at] as number) + sizes.boxWidth);
    if (size[at] === 1) y[at] = rows++ * sizes.row;
  }
  // From the last to the first: the last child of a parent is met first, and its first one last.
  const met = new Uint8Array(count);
  for (let at = count - 1; at >= 0; at--) {
    if (size[at] !== 1) y[at] = ((y[at] as number) + (last[at] as number)) / 2;
    const up = parent[at] as number;
    if (up < 0) continue;
    if (met[up] === 0) last[up] = y[at] as number;
    met[up] = 1;
    y[up] = y[at] as number;
  }
  boxes.height = rows === 0 ? 0 : (rows - 1) * sizes.row + sizes.boxHeight;
  return boxes;
}
