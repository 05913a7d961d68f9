/** Opens conflicts of merges of the reasoning graph, also resolved ones. */

import { suggestCall } from '../../kernel/suggestion.ts';
import { branchNamesOf } from '../../operations/graph/steps/find-reasoning-conflict.ts';
import { conflictView } from '../../operations/graph/steps/reasoning-conflict-view.ts';
import { nameOf } from '../terms/artifact-texts.ts';
import { near, type Opener, recallCall } from './opened.ts';

export const openConflict: Opener = {
  prefixes: ['conflict'],
  claims: (id) => /^CONFLICT-[0-9a-f]{32}$/.test(id),
  async open({ tx }, id) {
    const conflict = await tx.conflicts.byId(id);
    if (!conflict) return [];
    const names = await branchNamesOf(tx, conflict);
    const { kind, key, doc, status, createdMs, resolvedMs } = conflict;
    const [into, from] = [names(conflict.into), names(conflict.from)];
    const card = (branch: string) => `card:${key}@${branch}/${doc}`;
    return [
      {
        id,
        kind: 'conflict',
        title: `${kind} ${key}: ${from} into ${into}`,
        in: `${into}/${doc}`,
        atMs: createdMs,
        by: (await tx.journal.at(conflict.seq))?.agent,
        state: status === 'open' ? undefined : status,
        content: conflictView(conflict, names, {
          status,
          created_at_ms: createdMs,
          ...(resolvedMs === undefined ? {} : { resolved_at_ms: resolvedMs }),
        }),
        near:
          kind === 'node' ? [near('ours', card(into), key), near('theirs', card(from), key)] : [],
        next:
          status === 'open' || kind !== 'node'
            ? suggestCall('graph_conflicts', { into }, 'See all that is to be decided')
            : recallCall(card(into), 'See what holds now'),
      },
    ];
  },
  texts: async (_tx, id) => [nameOf.conflict(id)],
};
