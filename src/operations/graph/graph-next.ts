/**
 * `graph_next`, of the work graph: the nodes that are ready, in order; with claim the caller holds
 * them.
 */

import * as z from 'zod';
import { liveClaim } from '../../domain/work/claim.ts';
import { evolveWork, type WorkEvent } from '../../domain/work/evolve-work.ts';
import { updateWork } from '../../domain/work/update-work.ts';
import type { WorkNode } from '../../domain/work/work-node.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Writing } from '../../store/port.ts';
import {
  answer,
  type BaseCall,
  defineOperation,
  type Warning,
} from '../declaration/define-operation.ts';
import { claims, seesPresence, takesBudget, writesUnless } from '../declaration/facets.ts';
import { unlisted } from '../declaration/fields.ts';
import { findNodeOf, findProject } from './steps/find-work.ts';
import { NEXT_TRIMS, nextView, READ_TRIMS, refuseTooSmall } from './steps/next-work-view.ts';
import { WAITING_TRIMS, waitingWork } from './steps/waiting-work.ts';
import { refuseClaimFilter } from './steps/work-claim-properties.ts';
import { type Claimant, claimRule } from './steps/work-claim-rule.ts';
import { nodeId, project, properties } from './steps/work-fields.ts';
import { propertyMatches } from './steps/work-property-matches.ts';

export const graphNext = defineOperation({
  name: 'graph_next',
  title: 'Next work',
  description:
    'Next work: actionable nodes of a project (scope, filter) by priority. claim reserves them for the caller; its own claims come first.',
  toolset: 'graph',
  does: writesUnless({ claim: z.boolean().default(false) }, ({ claim }) => !claim)
    .and(takesBudget(NEXT_TRIMS))
    .and(seesPresence)
    .and(claims),
  input: {
    project,
    scope: unlisted(nodeId.optional().describe('Only below this node')),
    filter: unlisted(properties.optional().describe('Properties to match')),
    count: z.int().min(1).max(50).default(1),
  },
  refusals: ['PROJECT_NOT_FOUND', 'NODE_NOT_FOUND'],
  example: { title: 'Claim the next node', args: { project: 'parser', claim: true } },
  plain: true,
  async run(input, call) {
    const { tx, agent } = call;
    const found = await findProject(tx, input.project);
    if (isRefusal(found)) return found;
    const fault = refuseClaimFilter(input.filter, 'filter');
    if (fault) return fault;
    const scope =
      input.scope === undefined
        ? undefined
        : await findNodeOf(tx, found.name, input.scope, 'scope');
    if (isRefusal(scope)) return scope;
    const narrowing = { scope: scope?.id, properties: propertyMatches(input.filter) };
    const claims = claimRule(call);
    const request = { project: found.name, agent, claims, ...narrowing, count: input.count };
    const chosen = await tx.work.next(request);
    if (chosen.length === 0) {
      const waiting = await waitingWork(tx, found, narrowing, call);
      return answer<JsonObject>({ nodes: [], waiting }, { trims: WAITING_TRIMS });
    }
    if (input.claim) {
      const small = refuseTooSmall(chosen, input);
      if (small) return small;
    }
    const nodes = input.claim ? await claim(call, chosen) : chosen;
    const views: JsonObject[] = [];
    for (const node of nodes) views.push(await nextView(tx, node, claims));
    if (!input.claim) return answer<JsonObject>({ nodes: views }, { trims: READ_TRIMS });
    const warnings = call.isPassing ? [NAMELESS] : [];
    return { ...answer<JsonObject>({ nodes: views }, { warnings }), worksOn: nodes[0]?.id ?? '' };
  },
});

/** A caller without a name cannot be recognised later, so it could not use its claim. */
const NAMELESS: Warning = {
  code: 'NAMELESS',
  message:
    'requests of this client carry no agent name, so no later request can be matched to this claim',
  recovery: 'Send the header Waymark-Agent; without it, name nodes by their ids.',
};

interface Claiming extends BaseCall, Claimant {
  readonly tx: Writing;
  readonly endsWithProcess: boolean;
}

/** The part of the claim time within which asking again does not renew the claim. */
const YOUNG = 0.1;

/**
 * Claims the nodes. Claims that the caller already has are renewed together, a millisecond apart,
 * so that they keep their order and a new claim is the latest. Returns the nodes as they are
 * afterwards.
 */
async function claim(call: Claiming, nodes: readonly WorkNode[]): Promise<readonly WorkNode[]> {
  const { tx, agent, nowMs, server, endsWithProcess: ofProcess } = call;
  const rule = claimRule(call);
  const youngMs = server.claimTtlMinutes * 60_000 * YOUNG;
  const mine = nodes.filter((node) => liveClaim(node, rule)?.agent === agent);
  const isYoung = mine.every((node) => {
    const age = nowMs - (liveClaim(node, rule)?.atMs ?? 0);
    return age < youngMs && node.claimOfProcess === ofProcess;
  });
  const drafts = nodes.flatMap((node) => {
    const place = mine.indexOf(node);
    if (place >= 0 && isYoung) return [];
    const draft = updateWork(node, { claim: { agent, atMs: nowMs - 1 - place, ofProcess } });
    return draft ? [draft] : [];
  });
  return claimedAfter(nodes, (await tx.append(drafts)) as readonly WorkEvent[]);
}

/** Computes the claimed nodes from the events, so that they need not be read again. */
function claimedAfter(nodes: readonly WorkNode[], events: readonly WorkEvent[]) {
  const part = { nodes: new Map(nodes.map((node) => [node.id, node])), edges: [], openBelow: [] };
  const changed = events.flatMap((event) => evolveWork(event, part).changed);
  const after = new Map(changed.map((each) => [each.after.id, each.after]));
  return nodes.map((node) => after.get(node.id) ?? node);
}
