/**
 * `graph_update`, of the work graph: changes nodes, adds evidence, resolves them and releases
 * claims.
 */

import * as z from 'zod';
import { evidenceLine } from '../../domain/notebooks/run-evidence.ts';
import { endsClaim, liveClaim } from '../../domain/work/claim.ts';
import { updateWork, type WorkUpdate } from '../../domain/work/update-work.ts';
import type { WorkNode } from '../../domain/work/work-node.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { Writing } from '../../store/port.ts';
import {
  answer,
  type BaseCall,
  defineOperation,
  type Warning,
} from '../declaration/define-operation.ts';
import { seesPresence, writes } from '../declaration/facets.ts';
import { line, listedAs, listOf, text, unlisted } from '../declaration/fields.ts';
import { readCellEvidence } from '../steps/cell-evidence.ts';
import { findNode } from './steps/find-work.ts';
import { type HeldWork, heldWork } from './steps/held-work.ts';
import { type Watch, watchActionable } from './steps/newly-actionable-work.ts';
import { refuseForged } from './steps/work-claim-properties.ts';
import { type Claimant, claimRule } from './steps/work-claim-rule.ts';
import { links, nodeId, properties, state, summary } from './steps/work-fields.ts';
import { briefNode } from './steps/work-view.ts';

const MOST_UPDATES = 200;

const hint = z
  .string()
  .refine((words) => words.trim() !== '', 'must not be blank')
  .refine((words) => words.length <= LIMITS.title, `at most ${LIMITS.title} characters`)
  .optional()
  .describe('For the next agent; kept as _hint until the node is resolved');

const release = z.boolean().optional().describe('Ends the claim on it');

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
        type: line(LIMITS.docName).describe('git, test, note, cell, ...'),
        ref: text.refine((ref) => ref.trim() !== '', 'must not be blank'),
      }),
    )
    .max(100)
    .optional(),
  release,
  hint,
});

type Update = z.output<typeof update>;

interface WritingCall extends BaseCall, Claimant {
  readonly tx: Writing;
}

export const graphUpdate = defineOperation({
  name: 'graph_update',
  title: 'Update work',
  description:
    'Updates work: resolves nodes, adds evidence, edits, releases claims; all or none. Returns revs and newly actionable nodes.',
  toolset: 'graph',
  does: writes().and(seesPresence),
  input: {
    updates: listedAs(
      z
        .array(update)
        .refine((updates) => updates.length > 0, 'give at least one')
        .refine((updates) => updates.length <= MOST_UPDATES, `at most ${MOST_UPDATES}`)
        .optional()
        .describe('Also state, summary, properties, add_context_links'),
      listOf({
        node_id: { type: 'string' },
        resolved: { type: 'boolean' },
        add_evidence: listOf({ type: { type: 'string' }, ref: { type: 'string' } }),
        release: { type: 'boolean' },
        hint: { type: 'string' },
      }),
    ),
    node_id: unlisted(
      nodeId.optional().describe('One node, instead of updates; with release or hint'),
    ),
    release: unlisted(
      z.boolean().optional().describe('Without updates and node_id: ends all claims of the caller'),
    ),
    hint: unlisted(hint),
  },
  refusals: ['NODE_NOT_FOUND', 'EVIDENCE_REQUIRED', 'CLAIM_HELD'],
  example: {
    title: 'Resolve a node with evidence',
    args: {
      updates: [
        {
          node_id: '<node-3-1>',
          resolved: true,
          add_evidence: [{ type: 'git', ref: '4f2c1d0 read numbers' }],
        },
      ],
    },
  },
  plain: true,
  async run(input, call) {
    const { tx, server } = call;
    const requests = await requestsOf(input, call);
    if (isRefusal(requests)) return requests;
    const work: Work = { call, watch: watchActionable(tx), held: heldWork(call) };
    const updated: JsonObject[] = [];
    const released: JsonObject[] = [];
    const unproved: Warning[] = [];
    for (const { each: asked, at } of requests) {
      const each = await withCellRuns(call, asked, at);
      if (isRefusal(each)) return each;
      const node = await findNode(tx, each.node_id, `${at}node_id`);
      if (isRefusal(node)) return node;
      const forged = refuseForged(node.properties, each.properties, `${at}properties`);
      if (forged) return forged;
      const bare = await lacksEvidence(tx, node, each);
      if (bare && server.evidenceOnResolve === 'require') return evidenceRequired(at, node);
      if (bare && server.evidenceOnResolve === 'warn') unproved.push(unproven(node));
      const change = changeBy(each, node, call);
      const rev = await apply(work, node, change, at);
      if (isRefusal(rev)) return rev;
      updated.push({ node_id: node.id, rev });
      if (change.release) released.push(briefNode(node));
    }
    const resolves = requests.some(({ each }) => each.resolved === true);
    const releases = input.release || requests.some(({ each }) => asksRelease(each));
    return answer<JsonObject>(
      {
        updated,
        ...(releases ? { released } : {}),
        ...(resolves ? await work.watch.newly() : {}),
      },
      { warnings: [...unproved, ...work.held.warnings()] },
    );
  },
});

interface Work {
  readonly call: WritingCall;
  readonly watch: Watch;
  readonly held: HeldWork;
}

