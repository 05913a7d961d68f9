/** The snake as cards: only those that can be seen are in the document. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { arcBetween, edgesBetween } from '../../graph/snake-edges.ts';
import { type Band, bandAt, bandOf, boxOf, type Snake } from '../../graph/snake-layout.ts';
import type { SessionModel } from './session-model.ts';
import { ThoughtCard } from './thought-card.tsx';
import { laneOf } from './thought-words.ts';
import type { SeenPart } from './use-scrolling.ts';
import type { SnakeState } from './use-snake.ts';
import { wholeTexts } from './whole-texts.ts';

export interface SnakeProps {
  readonly session: string;
  readonly model: SessionModel;
  readonly state: SnakeState;
  readonly seen: SeenPart;
  readonly isReading: boolean;
  readonly selected: string | undefined;
  onSelect(key: string): void;
}

/** Pixels beside what is seen, so that scrolling shows no gaps. */
const BESIDE = 320;

export function SnakeCards({
  session,
  model,
  state,
  seen,
  isReading,
  selected,
  onSelect,
}: SnakeProps) {
  const { snake, grown } = state;
  const [pointed, setPointed] = useState<string>();
  const from = bandAt(snake, seen.top - BESIDE);
  const to = Math.min(snake.bands.length, bandAt(snake, seen.top + seen.height + BESIDE) + 1);
  const lit = litBy(model, pointed ?? selected);
  const root = useRef<HTMLDivElement>(null);
  useMeasuring(root, state, isReading, seen);
  const place = selected === undefined ? undefined : model.placeOf(selected);
  const own = place && bandOf(snake, place);
  // The band of the selected card stays in the document, so that the focus is not lost.
  const shown = own !== undefined && (own < from || own >= to) ? [own] : [];
  for (let index = from; index < to; index++) shown.push(index);
  const entry = firstCard(snake, model, from, to);
  return (
    <div
      ref={root}
      class={`snake ${isReading ? 'reading' : ''}`}
      role="tree"
      aria-label="Thoughts"
      style={{ height: `${snake.height}px` }}
      onPointerOver={({ target }) => setPointed(placeUnder(target))}
      onPointerLeave={() => setPointed(undefined)}
    >
      <Edges snake={snake} model={model} from={from} to={to} selected={selected} />
      {shown.flatMap((index) => {
        const band = snake.bands[index];
        if (!band) return [];
        if (band.kind !== 'row') {
          return <BranchLine key={lineKey(band)} band={band} model={model} state={state} />;
        }
        return Array.from({ length: band.count }, (_, offset) => {
          const at = band.first + offset;
          const row = model.thoughtAt({ chain: band.chain, at });
          if (!row) return null;
          return (
            <ThoughtCard
              key={row.key}
              session={session}
              row={row}
              model={model}
              chain={band.chain}
              box={boxOf(snake, band, at)}
              isWhole={isReading || grown.has(row.key)}
              isSelected={row.key === selected}
              isLit={lit.has(row.key)}
              isEntry={place === undefined && row.key === entry}
              onSelect={onSelect}
            />
          );
        });
      })}
    </div>
  );
}

function placeUnder(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[data-place]')?.dataset.place;
}

/** What a thought refers to, and what refers to it. */
function litBy(model: SessionModel, key: string | undefined): ReadonlySet<string> {
  if (key === undefined) return new Set();
  return new Set([...model.referencesOf(key), ...model.referredBy(key)]);
}

/** The card that Tab leads to while none is selected. */
function firstCard(snake: Snake, model: SessionModel, from: number, to: number) {
  for (let index = from; index < to; index++) {
    const band = snake.bands[index];
    if (band?.kind === 'row') return model.thoughtAt({ chain: band.chain, at: band.first })?.key;
  }
  return undefined;
}

/** Cards that show whole texts have heights of their own, known once they are in the document. */
function useMeasuring(
  root: { readonly current: HTMLDivElement | null },
  state: SnakeState,
  isReading: boolean,
  seen: SeenPart,
): void {
  const { value: texts } = wholeTexts;
  useLayoutEffect(() => {
    if (!isReading && state.grown.size === 0) return;
    const found = new Map<string, number>();
    for (const card of root.current?.querySelectorAll<HTMLElement>('.thought.whole') ?? []) {
      if (card.dataset.place !== undefined) found.set(card.dataset.place, card.offsetHeight);
    }
    state.measured(found);
  }, [state.snake, state.grown, seen, isReading, texts]);
}

