/** Which nodes and edges of a graph changed lately. */

import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import type { VersionName } from '../../port.ts';
import { type GraphDocument, versionsOn, withoutReserved } from './version-rows.ts';

/** Versions that are read for each key of the limit, before there are too many of them. */
const VERSIONS_OF_KEY = 20;

/**
 * One kind after the other, and in the order of the index of all versions. Distinct keys would be
 * read from the index of names instead, and that is the whole graph.
 */
export async function changedAfter(
  place: GraphDocument,
  later: EffectiveView,
  { limit, excludeReserved }: { readonly limit: number; readonly excludeReserved?: boolean },
): Promise<readonly VersionName[] | undefined> {
  const found = new Map<string, VersionName>();
  const most = limit * VERSIONS_OF_KEY;
  for (const { branch, after, upTo } of later) {
    for (const kind of ['node', 'edge'] as const) {
      const all = versionsOn(place, branch).clearSelect().select('key').where('kind', '=', kind);
      const rows = await (excludeReserved ? withoutReserved(all, kind) : all)
        .where('seq', '>', after)
        .where('seq', '<=', upTo)
        .orderBy('seq')
        .limit(most)
        .execute();
      for (const { key } of rows) found.set(`${kind}|${key}`, { kind, key });
      if (rows.length === most || found.size > limit) return undefined;
    }
  }
  return [...found.values()];
}
