/** What has come since the reader last saw the newest thought, and following it. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Snake } from '../../graph/snake-layout.ts';
import { announce } from '../../shell/announce.tsx';
import type { SessionModel } from './session-model.ts';
import { boxIn, type Scrolling } from './use-scrolling.ts';

export interface News {
  readonly count: number;
  /** Whether the first new thought is above what is seen. */
  readonly isAbove: boolean;
  readonly isFollowing: boolean;
  toggleFollowing(): void;
  /** Goes to the first new thought. */
  show(): void;
  /** The reader scrolls, so following ends. */
  stop(): void;
}

export function useNews(
  model: SessionModel,
  isReady: boolean,
  scrolling: Scrolling,
  snake: Snake,
): News {
  const [isFollowing, setFollowing] = useState(false);
  const known = useRef<number | undefined>(undefined);
  const [, redraw] = useState(0);
  const newest = model.thoughts.at(-1);
  if (isReady && known.current === undefined) known.current = newest?.seq ?? 0;
  const mark = known.current ?? Number.POSITIVE_INFINITY;
  const fresh = newThoughts(model, mark);
  const first = fresh[0];
  const seeAll = () => {
    known.current = newest?.seq ?? 0;
    redraw((now) => now + 1);
  };
  const { top, height } = scrolling.seen;
  const box = first && boxIn(snake, model, first.key);
  useEffect(() => {
    if (fresh.length === 0 || !newest) return;
    announce(`${fresh.length} new thought${fresh.length === 1 ? '' : 's'}.`);
    if (isFollowing) scrolling.reveal(newest.key);
    const all = fresh.every(({ key }) => {
      const each = boxIn(snake, model, key);
      return each && each.top >= top - 40 && each.top + each.height <= top + height + 40;
    });
    if (isFollowing || all) seeAll();
  }, [newest?.seq, top, isFollowing]);
  return {
    count: fresh.length,
    isAbove: box !== undefined && box.top < top,
    isFollowing,
    toggleFollowing() {
      if (!isFollowing && newest) scrolling.reveal(newest.key);
      setFollowing(!isFollowing);
      seeAll();
    },
    show() {
      if (first) scrolling.reveal(first.key, 'middle');
      seeAll();
    },
    stop: () => setFollowing(false),
  };
}

function newThoughts({ thoughts }: SessionModel, mark: number) {
  let from = thoughts.length;
  while (from > 0 && (thoughts[from - 1]?.seq ?? 0) > mark) from -= 1;
  return thoughts.slice(from);
}
