/** The layout of a session as it is shown: what is open, what has grown, and how wide the page is. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ThoughtRow } from '../../../src/observatory/views/thinking/thoughts-view.ts';
import { layoutSnake, type Snake } from '../../graph/snake-layout.ts';
import { type Density, estimatedHeight, gridFor } from './densities.ts';
import type { SessionModel } from './session-model.ts';
import { textOf } from './whole-texts.ts';

export interface SnakeState {
  readonly snake: Snake;
  /** Cards that show their whole text in place. */
  readonly grown: ReadonlySet<string>;
  toggleGrown(key: string): void;
  /** Opens or closes a branch. */
  setOpen(branch: string, isOpen: boolean): void;
  /** Lists all branches of a fork, or only the newest. */
  toggleListed(fork: string): void;
  /** What cards measure that have more than the usual text. */
  measured(heights: ReadonlyMap<string, number>): void;
}

interface SnakeOptions {
  readonly session: string;
  readonly model: SessionModel;
  readonly density: Density;
  readonly width: number;
  /** Whether all thoughts have come. */
  readonly isReady: boolean;
}

export function useSnake({ session, model, density, width, isReady }: SnakeOptions): SnakeState {
  const [open, setOpen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [listed, setListed] = useState<ReadonlySet<string>>(new Set());
  const [grown, setGrown] = useState<ReadonlySet<string>>(new Set());
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  // A branch that was open stays so when newer ones begin at its fork.
  const stays = useRef(new Set<string>());
  const { columns, metrics } = useMemo(() => gridFor(density, width), [density, width]);
  const snake = useMemo(() => {
    const nameOf = (chain: number) => model.chains[chain]?.name ?? '';
    const heightOf = heightsFor(model, session, density, metrics.card, grown, heights);
    return layoutSnake({
      ...{ chains: model.chains, columns, metrics, heightOf },
      isOpen: (chain) => open.get(nameOf(chain)) ?? (stays.current.has(nameOf(chain)) || undefined),
      isListed: (fork) => listed.has(model.thoughtAt(fork)?.key ?? ''),
    });
  }, [model, columns, metrics, open, listed, grown, heights]);
  useEffect(() => {
    if (!isReady) return;
    for (const { kind, chain, isOpen } of snake.bands) {
      if (kind === 'head' && isOpen) stays.current.add(model.chains[chain]?.name ?? '');
    }
  }, [snake, isReady]);
  // A change of the width or the density makes everything that was measured wrong.
  useEffect(() => setHeights(new Map()), [metrics]);
  return {
    snake,
    grown,
    toggleGrown: (key) => setGrown((now) => toggled(now, key)),
    setOpen: (branch, isOpen) => setOpen((now) => new Map([...now, [branch, isOpen]])),
    toggleListed: (fork) => setListed((now) => toggled(now, fork)),
    measured(found) {
      const news = [...found].filter(([key, height]) => heights.get(key) !== height);
      if (news.length > 0) setHeights(new Map([...heights, ...news]));
    },
  };
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

type HeightOf = (chain: number, first: number, count: number) => number | undefined;

/** The height of a row is that of its highest card. */
function heightsFor(
  model: SessionModel,
  session: string,
  density: Density,
  card: number,
  grown: ReadonlySet<string>,
  heights: ReadonlyMap<string, number>,
): HeightOf | undefined {
  if (density === 'dots') return undefined;
  if (density === 'read') {
    return (chain, first) => {
      const row = model.chains[chain]?.thoughts[first];
      return row && (heights.get(row.key) ?? estimateOf(row, session, card));
    };
  }
  const tall = new Map<number, { at: number; height: number }[]>();
  for (const key of grown) {
    const place = model.placeOf(key);
    const height = heights.get(key);
    if (!place || height === undefined) continue;
    const known = tall.get(place.chain) ?? [];
    tall.set(place.chain, [...known, { at: place.at, height }]);
  }
  return (chain, first, count) => {
    const found = tall.get(chain)?.filter(({ at }) => at >= first && at < first + count);
    return found && found.length > 0 ? Math.max(...found.map(({ height }) => height)) : undefined;
  };
}

const estimates = new WeakMap<ThoughtRow, { readonly card: number; readonly height: number }>();

function estimateOf(row: ThoughtRow, session: string, card: number): number {
  const known = estimates.get(row);
  if (known?.card === card) return known.height;
  const height = estimatedHeight(textOf(session, row), card);
  estimates.set(row, { card, height });
  return height;
}
