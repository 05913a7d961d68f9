/** Trims of both graphs: for lists in pages, and for values of any shape. */

import type { Trim } from '../../../kernel/budget.ts';
import { isJsonObject, type Json, type JsonObject, jsonBytes } from '../../../kernel/json.ts';
import { type DropPlan, dropItems, shortenText } from '../../../kernel/trims.ts';

/** Drops the cursor of a page that was cut: it would skip the items that were cut off. */
export function cutPage(list: string, plan: Pick<DropPlan, 'keep' | 'paged'>): Trim {
  const drop = dropItems(list, { from: 'back', ...plan });
  return {
    ...drop,
    apply(view, fits) {
      const cut = drop.apply(view, fits);
      if (cut === view || !('next_cursor' in cut)) return cut;
      const { next_cursor: _skips, ...rest } = cut;
      return rest;
    },
  };
}

/**
 * Shortens a value to about `bytes`: its texts are cut; if that is not enough, its JSON is cut as
 * one text.
 */
export function shortenValue(value: Json, bytes: number): Json {
  if (jsonBytes(value) <= bytes) return value;
  if (typeof value === 'string') return shortenText(value, bytes);
  const shorter = isJsonObject(value) ? withShortTexts(value, bytes) : value;
  return jsonBytes(shorter) <= 2 * bytes ? shorter : shortenText(JSON.stringify(value), bytes);
}

function withShortTexts(value: JsonObject, bytes: number): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' ? shortenText(each, bytes) : each,
    ]),
  );
}
