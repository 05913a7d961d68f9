/** Decides a conflict for the merged branch: its state, and the edges that come or go with it. */

import type { Digest } from '../../kernel/digest.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import type { Conflict } from './conflict.ts';
import { broughtOver } from './merge-graph.ts';
import { edgeEnds, type Version } from './version.ts';

/** The destination as it is now, as far as the conflict concerns it. */
export interface AtDestination {
  readonly name: string;
  /** Live nodes, among the ends of the edges below and of the conflict itself. */
  readonly nodes: ReadonlySet<string>;
  /**
   * Of a node: the live edges at it that go with it, or those that the merged branch saw at a node
   * that the destination has no more.
   */
  readonly edges: readonly Pick<Version, 'kind' | 'key' | 'state'>[];
}

export function takeTheirs(
  conflict: Conflict,
  { name, nodes, edges }: AtDestination,
  digest: Digest,
): readonly EventDraft[] | Refusal {
  const { id, kind, key, theirs } = conflict;
  const state = theirs?.node ?? theirs?.edge;
  const hasEnds = (edge: string, found: ReadonlySet<string>) => {
    const { from, to } = edgeEnds(edge);
    return [from, to].find((end) => !found.has(end)) === undefined;
  };
  if (kind === 'edge' && state && !hasEnds(key, nodes)) {
    return refuse('CONFLICT', `conflict_id: ${name} no longer has both ends of ${key}`, {
      recovery: 'Restore the missing node first, or resolve with use_into.',
    });
  }
  const place = { branch: conflict.into, doc: conflict.doc };
  const origin = { branch: conflict.from, seq: theirs?.seq ?? 0 };
  const write = (version: Pick<Version, 'kind' | 'key' | 'state'>) =>
    broughtOver(place, version, origin, id, digest);
  const own = write({ kind, key, ...(state ? { state } : {}) } as Pick<Version, 'kind' | 'key'>);
  if (!state) return [...edges.map(({ key: gone }) => write({ kind: 'edge', key: gone })), own];
  const after = new Set([...nodes, key]);
  return [own, ...edges.filter((edge) => hasEnds(edge.key, after)).map(write)];
}
