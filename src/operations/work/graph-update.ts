/**
 * `graph_update`, of the work graph: changes nodes, adds evidence, resolves them and releases
 * claims.
 */

import * as z from 'zod';
import { endsClaim, liveClaim } from '../../domain/work/claim.ts';
import { updateWork, type WorkUpdate } from '../../domain/work/update-work.ts';
import { circleAt, refuseCircle } from '../../domain/work/waits.ts';
import { READINESS, type WorkNode } from '../../domain/work/work-node.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { fill } from '../../kernel/placeholder.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { Writing } from '../../store/port.ts';
import {
  type Answer,
  answer,
  type BaseCall,
  defineOperation,
  type Warning,
} from '../declaration/define-operation.ts';
import { claims, seesPresence, writes } from '../declaration/facets.ts';
import { line, listedAs, listOf, noted, text, unlisted } from '../declaration/fields.ts';
import { changedMeanwhile } from './steps/changed-work.ts';
import { findNode, findProject } from './steps/find-work.ts';
import { type HeldWork, heldWork } from './steps/held-work.ts';
import { type Watch, watchActionable } from './steps/newly-actionable-work.ts';
import { FEW_PARTS, withoutTheKnown } from './steps/next-work-view.ts';
import { type FieldReader, fieldReader } from './steps/read-fields.ts';
import { resolvedEarly } from './steps/resolved-early.ts';
import { type Claiming, narrowedBy, takeNext } from './steps/take-next.ts';
import { refuseForged } from './steps/work-claim-properties.ts';
import { type Claimant, claimRule } from './steps/work-claim-rule.ts';
import { evidenceOf, withCellRuns } from './steps/work-evidence.ts';
import { links, nodeId, properties, propertyFilter, state, summary } from './steps/work-fields.ts';
import { briefNode } from './steps/work-view.ts';

const MAX_UPDATES = 200;

const hint = z
  .string()
  .refine((words) => words.trim() !== '', 'must not be blank')
  .refine((words) => words.length <= LIMITS.title, `at most ${LIMITS.title} characters`)
  .optional()
  .describe('For the next agent');

const evidence = z
  .array(
    z.strictObject({
      type: line(LIMITS.docName).describe('git, test, note, cell, ...'),
      ref: text.refine((ref) => ref.trim() !== '', 'must not be blank'),
    }),
  )
  .max(100)
  .optional();

/** What may be changed of a node. */
const change = {
  resolved: z.boolean().optional(),
  add_evidence: listedAs(evidence, listOf({ type: { type: 'string' }, ref: { type: 'string' } })),
  release: z.boolean().optional().describe('Without node_id: all claims'),
  hint,
  state: unlisted(state.optional()),
  summary: unlisted(summary.optional()),
  properties: unlisted(properties.optional().describe('Merged; null deletes')),
  add_context_links: unlisted(links.optional()),
  remove_context_links: unlisted(links.optional()),
};

const update = z.strictObject({ node_id: nodeId, ...change });

type Update = z.output<typeof update>;

const CHANGES = Object.keys(change) as readonly (keyof typeof change)[];

interface WritingCall extends BaseCall, Claimant {
  readonly tx: Writing;
}

