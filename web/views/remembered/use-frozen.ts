/** Keeps a list as the reader found it: what comes is counted, and what goes stays where it is. */

import { useRef, useState } from 'preact/hooks';

interface Keyed {
  readonly key: string;
}

export interface Frozen<Item> {
  readonly shown: readonly {
    /** As it is now; as it was last, if it is gone. */
    readonly item: Item;
    /** As it was when the list was taken, which decides where it stands. */
    readonly found: Item;
    readonly isGone: boolean;
  }[];
  /** How many have come since. */
  readonly fresh: number;
  /** Shows the list as it is now. */
  take(): void;
}

export function useFrozen<Item extends Keyed>(items: readonly Item[]): Frozen<Item> {
  const taken = useRef<readonly Item[]>([]);
  const last = useRef(new Map<string, Item>());
  const [, redraw] = useState(0);
  // Nothing is looked at yet, so nothing can move.
  if (taken.current.length === 0) taken.current = items;
  const now = new Map(items.map((item) => [item.key, item]));
  for (const item of items) last.current.set(item.key, item);
  const keys = new Set(taken.current.map(({ key }) => key));
  return {
    shown: taken.current.map((found) => ({
      item: now.get(found.key) ?? last.current.get(found.key) ?? found,
      found,
      isGone: !now.has(found.key),
    })),
    fresh: items.filter(({ key }) => !keys.has(key)).length,
    take() {
      taken.current = items;
      redraw((count) => count + 1);
    },
  };
}
