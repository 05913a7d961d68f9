/**
 * `graph_onboard`, of the work graph: the overview of a project for an agent that does not know it.
 */

import * as z from 'zod';
import { type ClaimRule, claimIn } from '../../domain/work/claim.ts';
import type { WorkNode, WorkProject } from '../../domain/work/work-node.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { dropItems, omit, shortenText } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, seesPresence } from '../declaration/facets.ts';
import { limit, unlisted } from '../declaration/fields.ts';
import { findNode, findProject } from './steps/find-work.ts';
import { claimRule } from './steps/work-claim-rule.ts';
import { project } from './steps/work-fields.ts';
import { briefNode, countsView } from './steps/work-view.ts';

const MOST_PARTS = 12;

const MOST_LEAVES = 10;

const MOST_LISTED = 5;

const REF_BYTES = 120;

export const graphOnboard = defineOperation({
  name: 'graph_onboard',
  title: 'Overview of a project',
  description:
    'Overview of a project: goal, counts, parts with progress, claims, next work. detail=full adds evidence, links, blocked work.',
  toolset: 'graph',
  does: reads([
    dropItems('recent_evidence', { from: 'back', keep: 1 }),
    dropItems('context_links', { from: 'back', keep: 1 }),
    omit('recent_evidence', 'context_links', 'blocked', 'actionable'),
    dropItems('tree', { from: 'back', keep: 1 }),
    omit('claimed', 'tree', 'goal', 'summary', 'next'),
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
    const { tx, agent } = call;
    const found = await chosenProject(tx, input.project);
    if (isRefusal(found)) return found;
    const root = await findNode(tx, found.root, 'project');
    if (isRefusal(root)) throw new Error(`project ${found.name} has no root`);
    const claims = claimRule(call);
    const [next] = await tx.work.next({ project: found.name, agent, claims, count: 1 });
    const claimed = await tx.work.claimed(found.name, claims, MOST_LISTED);
    const brief = {
      detail: input.detail,
      project: found.name,
      goal: root.summary,
      root: root.id,
      summary: countsView(found),
      ...(await partsOf(tx, root)),
      ...(claimed.length > 0 ? { claimed: claimed.map(claimView) } : {}),
      next: next ? briefNode(next) : null,
      updated_at: timestamp(found.updatedMs),
    };
    if (input.detail === 'brief') return answer<JsonObject>(brief);
    const full = await fullView(tx, found, { agent, claims, evidence: input.evidence_limit });
    return answer<JsonObject>({ ...brief, ...full });
  },
});

async function chosenProject(
  tx: Reading,
  name: string | undefined,
): Promise<WorkProject | Refusal> {
  if (name !== undefined) return findProject(tx, name);
  const all = await tx.work.projects(20);
  const [only, ...more] = all;
  if (only && more.length === 0) return only;
  const projects = all.map((each) => each.name);
  return refuse(
    'PROJECT_NOT_FOUND',
    'project: required, because the workspace does not have exactly one',
    {
      recovery: only ? `Name one of ${projects.join(', ')}.` : 'Create one with graph_open.',
      details: { field: 'project', projects },
      suggestions: only
        ? [suggestCall('graph_onboard', { project: only.name }, 'See the first project')]
        : [suggestCall('graph_open', { project: 'main' }, 'Create a first project')],
    },
  );
}

/** The children of the root with their progress, and their number if not all are shown. */
async function partsOf(tx: Reading, root: WorkNode): Promise<JsonObject> {
  const parts = await tx.work.children(root.id, MOST_PARTS);
  const counts = await tx.work.childCounts([root.id, ...parts.map((part) => part.id)]);
  const total = counts.get(root.id)?.total ?? 0;
  const tree = parts.map((part) => {
    const below = counts.get(part.id);
    return {
      id: part.id,
      summary: part.summary,
      resolved: part.resolved,
      ...(below ? { children: below.total, resolved_children: below.resolved } : {}),
    };
  });
  return { tree, ...(total > tree.length ? { tree_total: total } : {}) };
}

function claimView(node: WorkNode): JsonObject {
  const claim = claimIn(node.properties);
  return { ...briefNode(node), by: claim?.agent ?? '', at: timestamp(claim?.atMs ?? 0) };
}

async function fullView(
  tx: Reading,
  { name }: WorkProject,
  request: { agent: string; claims: ClaimRule; evidence: number },
): Promise<JsonObject> {
  const recent = await tx.work.recentEvidence(name, request.evidence);
  const blocked = await tx.work.page(
    { project: name, isBlocked: true },
    { sort: 'readiness', limit: MOST_LISTED },
  );
  const ready = await tx.work.next({
    project: name,
    agent: request.agent,
    claims: request.claims,
    count: MOST_LEAVES,
  });
  return {
    actionable: ready.map((node) => ({
      ...briefNode(node),
      ...(node.properties.priority === undefined ? {} : { priority: node.properties.priority }),
    })),
    blocked: blocked.nodes.map(briefNode),
    recent_evidence: recent.map(({ node, summary, evidence }) => ({
      node_id: node,
      node_summary: summary,
      ...evidence,
      ref: shortenText(evidence.ref, REF_BYTES),
    })),
    context_links: [...new Set(ready.flatMap((node) => node.contextLinks))].sort(),
  };
}
