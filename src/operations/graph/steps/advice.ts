/** What to do about each refusal of the reasoning graph. */

import type { GraphReason } from '../../../domain/graph/reasons.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { AdviceTable } from '../../steps/advice-table.ts';

export const GRAPH_ADVICE: AdviceTable<GraphReason> = {
  graph_part_unknown: () => ({
    recovery: 'Use an id that is in this graph.',
    suggestions: [suggestCall('graph_query', {}, 'See the nodes that exist')],
  }),
};
