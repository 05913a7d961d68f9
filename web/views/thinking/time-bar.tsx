/** The strip of a session in time: how much was thought when, which part is seen, and a way there. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { bandAt, type Snake } from '../../graph/snake-layout.ts';
import { nearestAt, type TimeStrip, timeStrip } from '../../graph/time-strip.ts';
import { At } from '../../shell/age.tsx';
import { type Ink, inkOf, useInk } from './ink.tsx';
import type { SessionModel } from './session-model.ts';
import type { SeenPart } from './use-scrolling.ts';

interface TimeBarProps {
  readonly model: SessionModel;
  readonly snake: Snake;
  readonly seen: SeenPart;
  readonly selected: string | undefined;
  onGo(key: string): void;
}

const HEIGHT = 30;
const BAR = 3;

/** A session without thoughts has no time yet. */
export function TimeBar(props: TimeBarProps) {
  return props.model.thoughts.length === 0 ? <div /> : <Bar {...props} />;
}

function Bar({ model, snake, seen, selected, onGo }: TimeBarProps) {
  const { thoughts } = model;
  const strip = useMemo(() => timeStrip(thoughts.map(({ atMs }) => atMs)), [thoughts]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { probe, ink } = useInk();
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = canvas;
    if (!current) return undefined;
    const watcher = new ResizeObserver(() => setWidth(current.clientWidth));
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current && ink) drawBars(canvas.current, width, model, strip, ink);
  }, [strip, width, ink]);
  const [from, to] = seenTimes(model, snake, seen, strip);
  const chosen = selected === undefined ? undefined : model.placeOf(selected);
  const at = chosen && thoughts.indexOf(model.thoughtAt(chosen) ?? ({} as never));
  const middle = nearestAt(strip, (from + to) / 2);
  const go = (index: number) => {
    const row = thoughts[Math.max(0, Math.min(index, thoughts.length - 1))];
    if (row) onGo(row.key);
  };
  const goTo = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const { left, width: all } = event.currentTarget.getBoundingClientRect();
    go(nearestAt(strip, (event.clientX - left) / all));
  };
  const [first, last] = [thoughts[0], thoughts.at(-1)];
  if (!first || !last) return null;
  return (
    <div class="time-bar">
      <span class="tiny muted">
        <At atMs={first.atMs} />
      </span>
      <div
        class="time-strip"
        role="slider"
        tabIndex={0}
        aria-label="The session in time"
        aria-valuemin={1}
        aria-valuemax={thoughts.length}
        aria-valuenow={middle + 1}
        aria-valuetext={`thought ${thoughts[middle]?.key}, ${middle + 1} of ${thoughts.length}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          goTo(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
        }}
        onKeyDown={(event) => {
          const step = Math.max(1, Math.round(thoughts.length / 20));
          const by = { ArrowLeft: -step, ArrowRight: step, Home: -middle, End: thoughts.length }[
            event.key
          ];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          go(middle + by);
        }}
      >
        {probe}
        <canvas ref={canvas} />
        <i class="time-seen" style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
        {at !== undefined && at >= 0 && (
          <i class="time-selected" style={{ left: `${(strip.places[at] ?? 0) * 100}%` }} />
        )}
      </div>
      <span class="tiny muted">
        <At atMs={last.atMs} />
      </span>
    </div>
  );
}

/** Where the first and the last of the thoughts that are seen are on the line. */
function seenTimes(
  model: SessionModel,
  snake: Snake,
  { top, height }: SeenPart,
  { places }: TimeStrip,
): readonly [number, number] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const end = bandAt(snake, top + height);
  for (let index = bandAt(snake, top); index <= end; index++) {
    const band = snake.bands[index];
    if (band?.kind !== 'row') continue;
    for (const at of [band.first, band.first + band.count - 1]) {
      const seq = model.thoughtAt({ chain: band.chain, at })?.seq ?? 0;
      from = Math.min(from, seq);
      to = Math.max(to, seq);
    }
  }
  const placeOf = (seq: number) => places[indexOfSeq(model, seq)] ?? 0;
  return from > to ? [0, 0] : [placeOf(from), placeOf(to)];
}

function indexOfSeq({ thoughts }: SessionModel, seq: number): number {
  let [low, high] = [0, thoughts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((thoughts[middle]?.seq ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

function drawBars(
  canvas: HTMLCanvasElement,
  width: number,
  model: SessionModel,
  { places, breaks }: TimeStrip,
  ink: Ink,
): void {
  const ratio = Math.min(2, devicePixelRatio || 1);
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.round(HEIGHT * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(ratio, ratio);
  const count = Math.max(1, Math.floor(width / BAR));
  const bars = Array.from({ length: count }, () => ({ all: 0, chain: 0 }));
  for (const [index, { key }] of model.thoughts.entries()) {
    const bar = bars[Math.min(count - 1, Math.floor((places[index] ?? 0) * count))];
    if (!bar) continue;
    bar.all += 1;
    bar.chain = model.placeOf(key)?.chain ?? 0;
  }
  const most = Math.max(...bars.map(({ all }) => all));
  for (const [index, { all, chain }] of bars.entries()) {
    if (all === 0) continue;
    const height = Math.max(4, (HEIGHT - 6) * Math.sqrt(all / most));
    pen.fillStyle = inkOf(ink, chain);
    pen.fillRect(index * BAR, HEIGHT - 2 - height, BAR - 1, height);
  }
  pen.fillStyle = ink.muted;
  for (const at of breaks) pen.fillRect(Math.round(at * width), HEIGHT - 8, 1, 6);
}
