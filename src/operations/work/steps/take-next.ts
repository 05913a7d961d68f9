/** Chooses the next work and claims it, for every tool that hands out work. */

import { liveClaim } from '../../../domain/work/claim.ts';
import { evolveWork, type WorkEvent } from '../../../domain/work/evolve-work.ts';
import { DESCRIPTION } from '../../../domain/work/given-fields.ts';
import { updateWork } from '../../../domain/work/update-work.ts';
import type { WorkNode, WorkProject } from '../../../domain/work/work-node.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import { knownAbout, knownField } from '../../../recall/query/known-about.ts';
import { groupOf } from '../../../recall/terms/recall-text.ts';
import type { Reading, Writing } from '../../../store/port.ts';
import type { Answer, BaseCall, Warning } from '../../declaration/define-operation.ts';
import { changedSince } from './changed-work.ts';
import { findNodeOf } from './find-work.ts';
import { nextView, READ_TRIMS, type ShownParts } from './next-work-view.ts';
import { type Narrowing, WAITING_TRIMS, waitingWork } from './waiting-work.ts';
import { refuseClaimFilter } from './work-claim-properties.ts';
import { type Claimant, claimEndMs, claimRule } from './work-claim-rule.ts';
import { propertyMatches } from './work-property-matches.ts';

export interface Claiming extends BaseCall, Claimant {
  readonly tx: Writing;
  readonly isAnonymous: boolean;
  readonly endsWithProcess: boolean;
}

export interface Wanted {
  readonly project: WorkProject;
  readonly narrowing: Narrowing;
  readonly count: number;
  readonly claim: boolean;
  readonly parts: ShownParts;
  /** Called before a claim; a refusal leaves the nodes to others. */
  readonly refuse?: (chosen: readonly WorkNode[]) => Refusal | undefined;
}

/** Reads `scope` and `filter` of a call, which mean the same wherever work is handed out. */
export async function narrowedBy(
  tx: Reading,
  project: WorkProject,
  { scope, filter }: { readonly scope?: string | undefined; readonly filter?: unknown },
): Promise<Narrowing | Refusal> {
  const fault = refuseClaimFilter(filter, 'filter');
  if (fault) return fault;
  const node = scope === undefined ? undefined : await findNodeOf(tx, project.name, scope, 'scope');
  if (isRefusal(node)) return node;
  return { scope: node?.id, properties: propertyMatches(filter as JsonObject | undefined) };
}

/** The nodes as an answer shows them; without any, why there are none. */
export async function takeNext(call: Claiming, wanted: Wanted): Promise<Answer | Refusal> {
  const { tx, agent } = call;
  const { project, narrowing, claim, parts } = wanted;
  const rule = claimRule(call);
  const request = { project: project.name, agent, claims: rule, ...narrowing };
  const chosen = await tx.work.next({ ...request, count: wanted.count, isClaim: claim });
  const nothing = { warnings: [], suggestions: [] };
  if (chosen.length === 0) {
    const { waiting, suggestions } = await waitingWork(tx, project, narrowing, call);
    return { ...nothing, view: { nodes: [], waiting }, suggestions, trims: WAITING_TRIMS };
  }
  const refusal = claim ? wanted.refuse?.(chosen) : undefined;
  if (refusal) return refusal;
  // Read before the claim, which is itself a change.
  const changed = new Map<string, readonly string[]>();
  for (const node of chosen) changed.set(node.id, await changedSince(call, node));
  const nodes = claim ? await claimNodes(call, chosen) : chosen;
  const views: JsonObject[] = [];
  const untilOf = (node: WorkNode) => claimedUntil(node, call);
  for (const node of nodes) {
    const others = changed.get(node.id) ?? [];
    const view = await nextView(tx, node, { rule, untilOf }, parts);
    views.push({
      ...view,
      ...(others.length > 0 ? { changed: others } : {}),
      ...(claim && node === nodes[0] ? knownField(await knownAboutNode(call, project, node)) : {}),
    });
  }
  if (!claim) return { ...nothing, view: { nodes: views }, trims: READ_TRIMS };
  const areOff = call.server.claimTtlMinutes === 0;
  const warnings = areOff ? [CLAIMS_OFF] : call.isAnonymous ? [NAMELESS] : [];
  return { ...nothing, view: { nodes: views }, warnings, worksOn: nodes[0]?.id ?? '' };
}

/** The node that is worked on first. What its project holds is not news: the answer shows it. */
async function knownAboutNode(
  call: Claiming,
  { name, root }: WorkProject,
  { id, summary, properties }: WorkNode,
): Promise<readonly string[]> {
  const { [DESCRIPTION]: description } = properties;
  return knownAbout(call, {
    text: [summary, ...(typeof description === 'string' ? [description] : [])].join('\n'),
    leaveOut: [groupOf.project(name)],
    within: [id, root],
  });
}

function claimedUntil(node: WorkNode, call: Claimant): string | undefined {
  const claim = liveClaim(node, claimRule(call));
  return claim?.agent === call.agent ? timestamp(claimEndMs(claim, call.server)) : undefined;
}

/** A caller without a name cannot be recognised later, so it could not use its claim. */
const NAMELESS: Warning = {
  code: 'NAMELESS',
  message:
    'requests of this client carry no agent name, so no later request can be matched to this claim',
  recovery: 'Send the header Waymark-Agent; without it, name nodes by their ids.',
};

const CLAIMS_OFF: Warning = {
  code: 'CLAIMS_OFF',
  message: 'claim_ttl_minutes is 0, so claims are off: other agents may get the same node',
  recovery: 'Set claim_ttl_minutes to more than 0 where several agents work.',
};

/** The part of the claim time within which asking again does not renew the claim. */
const YOUNG = 0.1;

/**
 * Claims the nodes. Claims that the caller already has are renewed together, a millisecond apart,
 * so that they keep their order and a new claim is the latest. Returns the nodes as they are
 * afterwards.
 */
async function claimNodes(
  call: Claiming,
  nodes: readonly WorkNode[],
): Promise<readonly WorkNode[]> {
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
