/** The cuts from which tools compose their budget plans. */

import type { Fits, Trim } from './budget.ts';
import { isJsonObject, type Json, type JsonObject, utf8Length, utf8Prefix } from './json.ts';
import { mapSection, type Section } from './sections.ts';

const ELLIPSIS = '...';

export function shortenText(text: string, bytes: number): string {
  if (utf8Length(text) <= bytes) return text;
  return utf8Prefix(text, Math.max(0, bytes - ELLIPSIS.length)) + ELLIPSIS;
}

export function itemsOf(view: JsonObject, list: string): readonly Json[] {
  const items = view[list];
  return Array.isArray(items) ? items : [];
}

/** The largest number in [least, most] that fits, or undefined when not even the least does. */
export function largestThatFits(
  least: number,
  most: number,
  fits: (count: number) => boolean,
): number | undefined {
  if (least > most || !fits(least)) return undefined;
  let low = least;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
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
      const bytes = largestThatFits(0, utf8Length(text), (each) => fits.whole(cut(each)));
      return cut(bytes ?? 0);
    },
  };
}

/** Measures a part of a view by the whole view that it will be put back into. */
export function fitsAs(fits: Fits, whole: (part: JsonObject) => JsonObject): Fits {
  return {
    whole: (part) => fits.whole(whole(part)),
    bytes: (part) => fits.bytes(whole(part)),
    isRoomy: (part) => fits.isRoomy(whole(part)),
    room: fits.room,
  };
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

/** Leaves out fields that can be asked for elsewhere: the answer does not count as minimal. */
export function omitSpare(...fields: readonly string[]): Trim {
  return { ...omit(...fields), minimal: false };
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
