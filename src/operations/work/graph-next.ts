/** `graph_next`: the work that is ready, in order; with claim it is the caller's from then on. */

import * as z from 'zod';
import { claimProperties } from '../../domain/work/claim.ts';
import { updateWork } from '../../domain/work/update-work.ts';
import type { Evidence, WorkNode } from '../../domain/work/work-node.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { shortenText } from '../../kernel/trims.ts';
import type { Ancestor, Reading, Writing } from '../../store/port.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { listedAs } from '../fields.ts';
import { claimRule } from './claim-rule.ts';
import { findNodeOf, findProject } from './find-work.ts';
import { propertyMatches } from './property-matches.ts';
import { nodeId, project, properties, workspace } from './work-fields.ts';
import { LEXER, WORK_SCENE } from './work-scene.ts';
import { briefNode, nodeView } from './work-view.ts';

const acme = { workspace: 'acme' };

/** What was done before matters, but not in full. */
const MOST_DEPS = 20;
const MOST_EVIDENCE = 5;
const REF_BYTES = 300;

export const graphNext = defineOperation({
  name: 'graph_next',
  title: 'Next work',
  description:
    'The next actionable nodes of a project, by priority, depth, then age. With claim they are kept for the caller; its own claims come first.',
  family: 'graph',
  effect: 'write',
  reads: ({ claim }) => !claim,
  seesClaims: true,
  plain: true,
  input: {
    workspace,
    project,
    scope: nodeId.optional().describe('Only below this node'),
    filter: listedAs(properties.optional().describe('Properties to match'), { type: 'object' }),
    count: z.int().min(1).max(50).default(1),
    claim: z.boolean().default(false),
  },
  refusals: {
    PROJECT_NOT_FOUND: {
      title: 'No such project',
      before: WORK_SCENE,
      args: { ...acme, project: 'pasrer' },
    },
    NODE_NOT_FOUND: {
      title: 'No such scope',
      before: WORK_SCENE,
      args: { ...acme, project: 'parser', scope: 'nowhere' },
    },
  },
  examples: [
    {
      title: 'Take the next piece',
      before: WORK_SCENE,
      args: { ...acme, project: 'parser', claim: true },
    },
    {
      title: 'In one part',
      before: WORK_SCENE,
      args: { ...acme, project: 'parser', scope: LEXER, count: 3 },
    },
  ],
  async run(input, call) {
    const { tx, agent, nowMs } = call;
    const found = await findProject(tx, input.project);
    if (isRefusal(found)) return found;
    const scope =
      input.scope === undefined
        ? undefined
        : await findNodeOf(tx, found.name, input.scope, 'scope');
    if (isRefusal(scope)) return scope;
    const chosen = await tx.work.next({
      project: found.name,
      agent,
      claims: claimRule(call),
      scope: scope?.id,
      properties: propertyMatches(input.filter),
      count: input.count,
    });
    if (input.claim) await claim(tx, chosen, agent, nowMs);
    const nodes = input.claim ? await tx.work.nodes(chosen.map((node) => node.id)) : chosen;
    const views: JsonObject[] = [];
    for (const node of nodes) views.push(await workView(tx, node));
    return answer({ nodes: views });
  },
});

async function claim(
  tx: Writing,
  nodes: readonly WorkNode[],
  agent: string,
  nowMs: number,
): Promise<void> {
  const mine = claimProperties(agent, nowMs);
  await tx.append(
    nodes.flatMap((node) => {
      const draft = updateWork(node, { properties: mine });
      return draft ? [draft] : [];
    }),
  );
}

async function workView(tx: Reading, node: WorkNode): Promise<JsonObject> {
  const ancestors = await tx.work.ancestors(node.id);
  const deps = await tx.work.neighbours(node.id, 'depends_on', MOST_DEPS);
  const evidence = await tx.work.evidence([node.id, ...deps.map((dep) => dep.id)]);
  return {
    node: nodeView(node, evidence.get(node.id)),
    ancestors: ancestors.map(briefNode),
    context_links: {
      self: node.contextLinks,
      inherited: ancestors.flatMap(({ id, contextLinks }: Ancestor) =>
        contextLinks.length === 0 ? [] : [{ node_id: id, links: contextLinks }],
      ),
    },
    resolved_deps: deps.map((dep) => ({
      ...briefNode(dep),
      evidence: (evidence.get(dep.id) ?? []).slice(-MOST_EVIDENCE).map(shortened),
    })),
  };
}

function shortened(each: Evidence): Evidence {
  return { ...each, ref: shortenText(each.ref, REF_BYTES) };
}
