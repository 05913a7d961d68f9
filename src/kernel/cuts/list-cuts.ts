/**
 * Cuts lists to a budget: what matters most stays whole, the rest is dropped from the other end,
 * and the answer leads on to what was dropped.
 */

import type { Fits, Trim } from '../budget.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { type Cursor, cursorBehind } from '../paging.ts';
import { itemsOf, largestThatFits } from '../trims.ts';
import { squeeze } from './squeeze.ts';

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
          alone: (item) => ({ ...view, [list]: [item] }),
        },
        view,
        fits,
      );
    },
  };
}

/** How a list shrinks that is all of an answer, down to nothing. */
export function cutList(list: string, plan: KeepPlan): readonly Trim[] {
  return [keepWhole(list, plan), dropItems(list, { ...plan, keep: 0 })];
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
  /** The view with nothing but this item. */
  readonly alone: (item: Json) => JsonObject;
}

/**
 * As many whole items as fit. The next one is shortened only if it does not fit by itself, or if
 * nothing leads on to it, and only if much room would be left unused.
 */
export function keepMost(list: Cuttable, view: JsonObject, fits: Fits): JsonObject {
  const { items, leadsOn, spare } = list;
  if (items.length === 0 || fits.whole(view)) return view;
  const count = largestThatFits(0, items.length - 1, (each) => fits.whole(list.with(each))) ?? 0;
  const kept = list.with(count);
  const next = items[count];
  if (next === undefined || (count > 0 && !fits.isRoomy(kept))) return kept;
  if (count > 0 && leadsOn && fits.whole(list.alone(next))) return kept;
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
  if (plan.readOn) return plan.readOn(cut, count);
  if (!plan.paged || !isJsonObject(view.pagination)) return cut;
  return { ...cut, pagination: continueAt(view.pagination, whole, items, plan) };
}

/** Replaces the cursor of a view, which would skip what was dropped. */
export function withCursor(view: JsonObject, cursor: Cursor | undefined): JsonObject {
  const { next_cursor: _skips, ...rest } = view;
  return cursor === undefined ? rest : { ...rest, next_cursor: cursor };
}

/** The next page begins after the items kept. If none was kept, it would be the same page again. */
export function goneOn(view: JsonObject, offset: number, kept: number): JsonObject {
  const { nextOffset: _skips, ...rest } = view;
  return { ...rest, hasMore: true, ...(kept === 0 ? {} : { nextOffset: offset + kept }) };
}

/**
 * The reader continues after the last item kept. A page without items has no cursor: it would lead
 * back to the same page.
 */
function continueAt(
  pagination: JsonObject,
  kept: readonly Json[],
  items: readonly Json[],
  { from, paged = 'seq' }: ListPlan,
): JsonObject {
  const cut = { ...pagination, has_more: true, count: kept.length };
  const last = from === 'front' ? kept.at(0) : kept.at(-1);
  if (last === undefined) return withCursor(cut, undefined);
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
