/** `graph_conflict_resolve`, of the reasoning graph: decides a conflict of a merge. */

import * as z from 'zod';
import { viewBefore } from '../../domain/branches/effective-view.ts';
import { type Conflict, keptKey, RESOLUTIONS } from '../../domain/graph/conflict.ts';
import { isOwn } from '../../domain/graph/judge-keys.ts';
import { contestedKeys } from '../../domain/graph/merge-graph.ts';
import { takeTheirs } from '../../domain/graph/take-theirs.ts';
import { edgeEnds, type Version } from '../../domain/graph/version.ts';
import type { EventDraft } from '../../domain/journal/event.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { sha256 } from '../../sha256.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { findConflict } from './steps/find-reasoning-conflict.ts';
import { decidedAmong, type MergePlace, mergeSides } from './steps/merge-sides.ts';

export const graphConflictResolve = defineOperation({
  name: 'graph_conflict_resolve',
  title: 'Resolve a graph conflict',
  description:
    'Resolves a conflict of a graph merge: use_from writes the state of the merged branch into the destination, a node with its edges; use_into keeps the state of the destination. A resolved conflict stays resolved.',
  toolset: 'reasoning',
  does: writes(),
  input: { conflict_id: z.string().max(64), resolution: z.enum(RESOLUTIONS) },
  refusals: ['UNKNOWN_ID', 'CONFLICT'],
  example: {
    title: 'Take the idea',
    args: { conflict_id: 'CONFLICT-466a4a7203a50c20267b0708d885cdd7', resolution: 'use_from' },
  },
  async run(input, { tx }) {
    const conflict = await findConflict(tx, input.conflict_id);
    if (isRefusal(conflict)) return conflict;
    if (conflict.status === 'resolved') {
      return refuse('CONFLICT', `conflict_id: ${conflict.id} is already resolved`, {
        recovery: 'Change the destination itself instead.',
        suggestions: [
          suggestCall('graph_conflict_show', { conflict_id: conflict.id }, 'See what was decided'),
        ],
      });
    }
    const applied = input.resolution === 'use_from';
    const drafts = applied ? await theirStates(tx, conflict) : [];
    if (isRefusal(drafts)) return drafts;
    const kept = applied || (await tx.journal.withKey(keptKey(conflict, sha256)));
    await tx.append([
      ...drafts,
      {
        type: 'graph_conflict_resolved',
        entity: conflict.id,
        ...(kept ? {} : { key: keptKey(conflict, sha256) }),
        payload: { id: conflict.id, resolution: input.resolution },
      },
    ]);
    return answer({ conflict_id: conflict.id, status: 'resolved', applied });
  },
});

async function theirStates(
  tx: Reading,
  conflict: Conflict,
): Promise<readonly EventDraft[] | Refusal> {
  const from = await tx.branches.byId(conflict.from);
  const into = await tx.branches.byId(conflict.into);
  if (!from || !into) throw new Error(`a branch of ${conflict.id} is missing`);
  const { kind, key, doc, theirs } = conflict;
  const view = await viewOf(tx, into);
  const liveNodes = async (ids: readonly string[]) => {
    const found = await tx.graph.byKey(view, doc, 'node', ids);
    return new Set(found.filter(({ state }) => state).map((node) => node.key));
  };
  if (kind === 'edge') {
    const { from: one, to: other } = edgeEnds(key);
    const nodes = await liveNodes([one, other]);
    return takeTheirs(conflict, { name: into.name, nodes, edges: [] }, sha256);
  }
  const isThere = (await liveNodes([key])).has(key);
  const edges = theirs?.deleted
    ? (await tx.graph.edgesAt(view, doc, [key])).filter(({ state }) => state)
    : isThere
      ? []
      : await lostEdges(tx, { from, into, doc }, conflict);
  const ends = edges.flatMap((edge) => [edgeEnds(edge.key).from, edgeEnds(edge.key).to]);
  const nodes = await liveNodes(ends);
  return takeTheirs(conflict, { name: into.name, nodes, edges }, sha256);
}

/**
 * The edges at a node that the destination deleted, as the merged branch saw them when the conflict
 * was found; without those that were decided against.
 */
async function lostEdges(
  tx: Reading,
  place: MergePlace,
  { key, seq }: Conflict,
): Promise<readonly Version[]> {
  const view = viewBefore(await viewOf(tx, place.from), seq);
  const seen = (await tx.graph.edgesAt(view, place.doc, [key])).filter(({ state }) => state);
  const sides = (await mergeSides(tx, place, seen, view)).filter(isOwn);
  const into = { branch: place.into.id, doc: place.doc };
  const request = { from: place.from.id, into, keys: sides, around: [], digest: sha256 };
  const contested = contestedKeys(request);
  const decided = await decidedAmong(tx, contested);
  const kept = new Set(contested.filter(({ id }) => decided.has(id)).map((each) => each.key));
  return sides
    .filter(({ ours }) => !ours?.state)
    .flatMap(({ theirs }) => (kept.has(theirs.key) ? [] : [theirs]));
}