export const graphUpdate = defineOperation({
  name: 'graph_update',
  title: 'Update work',
  description:
    'Updates work: resolves nodes, adds evidence, edits, gives work back (release); next also claims the next node. All or none.',
  toolset: 'graph',
  does: writes().and(seesPresence).and(claims),
  input: {
    node_id: nodeId.optional(),
    ...change,
    next: z.boolean().optional(),
    scope: unlisted(nodeId.optional().describe('Of the next node, as in graph_next')),
    filter: unlisted(propertyFilter.optional().describe('Of the next node, as in graph_next')),
    updates: listedAs(
      noted(
        z
          .array(update)
          .refine((updates) => updates.length > 0, 'give at least one')
          .refine((updates) => updates.length <= MAX_UPDATES, `at most ${MAX_UPDATES}`)
          .optional()
          .describe('Several; also state, summary, properties, add_context_links'),
        `at most ${MAX_UPDATES}`,
      ),
      { type: 'array', items: { type: 'object' } },
    ),
  },
  refusals: ['NODE_NOT_FOUND', 'EVIDENCE_REQUIRED', 'CLAIM_HELD', 'CYCLE_DETECTED'],
  example: {
    title: 'Resolve a node with evidence, and claim the next',
    args: {
      node_id: '<node-3-1>',
      resolved: true,
      add_evidence: [{ type: 'git', ref: '4f2c1d0 read numbers' }],
      next: true,
    },
  },
  plain: true,
  async run(input, call) {
    const requests = await requestsOf(input, call);
    if (isRefusal(requests)) return requests;
    const stray = refuseStray(input);
    if (stray) return stray;
    const work: Work = {
      call,
      watch: watchActionable(call.tx),
      held: heldWork(call),
      reader: fieldReader(),
      warnings: [],
      nodes: [],
      turned: [],
      reopened: [],
      released: [],
    };
    const updated: JsonObject[] = [];
    for (const { each, at } of requests) {
      const rev = await applyRequest(work, each, at);
      if (isRefusal(rev)) return rev;
      updated.push({ node_id: each.node_id.trim(), rev });
    }
    const stuck = await refuseReopened(work);
    if (stuck) return stuck;
    const resolves = requests.some(({ each }) => each.resolved === true);
    const releases = input.release || requests.some(({ each }) => asksRelease(each));
    const view = {
      updated,
      ...(releases ? { released: work.released } : {}),
      ...(resolves ? await work.watch.newly() : {}),
    };
    const early = await resolvedEarly(call.tx, work.turned);
    const told = [...work.held.warnings(), ...work.reader.warnings()];
    const warnings = [...work.warnings, ...early, ...told];
    if (!input.next) return answer<JsonObject>(view, { warnings });
    return withNext(call, { view, warnings }, work.nodes, input);
  },
});

interface Work {
  readonly call: WritingCall;
  readonly watch: Watch;
  readonly held: HeldWork;
  readonly reader: FieldReader;
  readonly warnings: Warning[];
  /** The nodes that were named, as they were before. */
  readonly nodes: WorkNode[];
  /** Those that were open, and the parents of those that were not and are again. */
  readonly turned: (string | null)[];
  /** Those that were resolved and are open again. */
  readonly reopened: { readonly id: string; readonly at: string }[];
  readonly released: JsonObject[];
}

/** Returns the revision of the node afterwards. */
async function applyRequest(work: Work, asked: Update, at: string): Promise<number | Refusal> {
  const { call } = work;
  const pieces = await withCellRuns(call, asked.add_evidence, at);
  if (isRefusal(pieces)) return pieces;
  const each = readFields(work, { ...asked, add_evidence: pieces }, at);
  if (isRefusal(each)) return each;
  const node = await findNode(call.tx, each.node_id, `${at}node_id`);
  if (isRefusal(node)) return node;
  const forged = refuseForged(node.properties, each.properties, `${at}properties`);
  if (forged) return forged;
  const bare = each.resolved === true && !node.resolved && (pieces ?? []).length === 0;
  const unproven = bare ? await evidenceOf(call, node, at) : [];
  if (isRefusal(unproven)) return unproven;
  work.warnings.push(...unproven);
  work.warnings.push(...(await changedMeanwhile(call, node, each.resolved === true)));
  const wanted = changeBy(each, node, call);
  const rev = await apply(work, node, wanted, at);
  if (isRefusal(rev)) return rev;
  work.nodes.push(node);
  if (!node.resolved) work.turned.push(node.id);
  else if (each.resolved === false) {
    work.turned.push(node.parent);
    work.reopened.push({ id: node.id, at: `${at}resolved` });
  }
  if (wanted.release) work.released.push({ ...briefNode(node), now: whatIsLeft(node) });
  return rev;
}

/** A node that is open again may wait for itself. All updates count, so they are made first. */
async function refuseReopened({ call: { tx }, reopened }: Work): Promise<Refusal | undefined> {
  for (const { id, at } of reopened) {
    const [node] = await tx.work.nodes([id]);
    const circle = node?.resolved
      ? undefined
      : circleAt(id, await tx.work.waitsBetween([id], [id]));
    if (circle) return refuseCircle(at, circle);
  }
  return undefined;
}

/** The update with its summary and properties as they are stored. */
function readFields({ reader }: Work, each: Update, at: string): Update | Refusal {
  const { summary: text, properties: given } = each;
  const fields = { summary: text, properties: given as JsonObject | undefined };
  const stored = reader.read(fields, at);
  if (isRefusal(stored)) return stored;
  const { summary: short, properties: kept } = stored;
  return { ...each, summary: short, properties: kept as Update['properties'] };
}

/** What another agent would find if it looked for the node now. */
function whatIsLeft({ readiness }: WorkNode): string {
  if (readiness === READINESS.actionable) return 'free';
  return readiness === READINESS.blocked ? 'blocked' : 'open parts below';
}

