/** One session of thought: its head, its strip of time, and its thoughts in one of three densities. */

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SessionRow } from '../../../src/observatory/views/thinking/sessions-view.ts';
import type { ThoughtRow } from '../../../src/observatory/views/thinking/thoughts-view.ts';
import { type LiveRows, useRows } from '../../live/rows.ts';
import { navigate, openIn, route } from '../../router.ts';
import { Empty } from '../../shell/empty.tsx';
import { openedIn } from '../../shell/panel.tsx';
import { DENSITIES, type Density } from './densities.ts';
import { SnakeDots } from './dots.tsx';
import { SessionHead } from './session-head.tsx';
import { useSessionKeys } from './session-keys.ts';
import { type SessionModel, sessionModel } from './session-model.ts';
import { SnakeCards, type SnakeProps } from './snake.tsx';
import { thoughtPath } from './thought-words.ts';
import { TimeBar } from './time-bar.tsx';
import { type News, useNews } from './use-news.ts';
import { useBox, useScrolling } from './use-scrolling.ts';
import { useSnake } from './use-snake.ts';

const DENSITY = 'waymark.density';

export function SessionPage({ id }: { readonly id: string }) {
  const session = useRows<SessionRow>('sessions', { id });
  const thoughts = useRows<ThoughtRow>('thoughts', { session: id });
  const row = [...session.rows.values()][0];
  if (session.isReady && !row) {
    return (
      <Empty title="No such session">
        No session of this workspace has the id {id}. <a href={backPath()}>All sessions</a>
      </Empty>
    );
  }
  return <Session id={id} row={row} live={thoughts} />;
}

function backPath(): string {
  return `/w/${encodeURIComponent(route.value.workspace ?? '')}/thinking`;
}

interface SessionProps {
  readonly id: string;
  readonly row: SessionRow | undefined;
  readonly live: LiveRows<ThoughtRow>;
}

function Session({ id, row, live }: SessionProps) {
  const selected = route.value.rest[1];
  const [density, setDensity] = useDensity();
  const model = useMemo(() => sessionModel(live.rows), [live.rows]);
  const box = useBox();
  const { width } = box.seen;
  const state = useSnake({ session: id, model, density, width, isReady: live.isReady });
  const scrolling = useScrolling(box, state.snake, model, selected);
  const revealed = useRef<string | undefined>(undefined);
  const hasFocus = useRef(false);
  const select = (key: string, opens = openedIn('thought') !== undefined) => {
    revealed.current = key;
    navigate(thoughtPath(id, key, opens), { replaces: true });
    scrolling.reveal(key);
  };
  useRevealing(selected, revealed, model, state.setOpen, scrolling.reveal, width);
  const news = useNews(model, live.isReady, scrolling, state.snake);
  useLayoutEffect(() => {
    if (!hasFocus.current || selected === undefined) return;
    hasFocus.current = false;
    focusCard(selected);
  });
  useSessionKeys({
    ...{ session: id, model, snake: state.snake, selected, news },
    select(key) {
      hasFocus.current = true;
      select(key);
    },
    open: (key) => select(key, true),
    grow: state.toggleGrown,
    nextDensity: () => setDensity(DENSITIES[(DENSITIES.indexOf(density) + 1) % 3] ?? 'cards'),
    leave: () => openIn('thinking'),
    deselect: () => navigate(thoughtPath(id, '', false).replace(/\/$/, ''), { replaces: true }),
  });
  const shown = { model, state, seen: scrolling.seen, selected };
  return (
    <div class="session">
      <SessionHead
        {...{ id, row, density, setDensity, backPath: backPath(), isReady: live.isReady }}
        count={model.thoughts.length}
        isFollowing={news.isFollowing}
        onFollow={news.toggleFollowing}
      />
      <TimeBar
        {...{ model, snake: state.snake, seen: scrolling.seen, selected }}
        onGo={(key) => scrolling.reveal(key, 'middle')}
      />
      <div
        class="session-scroll"
        ref={scrolling.box}
        onScroll={scrolling.onScroll}
        onWheel={news.stop}
      >
        {width > 0 && (
          <Thoughts {...shown} {...{ id, density }} onSelect={(key) => select(key, true)} />
        )}
        {live.isReady && model.thoughts.length === 0 && <NoThought />}
      </div>
      <NewsButton news={news} />
    </div>
  );
}

type ThoughtsProps = Omit<SnakeProps, 'session' | 'isReading'> & {
  readonly id: string;
  readonly density: Density;
};

function Thoughts({ id, density, ...shown }: ThoughtsProps) {
  if (density === 'dots') return <SnakeDots {...shown} />;
  return <SnakeCards {...shown} session={id} isReading={density === 'read'} />;
}

function NoThought() {
  return (
    <Empty title="No thought yet">The first one appears here as soon as it is recorded.</Empty>
  );
}

/** What has come and is not seen yet: the reader decides when to go there. */
function NewsButton({ news }: { readonly news: News }) {
  if (news.count === 0) return null;
  return (
    <div class="session-news">
      <button type="button" class="button" onClick={news.show}>
        {news.count} new {news.isAbove ? '↑' : '↓'}
      </button>
    </div>
  );
}

function focusCard(key: string): void {
  const name = CSS.escape(key);
  document
    .querySelector<HTMLElement>(`.session [data-place="${name}"]`)
    ?.focus({ preventScroll: true });
}

function useDensity(): [Density, (to: Density) => void] {
  const [density, setDensity] = useState<Density>(
    () => DENSITIES.find((each) => each === localStorage.getItem(DENSITY)) ?? 'cards',
  );
  return [
    density,
    (to) => {
      localStorage.setItem(DENSITY, to);
      setDensity(to);
    },
  ];
}

/** Goes to the place in the address, as soon as it is known; opens its branch if need be. */
function useRevealing(
  selected: string | undefined,
  revealed: { current: string | undefined },
  model: SessionModel,
  setOpen: (branch: string, isOpen: boolean) => void,
  reveal: (key: string, where: 'middle') => boolean,
  width: number,
): void {
  const unfolded = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (selected === undefined || revealed.current === selected || width === 0) return;
    const place = model.placeOf(selected);
    if (!place) return;
    if (reveal(selected, 'middle')) revealed.current = selected;
    else if (unfolded.current !== selected) {
      unfolded.current = selected;
      setOpen(model.chains[place.chain]?.name ?? '', true);
    }
  });
}
