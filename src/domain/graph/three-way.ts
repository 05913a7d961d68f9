/** A three-way merge of anything: what one side did, unless the other did something else. */

export type MergeOutcome = 'skip' | 'apply' | 'conflict';

/** `theirs` is to be brought into `ours`; both came from `base`. */
export function threeWay<State>(
  sides: { readonly base: State; readonly theirs: State; readonly ours: State },
  same: (a: State, b: State) => boolean,
): MergeOutcome {
  const { base, theirs, ours } = sides;
  if (same(theirs, base) || same(theirs, ours)) return 'skip';
  return same(ours, base) ? 'apply' : 'conflict';
}
