/**
 * Draws a tree of boxes on a canvas: only what is seen, only when something changed, at most once
 * per frame.
 */

import { BoxGrid } from './box-grid.ts';
import type { Boxes } from './boxes.ts';
import { type Camera, type Extent, windowOf } from './camera.ts';
import { newPixels, paintBox, pixelOf } from './pixel-paint.ts';

/** Colours as the browser computes them: `rgb(…)`. */
export interface ScenePaint {
  readonly ground: string;
  readonly line: string;
  readonly accent: string;
  readonly font: string;
  /** By kind of box. */
  readonly fills: readonly string[];
  readonly edges: readonly string[];
  readonly inks: readonly string[];
}

export interface SceneContent {
  readonly boxes: Boxes;
  /** Draws a line from each box to its parent; none if the boxes touch. */
  readonly parent?: Int32Array | undefined;
  readonly kinds: Uint8Array;
  labelOf(at: number): string;
  /** The box with a frame; -1 for none. */
  readonly selected: number;
  /** If set, boxes without a mark are dimmed. */
  readonly lit?: Uint8Array | undefined;
  /** Pairs of boxes that are joined by a curve: from, to, from, to, … */
  readonly links?: readonly number[] | undefined;
}

export interface Drawn {
  /** Boxes that were asked of the canvas one by one. */
  readonly boxes: number;
  /** Boxes that were written as pixels. */
  readonly pixels: number;
  readonly texts: number;
}

/** Boxes smaller than this are written as pixels, if there are more than so many of them. */
const SMALL = 3;
const MANY = 6_000;

const LEAST_TEXT = 9;
const MAX_TEXT = 13;
/** The mean width of a letter, as a part of its height. */
const LETTER = 0.55;
const ROUND_FROM = 12;
const DIM = 0.12;

export class CanvasDrawing {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #content: SceneContent | undefined;
  #grid: BoxGrid | undefined;
  #found = new Int32Array(0);
  #paint: ScenePaint | undefined;
  #pixelColours: readonly (readonly [number, number])[] = [];
  #image: ImageData | undefined;
  /** Of parents whose line is drawn: the highest and the lowest child seen, and where it turns. */
  #spans = new Map<number, [number, number, number]>();

  constructor(canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('this browser has no canvas');
    this.#canvas = canvas;
    this.#context = context;
  }

