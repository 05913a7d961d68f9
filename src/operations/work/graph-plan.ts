/** `graph_plan`: a batch of nodes under those there are, all or none. */

import * as z from 'zod';
import { type NodeWish, planWork } from '../../domain/work/plan-work.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { listedAs, listOf } from '../fields.ts';
import { refuseForged } from './claim-properties.ts';
import { links, nodeId, properties, summary, workspace } from './work-fields.ts';
import { OPEN_SCENE, PLAN_ARGS, ROOT, SECOND_ROOT, WORK_SCENE } from './work-scene.ts';

const acme = { workspace: 'acme' };
const MOST_NODES = 500;

const node = z.strictObject({
  ref: nodeId.describe('Name within this batch'),
  parent_ref: nodeId.optional().describe('A ref, or the id of a node'),
  summary,
  context_links: links.optional(),
  depends_on: z.array(nodeId).max(100).optional().describe('Refs or ids'),
  properties: properties.optional(),
});

const one = (more: object) => ({
  ...acme,
  nodes: [{ ref: 'a', parent_ref: ROOT, summary: 'Write the lexer', ...more }],
});

export const graphPlan = defineOperation({
  name: 'graph_plan',
  title: 'Plan work',
  description:
    'Makes a batch of nodes under existing ones, with dependencies, all or none. Answers their ids in order.',
  family: 'graph',
  effect: 'write',
  seesPresence: true,
  plain: true,
  input: {
    workspace,
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
  refusals: {
    DUPLICATE_REF: {
      title: 'One name for two',
      before: OPEN_SCENE,
      args: { ...acme, nodes: [one({}).nodes[0], one({}).nodes[0]] as never },
    },
    MISSING_PARENT: {
      title: 'Under nothing',
      before: OPEN_SCENE,
      args: { ...acme, nodes: [{ ref: 'a', summary: 'Write the lexer' }] },
    },
    INVALID_PARENT_REF: {
      title: 'Under nobody knows what',
      before: OPEN_SCENE,
      args: one({ parent_ref: 'nowhere' }),
    },
    INVALID_DEPENDS_ON: {
      title: 'After nobody knows what',
      before: OPEN_SCENE,
      args: one({ depends_on: ['nowhere'] }),
    },
    CYCLE_DETECTED: {
      title: 'After itself',
      before: OPEN_SCENE,
      args: one({ depends_on: ['a'] }),
    },
    CROSS_PROJECT: {
      title: 'After another project',
      before: [...OPEN_SCENE, { tool: 'graph_open', args: { ...acme, project: 'printer' } }],
      args: one({ depends_on: [SECOND_ROOT] }),
    },
  },
  examples: [
    { title: 'Two steps of a part', before: OPEN_SCENE, args: PLAN_ARGS },
    {
      title: 'One more',
      before: WORK_SCENE,
      args: one({ properties: { priority: 5, area: 'lexer' } }),
    },
  ],
  async run(input, { tx, newWorkId }) {
    const wishes = input.nodes as readonly NodeWish[];
    for (const [index, wish] of wishes.entries()) {
      const forged = refuseForged({}, wish.properties, `nodes.${index}.properties`);
      if (forged) return forged;
    }
    const seq = tx.head + 1;
    const batch = planWork(wishes, await knownOf(tx, wishes), (index) => newWorkId(seq, index));
    if (isRefusal(batch)) return batch;
    await tx.append([batch.draft]);
    return answer({ created: batch.created });
  },
});

/** What the batch leans on and is there already. A ref wins over an id of the same text. */
async function knownOf(tx: Reading, wishes: readonly NodeWish[]) {
  const refs = new Set(wishes.map(({ ref }) => ref));
  const named = wishes.flatMap(({ parent_ref: parent, depends_on: dependsOn = [] }) => [
    ...(parent === undefined ? [] : [parent]),
    ...dependsOn,
  ]);
  const nodes = await tx.work.nodes(named.filter((name) => !refs.has(name)));
  const above = new Map<string, readonly string[]>();
  for (const { id } of nodes) {
    if (wishes.some((wish) => wish.parent_ref === id)) {
      above.set(id, [...(await tx.work.ancestors(id)).map((each) => each.id), id]);
    }
  }
  return { nodes: new Map(nodes.map((each) => [each.id, each])), above };
}
