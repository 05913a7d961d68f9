/** `graph_update`: changes nodes, adds evidence, resolves; and tells what became ready by it. */

import * as z from 'zod';
import { timestamp } from '../../domain/documents/entry-view.ts';
import { updateWork, type WorkUpdate } from '../../domain/work/update-work.ts';
import { workNodeDraft } from '../../domain/work/work-graph.ts';
import type { WorkNode } from '../../domain/work/work-node.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Writing } from '../../store/port.ts';
import { answer, defineOperation, type Warning } from '../define-operation.ts';
import { line, listedAs, listOf, text } from '../fields.ts';
import { findNode } from './find-work.ts';
import { type Watch, watchActionable } from './newly-actionable.ts';
import { links, nodeId, properties, state, summary, workspace } from './work-fields.ts';
import { NUMBERS, WORK_SCENE } from './work-scene.ts';

const acme = { workspace: 'acme' };

const update = z.strictObject({
  node_id: nodeId,
  resolved: z.boolean().optional(),
  state: state.optional(),
  summary: summary.optional(),
  properties: properties.optional().describe('Merged; null deletes'),
  add_context_links: links.optional(),
  remove_context_links: links.optional(),
  add_evidence: z
    .array(
      z.strictObject({
        type: line(LIMITS.docName).describe('git, test, note, ...'),
        ref: text.refine((ref) => ref.trim() !== '', 'must not be blank'),
      }),
    )
    .max(100)
    .optional(),
});

type Update = z.output<typeof update>;

export const graphUpdate = defineOperation({
  name: 'graph_update',
  title: 'Update work',
  description:
    'Changes nodes, adds evidence, resolves; all or none. Answers revisions and which nodes became actionable.',
  family: 'graph',
  effect: 'write',
  seesClaims: true,
  plain: true,
  input: {
    workspace,
    updates: listedAs(
      z
        .array(update)
        .refine((updates) => updates.length > 0, 'give at least one')
        .refine((updates) => updates.length <= 200, 'at most 200')
        .describe('Also state, summary, properties (merged), add_/remove_context_links'),
      listOf({
        node_id: { type: 'string' },
        resolved: { type: 'boolean' },
        add_evidence: listOf({ type: { type: 'string' }, ref: { type: 'string' } }),
      }),
    ),
  },
  refusals: {
    NODE_NOT_FOUND: {
      title: 'No such node',
      before: WORK_SCENE,
      args: { ...acme, updates: [{ node_id: 'nowhere', resolved: true }] },
    },
    EVIDENCE_REQUIRED: {
      title: 'Done, but nothing shows it',
      before: WORK_SCENE,
      args: { ...acme, updates: [{ node_id: NUMBERS, resolved: true }] },
      server: { evidenceOnResolve: 'require' },
    },
  },
  examples: [
    {
      title: 'Done, with evidence',
      before: WORK_SCENE,
      args: {
        ...acme,
        updates: [
          {
            node_id: NUMBERS,
            resolved: true,
            add_evidence: [{ type: 'git', ref: '4f2c1d0 read numbers' }],
          },
        ],
      },
    },
  ],
  async run({ updates }, { tx, agent, nowMs, server }) {
    const watch = watchActionable(tx);
    const updated: JsonObject[] = [];
    const warnings: Warning[] = [];
    for (const [index, each] of updates.entries()) {
      const node = await findNode(tx, each.node_id, `updates.${index}.node_id`);
      if (isRefusal(node)) return node;
      const bare = await lacksEvidence(tx, node, each);
      if (bare && server.evidenceOnResolve === 'require') return evidenceRequired(index, node);
      if (bare && server.evidenceOnResolve === 'warn') warnings.push(unproven(node));
      updated.push(await apply(tx, node, withEvidence(each, agent, nowMs), watch));
    }
    const resolves = updates.some((each) => each.resolved === true);
    return answer<JsonObject>({ updated, ...(resolves ? await watch.newly() : {}) }, { warnings });
  },
});

function withEvidence({ add_evidence: added, ...each }: Update, agent: string, nowMs: number) {
  const evidence = (added ?? []).map(({ type, ref }) => ({
    type: type.trim(),
    ref,
    agent,
    timestamp: timestamp(nowMs),
  }));
  return { ...(each as Omit<WorkUpdate, 'evidence'>), evidence };
}

async function apply(
  tx: Writing,
  node: WorkNode,
  change: WorkUpdate,
  watch: Watch,
): Promise<JsonObject> {
  const draft = updateWork(node, change);
  if (!draft) return { node_id: node.id, rev: node.rev };
  if (change.resolved !== undefined) {
    await watch.before([node.id, ...(await tx.work.affectedBy([node.id]))]);
  }
  const resolved = change.resolved ?? node.resolved;
  const words = change.summary?.trim() ?? node.summary;
  const isSeen = resolved !== node.resolved || words !== node.summary;
  const shown = { id: node.id, project: node.project, resolved, summary: words };
  await tx.append([draft, ...(isSeen ? [workNodeDraft(shown)] : [])]);
  return { node_id: node.id, rev: node.rev + 1 };
}

async function lacksEvidence(tx: Writing, node: WorkNode, each: Update): Promise<boolean> {
  if (each.resolved !== true || node.resolved || (each.add_evidence ?? []).length > 0) return false;
  return !(await tx.work.evidence([node.id])).has(node.id);
}

function evidenceRequired(index: number, node: WorkNode): Refusal {
  return refuse('EVIDENCE_REQUIRED', `updates.${index}.add_evidence: ${node.id} has no evidence`, {
    recovery: 'Add what shows that it is done: a commit, a test, a note.',
    details: { field: `updates.${index}.add_evidence`, node_id: node.id },
  });
}

function unproven(node: WorkNode): Warning {
  return {
    code: 'EVIDENCE_MISSING',
    message: `${node.id} was resolved without evidence`,
    recovery: 'Add it by graph_update add_evidence.',
  };
}
