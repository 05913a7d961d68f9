/** One node of the work graph with everything that is known about it. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { claimIn, isHeld, withoutClaim } from '../../../domain/work/claim.ts';
import type { WorkEventType } from '../../../domain/work/work-events.ts';
import { historyView } from '../../../domain/work/work-history.ts';
import { priorityOf, type WorkNode } from '../../../domain/work/work-node.ts';
import { type Json, type JsonObject, jsonBytes } from '../../../kernel/json.ts';
import { redact } from '../../../kernel/redaction.ts';
import type { CountsBelow, Reading } from '../../../store/port.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import { type ClaimRow, endOf, untilOf } from './claims-view.ts';
import { CLAIMS_EVERY_MS } from './projects-view.ts';
import { workEventsOf } from './touched-work.ts';
import { cutSummary, stateOf, type WorkState } from './work-view.ts';

/** A node beside the one that is shown. */
export interface NodeNear {
  readonly id: string;
  readonly summary: string;
  readonly more?: true;
  readonly state: WorkState;
}

export interface NodeEvidence {
  readonly type: string;
  readonly ref: string;
  readonly more?: true;
  readonly by: string;
  readonly atMs: number;
}

export interface NodeHistory {
  readonly seq: number;
  readonly atMs: number;
  readonly by: string;
  readonly action: string;
  readonly changes: readonly {
    readonly field: string;
    readonly before: Json;
    readonly after: Json;
  }[];
}

/** A list that may be cut: `total` is how many there are. */
export interface Some<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface NodeRow extends ViewRow {
  readonly project: string;
  readonly summary: string;
  readonly state: WorkState;
  readonly priority: number;
  readonly rev: number;
  readonly createdMs: number;
  readonly by: string;
  readonly changedMs: number;
  readonly claim?: Pick<ClaimRow, 'by' | 'atMs' | 'untilMs' | 'ofProcess' | 'stale'>;
  /** As agents left it; absent if it was never set. */
  readonly note?: Json;
  readonly properties: JsonObject;
  readonly links: readonly string[];
  readonly below: CountsBelow;
  /** Newest first. */
  readonly evidence: Some<NodeEvidence>;
  /** From the root down. */
  readonly ancestors: readonly { readonly id: string; readonly summary: string }[];
  readonly dependsOn: Some<NodeNear>;
  readonly dependedBy: Some<NodeNear>;
  /** Edges of other kinds. */
  readonly related: readonly (NodeNear & { readonly type: string; readonly isFrom: boolean })[];
  /** What becomes ready when this node is finished, all else unchanged. */
  readonly frees: Some<NodeNear>;
  /** Newest first. */
  readonly history: readonly NodeHistory[];
}

/** A node that was merged into another one. */
export interface GoneNodeRow extends ViewRow {
  readonly mergedInto: string;
  readonly history: readonly NodeHistory[];
}

const MAX_NEAR = 100;
const MAX_WAITING = 1_000;
const MAX_EVIDENCE = 100;
const MAX_HISTORY = 30;
const MAX_REF = 8_000;
const MAX_VALUE = 500;

async function nodeRows(look: Look, id: string): Promise<readonly (NodeRow | GoneNodeRow)[]> {
  const { tx } = look;
  const history = await tx.work.history(id, { limit: MAX_HISTORY });
  const lines = history.map((event) => historyLine(event, id));
  const [node] = await tx.work.nodes([id]);
  if (node) return [await nodeRow(look, node, lines)];
  const merge = history.find((event) => event.type === 'work_merged');
  if (merge?.type !== 'work_merged') return [];
  return [{ key: id, mergedInto: merge.payload.target, history: lines }];
}

async function nodeRow(
  look: Look,
  node: WorkNode,
  history: readonly NodeHistory[],
): Promise<NodeRow> {
  const { tx } = look;
  const { id, project } = node;
  const [outlined] = await tx.work.outlineOf(project, [id]);
  const waiting = await tx.work.neighbours(id, 'depended_by', MAX_WAITING);
  return {
    key: id,
    project,
    summary: node.summary,
    state: stateOf(node.readiness),
    priority: priorityOf(node.properties),
    rev: node.rev,
    createdMs: node.createdMs,
    by: node.createdBy,
    changedMs: node.updatedMs,
    ...claimOf(look, node),
    ...(node.state === undefined ? {} : { note: node.state }),
    properties: withoutClaim(node.properties),
    links: node.contextLinks,
    below: outlined?.below ?? { actionable: 0, open: 0, blocked: 0, resolved: 0 },
    evidence: await evidenceOf(tx, id),
    ancestors: (await tx.work.ancestors(id)).map((each) => ({
      id: each.id,
      summary: cutSummary(each.summary).summary,
    })),
    dependsOn: some((await tx.work.neighbours(id, 'depends_on', MAX_WAITING)).map(near)),
    dependedBy: some(waiting.map(near)),
    related: await relatedTo(tx, id),
    frees: some((await freedBy(tx, node, waiting)).map(near)),
    history,
  };
}

