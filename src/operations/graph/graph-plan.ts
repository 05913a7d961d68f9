/** `graph_plan`, of the work graph: creates a batch of nodes under existing ones, all or none. */

import * as z from 'zod';
import { type NodeRequest, planWork } from '../../domain/work/plan-work.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { createsWork, writes } from '../declaration/facets.ts';
import { listedAs, listOf } from '../declaration/fields.ts';
import { refuseForged } from './steps/work-claim-properties.ts';
import { links, nodeId, properties, summary } from './steps/work-fields.ts';

const MOST_NODES = 500;

const node = z.strictObject({
  ref: nodeId.describe('Name within this batch'),
  parent_ref: nodeId.optional().describe('A ref, or the id of a node'),
  summary,
  context_links: links.optional(),
  depends_on: z.array(nodeId).max(100).optional().describe('Refs or ids'),
  properties: properties.optional(),
});

export const graphPlan = defineOperation({
  name: 'graph_plan',
  title: 'Plan work',
  description:
    'Plans work: creates nodes under existing ones, with dependencies, all or none. Returns their ids.',
  toolset: 'graph',
  does: writes().and(createsWork),
  input: {
    nodes: listedAs(
      z
        .array(node)
        .refine((nodes) => nodes.length > 0, 'give at least one')
        .refine((nodes) => nodes.length <= MOST_NODES, `at most ${MOST_NODES}`)
        .describe('ref names a node in the batch; else ids. Also context_links, properties'),
      listOf({
        ref: { type: 'string' },
        parent_ref: { type: 'string' },
        summary: { type: 'string' },
        depends_on: { type: 'array', items: { type: 'string' } },
      }),
    ),
  },
  refusals: [
    'DUPLICATE_REF',
    'MISSING_PARENT',
    'INVALID_PARENT_REF',
    'INVALID_DEPENDS_ON',
    'CYCLE_DETECTED',
    'CROSS_PROJECT',
  ],
  example: {
    title: 'Two steps of a part',
    args: {
      nodes: [
        {
          ref: 'lexer',
          parent_ref: '<node-2-0>',
          summary: 'Write the lexer',
          properties: { area: 'lexer' },
        },
        {
          ref: 'numbers',
          parent_ref: 'lexer',
          summary: 'Read numbers',
          context_links: ['src/lexer.ts'],
          properties: { priority: 2 },
        },
        { ref: 'strings', parent_ref: 'lexer', summary: 'Read strings', depends_on: ['numbers'] },
      ],
    },
  },
  plain: true,
  async run(input, { tx, newWorkId }) {
    const requests = input.nodes as readonly NodeRequest[];
    for (const [index, request] of requests.entries()) {
      const forged = refuseForged({}, request.properties, `nodes.${index}.properties`);
      if (forged) return forged;
    }
    const seq = tx.head + 1;
    const batch = planWork(requests, await knownOf(tx, requests), (index) => newWorkId(seq, index));
    if (isRefusal(batch)) return batch;
    await tx.append([batch.draft]);
    return answer({ created: batch.created });
  },
});

/** The existing nodes that the batch refers to. A ref wins over an id of the same text. */
async function knownOf(tx: Reading, requests: readonly NodeRequest[]) {
  const refs = new Set(requests.map(({ ref }) => ref));
  const named = requests.flatMap(({ parent_ref: parent, depends_on: dependsOn = [] }) => [
    ...(parent === undefined ? [] : [parent]),
    ...dependsOn,
  ]);
  const nodes = await tx.work.nodes(named.filter((name) => !refs.has(name)));
  const above = new Map<string, readonly string[]>();
  for (const { id } of nodes) {
    if (requests.some((request) => request.parent_ref === id)) {
      above.set(id, [...(await tx.work.ancestors(id)).map((each) => each.id), id]);
    }
  }
  return { nodes: new Map(nodes.map((each) => [each.id, each])), above };
}
