/**
 * A tree from left to right: each leaf has a row of its own, and a parent stands at the middle of
 * its children. Each pass goes over all nodes once.
 *
 * A wide tree would be a thin line of thousands of rows, so its main parts are put into columns
 * beside each other, as text is in a newspaper.
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

export interface TidyBoxes extends Boxes {
  /** The box to which a line leads; -1 for none. Parts in other columns have none to the root. */
  readonly lines: Int32Array;
}

/** `most`: rows in a column; a part that has more is not divided. */
export function tidyLayout(
  shape: TreeShape,
  most: number = Number.POSITIVE_INFINITY,
  sizes: TidySizes = TIDY_SIZES,
): TidyBoxes {
  const { count, parent, depth, size } = shape;
  const boxes = { ...newBoxes(count), lines: Int32Array.from(parent) };
  const { x, y, w, h, lines } = boxes;
  const { top, leaves, reach } = partsOf(shape);
  const place = { shift: 0, rows: 0, wide: 0, isFirst: true };
  for (let at = 0; at < count; at++) {
    if (parent[at] === top) {
      if (place.rows > 0 && place.rows + (leaves[at] as number) > most) {
        boxes.height = Math.max(boxes.height, place.rows);
        Object.assign(place, { shift: place.shift + place.wide, rows: 0, wide: 0, isFirst: false });
      }
      const levels = (reach[at] as number) - (depth[top] as number);
      place.wide = Math.max(place.wide, levels * sizes.column);
      if (!place.isFirst) lines[at] = -1;
    }
    x[at] = (depth[at] as number) * sizes.column + place.shift;
    w[at] = sizes.boxWidth;
    h[at] = sizes.boxHeight;
    boxes.width = Math.max(boxes.width, (x[at] as number) + sizes.boxWidth);
    if (size[at] === 1) y[at] = place.rows++ * sizes.row;
  }
  centre(shape, y, lines);
  const rows = Math.max(boxes.height, place.rows);
  boxes.height = rows === 0 ? 0 : (rows - 1) * sizes.row + sizes.boxHeight;
  return boxes;
}

/** From the last to the first: the last child of a parent is met first, and its first one last. */
function centre({ count, size }: TreeShape, y: Float32Array, lines: Int32Array): void {
  const last = new Float32Array(count);
  const met = new Uint8Array(count);
  for (let at = count - 1; at >= 0; at--) {
    if (size[at] !== 1) y[at] = ((y[at] as number) + (last[at] as number)) / 2;
    const up = lines[at] as number;
    if (up < 0) continue;
    if (met[up] === 0) last[up] = y[at] as number;
    met[up] = 1;
    y[up] = y[at] as number;
  }
}

/**
 * The node whose children are the main parts: the root, or the first below it that has several. And
 * of each node how many leaves it has, and how deep it reaches.
 */
function partsOf({ count, parent, depth, size }: TreeShape) {
  const leaves = new Int32Array(count);
  const reach = Int32Array.from(depth);
  for (let at = count - 1; at >= 0; at--) {
    if (size[at] === 1) leaves[at] = 1;
    const up = parent[at] as number;
    if (up < 0) continue;
    leaves[up] = (leaves[up] as number) + (leaves[at] as number);
    reach[up] = Math.max(reach[up] as number, reach[at] as number);
  }
  let top = 0;
  while (
    top + 1 < count &&
    (size[top + 1] as number) > 1 &&
    size[top] === (size[top + 1] as number) + 1
  ) {
    top += 1;
  }
  return { top, leaves, reach };
}

/** What fits into a window without columns. */
const FEW_ROWS = 64;
const ASPECT = 2.2;

/**
 * How many rows a column should have, so that the whole is about as wide as a screen. It changes in
 * large steps only: one more leaf must not put everything elsewhere.
 */
export function rowsPerColumn(shape: TreeShape, sizes: TidySizes = TIDY_SIZES): number {
  const { leaves, reach, top } = partsOf(shape);
  const rows = leaves[0] ?? 0;
  if (rows <= FEW_ROWS) return Number.POSITIVE_INFINITY;
  const wide = ((reach[0] as number) - (shape.depth[top] as number)) * sizes.column;
  const ideal = Math.sqrt((rows * wide) / sizes.row / ASPECT);
  return 2 ** Math.max(Math.log2(FEW_ROWS), Math.round(Math.log2(ideal)));
}
