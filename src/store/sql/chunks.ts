/** Long lists of names, a statement at a time. */

/** Names in one statement; engines have limits, and a longer list gains nothing. */
const NAMES_AT_ONCE = 400;

export function chunksOf<Item>(items: readonly Item[], size = NAMES_AT_ONCE): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
