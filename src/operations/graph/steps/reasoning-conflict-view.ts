/** How a conflict of the reasoning graph is shown. */

import { type Conflict, type ConflictCore, snapshotView } from '../../../domain/graph/conflict.ts';
import { edgeEnds } from '../../../domain/graph/version.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';

/** The present name of a branch: a conflict stores ids, because branches can be renamed. */
export type BranchNames = (id: number) => string;

/** As `graph_diff` names it: an edge by its ends and relation. */
function keyView({ kind, key }: Pick<ConflictCore, 'kind' | 'key'>): Json {
  return kind === 'edge' ? edgeEnds(key) : key;
}

export function conflictLine(conflict: Conflict): JsonObject {
  return {
    conflict_id: conflict.id,
    kind: conflict.kind,
    key: keyView(conflict),
    status: conflict.status,
    created_at_ms: conflict.createdMs,
    seq: conflict.seq,
  };
}

export function conflictView(
  conflict: ConflictCore,
  names: BranchNames,
  state: { status: string; created_at_ms?: number; resolved_at_ms?: number },
): JsonObject {
  return {
    conflict_id: conflict.id,
    kind: conflict.kind,
    key: keyView(conflict),
    from: names(conflict.from),
    into: names(conflict.into),
    doc: conflict.doc,
    ...state,
    base: snapshotView(conflict.base),
    theirs: snapshotView(conflict.theirs),
    ours: snapshotView(conflict.ours),
  };
}
