/** The versions of given nodes and edges of the reasoning graph, as a view sees them. */

import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import type { Version } from '../../../domain/graph/version.ts';
import type { Reading } from '../../../store/port.ts';

export interface GraphKey {
  readonly kind: Version['kind'];
  readonly key: string;
}

/** By `kind|key`. */
export async function versionsOf(
  tx: Reading,
  view: EffectiveView,
  doc: string,
  keys: readonly GraphKey[],
): Promise<ReadonlyMap<string, Version>> {
  const found = new Map<string, Version>();
  for (const kind of ['node', 'edge'] as const) {
    const named = keys.filter((each) => each.kind === kind).map((each) => each.key);
    for (const version of await tx.graph.byKey(view, doc, kind, named)) {
      found.set(`${kind}|${version.key}`, version);
    }
  }
  return found;
}