function some<Item>(items: readonly Item[], most = MAX_NEAR): Some<Item> {
  return { items: items.slice(0, most), total: items.length };
}

function near(node: WorkNode): NodeNear {
  return { id: node.id, ...cutSummary(node.summary), state: stateOf(node.readiness) };
}

function claimOf(look: Look, node: WorkNode): Pick<NodeRow, 'claim'> {
  const recorded = claimIn(node.properties);
  if (!recorded || node.resolved) return {};
  const { id, project, claimOfProcess: ofProcess } = node;
  const claim = { id, project, ofProcess, readiness: node.readiness, ...recorded };
  const stale = isHeld(claim, look.claims) ? undefined : endOf(claim, look.claims);
  const { agent: by, atMs } = recorded;
  const untilMs = untilOf(claim, look);
  return { claim: { by, atMs, untilMs, ofProcess, ...(stale ? { stale } : {}) } };
}

/** Those that wait for nothing else, and the parent if this is its last open part. */
async function freedBy(
  tx: Reading,
  node: WorkNode,
  waiting: readonly WorkNode[],
): Promise<readonly WorkNode[]> {
  if (node.resolved) return [];
  const [parent] = node.parent === null ? [] : await tx.work.nodes([node.parent]);
  const isOpen = ({ resolved }: WorkNode) => !resolved;
  const freed = waiting.filter(
    ({ openDeps, openChildren }) => openDeps === 1 && openChildren === 0,
  );
  const isLastPart = parent?.openChildren === 1 && parent.openDeps === 0;
  return [...(parent && isLastPart ? [parent] : []), ...freed].filter(isOpen);
}

async function evidenceOf(tx: Reading, id: string): Promise<Some<NodeEvidence>> {
  const all = (await tx.work.evidence([id])).get(id) ?? [];
  const newest = all.toReversed().slice(0, MAX_EVIDENCE);
  const items = newest.map(({ type, ref: whole, agent, timestamp }): NodeEvidence => {
    const { text: ref, ...more } = cutText(whole, MAX_REF);
    return { type, ref, ...more, by: agent, atMs: Date.parse(timestamp) };
  });
  return { items, total: all.length };
}

async function relatedTo(tx: Reading, id: string): Promise<NodeRow['related']> {
  const edges = await tx.work.otherEdges(id, MAX_NEAR);
  const others = edges.map(({ from, to }) => (from === id ? to : from));
  const nodes = new Map((await tx.work.nodes(others)).map((node) => [node.id, node]));
  return edges.flatMap(({ from, to, type }) => {
    const other = nodes.get(from === id ? to : from);
    return other ? [{ ...near(other), type, isFrom: from === id }] : [];
  });
}

function historyLine(event: JournalEvent<WorkEventType>, id: string): NodeHistory {
  const { action, changes } = historyView(event, id) as unknown as Pick<
    NodeHistory,
    'action' | 'changes'
  >;
  return {
    seq: event.seq,
    atMs: event.tsMs,
    by: event.agent,
    action,
    changes: changes.map(({ field, before, after }) => ({
      field,
      before: cutValue(before),
      after: cutValue(after),
    })),
  };
}

/** A long value is shown by its beginning. It is redacted as a value, before it becomes text. */
function cutValue(value: Json): Json {
  if (jsonBytes(value) <= MAX_VALUE) return value;
  const text = typeof value === 'string' ? value : JSON.stringify(redact(value));
  return `${cutText(text, MAX_VALUE).text}…`;
}

export const NODE_VIEW = defineView({
  name: 'node',
  args: z.object({ id: z.string().min(1).max(200) }),
  page: async (look, { id }) => ({ rows: await nodeRows(look, id) }),
  /** It shows the state of many other nodes, so any change of work may concern it. */
  touched: (_look, { id }, events) => (workEventsOf(events).length > 0 ? [id] : []),
  rows: (look, { id }) => nodeRows(look, id),
  everyMs: CLAIMS_EVERY_MS,
});
