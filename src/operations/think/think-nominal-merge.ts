/** `think_nominal_merge`: merges cards that say the same. */

import { MERGED, similarCards } from '../../domain/cards/similar-cards.ts';
import { edgeUpserted } from '../../domain/graph/apply-ops.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { limit, names } from '../declaration/fields.ts';
import { changedCards, namedCards } from './steps/change-cards.ts';
import { readCards } from './steps/read-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

export const thinkNominalMerge = defineOperation({
  name: 'think_nominal_merge',
  title: 'Merge cards that say the same',
  description:
    'Merges duplicate cards of one type, whose words nearly agree: the oldest stays, the others get the status merged and a link to it. A second run changes nothing.',
  toolset: 'reasoning',
  does: writes({ idempotent: true }).and(scoped(readingScope)),
  input: {
    candidate_ids: names.optional().describe('Only among these'),
    limit_candidates: limit(50, 500),
    limit_groups: limit(10, 100),
  },
  example: { title: 'Asked twice', args: {} },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const cards = input.candidate_ids
      ? await namedCards(tx, place, input.candidate_ids, 'candidate_ids')
      : await readCards(tx, place, {}, { limit: input.limit_candidates });
    if (isRefusal(cards)) return cards;
    const groups = similarCards(cards, input.limit_groups);
    const graph = { branch: place.branch.id, doc: place.graph, target: place.target };
    const drafts = groups.flatMap(({ canonical, others }) => [
      ...changedCards(place, others, (state) => ({ ...state, status: MERGED })),
      ...others.map(({ key }) =>
        edgeUpserted(graph, { from: key, rel: 'dedup', to: canonical.key }),
      ),
    ]);
    const last = (await tx.append(drafts)).at(-1);
    const merged = groups.reduce((sum, { others }) => sum + others.length, 0);
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      merged_groups: groups.map(({ canonical, others }) => ({
        canonical_id: canonical.key,
        merged_ids: others.map((card) => card.key),
      })),
      applied:
        last === undefined
          ? null
          : { nodes_upserted: merged, edges_upserted: merged, last_seq: last.seq },
    });
  },
});
