import { describe, expect, it } from 'vitest';
import { plannedTree, shaped } from '../../test/support/tree-samples.ts';
import { bounded, broughtIn, type Camera, filledBy, keptAt, panned, zoomed } from './camera.ts';
import { frameOf } from './canvas-drawing.ts';
import { tidyLayout } from './tidy-layout.ts';

const EXTENT = { width: 800, height: 600 };
const CAMERA: Camera = { x: 100, y: 50, scaleX: 2, scaleY: 2 };
const before = shaped(plannedTree(500));
const boxes = tidyLayout(before.shape);

describe('what is seen of a plane', () => {
  it('[OB67] moves with the pointer', () => {
    expect(panned(CAMERA, 20, -10)).toMatchObject({ x: 90, y: 55 });
  });

  it.each(['both', 'x'] as const)('[OB67] zooms (%s) around the pointer, within limits', (axes) => {
    const at = { px: 300, py: 200 };
    const pointOf = (camera: Camera) => camera.x + at.px / camera.scaleX;
    const closer = zoomed(CAMERA, 1.5, at, axes, { least: 0.1, most: 10 });
    expect(closer.scaleX).toBeCloseTo(3);
    expect(closer.scaleY).toBeCloseTo(axes === 'both' ? 3 : 2);
    expect(pointOf(closer)).toBeCloseTo(pointOf(CAMERA));
    const closest = zoomed(CAMERA, 100, at, axes, { least: 0.1, most: 10 });
    expect(closest.scaleX).toBe(10);
    expect(pointOf(closest)).toBeCloseTo(pointOf(CAMERA));
  });

  it('[OB67] never loses all boxes', () => {
    const far = bounded({ ...CAMERA, x: 1e9, y: -1e9 }, boxes, EXTENT, 40);
    expect(far.x * far.scaleX).toBeLessThanOrEqual(boxes.width * far.scaleX);
    expect(far.y).toBe(-20);
    const small = { ...boxes, width: 10, height: 10 };
    const kept = bounded({ ...CAMERA, x: 500, y: 500 }, small, EXTENT, 40);
    expect(kept.x).toBeLessThanOrEqual(20);
  });

  it('[OB67] a selected box keeps its pixel when the layout changes', () => {
    const after = shaped([...plannedTree(500), { id: 'new', parent: 'n3', order: 900 }]);
    const now = tidyLayout(after.shape);
    for (const id of ['n0', 'n7', 'n300', 'n499']) {
      const [old, at] = [before.index.get(id) ?? -1, after.index.get(id) ?? -1];
      const camera = keptAt(CAMERA, { boxes, at: old }, { boxes: now, at });
      expect(frameOf(now, at, camera).top).toBeCloseTo(frameOf(boxes, old, CAMERA).top, 2);
      expect(frameOf(now, at, camera).left).toBeCloseTo(frameOf(boxes, old, CAMERA).left, 2);
    }
  });

  it('[OB67] a box is brought in by the least movement, and one that is seen by none', () => {
    const seen = { ...CAMERA, x: (boxes.x[9] ?? 0) - 100, y: (boxes.y[9] ?? 0) - 100 };
    expect(broughtIn(seen, boxes, 9, EXTENT, 20)).toEqual(seen);
    const frame = frameOf(boxes, 499, broughtIn(seen, boxes, 499, EXTENT, 20));
    expect(frame.top).toBeGreaterThanOrEqual(19);
    expect(frame.top + frame.height).toBeLessThanOrEqual(EXTENT.height - 19);
  });

  it('[OB67] a box of the icicle can fill the width', () => {
    const camera = filledBy(CAMERA, boxes, 3, EXTENT);
    expect(frameOf(boxes, 3, camera)).toMatchObject({ left: 0, width: EXTENT.width });
  });
});
