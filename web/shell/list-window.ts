/** Which rows of a long list are seen, and how far to scroll so that nothing moves. */

/** Rows beside the visible ones, so that a quick scroll shows no gaps. */
const BESIDE = 8;

export function visibleRange(
  { top, height }: { readonly top: number; readonly height: number },
  rowHeight: number,
  count: number,
): { readonly from: number; readonly to: number } {
  const first = Math.floor(top / rowHeight) - BESIDE;
  const last = Math.ceil((top + height) / rowHeight) + BESIDE;
  return { from: Math.max(0, Math.min(first, count)), to: Math.max(0, Math.min(last, count)) };
}

/** A row that must not move, and where it is in the window. */
export interface Anchor {
  readonly key: string;
  readonly offset: number;
}

/** The selected row if it is seen, else the first row that is. */
export function anchorOf(
  keys: readonly string[],
  rowHeight: number,
  selected: string | undefined,
  top: number,
  height: number,
): Anchor | undefined {
  const at = selected === undefined ? -1 : keys.indexOf(selected);
  const offset = at * rowHeight - top;
  if (selected !== undefined && at >= 0 && offset > -rowHeight && offset < height) {
    return { key: selected, offset };
  }
  const first = Math.min(keys.length - 1, Math.max(0, Math.floor(top / rowHeight)));
  const key = keys[first];
  return key === undefined ? undefined : { key, offset: first * rowHeight - top };
}

/** Undefined if the row has left the list. */
export function scrollFor(
  { key, offset }: Anchor,
  keys: readonly string[],
  rowHeight: number,
): number | undefined {
  const at = keys.indexOf(key);
  return at < 0 ? undefined : Math.max(0, at * rowHeight - offset);
}