  /** The grid is built anew only if the boxes are others. */
  show(content: SceneContent, paint: ScenePaint): void {
    if (content.boxes !== this.#content?.boxes) {
      this.#grid = new BoxGrid(content.boxes);
      this.#found = new Int32Array(content.boxes.count);
    }
    if (paint !== this.#paint) {
      this.#pixelColours = paint.fills.map((_, kind) => {
        const colour = paint.edges[kind] ?? paint.line;
        return [pixelOf(colour), pixelOf(colour, DIM, paint.ground)] as const;
      });
    }
    this.#content = content;
    this.#paint = paint;
  }

  /** The box at a pixel; -1 for none. */
  hit(camera: Camera, px: number, py: number): number {
    return this.#grid?.at(camera.x + px / camera.scaleX, camera.y + py / camera.scaleY) ?? -1;
  }

  /** `ratio`: pixels of the screen per pixel of the page. */
  draw(camera: Camera, extent: Extent, ratio: number): Drawn {
    const [content, paint, grid] = [this.#content, this.#paint, this.#grid];
    if (!content || !paint || !grid) return { boxes: 0, pixels: 0, texts: 0 };
    let count = grid.within(windowOf(camera, extent), this.#found);
    const small = this.#countSmall(content.boxes, camera, count);
    const isMany = small > MANY;
    // Twice the pixels in each direction would cost four times as much.
    this.#fit(extent, isMany ? 1 : ratio);
    if (isMany) count = this.#drawPixels(content, paint, camera, extent, count);
    else {
      this.#context.fillStyle = paint.ground;
      this.#context.fillRect(0, 0, extent.width, extent.height);
      if (content.parent) this.#drawLines(content, content.parent, paint, camera, extent, count);
    }
    const boxes = this.#drawBoxes(content, paint, camera, count);
    const texts = this.#drawTexts(content, paint, camera, extent, count);
    this.#drawLinks(content, paint, camera);
    this.#drawSelected(content, paint, camera);
    return { boxes, pixels: isMany ? small : 0, texts };
  }

  #countSmall({ w, h }: Boxes, { scaleX, scaleY }: Camera, count: number): number {
    let small = 0;
    for (let place = 0; place < count; place++) {
      const at = this.#found[place] as number;
      if ((w[at] as number) * scaleX < SMALL || (h[at] as number) * scaleY < SMALL) small++;
    }
    return small;
  }

  /** Setting the size of a canvas clears it, even to the same size. */
  #fit({ width, height }: Extent, ratio: number): void {
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== wide) this.#canvas.width = wide;
    if (this.#canvas.height !== high) this.#canvas.height = high;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Leaves only the others among those that were found, and returns how many they are. */
  #drawPixels(
    { boxes, kinds, lit }: SceneContent,
    paint: ScenePaint,
    camera: Camera,
    extent: Extent,
    count: number,
  ): number {
    const [width, height] = [Math.round(extent.width), Math.round(extent.height)];
    if (this.#image?.width !== width || this.#image.height !== height) {
      this.#image = this.#context.createImageData(width, height);
    }
    const data = new Uint32Array(this.#image.data.buffer);
    const pixels = newPixels(data, width, height);
    data.fill(pixelOf(paint.ground));
    const { w, h } = boxes;
    let others = 0;
    for (let place = 0; place < count; place++) {
      const at = this.#found[place] as number;
      const isSmall =
        (w[at] as number) * camera.scaleX < SMALL || (h[at] as number) * camera.scaleY < SMALL;
      if (!isSmall) {
        this.#found[others++] = at;
        continue;
      }
      const [colour = 0, dim = 0] = this.#pixelColours[kinds[at] as number] ?? [];
      paintBox(pixels, boxes, at, camera, lit && lit[at] !== 1 ? dim : colour);
    }
    this.#context.putImageData(this.#image, 0, 0);
    return others;
  }

  /** One path for all lines: a stub to each child that is seen, and one upright per parent. */
  #drawLines(
    { boxes, lit }: SceneContent,
    parent: Int32Array,
    paint: ScenePaint,
    camera: Camera,
    extent: Extent,
    count: number,
  ): void {
    const { x, y, w, h } = boxes;
    const context = this.#context;
    const toX = (place: number) => (place - camera.x) * camera.scaleX;
    const toY = (place: number) => (place - camera.y) * camera.scaleY;
    const middle = (at: number) => toY((y[at] as number) + (h[at] as number) / 2);
    const rightOf = (at: number) => toX((x[at] as number) + (w[at] as number));
    this.#spans.clear();
    context.globalAlpha = lit ? 0.4 : 1;
    context.strokeStyle = paint.line;
    context.lineWidth = 1;
    context.beginPath();
    for (let place = 0; place < count; place++) {
      const at = this.#found[place] as number;
      const up = parent[at] as number;
      if (up < 0) continue;
      const [own, left] = [middle(at), toX(x[at] as number)];
      const turn = (rightOf(up) + left) / 2;
      context.moveTo(turn, own);
      context.lineTo(left, own);
      const span = this.#spans.get(up);
      if (!span) this.#spans.set(up, [own, own, turn]);
      else if (own < span[0]) span[0] = own;
      else if (own > span[1]) span[1] = own;
    }
    for (const [up, [low, high, turn]] of this.#spans) {
      const own = middle(up);
      context.moveTo(rightOf(up), own);
      context.lineTo(turn, own);
      context.moveTo(turn, Math.max(-1, Math.min(low, own)));
      context.lineTo(turn, Math.min(extent.height + 1, Math.max(high, own)));
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  /** By kind, so that the colour is set few times. */
  #drawBoxes(
    { boxes, kinds, lit }: SceneContent,
    paint: ScenePaint,
    camera: Camera,
    count: number,
  ): number {
    const { x, y, w, h } = boxes;
    const context = this.#context;
    let drawn = 0;
    for (const [kind, fill] of paint.fills.entries()) {
      const edge = paint.edges[kind] ?? fill;
      for (let place = 0; place < count; place++) {
        const at = this.#found[place] as number;
        if (kinds[at] !== kind) continue;
        const [wide, high] = [(w[at] as number) * camera.scaleX, (h[at] as number) * camera.scaleY];
        drawn++;
        context.globalAlpha = lit && lit[at] !== 1 ? DIM : 1;
        const left = ((x[at] as number) - camera.x) * camera.scaleX;
        const top = ((y[at] as number) - camera.y) * camera.scaleY;
        if (high < ROUND_FROM || wide < ROUND_FROM) {
          context.fillStyle = edge;
          context.fillRect(left, top, Math.max(1, wide - 0.5), Math.max(1, high));
          continue;
        }
        context.fillStyle = fill;
        context.strokeStyle = edge;
        context.lineWidth = 1;
        context.beginPath();
        context.roundRect(
          left + 0.5,
          top + 0.5,
          wide - 1,
          high - 1,
          Math.min(5, high / 4, wide / 6),
        );
        context.fill();
        context.stroke();
      }
    }
    context.globalAlpha = 1;
    return drawn;
  }

  /** A label begins where its box is seen, and ends before the box does. */
  #drawTexts(
    { boxes, kinds, labelOf, lit }: SceneContent,
    paint: ScenePaint,
    camera: Camera,
    extent: Extent,
    count: number,
  ): number {
    const { x, y, w, h } = boxes;
    const context = this.#context;
    context.textBaseline = 'middle';
    context.direction = 'ltr';
    let [drawn, size] = [0, 0];
    for (let place = 0; place < count; place++) {
      const at = this.#found[place] as number;
      const high = (h[at] as number) * camera.scaleY;
      const own = Math.min(MAX_TEXT, high * 0.52);
      if (own < LEAST_TEXT) continue;
      const left = Math.max(0, ((x[at] as number) - camera.x) * camera.scaleX) + own * 0.55;
      const right = ((x[at] as number) + (w[at] as number) - camera.x) * camera.scaleX;
      const room = Math.min(extent.width, right) - left - own * 0.4;
      const letters = Math.floor(room / (own * LETTER));
      if (letters < 3) continue;
      if (own !== size) context.font = `${own}px ${paint.font}`;
      size = own;
      const label = labelOf(at);
      context.fillStyle = paint.inks[kinds[at] as number] ?? paint.line;
      context.globalAlpha = lit && lit[at] !== 1 ? DIM * 2 : 1;
      const text = label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
      const middle = ((y[at] as number) - camera.y) * camera.scaleY + high / 2 + own * 0.05;
      // Wide letters are squeezed rather than shown outside the box.
      context.fillText(text, left, middle, room);
      drawn++;
    }
    context.globalAlpha = 1;
    return drawn;
  }

  #drawLinks({ boxes, links = [] }: SceneContent, paint: ScenePaint, camera: Camera): void {
    if (links.length === 0) return;
    const { x, y, w, h } = boxes;
    const context = this.#context;
    context.strokeStyle = paint.accent;
    context.lineWidth = 1.5;
    context.beginPath();
    for (let place = 0; place < links.length; place += 2) {
      const [from, to] = [links[place] as number, links[place + 1] as number];
      const endOf = (at: number) => ({
        left: ((x[at] as number) - camera.x) * camera.scaleX,
        right: ((x[at] as number) + (w[at] as number) - camera.x) * camera.scaleX,
        middle: ((y[at] as number) + (h[at] as number) / 2 - camera.y) * camera.scaleY,
      });
      const [start, end] = [endOf(from), endOf(to)];
      const bend = 40 + Math.min(120, Math.abs(start.middle - end.middle) / 8);
      context.moveTo(start.right, start.middle);
      context.bezierCurveTo(
        ...([start.right + bend, start.middle, end.right + bend, end.middle] as const),
        ...([end.right, end.middle] as const),
      );
      context.moveTo(end.right + 6, end.middle - 4);
      context.lineTo(end.right, end.middle);
      context.lineTo(end.right + 6, end.middle + 4);
    }
    context.stroke();
  }

  #drawSelected({ boxes, selected }: SceneContent, paint: ScenePaint, camera: Camera): void {
    if (selected < 0) return;
    const frame = frameOf(boxes, selected, camera);
    const context = this.#context;
    context.strokeStyle = paint.accent;
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(frame.left - 1, frame.top - 1, frame.width + 2, frame.height + 2, 6);
    context.stroke();
  }
}

/** Where a box is on the canvas. */
export function frameOf({ x, y, w, h }: Boxes, at: number, camera: Camera) {
  return {
    left: ((x[at] ?? 0) - camera.x) * camera.scaleX,
    top: ((y[at] ?? 0) - camera.y) * camera.scaleY,
    width: Math.max(4, (w[at] ?? 0) * camera.scaleX),
    height: Math.max(4, (h[at] ?? 0) * camera.scaleY),
  };
}
