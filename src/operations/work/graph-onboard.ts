/**
 * `graph_onboard`, of the work graph: the overview of a project for an agent that does not know it.
 */

import * as z from 'zod';
import { type ClaimRule, claimIn } from '../../domain/work/claim.ts';
import type { WorkNode, WorkProject } from '../../domain/work/work-node.ts';
import { dropItems } from '../../kernel/cuts/list-cuts.ts';
import { clipTexts, MAX_OF_A_VIEW } from '../../kernel/cuts/squeeze.ts';
import { excerpt } from '../../kernel/excerpt.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { fill } from '../../kernel/placeholder.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { type Suggestion, suggestCall } from '../../kernel/suggestion.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { omit } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import {
  type Answer,
  answer,
  type BaseCall,
  defineOperation,
} from '../declaration/define-operation.ts';
import { readsAnywhere, seesPresence } from '../declaration/facets.ts';
import { limit, unlisted } from '../declaration/fields.ts';
import { rulesField } from '../steps/standing-rules.ts';
import { findNode, findProject } from './steps/find-work.ts';
import { openParts, waitsFor } from './steps/open-work.ts';
import { waitingWork } from './steps/waiting-work.ts';
import { type Claimant, claimEndMs, claimRule } from './steps/work-claim-rule.ts';
import { project } from './steps/work-fields.ts';
import { briefNode, countsView } from './steps/work-view.ts';

const MAX_PROJECTS = 20;

const MAX_LEAVES = 10;

const MAX_LISTED = 5;

const NEWEST_EVIDENCE = 3;

const REF_BYTES = 120;

const SUMMARY_BYTES = 120;

const GOAL_BYTES = 500;

export const graphOnboard = defineOperation({
  name: 'graph_onboard',
  title: 'Overview of a project',
  description:
    'Overview of a project: goal, counts, what is open, what blocks it, claims, newest evidence, next work. Without project: the only one, or a list.',
  toolset: 'graph',
  // The next call goes last, and before it the project and the node that it is about.
  does: readsAnywhere([
    clipTexts(MAX_OF_A_VIEW),
    dropItems('context_links', { from: 'back', keep: 1 }),
    dropItems('recent_evidence', { from: 'back', keep: 1 }),
    { ...omit('context_links', 'actionable', 'recent_evidence'), minimal: false },
    dropItems('blocked', { from: 'back', keep: 1 }),
    dropItems('tree', { from: 'back', keep: 1 }),
    dropItems('projects', { from: 'back', keep: 1 }),
    omit('blocked', 'updated_at', 'detail', 'tree', 'tree_total', 'claimed', 'waiting', 'root'),
    dropItems('rules', { from: 'back', keep: 1 }),
    omit('rules', 'rules_more'),
    omit('goal', 'summary', 'projects', 'hint', 'next', 'project', 'next_call'),
  ]).and(seesPresence),
  input: {
    project: project.optional().describe('Default: the only one'),
    detail: unlisted(z.enum(['brief', 'full']).default('brief')),
    evidence_limit: unlisted(limit(10, 50)),
  },
  refusals: ['PROJECT_NOT_FOUND'],
  example: { title: 'The only project', args: {} },
  plain: true,
  async run(input, call) {
    const { tx } = call;
    const found =
      input.project === undefined ? await onlyProject(tx) : await findProject(tx, input.project);
    if (isRefusal(found)) return found;
    if (!found) return answerProjects(call);
    const { view, suggestions } = await briefView(call, found, input.detail);
    if (input.detail === 'brief') return answer<JsonObject>(view, { suggestions });
    const { agent } = call;
    const request = { agent, claims: claimRule(call), evidence: input.evidence_limit };
    const full = await fullView(tx, found, request);
    return answer<JsonObject>({ ...view, ...full }, { suggestions });
  },
});

interface Looking extends BaseCall, Claimant {
  readonly tx: Reading;
}

/** Undefined unless the workspace has exactly one. */
async function onlyProject(tx: Reading): Promise<WorkProject | undefined> {
  const [only, ...more] = await tx.work.projects(2);
  return more.length === 0 ? only : undefined;
}

