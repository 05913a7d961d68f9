/** Which documents a search may find. */

import type { GroupSlice, RecallDoc } from '../../store/port.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';

export interface DocFilter {
  readonly kinds?: readonly RecallKind[] | undefined;
  /** The groups that they are in. */
  readonly groups?: readonly GroupSlice[] | undefined;
  /** Their numbers: from the first, and below the second. */
  readonly numbers?: readonly [from: number, below: number] | undefined;
  /** Whether it is limited to a branch, which may see a later version than the one with the words. */
  readonly isOnBranch?: boolean | undefined;
  /** What else a document must be. */
  readonly allows?: ((doc: RecallDoc) => boolean) | undefined;
}

type Key = Pick<RecallDoc, 'kind' | 'number'>;

/** As far as kind and number tell. */
export function fits({ kinds, numbers }: DocFilter): (text: Key) => boolean {
  const [from, below] = numbers ?? [0, Number.MAX_SAFE_INTEGER];
  const wanted = kinds && new Set(kinds);
  return ({ kind, number }) =>
    number >= from && number < below && (wanted === undefined || wanted.has(kind));
}

export function isAllowed(filter: DocFilter): (doc: RecallDoc) => boolean {
  const isFitting = fits(filter);
  const inside =
    filter.groups && new Map(filter.groups.map(({ group, below }) => [group, below ?? Infinity]));
  return (doc) =>
    isFitting(doc) &&
    (inside === undefined || doc.number < (inside.get(doc.group) ?? 0)) &&
    filter.allows?.(doc) !== false;
}
