/** Groups thoughts or their files by chain, in the order in which they are given. */

export function byChain<Item extends { readonly chain: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const chains = new Map<string, Item[]>();
  for (const item of items) {
    const own = chains.get(item.chain);
    if (own) own.push(item);
    else chains.set(item.chain, [item]);
  }
  return chains;
}
