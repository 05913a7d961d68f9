/** Moves the focus among the items of a list by keys; only one of them is reached by Tab. */

import { useState } from 'preact/hooks';
import { useKeys } from '../keys.ts';

interface Box {
  readonly current: HTMLElement | null;
}

export interface Roving {
  /** The attributes of an item. */
  itemProps(id: string): {
    readonly 'data-item': string;
    readonly tabIndex: number;
    onFocus(): void;
  };
  onKeyDown(event: KeyboardEvent): void;
}

/** `isMain`: whether `j` and `k` move in it too. */
export function useRoving(box: Box, first: string | undefined, isMain = false): Roving {
  const [active, setActive] = useState<string>();
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const move = (by: number) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
  };
  const beside = (by: number) => {
    const from = document.activeElement?.getBoundingClientRect();
    if (!from) return;
    const sideways = items()
      .map((item) => ({ item, box: item.getBoundingClientRect() }))
      .filter((each) => (each.box.left - from.left) * by > 1)
      .sort((a, b) => distance(a.box, from) - distance(b.box, from));
    sideways[0]?.item.focus();
  };
  useKeys(
    isMain
      ? [
          { keys: 'j', does: 'next', run: () => move(1) },
          { keys: 'k', does: 'previous', run: () => move(-1) },
        ]
      : [],
  );
  return {
    itemProps: (id) => ({
      'data-item': id,
      tabIndex: id === (active ?? first) ? 0 : -1,
      onFocus: () => setActive(id),
    }),
    onKeyDown(event) {
      const step = STEPS[event.key];
      if (event.key === 'ArrowLeft') beside(-1);
      else if (event.key === 'ArrowRight') beside(1);
      else if (step === undefined) return;
      else move(step);
      event.preventDefault();
    },
  };
}

const FAR = 1_000_000;

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -FAR,
  End: FAR,
};

/** The nearest column counts first. */
function distance(box: DOMRect, from: DOMRect): number {
  return Math.abs(box.left - from.left) * 1_000 + Math.abs(box.top - from.top);
}
