/** A grid over boxes, by which those in a window or at a point are found without looking at all. */

import type { Boxes } from './boxes.ts';

export const CELL = 512;

export interface Window {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export class BoxGrid {
  readonly #boxes: Boxes;
  readonly #columns: number;
  readonly #rows: number;
  /** Where the boxes of each cell begin in the list of all. */
  readonly #starts: Int32Array;
  readonly #members: Int32Array;
  /** The last search that met a box, since a wide one is in several cells. */
  readonly #met: Uint32Array;
  #search = 0;

  constructor(boxes: Boxes) {
    this.#boxes = boxes;
    this.#columns = Math.max(1, Math.ceil(boxes.width / CELL));
    this.#rows = Math.max(1, Math.ceil(boxes.height / CELL));
    this.#starts = new Int32Array(this.#columns * this.#rows + 1);
    this.#met = new Uint32Array(boxes.count);
    for (let at = 0; at < boxes.count; at++) {
      this.#eachCellOf(at, (cell) => {
        this.#starts[cell + 1] = (this.#starts[cell + 1] as number) + 1;
      });
    }
    for (let cell = 1; cell < this.#starts.length; cell++) {
      this.#starts[cell] = (this.#starts[cell] as number) + (this.#starts[cell - 1] as number);
    }
    this.#members = new Int32Array(this.#starts.at(-1) ?? 0);
    const free = this.#starts.slice();
    for (let at = 0; at < boxes.count; at++) {
      this.#eachCellOf(at, (cell) => {
        this.#members[free[cell] as number] = at;
        free[cell] = (free[cell] as number) + 1;
      });
    }
  }

  /** Writes the boxes that the window meets to `found`, and returns how many. */
  within(window: Window, found: Int32Array): number {
    const { x, y, w, h } = this.#boxes;
    const { left, top, right, bottom } = window;
    const search = ++this.#search;
    const [fromColumn, toColumn] = [this.#column(left), this.#column(right)];
    const [fromRow, toRow] = [this.#row(top), this.#row(bottom)];
    let count = 0;
    for (let row = fromRow; row <= toRow; row++) {
      for (let column = fromColumn; column <= toColumn; column++) {
        const cell = row * this.#columns + column;
        const end = this.#starts[cell + 1] as number;
        for (let member = this.#starts[cell] as number; member < end; member++) {
          const at = this.#members[member] as number;
          if (this.#met[at] === search) continue;
          this.#met[at] = search;
          const [boxX, boxY] = [x[at] as number, y[at] as number];
          if (boxX > right || boxX + (w[at] as number) < left) continue;
          if (boxY > bottom || boxY + (h[at] as number) < top) continue;
          found[count++] = at;
        }
      }
    }
    return count;
  }

  /** The box at a point; -1 for none. */
  at(px: number, py: number): number {
    const { x, y, w, h } = this.#boxes;
    const cell = this.#row(py) * this.#columns + this.#column(px);
    const end = this.#starts[cell + 1] as number;
    for (let member = this.#starts[cell] as number; member < end; member++) {
      const at = this.#members[member] as number;
      const [fromX, fromY] = [px - (x[at] as number), py - (y[at] as number)];
      if (fromX < 0 || fromY < 0) continue;
      if (fromX <= (w[at] as number) && fromY <= (h[at] as number)) return at;
    }
    return -1;
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor(x / CELL)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor(y / CELL)));
  }

  #eachCellOf(at: number, take: (cell: number) => void): void {
    const { x, y, w, h } = this.#boxes;
    const [boxX, boxY] = [x[at] as number, y[at] as number];
    const [from, to] = [this.#column(boxX), this.#column(boxX + (w[at] as number))];
    const [top, bottom] = [this.#row(boxY), this.#row(boxY + (h[at] as number))];
    for (let row = top; row <= bottom; row++) {
      for (let column = from; column <= to; column++) take(row * this.#columns + column);
    }
  }
}
