/**
 * Cuts lists to a budget: what matters most stays whole, the rest is dropped from the other end,
 * and the answer leads on to what was dropped.
 */

import type { Fits, Trim } from '../budget.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { type Cursor, cursorBehind } from '../paging.ts';
import { itemsOf, largestThatFits } from '../trims.ts';
import { LEAST, squeeze, withTexts } from './squeeze.ts';

/** How a list in a view is cut, and how its reader goes on. */
export interface ListPlan {
  /** The end that holds what matters least. */
  readonly from: 'front' | 'back';
  /** Whether the view's `count` counts these items. */
  readonly counted?: boolean;
  /**
   * The path of the seq in an item, if `pagination` is by seq. The caller can then continue from
   * it.
   */
  readonly paged?: 'seq' | 'last_seq' | 'to.last_seq' | 'id';
  /**
   * The offset of the page, if pages are by offset. `nextOffset` then leads to the dropped items.
   */
  readonly offset?: number | undefined;
  /** For a list without pages: the view's `leftOut` says how many items are missing. */
  readonly countsLeftOut?: boolean;
  /** Leads on from a view that was cut to so many items, for lists with a way of their own. */
  readonly readOn?: (cut: JsonObject, count: number) => JsonObject;
}

export interface DropPlan extends ListPlan {
  /**
   * The least number of items to keep. With 0 the list may become empty, which counts as minimal.
   */
  readonly keep: number;
}

/** Drops items of a list until the view fits. Drops as few as possible, found by halving. */
export function dropItems(list: string, plan: DropPlan): Trim {
  return {
    minimal: plan.keep === 0,
    apply(view, fits) {
      const items = itemsOf(view, list);
      if (items.length <= plan.keep) return view;
      const cut = (count: number) => withItems(view, list, plan, { items, count });
      const kept = largestThatFits(plan.keep, items.length - 1, (count) => fits.whole(cut(count)));
      return cut(kept ?? plan.keep);
    },
  };
}

export interface KeepPlan extends ListPlan {
  /** Fields of an item that go before its texts say nothing any more, in this order. */
  readonly spare?: readonly string[];
}

/** Keeps what matters most of a list whole, and at least one item, shortened if it has to be. */
export function keepWhole(list: string, plan: KeepPlan): Trim {
  return {
    minimal: false,
    apply(view, fits) {
      const items = itemsOf(view, list);
      const most = plan.from === 'front' ? items.toReversed() : items;
      return keepMost(
        {
          items: most,
          leadsOn: plan.paged !== undefined || plan.offset !== undefined || !!plan.readOn,
          spare: plan.spare ?? [],
          with: (count, last) => withItems(view, list, plan, { items, count, last }),
        },
        view,
        fits,
      );
    },
  };
}

/** How a list shrinks that is all of an answer, down to the name of one item. */
export function cutList(list: string, plan: KeepPlan): readonly Trim[] {
  return [keepWhole(list, plan), barePage(list, plan)];
}

/**
 * The least that a reader can go on from: what the first item is called, and the cursor behind it.
 * The other fields of the view are left out where there is no room for them.
 */
export function barePage(list: string, plan: ListPlan): Trim {
  return {
    minimal: true,
    apply(view, fits) {
      const items = itemsOf(view, list);
      const most = plan.from === 'front' ? items.at(-1) : items[0];
      if (most === undefined) return view;
      const bare = withItems(view, list, plan, { items, count: 1, last: bareItem(most) });
      return fits.whole(bare) ? bare : withoutFrame(bare, [list]);
    },
  };
}

/** The fields that say which item it is. */
const IDENTIFYING: readonly string[] = [
  ...['id', 'step_id', 'seq', 'key', 'conflict_id', 'event_id', 'name', 'kind', 'in'],
  ...['branchId', 'thoughtNumber', 'timestamp'],
];

export function bareItem(item: Json): Json {
  if (!isJsonObject(item)) return withTexts(item, LEAST);
  const named = Object.entries(item).filter(([name]) => IDENTIFYING.includes(name));
  const kept = named.length > 0 ? named : Object.entries(item).slice(0, 1);
  return Object.fromEntries(kept);
}

/** The fields by which a reader goes on. */
const LEADING: readonly string[] = [
  ...['pagination', 'count', 'has_more', 'next_cursor', 'next_since', 'cursor'],
  ...['hasMore', 'nextOffset', 'leftOut', 'truncated'],
];

/** The view with nothing but these fields and those that lead on. */
export function withoutFrame(view: JsonObject, fields: readonly string[]): JsonObject {
  const kept = Object.fromEntries(
    Object.entries(view).filter(([name]) => fields.includes(name) || LEADING.includes(name)),
  );
  if (kept.pagination === undefined || !isJsonObject(kept.pagination)) return kept;
  // The caller knows what it asked for.
  const { cursor: _asked, limit: _most, ...pagination } = kept.pagination;
  return { ...kept, pagination };
}

