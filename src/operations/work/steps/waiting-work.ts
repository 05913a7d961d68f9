/**
 * Why `graph_next` has no node of work: nothing planned, all resolved, held by others, blocked, or
 * none that matches; and what to do about it.
 */

import { liveClaim } from '../../../domain/work/claim.ts';
import type { WorkNode, WorkProject } from '../../../domain/work/work-node.ts';
import type { Trim } from '../../../kernel/budget.ts';
import { dropItems } from '../../../kernel/cuts/list-cuts.ts';
import { excerpt } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { fill } from '../../../kernel/placeholder.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import { omit, within } from '../../../kernel/trims.ts';
import type { PropertyMatch, Reading } from '../../../store/port.ts';
import { breakDeadlock, deadlockView, findDeadlock } from './find-deadlock.ts';
import { type Claimant, claimEndMs, claimRule } from './work-claim-rule.ts';
import { freeWork } from './work-view.ts';

/** Names are dropped before counts, and the next call last. */
export const WAITING_TRIMS: readonly Trim[] = [
  ...within('waiting', [
    { ...omit('hint', 'blocked_by'), minimal: false },
    dropItems('claimed', { from: 'back', keep: 1 }),
    omit('claimed'),
    omit('deadlock'),
  ]),
  omit('waiting', 'next_call'),
];

const MAX_NAMED = 3;
const MAX_DEPS = 20;
const SUMMARY_BYTES = 160;

export interface Narrowing {
  readonly scope: string | undefined;
  readonly properties: readonly PropertyMatch[];
}

export interface Waiting {
  readonly waiting: JsonObject;
  readonly suggestions: readonly Suggestion[];
}

/** Only for an answer without nodes: any node that is ready is then held by an agent. */
export async function waitingWork(
  tx: Reading,
  project: WorkProject,
  { scope, properties }: Narrowing,
  call: Claimant,
): Promise<Waiting> {
  if (project.resolved === project.total) {
    return { waiting: { resolved: 'all' }, suggestions: [] };
  }
  if (project.total === 1) return { waiting: { empty: true }, suggestions: [planFirst(project)] };
  const isNarrowed = scope !== undefined || properties.length > 0;
  const meant = { project: project.name, ancestor: scope, properties };
  const { claimed, total } = await heldOf(tx, meant, call);
  const blocked = isNarrowed ? await tx.work.count({ ...meant, isBlocked: true }) : project.blocked;
  // In the whole project every chain of waits leads to a claim, named above, or to a deadlock.
  const circle = blocked > 0 ? await findDeadlock(tx, await blockedIds(tx, meant)) : undefined;
  const hasBlockers = isNarrowed && blocked > 0;
  const blockers = hasBlockers ? await blockersOf(tx, meant, claimed) : [];
  const free = isNarrowed ? await freeWork(tx, project, claimRule(call)) : 0;
  const waiting = {
    ...(isNarrowed ? { unresolved: await tx.work.count({ ...meant, resolved: false }) } : {}),
    ...(claimed.length > 0 ? { claimed: claimed.map((node) => claimView(node, call)) } : {}),
    ...(total > claimed.length ? { claimed_total: total } : {}),
    ...(blocked > 0 ? { blocked } : {}),
    ...(blockers.length > 0 ? { blocked_by: blockers.map((node) => blockerView(node, call)) } : {}),
    ...(circle ? { deadlock: await deadlockView(tx, circle) } : {}),
    ...(isNarrowed ? { free_in_project: free } : {}),
    ...(claimed.length > 0 ? { hint: WAIT } : {}),
  };
  const broken = circle ? breakDeadlock(circle) : [];
  return { waiting, suggestions: free > 0 ? [takeAny(project), ...broken] : broken };
}

const WAIT =
  'Ask again after until; its holder gives it back with graph_update {node_id, release: true}.';

type Meant = Narrowing & { readonly project: string; readonly ancestor: string | undefined };

/** The nodes that are ready and held, the first of them by name. */
async function heldOf(tx: Reading, meant: Omit<Meant, 'scope'>, call: Claimant) {
  const rule = claimRule(call);
  const ready = { ...meant, isActionable: true };
  // One more: a root with something open below it is ready, but it is no work and held by nobody.
  const page = await tx.work.page(ready, { sort: 'readiness', limit: MAX_NAMED + 1 });
  const unclaimed = await tx.work.count({ ...ready, claimedBy: { agent: null, rule } });
  return {
    claimed: page.nodes.filter((node) => liveClaim(node, rule)).slice(0, MAX_NAMED),
    total: (await tx.work.count(ready)) - unclaimed,
  };
}

async function blockedIds(tx: Reading, meant: Omit<Meant, 'scope'>): Promise<readonly string[]> {
  const waiting = { ...meant, isBlocked: true };
  const { nodes } = await tx.work.page(waiting, { sort: 'readiness', limit: MAX_NAMED });
  return nodes.map(({ id }) => id);
}

/** What the first blocked nodes wait for, except what is named already. */
async function blockersOf(
  tx: Reading,
  meant: Omit<Meant, 'scope'>,
  named: readonly WorkNode[],
): Promise<readonly WorkNode[]> {
  const found = new Map<string, WorkNode>();
  for (const id of await blockedIds(tx, meant)) {
    for (const dep of await tx.work.neighbours(id, 'depends_on', MAX_DEPS)) {
      if (!dep.resolved) found.set(dep.id, dep);
    }
  }
  for (const { id } of named) found.delete(id);
  return [...found.values()].slice(0, MAX_NAMED);
}

function claimView(node: WorkNode, call: Claimant): JsonObject {
  const claim = liveClaim(node, claimRule(call));
  return {
    id: node.id,
    summary: excerpt(node.summary, SUMMARY_BYTES),
    ...(claim
      ? {
          by: claim.agent,
          since: timestamp(claim.atMs),
          until: timestamp(claimEndMs(claim, call.server)),
        }
      : {}),
  };
}

function blockerView(node: WorkNode, call: Claimant): JsonObject {
  const holder = liveClaim(node, claimRule(call))?.agent;
  return {
    id: node.id,
    summary: excerpt(node.summary, SUMMARY_BYTES),
    ...(holder === undefined ? {} : { by: holder }),
  };
}

function planFirst({ name }: WorkProject): Suggestion {
  const nodes = [{ summary: fill('a piece of work') }];
  return suggestCall('graph_plan', { project: name, nodes }, 'Plan the first work');
}

function takeAny({ name }: WorkProject): Suggestion {
  return suggestCall('graph_next', { project: name, claim: true }, 'Claim other work');
}
