/** What part of a plane is seen in a canvas, and how moving, zooming and new layouts change that. */

import type { Window } from './box-grid.ts';
import type { Boxes } from './boxes.ts';

/** The point of the plane at the upper left corner, and pixels per unit. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Of the canvas, in pixels of the page. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** `both` keeps proportions; `x` only becomes wider, as a flame graph does. */
export type Axes = 'both' | 'x';

export interface Range {
  readonly least: number;
  readonly most: number;
}

export function panned(camera: Camera, byX: number, byY: number): Camera {
  return { ...camera, x: camera.x - byX / camera.scaleX, y: camera.y - byY / camera.scaleY };
}

/** The point of the plane at this pixel stays there. */
export function zoomed(
  camera: Camera,
  by: number,
  at: { readonly px: number; readonly py: number },
  axes: Axes,
  range: Range,
): Camera {
  const scaleX = Math.min(range.most, Math.max(range.least, camera.scaleX * by));
  const real = scaleX / camera.scaleX;
  const scaleY = axes === 'both' ? camera.scaleY * real : camera.scaleY;
  return {
    scaleX,
    scaleY,
    x: camera.x + at.px / camera.scaleX - at.px / scaleX,
    y: camera.y + at.py / camera.scaleY - at.py / scaleY,
  };
}

/** Some of the boxes always stay in sight, with a margin around them. */
export function bounded(camera: Camera, boxes: Boxes, extent: Extent, margin: number): Camera {
  const limit = (place: number, size: number, pixels: number, scale: number) => {
    const seen = pixels / scale;
    const edge = margin / scale;
    if (size + 2 * edge <= seen) return Math.min(edge, Math.max(size + edge - seen, place));
    return Math.min(size + edge - seen, Math.max(-edge, place));
  };
  return {
    ...camera,
    x: limit(camera.x, boxes.width, extent.width, camera.scaleX),
    y: limit(camera.y, boxes.height, extent.height, camera.scaleY),
  };
}

export function windowOf(camera: Camera, { width, height }: Extent): Window {
  return {
    left: camera.x,
    top: camera.y,
    right: camera.x + width / camera.scaleX,
    bottom: camera.y + height / camera.scaleY,
  };
}

/** After a new layout: the box that was at `before` in the old one keeps its pixel. */
export function keptAt(
  camera: Camera,
  before: { readonly boxes: Boxes; readonly at: number },
  after: { readonly boxes: Boxes; readonly at: number },
): Camera {
  const moved = (of: 'x' | 'y') =>
    (after.boxes[of][after.at] ?? 0) - (before.boxes[of][before.at] ?? 0);
  return { ...camera, x: camera.x + moved('x'), y: camera.y + moved('y') };
}

/** The least movement that brings a box into sight. */
export function broughtIn(
  camera: Camera,
  boxes: Boxes,
  at: number,
  extent: Extent,
  margin: number,
): Camera {
  const shift = (from: number, size: number, place: number, pixels: number, scale: number) => {
    const [low, high] = [(from - place) * scale, (from + size - place) * scale];
    if (low < margin || high - low > pixels - 2 * margin) return (low - margin) / scale;
    return high > pixels - margin ? (high - pixels + margin) / scale : 0;
  };
  const { x, y, w, h } = boxes;
  const { width, height } = extent;
  return {
    ...camera,
    x: camera.x + shift(x[at] ?? 0, w[at] ?? 0, camera.x, width, camera.scaleX),
    y: camera.y + shift(y[at] ?? 0, h[at] ?? 0, camera.y, height, camera.scaleY),
  };
}

/** The box fills the width, and its level is at the top with one above it. */
export function filledBy(camera: Camera, boxes: Boxes, at: number, extent: Extent): Camera {
  const scaleX = extent.width / Math.max(1e-6, boxes.w[at] ?? 1);
  const above = (boxes.h[at] ?? 0) * 2;
  const y = (boxes.y[at] ?? 0) - above;
  return { ...camera, scaleX, x: boxes.x[at] ?? 0, y: Math.max(0, y) };
}
