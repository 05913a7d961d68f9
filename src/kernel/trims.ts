/** The cuts from which tools compose their budget plans. */

import type { Fits, Trim } from './budget.ts';
import { isJsonObject, type Json, type JsonObject, utf8Length, utf8Prefix } from './json.ts';
import { cursorBehind, type Pagination } from './paging.ts';
import { mapSection, type Section } from './sections.ts';

const ELLIPSIS = '...';

export function shortenText(text: string, bytes: number): string {
  if (utf8Length(text) <= bytes) return text;
  return utf8Prefix(text, Math.max(0, bytes - ELLIPSIS.length)) + ELLIPSIS;
}

function itemsOf(view: JsonObject, list: string): readonly Json[] {
  const items = view[list];
  return Array.isArray(items) ? items : [];
}

/** Shortens the named texts of every item in a list. */
export function shorten(list: string, fields: readonly string[], bytes: number): Trim {
  return {
    minimal: false,
    apply(view, fits) {
      if (fits.bytes(view)) return view;
      let changed = false;
      const items = itemsOf(view, list).map((item) => {
        if (!isJsonObject(item)) return item;
        const copy: Record<string, Json | undefined> = { ...item };
        for (const field of fields) {
          const text = copy[field];
          if (typeof text !== 'string' || utf8Length(text) <= bytes) continue;
          copy[field] = shortenText(text, bytes);
          changed = true;
        }
        return copy;
      });
      return changed ? { ...view, [list]: items } : view;
    },
  };
}

/** Leaves the named fields out of every item in a list. */
export function omitFromItems(list: string, fields: readonly string[]): Trim {
  return {
    minimal: false,
    apply(view) {
      const items = itemsOf(view, list);
      const carried = items.some((item) => isJsonObject(item) && fields.some((f) => f in item));
      if (!carried) return view;
      const kept = items.map((item) =>
        isJsonObject(item)
          ? Object.fromEntries(Object.entries(item).filter(([name]) => !fields.includes(name)))
          : item,
      );
      return { ...view, [list]: kept };
    },
  };
}

/** Shortens the named texts of the view itself. */
export function shortenFields(fields: readonly string[], bytes: number): Trim {
  return {
    minimal: false,
    apply(view, fits) {
      if (fits.bytes(view)) return view;
      const long = fields.flatMap((field) => {
        const text = view[field];
        return typeof text === 'string' && utf8Length(text) > bytes ? [{ field, text }] : [];
      });
      if (long.length === 0) return view;
      const short = long.map(({ field, text }) => [field, shortenText(text, bytes)]);
      return { ...view, ...Object.fromEntries(short) };
    },
  };
}

/**
 * Shortens one text of the view until the view fits. Cuts as little as possible, found by halving.
 */
export function cutField(field: string): Trim {
  return {
    minimal: false,
    apply(view, fits) {
      const text = view[field];
      if (typeof text !== 'string' || fits.whole(view)) return view;
      const cut = (bytes: number) => ({ ...view, [field]: shortenText(text, bytes) });
      return cut(mostThatFits(0, utf8Length(text), (bytes) => fits.whole(cut(bytes))));
    },
  };
}

/** Measures a part of a view by the whole view that it will be put back into. */
export function fitsAs(fits: Fits, whole: (part: JsonObject) => JsonObject): Fits {
  return { whole: (part) => fits.whole(whole(part)), bytes: (part) => fits.bytes(whole(part)) };
}

/** The same trims for an object one level down, such as a trace within a pack. */
export function within(name: string, trims: readonly Trim[]): readonly Trim[] {
  return trims.map((trim) => ({
    minimal: trim.minimal,
    apply(view, fits) {
      const inner = view[name];
      if (inner === undefined || !isJsonObject(inner)) return view;
      const outer = (cut: JsonObject) => ({ ...view, [name]: cut });
      const cut = trim.apply(inner, fitsAs(fits, outer));
      return cut === inner ? view : outer(cut);
    },
  }));
}

/** A section one level down. */
export function sectionWithin(name: string, section: Section): Section {
  return mapSection(section, (trims) => within(name, trims));
}

