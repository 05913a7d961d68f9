/** What is seen of a tree on a canvas: moved by pointer and keys, drawn at most once per frame. */

import type { Boxes } from '../../graph/boxes.ts';
import {
  type Axes,
  bounded,
  broughtIn,
  type Camera,
  type Extent,
  keptAt,
  panned,
  zoomed,
} from '../../graph/camera.ts';
import {
  CanvasDrawing,
  frameOf,
  type SceneContent,
  type ScenePaint,
} from '../../graph/canvas-drawing.ts';
import type { TreeShape } from '../../graph/tree-shape.ts';

export interface CanvasTreeProps {
  readonly label: string;
  readonly content: SceneContent;
  readonly paint: ScenePaint;
  readonly shape: TreeShape;
  readonly axes: Axes;
  /** Whether all rows have come. */
  readonly isReady: boolean;
  keyOf(at: number): string;
  indexOf(key: string): number;
  /** The whole of it in words, for the button and the line below. */
  describe(at: number): string;
  first(boxes: Boxes, extent: Extent): Camera;
  /** The least scale. */
  least(boxes: Boxes, extent: Extent): number;
  select(at: number): void;
  /** What a click on a box does to what is seen, besides selecting it. */
  clicked?(camera: Camera, boxes: Boxes, at: number, extent: Extent): Camera;
  open(at: number): void;
}

const MAX_SCALE = 4;
const MARGIN = 48;

interface Held<Value> {
  readonly current: Value;
}

export class StageState {
  readonly #props: Held<CanvasTreeProps>;
  readonly #canvas: Held<HTMLCanvasElement | null>;
  readonly #proxy: Held<HTMLButtonElement | null>;
  #drawing: CanvasDrawing | undefined;
  #extent: Extent = { width: 0, height: 0 };
  #camera: Camera | undefined;
  #shown: Boxes | undefined;
  #frame = 0;
  /** Before all rows have come it shows what `first` says; after that, nothing moves by itself. */
  #isPlaced = false;
  /** A reader has moved it, so that not even a resize places it anew. */
  #isMoved = false;

  constructor(
    props: Held<CanvasTreeProps>,
    canvas: Held<HTMLCanvasElement | null>,
    proxy: Held<HTMLButtonElement | null>,
  ) {
    this.#props = props;
    this.#canvas = canvas;
    this.#proxy = proxy;
  }

  start(): void {
    if (this.#canvas.current) this.#drawing = new CanvasDrawing(this.#canvas.current);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  resize(extent: Extent): void {
    this.#extent = extent;
    this.#isPlaced &&= this.#isMoved;
    this.show(this.#props.current);
  }

  /** `previous`: what was shown before, by which the places of its boxes are known. */
  show(previous: CanvasTreeProps): void {
    const { content, paint, first, isReady } = this.#props.current;
    if (this.#extent.width === 0 || content.boxes.count === 0) return;
    if (!this.#camera || !this.#isPlaced) {
      const from = first(content.boxes, this.#extent);
      this.#camera = bounded(from, content.boxes, this.#extent, MARGIN);
      if (content.selected >= 0) this.#camera = this.#withIn(this.#camera, content.selected);
      this.#isPlaced = isReady;
    } else if (this.#shown && this.#shown !== content.boxes) {
      this.#camera = this.#keep(this.#camera, this.#shown, previous);
    }
    this.#shown = content.boxes;
    this.#drawing?.show(content, paint);
    this.#redraw();
  }

  /** The selected box keeps its pixel; without one, the box in the middle. */
  #keep(camera: Camera, old: Boxes, previous: CanvasTreeProps): Camera {
    const { content, indexOf } = this.#props.current;
    const { width, height } = this.#extent;
    const middle = () => this.#drawing?.hit(camera, width / 2, height / 2) ?? -1;
    const at = previous.content.selected >= 0 ? previous.content.selected : middle();
    const now = at < 0 ? -1 : indexOf(previous.keyOf(at));
    if (now < 0) return camera;
    return keptAt(camera, { boxes: old, at }, { boxes: content.boxes, at: now });
  }

  hit = ({ px, py }: { readonly px: number; readonly py: number }): number =>
    this.#camera && this.#drawing ? this.#drawing.hit(this.#camera, px, py) : -1;

  change = (to: (camera: Camera) => Camera): void => {
    if (!this.#camera) return;
    this.#isPlaced = true;
    this.#isMoved = true;
    const { boxes } = this.#props.current.content;
    this.#camera = bounded(to(this.#camera), boxes, this.#extent, MARGIN);
    this.#redraw();
  };

  choose = (at: number): void => {
    const { clicked, select, content } = this.#props.current;
    if (clicked) this.change((camera) => clicked(camera, content.boxes, at, this.#extent));
    select(at);
  };

  zoom = (by: number, at = this.#middle()): void => {
    const { axes, least, content } = this.#props.current;
    const range = { least: least(content.boxes, this.#extent), most: MAX_SCALE };
    this.change((camera) => zoomed(camera, by, at, axes, range));
  };

  wheel(event: WheelEvent) {
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      return this.change((camera) => panned(camera, -(event.deltaX || event.deltaY), 0));
    }
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
    const by = Math.exp(-event.deltaY * lines * 0.0015);
    this.zoom(by, { px: event.offsetX, py: event.offsetY });
  }

  reset = (): void => {
    const { first, content } = this.#props.current;
    this.change(() => first(content.boxes, this.#extent));
  };

  bringIn = (at: number): void => {
    this.change((camera) => this.#withIn(camera, at));
  };

  #withIn(camera: Camera, at: number): Camera {
    const { boxes } = this.#props.current.content;
    return broughtIn(camera, boxes, at, this.#extent, MARGIN);
  }

  #middle() {
    return { px: this.#extent.width / 2, py: this.#extent.height / 2 };
  }

  /** However often something changes in a frame, it is drawn once. */
  #redraw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const [camera, canvas] = [this.#camera, this.#canvas.current];
      if (!camera || !canvas) return;
      const drawn = this.#drawing?.draw(camera, this.#extent, devicePixelRatio);
      canvas.dataset.drawn = String(drawn?.boxes ?? 0);
      canvas.dataset.nodes = String(this.#shown?.count ?? 0);
      this.#placeProxy(camera);
    });
  }

  #placeProxy(camera: Camera): void {
    const proxy = this.#proxy.current;
    const { boxes, selected } = this.#props.current.content;
    if (!proxy) return;
    const { left, top, width, height } = frameOf(boxes, Math.max(0, selected), camera);
    const from = Math.max(0, left);
    proxy.style.transform = `translate(${from}px, ${top}px)`;
    proxy.style.width = `${Math.min(width - (from - left), this.#extent.width - from)}px`;
    proxy.style.height = `${height}px`;
  }
}
