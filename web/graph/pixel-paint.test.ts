import { describe, expect, it } from 'vitest';
import { newBoxes } from './boxes.ts';
import { newPixels, paintBox, pixelOf } from './pixel-paint.ts';

const CAMERA = { x: 0, y: 0, scaleX: 0.1, scaleY: 0.1 };

describe('boxes as pixels', () => {
  it('[OB67] each has at least one, and none is outside the picture', () => {
    const boxes = newBoxes(3);
    boxes.x.set([0, 15, -40]);
    boxes.y.set([0, 12, 500]);
    boxes.w.set([1, 20, 20]);
    boxes.h.set([1, 10, 10]);
    const pixels = newPixels(new Uint32Array(16), 4, 4);
    for (let at = 0; at < 3; at++) paintBox(pixels, boxes, at, CAMERA, at + 1);
    expect([...pixels.data]).toEqual([1, 0, 0, 0, 0, 2, 2, 0, ...Array(8).fill(0)]);
  });

  it('[OB67] of thin neighbours in one column of pixels, one is painted', () => {
    const boxes = newBoxes(40);
    for (let at = 0; at < 40; at++) boxes.x[at] = at;
    boxes.w.fill(1);
    boxes.h.fill(20);
    const pixels = newPixels(new Uint32Array(16), 4, 4);
    for (let at = 0; at < 40; at++) paintBox(pixels, boxes, at, CAMERA, at + 1);
    expect([...pixels.data]).toEqual([1, 11, 21, 31, 1, 11, 21, 31, ...Array(8).fill(0)]);
  });

  it('[OB67] a colour is as the browser computes it, mixed with the ground if dimmed', () => {
    expect(pixelOf('rgb(1, 2, 3)').toString(16)).toBe('ff030201');
    expect(pixelOf('rgb(100, 0, 0)', 0.5, 'rgb(0, 0, 200)').toString(16)).toBe('ff640032');
    expect(pixelOf('color(srgb 1 0 0)').toString(16)).toBe('ff0000ff');
  });
});
