/** How captured evidence is shortened in answers that exceed their budget. */

import type { Trim } from '../../../kernel/budget.ts';
import { isJsonObject, type Json, type JsonObject, utf8Length } from '../../../kernel/json.ts';
import { shortenText } from '../../../kernel/trims.ts';

/** Shortens every text inside the captures of `evidence`. */
export function cutCaptures(bytes: number): Trim {
  return {
    minimal: false,
    apply(view, fits) {
      const { evidence } = view;
      if (!Array.isArray(evidence) || fits.bytes(view)) return view;
      const cut = evidence.map((capture: Json) => shortened(capture, bytes));
      return cut.some((capture, at) => capture !== evidence[at])
        ? { ...view, evidence: cut }
        : view;
    },
  };
}

/** Returns the identical value if nothing in it was too long, so that callers can detect a cut. */
function shortened(value: Json, bytes: number): Json {
  if (typeof value === 'string') {
    return utf8Length(value) <= bytes ? value : shortenText(value, bytes);
  }
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => shortened(item, bytes));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  return shortenedObject(value, bytes);
}

function shortenedObject(value: JsonObject, bytes: number): JsonObject {
  const entries = Object.entries(value).map(
    ([name, item]) => [name, item === undefined ? item : shortened(item, bytes)] as const,
  );
  return entries.some(([name, item]) => item !== value[name]) ? Object.fromEntries(entries) : value;
}
