/**
 * A list of any length: only what can be seen is in the document, and nothing moves under the
 * reader's eyes when rows come or go.
 */

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import { useFocusWithRender } from './focus-with-render.ts';
import { anchorOf, scrollFor, visibleRange } from './list-window.ts';

export interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  keyOf(item: Item): string;
  /** Of a row, in pixels. */
  readonly height: number;
  readonly label: string;
  readonly selected: string | undefined;
  onSelect(key: string): void;
  /** By Enter, or by a click on the selected row. */
  onOpen?(key: string): void;
  render(item: Item, isSelected: boolean): ComponentChildren;
  readonly role?: 'listbox' | 'tree';
  /** More attributes of a row, such as `aria-level` in a tree. */
  rowProps?(item: Item): Readonly<Record<string, string | number | boolean | undefined>>;
  /** Whether `j` and `k` move in it. */
  readonly isMain?: boolean;
  /** Called when its end comes near. */
  onEnd?(): void;
}

export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, height, label, selected, role = 'listbox', onEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useWindow(box);
  const keys = items.map(keyOf);
  const fresh = useSteady(box, keys, height, selected);
  const range = visibleRange(view, height, items.length);
  const at = selected === undefined ? -1 : keys.indexOf(selected);
  const move = useMoves(props, box, keys, at, range.from);
  useEffect(() => {
    if (range.to >= items.length) onEnd?.();
  }, [range.to, items.length, onEnd]);
  return (
    <div
      class="list"
      ref={box}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) => {
        fresh.onScroll(scrollTop);
        setView({ top: scrollTop, height: clientHeight });
      }}
    >
      {fresh.count > 0 && (
        <div class="list-new">
          <button type="button" class="button" onClick={() => box.current?.scrollTo({ top: 0 })}>
            {fresh.count} new ↑
          </button>
        </div>
      )}
      <div
        class="list-rows"
        role={role}
        aria-label={label}
        style={{ height: `${items.length * height}px` }}
        onKeyDown={(event) => {
          const by = stepOf(event.key, Math.floor(view.height / height) - 1, items.length);
          if (by === undefined) return;
          event.preventDefault();
          move(by);
        }}
      >
        {shownRows(range, at).map((index) => {
          const [item, key] = [items[index], keys[index]];
          if (item === undefined || key === undefined) return null;
          const isEntry = at < 0 ? index === range.from : index === at;
          return (
            <Row key={key} list={props} item={item} name={key} index={index} isEntry={isEntry} />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps<Item> {
  readonly list: VirtualListProps<Item>;
  readonly item: Item;
  readonly name: string;
  readonly index: number;
  /** Whether the Tab key leads to it. */
  readonly isEntry: boolean;
}

function Row<Item>({ list, item, name, index, isEntry }: RowProps<Item>) {
  const { role, height, items, selected, onSelect, onOpen, render, rowProps } = list;
  const isSelected = name === selected;
  return (
    <div
      class="list-row"
      data-row={name}
      role={role === 'tree' ? 'treeitem' : 'option'}
      aria-selected={isSelected}
      aria-setsize={items.length}
      aria-posinset={index + 1}
      tabIndex={isEntry ? 0 : -1}
      style={{ height: `${height}px`, transform: `translateY(${index * height}px)` }}
      onClick={() => (isSelected ? onOpen?.(name) : onSelect(name))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        if (!isSelected) onSelect(name);
        onOpen?.(name);
      }}
      {...rowProps?.(item)}
    >
      {render(item, isSelected)}
    </div>
  );
}

/** The selected row stays in the document, so that the focus is not lost. */
function shownRows({ from, to }: { from: number; to: number }, selected: number): number[] {
  const shown = selected >= 0 && (selected < from || selected >= to) ? [selected] : [];
  for (let index = from; index < to; index++) shown.push(index);
  return shown;
}

/** How far a key moves; undefined for a key that does not. */
function stepOf(key: string, page: number, all: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: Math.max(1, page),
    PageUp: -Math.max(1, page),
    Home: -all,
    End: all,
  };
  return steps[key];
}

/** Moves the selection, and the focus with it. */
function useMoves<Item>(
  { items, height, onSelect, isMain = false }: VirtualListProps<Item>,
  box: { readonly current: HTMLDivElement | null },
  keys: readonly string[],
  at: number,
  first: number,
): (by: number) => void {
  const focusWithRender = useFocusWithRender();
  const focus = () => {
    const row = box.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]');
    row?.focus({ preventScroll: true });
  };
  const move = (by: number) => {
    const to = Math.min(items.length - 1, Math.max(0, at < 0 ? first : at + by));
    const key = keys[to];
    if (key === undefined) return;
    if (to === at) focus();
    else focusWithRender(focus);
    onSelect(key);
    bringIntoView(box.current, to, height);
  };
  useKeys(
    isMain
      ? [
          { keys: 'j', does: 'next', run: () => move(1) },
          { keys: 'k', does: 'previous', run: () => move(-1) },
        ]
      : [],
  );
  return move;
}

/** What of the list is seen. */
function useWindow(box: { readonly current: HTMLDivElement | null }) {
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [box]);
  return [view, setView] as const;
}

function bringIntoView(box: HTMLElement | null, index: number, height: number): void {
  if (!box) return;
  const top = index * height;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + height > box.scrollTop + box.clientHeight) {
    box.scrollTop = top + height - box.clientHeight;
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, index) => key === other[index]);
}

/** Keeps the selected row, or else the first one that is seen, at its pixel. */
function useSteady(
  box: { readonly current: HTMLDivElement | null },
  keys: readonly string[],
  height: number,
  selected: string | undefined,
) {
  const before = useRef<{ keys: readonly string[]; key: string; offset: number } | undefined>(
    undefined,
  );
  const [count, setCount] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    const last = before.current;
    // Only rows that came or went: a scroll that somebody asked for must not be undone.
    if (!element || !last || isSame(last.keys, keys)) return;
    const to = scrollFor(last, keys, height);
    if (to === undefined || to === element.scrollTop) return;
    const above = Math.round((to - element.scrollTop) / height);
    element.scrollTop = to;
    if (above > 0 && last.offset <= 0) setCount((now) => now + above);
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const anchor = anchorOf(keys, height, selected, element.scrollTop, element.clientHeight);
    before.current = anchor && { keys, ...anchor };
  });
  return {
    count,
    onScroll(top: number) {
      if (top <= 0) setCount(0);
      const anchor = anchorOf(keys, height, selected, top, box.current?.clientHeight ?? 0);
      before.current = anchor && { keys, ...anchor };
    },
  };
}
