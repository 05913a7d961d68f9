/** The keys of a session: along the chain, between rows, and what can be done with a thought. */

import { type Direction, nextPlace, type Snake } from '../../graph/snake-layout.ts';
import { useKeys } from '../../keys.ts';
import { route } from '../../router.ts';
import { copyText } from '../../shell/copy.tsx';
import type { SessionModel } from './session-model.ts';
import { thoughtPath } from './thought-words.ts';
import type { News } from './use-news.ts';

interface SessionKeys {
  readonly session: string;
  readonly model: SessionModel;
  readonly snake: Snake;
  readonly selected: string | undefined;
  readonly news: News;
  select(key: string): void;
  open(key: string): void;
  grow(key: string): void;
  nextDensity(): void;
  leave(): void;
  deselect(): void;
}

/** Arrow keys belong to what has the focus, if it is not the session. */
function isElsewhere(): boolean {
  return document.activeElement?.closest('.panel, [role=slider], dialog') != null;
}

/** Whether Enter means a button or a link; the one over a dot stands for the dot. */
function isOnControl(): boolean {
  return document.activeElement?.closest('button:not(.dot-focus), a, summary') != null;
}

export function useSessionKeys(given: SessionKeys): void {
  const { session, model, snake, selected, news } = given;
  const here = selected === undefined ? undefined : model.placeOf(selected);
  const go = (direction: Direction) => {
    if (isElsewhere()) return false;
    const next = here ? nextPlace(snake, model.chains, here, direction) : { chain: 0, at: 0 };
    const row = next && model.thoughtAt(next);
    if (row) given.select(row.key);
    return undefined;
  };
  /** Only if a thought is selected. */
  const withSelected = (act: (key: string) => void) => () => {
    if (selected === undefined || isElsewhere()) return false;
    act(selected);
    return undefined;
  };
  useKeys([
    { keys: 'l|ArrowRight', does: 'next thought of the chain', run: () => go('right') },
    {
      keys: 'h|ArrowLeft',
      does: 'previous thought, from a branch to its fork',
      run: () => go('left'),
    },
    { keys: 'j|ArrowDown', does: 'row below', run: () => go('down') },
    { keys: 'k|ArrowUp', does: 'row above', run: () => go('up') },
    {
      keys: 'Enter',
      does: 'open the thought',
      run: () => (isOnControl() ? false : withSelected(given.open)()),
    },
    { keys: 'o', does: 'expand the thought in place', run: withSelected(given.grow) },
    {
      keys: 'u',
      does: 'from a branch to its fork, else to all sessions',
      run() {
        const fork = here && model.chains[here.chain]?.fork;
        const row = fork && model.thoughtAt(fork);
        if (row) given.select(row.key);
        else given.leave();
      },
    },
    { keys: 'd', does: 'next density: Read, Cards, Dots', run: given.nextDensity },
    { keys: 'f', does: 'follow new thoughts, or stop it', run: news.toggleFollowing },
    {
      keys: 'y',
      does: 'copy the link',
      run: () => copyText(new URL(thoughtPath(session, selected ?? '', false), location.href).href),
    },
    {
      keys: 'Escape',
      does: 'select nothing',
      // An open detail is closed first.
      run: () => (route.value.query.panel === undefined ? withSelected(given.deselect)() : false),
    },
  ]);
}
