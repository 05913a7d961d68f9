/** Shortens the path of a cycle, for refusals. */

/** A longer path is shown by its beginning and its end: a cycle can have all nodes of a project. */
const MAX_SHOWN = 40;

export function shownPath(path: readonly string[]): readonly string[] {
  return shownParts(path, '…');
}

/** `gap` stands for the parts between the beginning and the end. */
export function shownParts<Part>(path: readonly Part[], gap: Part): readonly Part[] {
  if (path.length <= MAX_SHOWN) return path;
  return [...path.slice(0, MAX_SHOWN / 2), gap, ...path.slice(-MAX_SHOWN / 2)];
}
