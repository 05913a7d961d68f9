/** Cuts that belong to lists in pages, and to values of any shape. */

import type { Trim } from '../../../kernel/budget.ts';
import { isJsonObject, type Json, type JsonObject, jsonBytes } from '../../../kernel/json.ts';
import { type DropPlan, dropItems, shortenText } from '../../../kernel/trims.ts';

/** The cursor of a page that was cut would skip what fell away, so it falls away too. */
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

/** Any value in at most about so many bytes: texts are cut, and what has too many of them is one. */
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
