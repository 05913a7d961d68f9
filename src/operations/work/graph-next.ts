/**
 * `graph_next`, of the work graph: the nodes that are ready, in order; with claim the caller holds
 * them.
 */

import * as z from 'zod';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { claims, seesPresence, takesBudget, writesUnless } from '../declaration/facets.ts';
import { unlisted } from '../declaration/fields.ts';
import { findProject } from './steps/find-work.ts';
import { FEW_PARTS, MANY_PARTS, NEXT_TRIMS, refuseTooSmall } from './steps/next-work-view.ts';
import { narrowedBy, takeNext } from './steps/take-next.ts';
import { nodeId, project, propertyFilter } from './steps/work-fields.ts';

export const graphNext = defineOperation({
  name: 'graph_next',
  title: 'Next work',
  description:
    'Next work: actionable nodes of a project (scope, filter) by priority, or why there are none. claim reserves them for the caller; its own claims come first.',
  toolset: 'graph',
  does: writesUnless({ claim: z.boolean().default(false) }, ({ claim }) => !claim)
    .and(takesBudget(NEXT_TRIMS))
    .and(seesPresence)
    .and(claims),
  input: {
    project,
    scope: unlisted(nodeId.optional().describe('Only below this node')),
    filter: unlisted(propertyFilter.optional().describe('Properties to match')),
    count: z.int().min(1).max(50).default(1),
  },
  refusals: ['PROJECT_NOT_FOUND', 'NODE_NOT_FOUND'],
  example: { title: 'Claim the next node', args: { project: 'parser', claim: true } },
  plain: true,
  async run(input, call) {
    const { tx } = call;
    const found = await findProject(tx, input.project);
    if (isRefusal(found)) return found;
    const narrowing = await narrowedBy(tx, found, input);
    if (isRefusal(narrowing)) return narrowing;
    return takeNext(call, {
      project: found,
      narrowing,
      count: input.count,
      claim: input.claim,
      parts: input.max_chars === undefined ? FEW_PARTS : MANY_PARTS,
      refuse: (chosen) => refuseTooSmall(chosen, input),
    });
  },
});
