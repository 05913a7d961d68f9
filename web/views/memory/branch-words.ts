/** What several parts of the view say about branches. */

import type { BranchRow } from '../../../src/observatory/views/memory/branches-view.ts';

/** By the id as text. */
export type BranchMap = ReadonlyMap<string, BranchRow>;

export function ownWords(own: number): string {
  if (own === 0) return 'nothing of its own';
  if (own > 1_000) return 'more than 1,000 entries of its own';
  return own === 1 ? '1 entry of its own' : `${own} entries of its own`;
}
