/**
 * A canvas with a tree on it that can be moved, zoomed and walked through by keys. One button lies
 * over the node in focus, so that it can be reached and read without seeing the canvas.
 */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { panned } from '../../graph/camera.ts';
import type { TreeShape } from '../../graph/tree-shape.ts';
import { useKeys } from '../../keys.ts';
import { useFocusWithRender } from '../../shell/focus-with-render.ts';
import { type CanvasTreeProps, StageState } from './canvas-stage.ts';

const STEP = 1.25;
const PAN = 80;
/** A pointer that moved less than this has clicked. */
const CLICK = 4;

export function CanvasTree(props: CanvasTreeProps) {
  const { label, content, describe, keyOf } = props;
  const stage = useStage(props);
  const [hovered, setHovered] = useState(-1);
  const focused = content.selected >= 0 ? content.selected : 0;
  const drag = useRef<{ x: number; y: number; moved: number } | undefined>(undefined);
  const move = useWalk(props, stage, focused);
  const placeOf = (event: PointerEvent) => {
    const { left, top } = stage.canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { px: event.clientX - left, py: event.clientY - top };
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = drag.current;
    if (!from) return setHovered(stage.hit(placeOf(event)));
    from.moved += Math.abs(event.clientX - from.x) + Math.abs(event.clientY - from.y);
    stage.change((camera) => panned(camera, event.clientX - from.x, event.clientY - from.y));
    from.x = event.clientX;
    from.y = event.clientY;
  };
  const onPointerUp = (event: PointerEvent) => {
    const wasClick = (drag.current?.moved ?? CLICK) < CLICK;
    drag.current = undefined;
    const at = wasClick ? stage.hit(placeOf(event)) : -1;
    if (at < 0) return;
    if (at === content.selected) props.open(at);
    else stage.choose(at);
  };
  const shown = hovered >= 0 && hovered < content.boxes.count ? hovered : focused;
  return (
    <div class="canvas-tree">
      <div class="canvas-box" ref={stage.box}>
        <canvas
          ref={stage.canvas}
          onPointerDown={(event) => {
            drag.current = { x: event.clientX, y: event.clientY, moved: 0 };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            drag.current = undefined;
          }}
          onPointerLeave={() => setHovered(-1)}
        />
        {content.boxes.count > 0 && (
          <button
            type="button"
            class="canvas-proxy"
            ref={stage.proxy}
            aria-label={`${label}: ${describe(focused)}`}
            data-node={keyOf(focused)}
            onClick={() => (content.selected < 0 ? props.select(focused) : props.open(focused))}
            onKeyDown={move}
          />
        )}
      </div>
      <div class="work-foot row">
        <span class="grow one-line tiny" dir="auto">
          {content.boxes.count > 0 && describe(shown)}
        </span>
        <ZoomButtons stage={stage} />
      </div>
    </div>
  );
}

function ZoomButtons({ stage }: { readonly stage: Stage }) {
  return (
    <span class="row zoom">
      <button
        type="button"
        class="button"
        aria-label="Zoom out"
        onClick={() => stage.zoom(1 / STEP)}
      >
        −
      </button>
      <button type="button" class="button" aria-label="Zoom in" onClick={() => stage.zoom(STEP)}>
        +
      </button>
      <button type="button" class="button" onClick={stage.reset}>
        Start
      </button>
    </span>
  );
}

type Stage = ReturnType<typeof useStage>;

/** What is seen. It is kept outside of the components: moving it draws, and renders nothing. */
function useStage(props: CanvasTreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const proxy = useRef<HTMLButtonElement>(null);
  const now = useRef(props);
  const previous = now.current;
  now.current = props;
  const state = useMemo(() => new StageState(now, canvas, proxy), []);
  useEffect(() => {
    const element = box.current;
    if (!element || !canvas.current) return undefined;
    state.start();
    const watcher = new ResizeObserver(() =>
      state.resize({ width: element.clientWidth, height: element.clientHeight }),
    );
    watcher.observe(element);
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      state.wheel(event);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      watcher.disconnect();
      element.removeEventListener('wheel', onWheel);
      state.stop();
    };
  }, []);
  useEffect(() => {
    state.show(previous);
  }, [props.content, props.paint]);
  return {
    box,
    canvas,
    proxy,
    hit: state.hit,
    change: state.change,
    choose: state.choose,
    zoom: state.zoom,
    reset: state.reset,
    bringIn: state.bringIn,
  };
}

/** Keys: arrows and letters follow the tree, with Shift they move what is seen. */
function useWalk(
  { shape, axes, select, content }: CanvasTreeProps,
  stage: Stage,
  focused: number,
): (event: KeyboardEvent) => void {
  const focusWithRender = useFocusWithRender();
  const go = (at: number) => {
    if (at < 0 || at >= shape.count) return false;
    focusWithRender(() => stage.proxy.current?.focus({ preventScroll: true }));
    select(at);
    stage.bringIn(at);
    return true;
  };
  const ways = {
    parent: () => go(shape.parent[focused] ?? -1),
    child: () => ((shape.size[focused] ?? 1) > 1 ? go(focused + 1) : false),
    next: () => go(besideOf(shape, focused, 1)),
    previous: () => go(besideOf(shape, focused, -1)),
  };
  const isDown = axes === 'x';
  useKeys([
    { keys: 'h', does: 'to the parent', run: ways.parent },
    { keys: 'l', does: 'to the first part', run: ways.child },
    { keys: 'j', does: 'next', run: ways.next },
    { keys: 'k', does: 'previous', run: ways.previous },
    { keys: '+|=', does: 'zoom in', run: () => stage.zoom(STEP) },
    { keys: '-', does: 'zoom out', run: () => stage.zoom(1 / STEP) },
    { keys: '0', does: 'back to where it began', run: stage.reset },
  ]);
  return (event) => {
    const walk = {
      ArrowLeft: isDown ? ways.previous : ways.parent,
      ArrowRight: isDown ? ways.next : ways.child,
      ArrowUp: isDown ? ways.parent : ways.previous,
      ArrowDown: isDown ? ways.child : ways.next,
    }[event.key];
    if (!walk || content.boxes.count === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const by = { ArrowLeft: [PAN, 0], ArrowRight: [-PAN, 0], ArrowUp: [0, PAN] }[event.key];
    const [byX = 0, byY = 0] = by ?? [0, -PAN];
    if (event.shiftKey) stage.change((camera) => panned(camera, byX, byY));
    else walk();
  };
}

/** The next or previous node of the same level; it may have another parent. */
function besideOf({ count, depth }: TreeShape, at: number, by: 1 | -1): number {
  for (let other = at + by; other >= 0 && other < count; other += by) {
    if (depth[other] === depth[at]) return other;
  }
  return -1;
}
