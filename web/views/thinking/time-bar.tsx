/** The strip of a session in time: how much was thought when, which part is seen, and a way there. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ThoughtRow } from '../../../src/observatory/views/thinking/thoughts-view.ts';
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
  const [from, to] = seenTimes(model, snake, seen, strip);
  const place = selected === undefined ? undefined : model.placeOf(selected);
  const chosen = place && model.thoughtAt(place);
  const at = chosen && strip.places[indexOfSeq(model, chosen.seq)];
  const middle = nearestAt(strip, (from + to) / 2);
  const go = (index: number) => {
    const row = thoughts[Math.max(0, Math.min(index, thoughts.length - 1))];
    if (row) onGo(row.key);
  };
  const goTo = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    go(nearestAt(strip, (event.clientX - left) / width));
  };
  return (
    <div class="time-bar">
      <TimeAt row={thoughts[0]} />
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
          const steps = { ArrowLeft: -step, ArrowRight: step, Home: -middle, End: thoughts.length };
          const by = steps[event.key as keyof typeof steps];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          go(middle + by);
        }}
      >
        <Bars model={model} strip={strip} />
        <i class="time-seen" style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />
        {at !== undefined && <i class="time-selected" style={{ left: `${at * 100}%` }} />}
      </div>
      <TimeAt row={thoughts.at(-1)} />
    </div>
  );
}

function TimeAt({ row }: { readonly row: ThoughtRow | undefined }) {
  return <span class="tiny muted">{row && <At atMs={row.atMs} />}</span>;
}

/** How much was thought when. */
function Bars({ model, strip }: { readonly model: SessionModel; readonly strip: TimeStrip }) {
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
  return (
    <>
      {probe}
      <canvas ref={canvas} />
    </>
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
