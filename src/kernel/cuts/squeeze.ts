/**
 * Shortens the texts of a value as little as possible: the longest ones first, all to one length.
 * Short texts such as ids, names and times stay whole until every longer text has given way.
 */

import type { Trim } from '../budget.ts';
import { isJsonObject, type Json, type JsonObject, utf8Length } from '../json.ts';
import { itemsOf, largestThatFits, shortenText } from '../trims.ts';

/** A text of this length still says something; before it gets shorter, spare fields go. */
export const TELLING = 160;

/** Shorter than this only an ellipsis is left; ids must not become ambiguous. */
export const LEAST = 48;

/** The value with no text longer than `bytes`; the same value if none is. */
export function withTexts(value: Json, bytes: number): Json {
  if (typeof value === 'string') return shortenText(value, bytes);
  if (Array.isArray(value)) {
    const items = value.map((item) => withTexts(item, bytes));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  return isJsonObject(value) ? fieldsWithTexts(value, bytes) : value;
}

function fieldsWithTexts(value: JsonObject, bytes: number): JsonObject {
  let isChanged = false;
  const fields = Object.entries(value).map(([name, field]) => {
    const short = field === undefined ? undefined : withTexts(field, bytes);
    isChanged ||= short !== field;
    return [name, short] as const;
  });
  return isChanged ? Object.fromEntries(fields) : value;
}

export function longestText(value: Json | undefined): number {
  if (typeof value === 'string') return utf8Length(value);
  if (typeof value !== 'object' || value === null) return 0;
  const items: readonly (Json | undefined)[] = Array.isArray(value) ? value : Object.values(value);
  return items.reduce<number>((longest, item) => Math.max(longest, longestText(item)), 0);
}

/**
 * The item, cut as little as possible. Spare fields are left out, in their order, before the texts
 * say nothing any more. The shortest form is returned if even that does not fit.
 */
export function squeeze(
  item: Json,
  spare: readonly string[],
  fits: (item: Json) => boolean,
  least: number = LEAST,
): Json {
  let left = item;
  for (const field of [undefined, ...spare]) {
    left = field === undefined ? left : without(left, field);
    const fitting = squeezeTexts(left, TELLING, fits);
    if (fitting !== undefined) return fitting;
  }
  return squeezeTexts(left, least, fits) ?? withTexts(left, least);
}

function squeezeTexts(item: Json, least: number, fits: (item: Json) => boolean): Json | undefined {
  const bytes = largestThatFits(least, Math.max(least, longestText(item)), (length) =>
    fits(withTexts(item, length)),
  );
  return bytes === undefined ? undefined : withTexts(item, bytes);
}

/** `path`: a field, or a field of one of its fields. Of a list, it is left out of every item. */
function without(item: Json, path: string): Json {
  if (Array.isArray(item)) return item.map((each) => without(each, path));
  const [field = '', below] = path.split('.');
  if (!isJsonObject(item) || !(field in item)) return item;
  const { [field]: spare, ...rest } = item;
  if (below === undefined) return rest;
  return spare === undefined ? item : { ...item, [field]: without(spare, below) };
}

/** Shortens the items of a list that has been cut to the few that must stay. */
export function squeezeItems(
  list: string,
  spare: readonly string[] = [],
  least: number = LEAST,
): Trim {
  return {
    minimal: false,
    apply(view, fits) {
      const items = itemsOf(view, list);
      if (items.length === 0 || fits.whole(view)) return view;
      const fitting = (each: Json) => fits.whole({ ...view, [list]: each });
      const short = squeeze(items, spare, fitting, least);
      return { ...view, [list]: short };
    },
  };
}

/** The share of a view of several sections that one text may have. */
export const MAX_OF_A_VIEW = 0.25;

/**
 * Shortens the longest texts of the whole view, wherever they are, but none below the given share
 * of the room: one long text must not push out everything else.
 */
export function clipTexts(share: number, shortest: number = TELLING): Trim {
  return {
    minimal: false,
    apply(view, fits) {
      const least = Math.max(shortest, Math.floor(share * fits.room));
      const longest = longestText(view);
      if (longest <= least || fits.bytes(view)) return view;
      const bytes = largestThatFits(least, longest, (length) =>
        fits.whole(fieldsWithTexts(view, length)),
      );
      return fieldsWithTexts(view, bytes ?? least);
    },
  };
}

/** The last cut before a bare signal: shortens all texts of the view until it fits. */
export const squeezeView: Trim = {
  minimal: true,
  apply(view, fits) {
    return squeeze(view, [], (short) => fits.whole(short as JsonObject)) as JsonObject;
  },
};
