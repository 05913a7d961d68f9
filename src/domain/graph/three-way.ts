/** A three-way merge of any values: takes the change of one side, unless the other changed too. */

export type MergeOutcome = 'skip' | 'apply' | 'conflict';

/** `theirs` is merged into `ours`; both come from `base`. */
export function threeWay<State>(
  sides: { readonly base: State; readonly theirs: State; readonly ours: State },
  same: (a: State, b: State) => boolean,
): MergeOutcome {
  const { base, theirs, ours } = sides;
  if (same(theirs, base) || same(theirs, ours)) return 'skip';
  return same(ours, base) ? 'apply' : 'conflict';
}