interface Request {
  readonly each: Update;
  /** Its path in the input, which the fields of refusals begin with. */
  readonly at: string;
}

type Input = Partial<Update> & {
  readonly updates?: readonly Update[] | undefined;
  readonly next?: boolean | undefined;
  readonly scope?: string | undefined;
  readonly filter?: unknown;
};

/** The updates of a call: a list, or one node, or the release of all claims of the caller. */
async function requestsOf(input: Input, call: WritingCall): Promise<readonly Request[] | Refusal> {
  const { updates, node_id: id } = input;
  const given = CHANGES.filter((name) => input[name] !== undefined);
  const [beside] = [...(id === undefined ? [] : ['node_id']), ...given];
  if (updates) {
    if (beside === undefined) {
      return updates.map((each, index) => ({ each, at: `updates.${index}.` }));
    }
    return invalid(beside, 'with updates, give it inside one of the updates');
  }
  const changes = Object.fromEntries(given.map((name) => [name, input[name]]));
  if (id !== undefined && given.length > 0) {
    return [{ each: { ...changes, node_id: id } as Update, at: '' }];
  }
  if (id !== undefined || !input.release) return nothingToDo(id);
  const ofOne = given.find((name) => name !== 'release' && name !== 'hint');
  if (ofOne !== undefined) return invalid('node_id', `required with ${ofOne}`);
  const held = await claimsOf(call);
  return held.map((each) => ({ each: { ...changes, node_id: each } as Update, at: '' }));
}

function invalid(field: string, why: string): Refusal {
  return refuse('INVALID_INPUT', `${field}: ${why}`, { details: { field } });
}

/** Says what a call could change; without a node, where nodes are found. */
function nothingToDo(id: string | undefined): Refusal {
  const done = { resolved: true, add_evidence: [{ type: 'note', ref: fill('how it was done') }] };
  const look = suggestCall('graph_onboard', {}, 'See what is open and who holds it');
  return refuse('INVALID_INPUT', 'updates: required, or node_id with what changes', {
    recovery: 'Give node_id and resolved, add_evidence, release, hint, summary or properties.',
    details: { field: 'updates' },
    suggestions:
      id === undefined
        ? [look]
        : [suggestCall('graph_update', { node_id: id, ...done }, 'Resolve it with evidence')],
  });
}

function refuseStray({ next, scope, filter }: Input): Refusal | undefined {
  if (next) return undefined;
  if (scope !== undefined) return invalid('scope', 'only allowed together with next');
  return filter === undefined ? undefined : invalid('filter', 'only allowed together with next');
}

/** Claims the next node of the project of these nodes, in the same transaction. */
async function withNext(
  call: Claiming,
  done: { readonly view: JsonObject; readonly warnings: readonly Warning[] },
  nodes: readonly WorkNode[],
  input: Input,
): Promise<Answer<JsonObject> | Refusal> {
  const [name, other] = [...new Set(nodes.map((node) => node.project))];
  if (name === undefined || other !== undefined) {
    return invalid('next', 'needs nodes of one project');
  }
  const project = await findProject(call.tx, name);
  if (isRefusal(project)) return project;
  const narrowing = await narrowedBy(call.tx, project, input);
  if (isRefusal(narrowing)) return narrowing;
  const wanted = { project, narrowing, count: 1, claim: true, parts: FEW_PARTS };
  const taken = await takeNext(call, wanted);
  if (isRefusal(taken)) return taken;
  const also = withoutTheKnown(taken.view, call.agent);
  return {
    ...taken,
    view: { ...done.view, ...withoutTaken(done.view, taken.worksOn), ...also },
    warnings: [...done.warnings, ...taken.warnings],
  };
}

/** The node that was claimed is shown once. */
function withoutTaken({ newly_actionable: ready }: JsonObject, taken: string | undefined) {
  if (!Array.isArray(ready)) return {};
  return { newly_actionable: ready.filter((node: JsonObject) => node.id !== taken) };
}

/** The nodes that the caller holds in the workspace, at most as many as one call may update. */
async function claimsOf(call: WritingCall): Promise<readonly string[]> {
  const { tx, agent } = call;
  const claimedBy = { agent, rule: claimRule(call) };
  const held: string[] = [];
  for (const { name } of await tx.work.projects(MAX_UPDATES)) {
    const room = MAX_UPDATES - held.length;
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
    ...(asksRelease(each) && liveClaim(node, claimRule(call))
      ? { release: { agent: call.agent } }
      : {}),
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
