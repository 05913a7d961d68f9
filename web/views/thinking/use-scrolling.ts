/**
 * Scrolling of a session: which part is seen, and that nothing moves under the reader's eyes.
 *
 * Whenever the layout changes, the selected card (or else the first one that is seen) is put back
 * to the pixel at which it was.
 */

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { bandAt, bandOf, boxOf, type Snake } from '../../graph/snake-layout.ts';
import type { SessionModel } from './session-model.ts';

export interface SeenPart {
  readonly top: number;
  readonly height: number;
  readonly width: number;
}

export interface Scrolling {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly seen: SeenPart;
  onScroll(): void;
  /** Brings a thought into view if it is not; true if it has a place. */
  reveal(key: string, where?: 'near' | 'middle'): boolean;
}

/** The part is known in steps of this many pixels, so that not every scroll draws anew. */
const STEP = 40;

/** The size of the box is known once it is in the document. */
export function useBox() {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<SeenPart>({ top: 0, height: 0, width: 0 });
  const measure = () => {
    const { current } = box;
    if (!current) return;
    const { scrollTop, clientHeight: height, clientWidth: width } = current;
    const top = Math.floor(scrollTop / STEP) * STEP;
    setSeen((now) =>
      now.top === top && now.height === height && now.width === width
        ? now
        : { top, height, width },
    );
  };
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(measure);
    if (box.current) watcher.observe(box.current);
    measure();
    return () => watcher.disconnect();
  }, []);
  return { box, seen, measure };
}

interface Anchor {
  readonly key: string;
  /** Below the upper edge of the box. */
  readonly offset: number;
}

export function useScrolling(
  { box, seen, measure }: ReturnType<typeof useBox>,
  snake: Snake,
  model: SessionModel,
  selected: string | undefined,
): Scrolling {
  const anchor = useRef<Anchor | undefined>(undefined);
  const shown = useRef<Snake | undefined>(undefined);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || shown.current === snake) return;
    shown.current = snake;
    const top = anchor.current && topOf(snake, model, anchor.current.key);
    if (top !== undefined && anchor.current) {
      const to = Math.max(0, top - anchor.current.offset);
      if (Math.abs(to - current.scrollTop) >= 1) current.scrollTop = to;
    }
    measure();
  }, [snake]);
  const remember = () => {
    const { current } = box;
    if (current) anchor.current = anchorIn(snake, model, selected, current);
  };
  useEffect(remember, [snake, selected, seen]);
  return {
    box,
    seen,
    onScroll() {
      remember();
      measure();
    },
    reveal(key, where = 'near') {
      const { current } = box;
      const place = model.placeOf(key);
      const index = place && bandOf(snake, place);
      const band = index === undefined ? undefined : snake.bands[index];
      if (!current || !band) return false;
      const [edge, bottom] = [12, band.top + band.height];
      const { scrollTop, clientHeight } = current;
      const isSeen = band.top >= scrollTop && bottom <= scrollTop + clientHeight;
      if (!isSeen && where === 'middle') {
        current.scrollTop = band.top - Math.max(edge, (clientHeight - band.height) / 2);
      } else if (band.top - edge < scrollTop) current.scrollTop = band.top - edge;
      else if (bottom + edge > scrollTop + clientHeight) {
        current.scrollTop = Math.min(band.top - edge, bottom + edge - clientHeight);
      }
      remember();
      measure();
      return true;
    },
  };
}

function topOf(snake: Snake, model: SessionModel, key: string): number | undefined {
  const place = model.placeOf(key);
  const band = place && bandOf(snake, place);
  return band === undefined ? undefined : snake.bands[band]?.top;
}

function anchorIn(
  snake: Snake,
  model: SessionModel,
  selected: string | undefined,
  { scrollTop, clientHeight }: HTMLElement,
): Anchor | undefined {
  const top = selected === undefined ? undefined : topOf(snake, model, selected);
  const offset = (top ?? 0) - scrollTop;
  if (selected !== undefined && top !== undefined && offset > -80 && offset < clientHeight) {
    return { key: selected, offset };
  }
  // At the very beginning there is nothing above that could push.
  if (scrollTop <= 1) return undefined;
  for (let index = bandAt(snake, scrollTop); index < snake.bands.length; index++) {
    const band = snake.bands[index];
    if (band?.kind !== 'row') continue;
    const row = model.thoughtAt({ chain: band.chain, at: band.first });
    return row && { key: row.key, offset: band.top - scrollTop };
  }
  return undefined;
}

/** The box of a card in the document of the whole session. */
export function boxIn(snake: Snake, model: SessionModel, key: string) {
  const place = model.placeOf(key);
  const index = place && bandOf(snake, place);
  const band = index === undefined ? undefined : snake.bands[index];
  return band && place && boxOf(snake, band, place.at);
}
