/** Boxes in a plane: what a layout returns and a drawing shows. */

export interface Boxes {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly w: Float32Array;
  readonly h: Float32Array;
  /** How far they reach. */
  readonly width: number;
  readonly height: number;
}

export function newBoxes(count: number): Boxes & { width: number; height: number } {
  return {
    count,
    x: new Float32Array(count),
    y: new Float32Array(count),
    w: new Float32Array(count),
    h: new Float32Array(count),
    width: 0,
    height: 0,
  };
}
