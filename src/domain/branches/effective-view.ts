/**
 * What a branch sees: its own entries, and those of each base up to the cutoff.
 *
 * A branch is created after its cutoff, so all its entries have a higher seq. The stretches of a
 * view are therefore disjoint and ordered, and the newest page is read from the front without
 * looking at the rest.
 */

export interface Stretch {
  readonly branch: number;
  /** Entries with `after < seq <= upTo`. */
  readonly after: number;
  readonly upTo: number;
}

/** Newest stretch first. */
export type EffectiveView = readonly Stretch[];

export interface LineageStep {
  readonly branch: number;
  /** The cutoff up to which this branch sees the next one of the lineage; absent at the last. */
  readonly baseSeq?: number;
}

/** `lineage` starts with the branch itself, followed by its base, the base of that, and so on. */
export function effectiveView(lineage: readonly LineageStep[]): EffectiveView {
  let upTo = Number.MAX_SAFE_INTEGER;
  return lineage.map((step) => {
    const stretch = { branch: step.branch, after: 0, upTo };
    upTo = Math.min(upTo, step.baseSeq ?? upTo);
    return stretch;
  });
}

/** The part of a view below a cursor. */
export function viewBefore(view: EffectiveView, cursor: number | undefined): EffectiveView {
  if (cursor === undefined) return view;
  return view
    .map((stretch) => ({ ...stretch, upTo: Math.min(stretch.upTo, cursor - 1) }))
    .filter(isNotEmpty);
}

/** The part of a view above a seq. */
export function viewAfter(view: EffectiveView, seq: number): EffectiveView {
  return view
    .map((stretch) => ({ ...stretch, after: Math.max(stretch.after, seq) }))
    .filter(isNotEmpty);
}

/** Whether a view sees the entry of `branch` at `seq`. */
export function sees(view: EffectiveView, entry: { branch: number; seq: number }): boolean {
  return view.some(
    ({ branch, after, upTo }) => branch === entry.branch && after < entry.seq && entry.seq <= upTo,
  );
}

/** The branch of an entry that a view sees: only the lowest that reaches so far can have it. */
export function branchAt(view: EffectiveView, seq: number): number | undefined {
  return view.findLast(({ upTo }) => seq <= upTo)?.branch;
}

/**
 * What `view` sees and `other` does not. One direction is enough, since a log never loses an entry.
 */
export function viewWithout(view: EffectiveView, other: EffectiveView): EffectiveView {
  const seenUpTo = new Map(other.map((stretch) => [stretch.branch, stretch.upTo]));
  return view
    .map((stretch) => ({
      ...stretch,
      after: Math.max(stretch.after, seenUpTo.get(stretch.branch) ?? 0),
    }))
    .filter(isNotEmpty);
}

function isNotEmpty(stretch: Stretch): boolean {
  return stretch.after < stretch.upTo;
}