/** The same trims for a list whose pagination has a field name of its own. */
export function pagedAs(name: string, trims: readonly Trim[]): readonly Trim[] {
  return trims.map((trim) => ({
    minimal: trim.minimal,
    apply(view, fits) {
      const { [name]: pagination, ...rest } = view;
      const inner = { ...rest, pagination };
      const outer = ({ pagination: cut, ...others }: JsonObject) => ({ ...others, [name]: cut });
      const cut = trim.apply(inner, fitsAs(fits, outer));
      return cut === inner ? view : outer(cut);
    },
  }));
}

/** Leaves out optional fields one after the other, only as many as needed. */
export function omit(...fields: readonly string[]): Trim {
  return {
    minimal: true,
    apply(view, fits) {
      let current = view;
      for (const field of fields) {
        if (!(field in current) || fits.whole(current)) continue;
        const { [field]: _left, ...rest } = current;
        current = rest;
      }
      return current;
    },
  };
}

export interface DropPlan {
  /** The end that holds what matters least. */
  readonly from: 'front' | 'back';
  /**
   * The least number of items to keep. With 0 the list may become empty, which counts as minimal.
   */
  readonly keep: number;
  /** Whether the view's `count` counts these items. */
  readonly counted?: boolean;
  /**
   * The path of the seq in an item, if `pagination` is by seq. The caller can then continue from
   * it.
   */
  readonly paged?: 'seq' | 'last_seq' | 'to.last_seq' | 'id';
  /** Whether pages run upwards, as in lists by number. */
  readonly upwards?: boolean;
  /**
   * The offset of the page, if pages are by offset. `nextOffset` then leads to the dropped items.
   */
  readonly offset?: number | undefined;
}

/** Drops items of a list until the view fits. Drops as few as possible, found by halving. */
export function dropItems(list: string, plan: DropPlan): Trim {
  return {
    minimal: plan.keep === 0,
    apply(view, fits) {
      const items = itemsOf(view, list);
      if (items.length <= plan.keep) return view;
      const kept = mostThatFits(plan.keep, items.length, (count) =>
        fits.whole(withItems(view, list, items, count, plan)),
      );
      return withItems(view, list, items, kept, plan);
    },
  };
}

/** The largest count in [least, most) that fits, or `least` when none does. */
export function mostThatFits(
  least: number,
  most: number,
  fits: (count: number) => boolean,
): number {
  let low = least;
  let high = most - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function withItems(
  view: JsonObject,
  list: string,
  items: readonly Json[],
  count: number,
  plan: DropPlan,
): JsonObject {
  const kept = plan.from === 'front' ? items.slice(items.length - count) : items.slice(0, count);
  const counted = plan.counted ? { count: kept.length } : {};
  const more = 'has_more' in view ? { has_more: true } : {};
  const cut = { ...view, [list]: kept, ...counted, ...more };
  const next = plan.offset === undefined ? cut : goneOn(cut, plan.offset, kept.length);
  if (!plan.paged || !isJsonObject(view.pagination)) return next;
  return { ...next, pagination: continueAt(view.pagination, items, kept, plan) };
}

/** The next page begins after the items kept. If none was kept, it would be the same page again. */
export function goneOn(view: JsonObject, offset: number, kept: number): JsonObject {
  const { nextOffset: _skips, ...rest } = view;
  return { ...rest, hasMore: true, ...(kept === 0 ? {} : { nextOffset: offset + kept }) };
}

/**
 * The reader continues after the last item kept: below its seq, or above it if pages run upwards.
 */
function continueAt(
  pagination: JsonObject,
  items: readonly Json[],
  kept: readonly Json[],
  { from, paged = 'seq', upwards = false }: DropPlan,
): JsonObject {
  const seqOf = (item: Json | undefined) => seqAt(item, paged);
  const lastKept = from === 'front' ? kept.at(0) : kept.at(-1);
  const first = from === 'front' ? items.at(-1) : items.at(0);
  const again = typeof pagination.cursor === 'string' ? pagination.cursor : undefined;
  const next =
    lastKept === undefined
      ? (again ?? seqOf(first) + (upwards ? -1 : 1))
      : cursorBehind(
          { seq: seqOf(lastKept), key: from === 'back' ? keyIn(lastKept) : undefined },
          { seq: seqOf(items[kept.length]) },
        );
  const continued: Pick<Pagination, 'next_cursor' | 'has_more' | 'count'> = {
    next_cursor: next,
    has_more: true,
    count: kept.length,
  };
  return { ...pagination, ...continued };
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