/** A list that can be cut. */
export interface Cuttable {
  /** What matters most comes first. */
  readonly items: readonly Json[];
  /** Whether a reader can get at the items that were dropped. */
  readonly leadsOn: boolean;
  readonly spare: readonly string[];
  /** The view with the first items; `last` replaces the last of them. */
  readonly with: (count: number, last?: Json) => JsonObject;
}

/**
 * As many whole items as fit. The first is shortened if it does not fit by itself; a later one only
 * if nothing leads on to it, and much room would be left unused. A larger budget never shows fewer.
 */
export function keepMost(list: Cuttable, view: JsonObject, fits: Fits): JsonObject {
  const { items, leadsOn, spare } = list;
  if (items.length === 0 || fits.whole(view)) return view;
  const count = largestThatFits(0, items.length - 1, (each) => fits.whole(list.with(each))) ?? 0;
  const kept = list.with(count);
  const next = items[count];
  if (next === undefined || (count > 0 && !fits.isRoomy(kept))) return kept;
  if (count > 0 && leadsOn) return kept;
  const shortened = squeeze(next, spare, (item) => fits.whole(list.with(count + 1, item)));
  const filled = list.with(count + 1, shortened);
  return count > 0 && !fits.whole(filled) ? kept : filled;
}

interface Kept {
  readonly items: readonly Json[];
  readonly count: number;
  /** A shorter form of the one that matters least of those kept. */
  readonly last?: Json | undefined;
}

function withItems(view: JsonObject, list: string, plan: ListPlan, kept: Kept): JsonObject {
  const { items, count, last } = kept;
  const isFront = plan.from === 'front';
  const whole = isFront ? items.slice(items.length - count) : items.slice(0, count);
  const shown = last === undefined ? whole : whole.with(isFront ? 0 : -1, last);
  if (count === items.length) return { ...view, [list]: shown };
  const counted = plan.counted ? { count } : {};
  const more = 'has_more' in view ? { has_more: true } : {};
  const cut = { ...view, [list]: shown, ...counted, ...more };
  if (plan.offset !== undefined) return goneOn(cut, plan.offset, count);
  if (plan.countsLeftOut) return withLeftOut(cut, items.length - count);
  if (plan.readOn) return plan.readOn(cut, count);
  if (!plan.paged || !isJsonObject(view.pagination)) return cut;
  return { ...cut, pagination: continueAt(view.pagination, whole, items, plan) };
}

/** Items may be missing already, before the cut. */
export function withLeftOut(view: JsonObject, count: number): JsonObject {
  return { ...view, leftOut: Number(view.leftOut ?? 0) + count };
}

/** Replaces the cursor of a view, which would skip what was dropped. */
export function withCursor(view: JsonObject, cursor: Cursor | undefined): JsonObject {
  const { next_cursor: _skips, ...rest } = view;
  return cursor === undefined ? rest : { ...rest, next_cursor: cursor };
}

/** The next page begins after the items kept. */
export function goneOn(view: JsonObject, offset: number, kept: number): JsonObject {
  return kept === 0 ? endless(view) : { ...view, hasMore: true, nextOffset: offset + kept };
}

/**
 * A page that lost all of its items has nothing to go on from. It does not say that there is more:
 * a reader that pages on would get the same page again.
 */
function endless(page: JsonObject): JsonObject {
  const { next_cursor: _cursor, has_more: _more, ...rest } = page;
  const { nextOffset: _offset, hasMore: _left, ...kept } = rest;
  return kept;
}

/** The reader continues after the last item kept. */
function continueAt(
  pagination: JsonObject,
  kept: readonly Json[],
  items: readonly Json[],
  { from, paged = 'seq' }: ListPlan,
): JsonObject {
  const cut = { ...pagination, has_more: true, count: kept.length };
  const last = from === 'front' ? kept.at(0) : kept.at(-1);
  if (last === undefined) return endless(cut);
  const key = from === 'back' ? keyIn(last) : undefined;
  const behind = { seq: seqAt(items[kept.length], paged) };
  return withCursor(cut, cursorBehind({ seq: seqAt(last, paged), key }, behind));
}

/** What distinguishes a node or an edge from the others of the same event. */
function keyIn(item: Json): string | undefined {
  if (!isJsonObject(item)) return undefined;
  if (typeof item.id === 'string') return item.id;
  const { from, rel, to } = item.key !== undefined && isJsonObject(item.key) ? item.key : item;
  return typeof from === 'string' ? `${from}|${rel}|${to}` : undefined;
}

function seqAt(item: Json | undefined, path: string): number {
  const found = path
    .split('.')
    .reduce<Json | undefined>(
      (value, name) => (value !== undefined && isJsonObject(value) ? value[name] : undefined),
      item,
    );
  // Ids of plans and tasks end in the number by which they are listed.
  const seq = typeof found === 'string' ? Number(/[0-9]+$/.exec(found)?.[0]) : found;
  if (!Number.isSafeInteger(seq)) throw new Error(`a paged list needs items with a ${path}`);
  return seq as number;
}
