/** The snake as dots on a canvas: a session of any length at a glance. */

import { useEffect, useRef } from 'preact/hooks';
import { bandAt, bandOf, boxOf, type Snake } from '../../graph/snake-layout.ts';
import { theme } from '../../theme.ts';
import { type Ink, inkOf, useInk } from './ink.tsx';
import type { SessionModel } from './session-model.ts';
import { spokenName } from './thought-words.ts';
import { boxIn, type SeenPart } from './use-scrolling.ts';
import type { SnakeState } from './use-snake.ts';

interface DotsProps {
  readonly model: SessionModel;
  readonly state: SnakeState;
  readonly seen: SeenPart;
  readonly selected: string | undefined;
  onSelect(key: string): void;
}

export function SnakeDots({ model, state, seen, selected, onSelect }: DotsProps) {
  const { snake } = state;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { probe, ink } = useInk();
  useEffect(() => {
    if (canvas.current && ink) draw(canvas.current, seen, snake, model, selected, ink);
  }, [snake, model, seen, selected, ink, theme.value]);
  const at = (event: MouseEvent) => {
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return dotAt(snake, model, event.clientX - left, event.clientY - top);
  };
  const box = selected === undefined ? undefined : boxIn(snake, model, selected);
  const place = selected === undefined ? undefined : model.placeOf(selected);
  const row = place && model.thoughtAt(place);
  return (
    <div
      class="dots"
      style={{ height: `${snake.height}px` }}
      onClick={(event) => {
        const found = at(event);
        if (found !== undefined) onSelect(found);
        else openBranchAt(event, state, model);
      }}
      onPointerMove={(event) => {
        const { currentTarget } = event;
        const found = at(event);
        currentTarget.classList.toggle('over', found !== undefined);
        currentTarget.title = found === undefined ? '' : titleOf(model, found);
      }}
      // A canvas is one picture; the button over the selected dot is what keys and readers reach.
      role="presentation"
    >
      {probe}
      <canvas ref={canvas} style={{ top: `${canvasTop(seen)}px` }} />
      {box && row && (
        <button
          type="button"
          class="dot-focus"
          data-place={row.key}
          aria-label={spokenName(row, model)}
          style={{
            left: `${box.left - 4}px`,
            top: `${box.top - 4}px`,
            width: `${box.width + 8}px`,
            height: `${box.height + 8}px`,
          }}
        />
      )}
    </div>
  );
}

/** The canvas covers what is seen and a little more, and moves with it. */
const BESIDE = 240;

function canvasTop({ top }: SeenPart): number {
  return Math.max(0, top - BESIDE);
}

function titleOf(model: SessionModel, key: string): string {
  const place = model.placeOf(key);
  const row = place && model.thoughtAt(place);
  return row ? spokenName(row, model) : '';
}

function dotAt(snake: Snake, model: SessionModel, x: number, y: number): string | undefined {
  const band = snake.bands[bandAt(snake, y - 3)];
  if (band?.kind !== 'row' || y < band.top - 3) return undefined;
  const { cell, gutter } = snake.metrics;
  const offset = Math.floor((x - gutter + (cell - snake.metrics.card) / 2) / cell) - band.column;
  if (offset < 0 || offset >= band.count) return undefined;
  return model.thoughtAt({ chain: band.chain, at: band.first + offset })?.key;
}

function openBranchAt(event: MouseEvent, state: SnakeState, model: SessionModel): void {
  const { top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const y = event.clientY - top;
  const { snake } = state;
  const band = snake.bands[bandAt(snake, y)];
  if (!band || y < band.top) return;
  const parent = snake.bands[band.parent];
  const fork = parent && model.thoughtAt({ chain: parent.chain, at: band.at ?? 0 });
  if (band.kind === 'chip' && fork) state.toggleListed(fork.key);
  if (band.kind === 'head') state.setOpen(model.chains[band.chain]?.name ?? '', !band.isOpen);
}

function draw(
  canvas: HTMLCanvasElement,
  seen: SeenPart,
  snake: Snake,
  model: SessionModel,
  selected: string | undefined,
  ink: Ink,
): void {
  const ratio = Math.min(2, devicePixelRatio || 1);
  const [width, height] = [seen.width, seen.height + 2 * BESIDE];
  const top = canvasTop(seen);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const size = [width, height].map((pixels) => Math.max(1, Math.round(pixels * ratio)));
  if (canvas.width !== size[0] || canvas.height !== size[1]) {
    [canvas.width = 1, canvas.height = 1] = size;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.translate(0, -top);
  pen.font = `600 10px ${getComputedStyle(canvas).fontFamily}`;
  pen.textBaseline = 'middle';
  const last = bandAt(snake, top + height);
  for (let index = bandAt(snake, top); index <= last; index++) {
    const band = snake.bands[index];
    if (!band) continue;
    if (band.kind === 'row') drawRow(pen, snake, model, index, ink);
    else {
      const { name = '', count } = model.chains[band.chain] ?? { count: 0 };
      const isChip = band.kind === 'chip';
      pen.fillStyle = isChip ? ink.muted : inkOf(ink, band.chain);
      const left = snake.metrics.gutter + band.column * snake.metrics.cell;
      const earlier = band.count > 0 ? `▸ ${band.count} earlier branches` : '▾ all branches';
      const words = isChip ? earlier : `${band.isOpen ? '▾' : '▸'} ${name} · ${count}`;
      pen.fillText(words, left, band.top + band.height / 2);
    }
  }
  drawSelected(pen, snake, model, selected, ink);
}

function drawRow(
  pen: CanvasRenderingContext2D,
  snake: Snake,
  model: SessionModel,
  index: number,
  ink: Ink,
): void {
  const band = snake.bands[index];
  if (!band) return;
  const colour = inkOf(ink, band.chain);
  for (let at = band.first; at < band.first + band.count; at++) {
    const row = model.thoughtAt({ chain: band.chain, at });
    if (!row) continue;
    const { left, top, width } = boxOf(snake, band, at);
    const [x, y, radius] = [left + width / 2, top + width / 2, width / 2];
    pen.beginPath();
    pen.arc(x, y, radius - 1, 0, Math.PI * 2);
    pen.lineWidth = 1.5;
    pen.strokeStyle = row.revises === undefined ? colour : ink.warn;
    pen.fillStyle = pen.strokeStyle;
    // Revised ones are hollow: the shape tells it, not the colour alone.
    if (model.revisedBy(row.key).length > 0) pen.stroke();
    else pen.fill();
    if (row.hasCritique) {
      pen.fillStyle = ink.busy;
      pen.fillRect(left + width - 4, top - 2, 5, 5);
    }
    if (model.isEnd(row)) {
      pen.fillStyle = ink.surface;
      pen.fillRect(x - 2, y - 2, 4, 4);
    }
  }
}

function drawSelected(
  pen: CanvasRenderingContext2D,
  snake: Snake,
  model: SessionModel,
  selected: string | undefined,
  ink: Ink,
): void {
  const place = selected === undefined ? undefined : model.placeOf(selected);
  if (!place || selected === undefined || bandOf(snake, place) === undefined) return;
  pen.lineWidth = 2;
  for (const key of [...model.referencesOf(selected), ...model.referredBy(selected), selected]) {
    const box = boxIn(snake, model, key);
    if (!box) continue;
    pen.strokeStyle = key === selected ? ink.accent : ink.warn;
    pen.beginPath();
    pen.arc(box.left + box.width / 2, box.top + box.width / 2, box.width / 2 + 2, 0, Math.PI * 2);
    pen.stroke();
  }
}
