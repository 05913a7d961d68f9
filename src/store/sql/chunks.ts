/** Long lists of names, a statement at a time. */

/** Names in one statement; engines have limits, and a longer list gains nothing. */
const NAMES_AT_ONCE = 400;

export function chunksOf<Item>(items: readonly Item[], size = NAMES_AT_ONCE): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

const SIZES = [128, 16, 4, 1];

/** In few sizes, so that the statements for them are few and stay prepared. */
export function batchesOf<Item>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = [];
  let at = 0;
  for (const size of SIZES) {
    for (; at + size <= items.length; at += size) batches.push(items.slice(at, at + size));
  }
  return batches;
}