function lineKey({ kind, chain, parent, at }: Band): string {
  return `${kind} ${chain} ${kind === 'chip' ? `${parent} ${at}` : ''}`;
}

interface BranchLineProps {
  readonly band: Band;
  readonly model: SessionModel;
  readonly state: SnakeState;
}

/** The head of a branch, or the chip for those that are not listed. */
function BranchLine({ band, model, state }: BranchLineProps) {
  const { metrics } = state.snake;
  const place = {
    left: `${metrics.gutter + band.column * metrics.cell + metrics.inset}px`,
    top: `${band.top}px`,
    height: `${band.height}px`,
  };
  const parent = state.snake.bands[band.parent];
  if (band.kind === 'chip') {
    const fork = parent && model.thoughtAt({ chain: parent.chain, at: band.at ?? 0 });
    return (
      <button
        type="button"
        class="branch-chip chip"
        role="treeitem"
        aria-level={2}
        aria-expanded={band.count === 0}
        style={place}
        onClick={() => fork && state.toggleListed(fork.key)}
      >
        {band.count > 0 ? `▸ ${band.count} earlier branches` : '▾ all branches, show fewer'}
      </button>
    );
  }
  const { name = '', count = 0 } = model.chains[band.chain] ?? {};
  return (
    <button
      type="button"
      class={`branch-head ${laneOf(band.chain)}`}
      style={place}
      role="treeitem"
      aria-level={2}
      aria-expanded={band.isOpen}
      onClick={() => state.setOpen(name, !band.isOpen)}
    >
      <i aria-hidden="true">{band.isOpen ? '▾' : '▸'}</i> {name} · {count}
    </button>
  );
}

interface EdgesProps {
  readonly snake: Snake;
  readonly model: SessionModel;
  readonly from: number;
  readonly to: number;
  readonly selected: string | undefined;
}

const MAX_ARCS = 5;
const EDGES_BESIDE = 60;

function Edges({ snake, model, from, to, selected }: EdgesProps) {
  const arcs = arcsOf(snake, model, selected);
  const { gutter, cell, card } = snake.metrics;
  const width = 2 * gutter + (snake.columns - 1) * cell + card;
  // As high as what is drawn: one for the whole session would be a million pixels.
  const top = Math.max(0, (snake.bands[from]?.top ?? 0) - EDGES_BESIDE);
  const last = snake.bands[to - 1];
  const height = last ? last.top + last.height + EDGES_BESIDE - top : 0;
  return (
    <svg
      class="snake-edges"
      aria-hidden="true"
      viewBox={`0 ${top} ${width} ${height}`}
      style={{ top: `${top}px`, width: `${width}px`, height: `${height}px` }}
    >
      {edgesBetween(snake, from, to).map(({ path, kind, chain }) => (
        <path
          key={path}
          d={path}
          class={`${kind} ${kind === 'rail' ? 'lane-main' : laneOf(chain)}`}
        />
      ))}
      {arcs.map((path) => (
        <path key={path} d={path} class="arc" />
      ))}
    </svg>
  );
}

/** For the selected thought only: all at once would be a thicket. */
function arcsOf(snake: Snake, model: SessionModel, selected: string | undefined) {
  const here = selected === undefined ? undefined : model.placeOf(selected);
  if (selected === undefined || !here) return [];
  const revises = model.thoughtAt(here)?.revises;
  const pairs = [
    ...(revises === undefined ? [] : [[selected, revises]]),
    ...model
      .revisedBy(selected)
      .slice(0, MAX_ARCS)
      .map((by) => [by, selected]),
  ];
  return pairs.flatMap(([by = '', of = '']) => {
    const [a, b] = [model.placeOf(by), model.placeOf(of)];
    return (a && b && arcBetween(snake, a, b)) ?? [];
  });
}
