/**
 * The reason why the reasoning graph refuses, as data; operations/graph/steps/advice.ts advises on
 * it.
 */

import { refuserFor } from '../../kernel/refusal.ts';

export type GraphReason = { readonly kind: 'graph_part_unknown' };

export const refuseFor = refuserFor<GraphReason>();
