/**
 * Thousands of boxes that are smaller than a few pixels, written as pixels: many times faster than
 * asking a canvas to fill each of them.
 */

import type { Boxes } from './boxes.ts';
import type { Camera } from './camera.ts';

/** A picture, row by row; one number per pixel. */
export interface Pixels {
  readonly data: Uint32Array;
  readonly width: number;
  readonly height: number;
  /** Per row: the column where the last thin box that begins in it was painted. */
  readonly last: Int32Array;
}

export function newPixels(data: Uint32Array, width: number, height: number): Pixels {
  return { data, width, height, last: new Int32Array(height).fill(-1) };
}

/** Of a colour as `rgb(1, 2, 3)`, which is what browsers compute; as ImageData stores it. */
export function pixelOf(colour: string, share = 1, ground = 'rgb(255, 255, 255)'): number {
  const [from, to] = [partsOf(ground), partsOf(colour)];
  const mix = (part: number) =>
    Math.round((from[part] as number) * (1 - share) + (to[part] as number) * share);
  return ((255 << 24) | (mix(2) << 16) | (mix(1) << 8) | mix(0)) >>> 0;
}

function partsOf(colour: string): readonly number[] {
  const parts = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const isShare = colour.startsWith('color(');
  return [0, 1, 2].map((part) => (parts[part] ?? 0) * (isShare ? 255 : 1));
}

/**
 * Every box gets at least one pixel. Of neighbours that would share a column of pixels, the first
 * one gets it: they would only cover each other.
 */
export function paintBox(
  { data, width, height, last }: Pixels,
  { x, y, w, h }: Boxes,
  at: number,
  camera: Camera,
  colour: number,
): void {
  const left = Math.floor(((x[at] as number) - camera.x) * camera.scaleX);
  const top = Math.floor(((y[at] as number) - camera.y) * camera.scaleY);
  const wide = Math.max(1, Math.floor((w[at] as number) * camera.scaleX));
  const high = Math.max(1, Math.floor((h[at] as number) * camera.scaleY));
  const [fromX, toX] = [Math.max(0, left), Math.min(width, left + wide)];
  const [fromY, toY] = [Math.max(0, top), Math.min(height, top + high)];
  if (fromX >= toX || fromY >= toY) return;
  if (wide === 1) {
    if (last[fromY] === fromX) return;
    last[fromY] = fromX;
  }
  for (let row = fromY; row < toY; row++) {
    const end = row * width + toX;
    for (let place = row * width + fromX; place < end; place++) data[place] = colour;
  }
}
