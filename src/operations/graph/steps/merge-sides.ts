/** Reads the keys of a merge of the reasoning graph as its three sides see them. */

import type { Branch } from '../../../domain/branches/branch.ts';
import { type EffectiveView, effectiveView } from '../../../domain/branches/effective-view.ts';
import { broughtOverKeys, type ConflictCore, keptKey } from '../../../domain/graph/conflict.ts';
import type { MergeKey } from '../../../domain/graph/judge-keys.ts';
import { sameState, versionOf } from '../../../domain/graph/version.ts';
import { sha256 } from '../../../sha256.ts';
import type { Reading } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import { type GraphKey, versionsOf } from './reasoning-versions.ts';

/** A document on the two branches of a merge. */
export interface MergePlace {
  readonly from: Branch;
  readonly into: Branch;
  readonly doc: string;
}

/** In the order of the names; those that no side has are left out. `theirs`: what `from` sees. */
export async function mergeSides(
  tx: Reading,
  { from, into, doc }: MergePlace,
  names: readonly GraphKey[],
  theirView?: EffectiveView,
): Promise<readonly MergeKey[]> {
  const lineage = effectiveView(await tx.branches.lineage(from.id));
  const base = await versionsOf(tx, lineage.slice(1), doc, names);
  const theirs = await versionsOf(tx, theirView ?? lineage, doc, names);
  const ours = await versionsOf(tx, await viewOf(tx, into), doc, names);
  const sides: MergeKey[] = [];
  for (const { kind, key } of names) {
    const name = `${kind}|${key}`;
    const found = { base: base.get(name), theirs: theirs.get(name), ours: ours.get(name) };
    if (!found.theirs && !found.ours) continue;
    sides.push(await sinceLastMerge(tx, { from: from.id, into: into.id, doc, kind, key }, found));
  }
  return sides;
}

/**
 * The state that was merged last is the new base; otherwise a merge would conflict with its own
 * result.
 */
async function sinceLastMerge(
  tx: Reading,
  meeting: Parameters<typeof broughtOverKeys>[0],
  sides: MergeKey,
): Promise<MergeKey> {
  const { base, theirs, ours } = sides;
  if (ours?.seq === base?.seq || sameState(theirs, ours)) return sides;
  const places = await tx.journal.keyedLike(broughtOverKeys(meeting, sha256));
  const last = await tx.journal.at(Math.max(0, ...places.map((place) => place.seq)));
  return last ? { ...sides, base: versionOf(last) } : sides;
}

/** The ids of those whose state on the merged branch was decided against. */
export async function decidedAmong(
  tx: Reading,
  contested: readonly ConflictCore[],
): Promise<ReadonlySet<string>> {
  const decided = new Set<string>();
  for (const meeting of contested) {
    if (await tx.journal.withKey(keptKey(meeting, sha256))) decided.add(meeting.id);
  }
  return decided;
}