interface Request {
  readonly each: Update;
  /** Its path in the input, which the fields of refusals begin with. */
  readonly at: string;
}

/**
 * The updates of a call. Without a list: a release or hint of one node, or the release of all
 * claims of the caller.
 */
async function requestsOf(
  input: {
    readonly updates?: readonly Update[] | undefined;
    readonly node_id?: string | undefined;
    readonly release?: boolean | undefined;
    readonly hint?: string | undefined;
  },
  call: WritingCall,
): Promise<readonly Request[] | Refusal> {
  const { updates, node_id: id, release: ends, hint: words } = input;
  const beside = (['node_id', 'release', 'hint'] as const).find(
    (name) => input[name] !== undefined,
  );
  if (updates && beside) {
    return refuse('INVALID_INPUT', `${beside}: with updates, give it inside one of the updates`, {
      details: { field: beside },
    });
  }
  if (updates) return updates.map((each, index) => ({ each, at: `updates.${index}.` }));
  if (!ends && (id === undefined || words === undefined)) {
    return refuse('INVALID_INPUT', 'updates: required', { details: { field: 'updates' } });
  }
  const ids = id === undefined ? await claimsOf(call) : [id];
  return ids.map((each) => ({ each: { node_id: each, release: ends, hint: words }, at: '' }));
}

/** The nodes that the caller holds in the workspace, at most as many as one call may update. */
async function claimsOf(call: WritingCall): Promise<readonly string[]> {
  const { tx, agent } = call;
  const claimedBy = { agent, rule: claimRule(call) };
  const held: string[] = [];
  for (const { name } of await tx.work.projects(MOST_UPDATES)) {
    const room = MOST_UPDATES - held.length;
    if (room === 0) break;
    const page = await tx.work.page({ project: name, claimedBy }, { sort: 'created', limit: room });
    held.push(...page.nodes.map((node) => node.id));
  }
  return held;
}

function asksRelease({ release: ends, properties: wanted }: Update): boolean {
  return ends === true || endsClaim(wanted as JsonObject | undefined);
}

function changeBy(each: Update, node: WorkNode, call: WritingCall): WorkUpdate {
  return {
    ...withEvidence(each, call.agent, call.nowMs),
    // A claim that has ended is not released again.
    release: asksRelease(each) && liveClaim(node, claimRule(call)) !== undefined,
  };
}

function withEvidence(
  { add_evidence: added, release: _ends, ...each }: Update,
  agent: string,
  nowMs: number,
) {
  const evidence = (added ?? []).map(({ type, ref }) => ({
    type: type.trim(),
    ref,
    agent,
    timestamp: timestamp(nowMs),
  }));
  return { ...(each as Omit<WorkUpdate, 'evidence'>), evidence };
}

/** A reference `notebook:cell`: notebooks have UUIDs, other references rarely begin with one. */
const CELL_REF = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:/i;

/** Evidence of the type `cell` becomes a line about the last run of that cell. */
async function withCellRuns(
  { tx, nowMs }: WritingCall,
  each: Update,
  at: string,
): Promise<Update | Refusal> {
  const added: { type: string; ref: string }[] = [];
  for (const [index, piece] of (each.add_evidence ?? []).entries()) {
    if (piece.type.trim() !== 'cell' || !CELL_REF.test(piece.ref)) {
      added.push(piece);
      continue;
    }
    const evidence = await readCellEvidence(tx, piece.ref, nowMs);
    if (isRefusal(evidence)) {
      const field = `${at}add_evidence.${index}.ref`;
      return refuse('INVALID_INPUT', `${field}: ${evidence.message}`, { details: { field } });
    }
    added.push({ type: 'cell', ref: evidenceLine(evidence) });
  }
  return each.add_evidence === undefined ? each : { ...each, add_evidence: added };
}

/** Returns the revision of the node afterwards. */
async function apply(
  { call: { tx }, watch, held }: Work,
  node: WorkNode,
  change: WorkUpdate,
  at: string,
): Promise<number | Refusal> {
  const draft = updateWork(node, change);
  if (!draft) return node.rev;
  const fence = held.meet(node, `${at}node_id`);
  if (fence) return fence;
  if (change.resolved !== undefined) {
    await watch.before([...(await tx.work.waitingFor([node.id])), node.parent], [node]);
  }
  await tx.append([draft]);
  return node.rev + 1;
}

async function lacksEvidence(tx: Writing, node: WorkNode, each: Update): Promise<boolean> {
  if (each.resolved !== true || node.resolved || (each.add_evidence ?? []).length > 0) return false;
  return !(await tx.work.evidence([node.id])).has(node.id);
}

function evidenceRequired(at: string, node: WorkNode): Refusal {
  return refuse('EVIDENCE_REQUIRED', `${at}add_evidence: ${node.id} has no evidence`, {
    recovery: 'Add evidence that it is done: a commit, a test or a note.',
    details: { field: `${at}add_evidence`, node_id: node.id },
  });
}

function unproven(node: WorkNode): Warning {
  return {
    code: 'EVIDENCE_MISSING',
    message: `${node.id} was resolved without evidence`,
    recovery: 'Add it with graph_update add_evidence.',
  };
}