/** Without exactly one project: all of them, each with the call that shows it. */
async function answerProjects(call: Looking): Promise<Answer<JsonObject>> {
  const all = await call.tx.work.projects(MAX_PROJECTS);
  const rules = await rulesField(call.tx, []);
  if (all.length === 0) {
    const args = { project: fill('a name'), goal: fill('what shall be reached') };
    const suggestions = [suggestCall('graph_plan', args, 'Create a first project')];
    return answer<JsonObject>(
      { projects: [], hint: 'There is no project yet.', ...rules },
      { suggestions },
    );
  }
  const place =
    call.workspace === call.server.defaultWorkspace ? {} : { workspace: call.workspace };
  const projects = all.map(({ name, summary, total, resolved }) => ({
    project: name,
    goal: excerpt(summary, SUMMARY_BYTES),
    unresolved: total - resolved,
    call: { tool: 'graph_onboard', args: { ...place, project: name } },
  }));
  return answer<JsonObject>({ projects, hint: 'Several projects: name one.', ...rules });
}

async function briefView(call: Looking, found: WorkProject, detail: string) {
  const { tx, agent } = call;
  const root = await findNode(tx, found.root, 'project');
  if (isRefusal(root)) throw new Error(`project ${found.name} has no root`);
  const claims = claimRule(call);
  const request = { project: found.name, agent, claims, count: 1 };
  // The proposed call claims.
  const [next] = await tx.work.next({ ...request, isClaim: true });
  const nothing = next ? undefined : await waitingWork(tx, found, WHOLE, call);
  const claimed = await tx.work.claimed(found.name, claims, MAX_LISTED);
  const blocked = await blockedView(tx, found);
  const evidence = await evidenceView(tx, found, NEWEST_EVIDENCE);
  const view = {
    detail,
    project: found.name,
    goal: excerpt(root.summary, GOAL_BYTES),
    ...(await rulesField(tx, [root.id])),
    root: root.id,
    summary: await countsView(tx, found, root, claims),
    ...(await openParts(tx, root)),
    ...(blocked.length > 0 ? { blocked } : {}),
    ...(claimed.length > 0 ? { claimed: claimed.map((node) => claimView(node, call)) } : {}),
    ...(evidence.length > 0 ? { recent_evidence: evidence } : {}),
    next: next ? shortNode(next) : null,
    ...(nothing ? { waiting: beside(nothing.waiting) } : {}),
    updated_at: timestamp(found.updatedMs),
  };
  const suggestions: readonly Suggestion[] = nothing?.suggestions ?? [takeIt(found)];
  return { view, suggestions };
}

function shortNode({ id, summary }: WorkNode) {
  return { id, summary: excerpt(summary, SUMMARY_BYTES) };
}

/** The claims have a list of their own. */
function beside({ claimed: _listed, ...waiting }: JsonObject): JsonObject {
  return waiting;
}

const WHOLE = { scope: undefined, properties: [] };

function takeIt({ name }: WorkProject): Suggestion {
  return suggestCall('graph_next', { project: name, claim: true }, 'Claim the next work');
}

/** How long it is held, and until when at most. */
function claimView(node: WorkNode, call: Looking): JsonObject {
  const { agent, atMs } = claimIn(node.properties) ?? { agent: '', atMs: 0 };
  return {
    ...shortNode(node),
    by: agent,
    minutes: Math.max(0, Math.floor((call.nowMs - atMs) / 60_000)),
    until: timestamp(claimEndMs({ agent, atMs }, call.server)),
  };
}

async function blockedView(tx: Reading, { name }: WorkProject): Promise<readonly JsonObject[]> {
  const filter = { project: name, isBlocked: true };
  const { nodes } = await tx.work.page(filter, { sort: 'readiness', limit: MAX_LISTED });
  const views: JsonObject[] = [];
  for (const node of nodes) {
    views.push({ ...shortNode(node), waits_for: await waitsFor(tx, node) });
  }
  return views;
}

async function evidenceView(
  tx: Reading,
  { name }: WorkProject,
  most: number,
): Promise<readonly JsonObject[]> {
  return (await tx.work.recentEvidence(name, most)).map(({ node, summary, evidence }) => ({
    node_id: node,
    node_summary: excerpt(summary, SUMMARY_BYTES),
    ...evidence,
    ref: excerpt(evidence.ref, REF_BYTES),
  }));
}

async function fullView(
  tx: Reading,
  found: WorkProject,
  request: { agent: string; claims: ClaimRule; evidence: number },
): Promise<JsonObject> {
  const ready = await tx.work.next({
    project: found.name,
    agent: request.agent,
    claims: request.claims,
    count: MAX_LEAVES,
    isClaim: false,
  });
  return {
    actionable: ready.map((node) => ({
      ...briefNode(node),
      ...(node.properties.priority === undefined ? {} : { priority: node.properties.priority }),
    })),
    recent_evidence: await evidenceView(tx, found, request.evidence),
    context_links: [...new Set(ready.flatMap((node) => node.contextLinks))].sort(),
  };
}
