/** The tree of one project: all of it, or what is not finished and the way to it. */

import { z } from 'zod';
import { READINESS } from '../../../domain/work/work-node.ts';
import type { CountsBelow, OutlineNode } from '../../../store/port.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, MAX_PAGE, type ViewRow } from '../../view.ts';
import { touchedLines, workEventsOf } from './touched-work.ts';

/** What a node is ready for. Whether a claim on it still holds is in the view of claims. */
export type WorkState = keyof typeof READINESS;

/** A node. Fields that would say nothing are left out, since there may be 50,000 of them. */
export interface WorkRow extends ViewRow {
  readonly parent?: string;
  readonly depth: number;
  /** Its place among the others: the order of creation. */
  readonly order: number;
  readonly summary: string;
  /** The summary is longer. */
  readonly more?: true;
  readonly state: WorkState;
  readonly priority?: number;
  /** As it was recorded; it may have ended. */
  readonly claim?: { readonly by: string; readonly atMs: number };
  /** How many nodes are below it, at any depth, by state. */
  readonly below?: CountsBelow;
  /** How many pieces of evidence it has. */
  readonly evidence?: number;
  /** What it depends on, finished or not. */
  readonly deps?: readonly string[];
}

const STATES = Object.fromEntries(
  Object.entries(READINESS).map(([name, value]) => [value, name]),
) as Readonly<Record<number, WorkState>>;

export function stateOf(readiness: number): WorkState {
  return STATES[readiness] ?? 'open';
}

/** A text of a list. */
export function cutSummary(whole: string): { readonly summary: string; readonly more?: true } {
  const { text, more } = cutText(whole);
  return more ? { summary: text, more } : { summary: text };
}

function rowOf(node: OutlineNode): WorkRow {
  const { below, claim } = node;
  const count = below.actionable + below.open + below.blocked + below.resolved;
  return {
    key: node.id,
    ...(node.parent === null ? {} : { parent: node.parent }),
    depth: node.depth,
    order: node.order,
    ...cutSummary(node.summary),
    state: stateOf(node.readiness),
    ...(node.priority === 0 ? {} : { priority: node.priority }),
    ...(claim ? { claim: { by: claim.agent, atMs: claim.atMs } } : {}),
    ...(count === 0 ? {} : { below }),
    ...(node.evidence === 0 ? {} : { evidence: node.evidence }),
    ...(node.dependsOn.length === 0 ? {} : { deps: node.dependsOn }),
  };
}

/** Unresolved itself, or on the way to something unresolved. */
function isOpen({ readiness, below }: OutlineNode): boolean {
  if (readiness !== READINESS.resolved) return true;
  return below.actionable + below.open + below.blocked > 0;
}

function shown(nodes: readonly OutlineNode[], lens: 'open' | 'all'): readonly WorkRow[] {
  return (lens === 'all' ? nodes : nodes.filter(isOpen)).map(rowOf);
}

export const WORK_VIEW = defineView({
  name: 'work',
  args: z.object({
    project: z.string().min(1).max(1_000),
    lens: z.enum(['open', 'all']).default('open'),
  }),
  /** A page is a stretch of the project; of a finished stretch no row is left. */
  async page({ tx }, { project, lens }, cursor) {
    const after = cursor === undefined ? -1 : Number(cursor);
    const place = Number.isSafeInteger(after) ? after : -1;
    const { nodes, next } = await tx.work.outline(project, { after: place, limit: MAX_PAGE });
    return { rows: shown(nodes, lens), ...(next === undefined ? {} : { next: String(next) }) };
  },
  touched: ({ tx }, { project }, events) => touchedLines(tx, workEventsOf(events, project)),
  async rows({ tx }, { project, lens }, keys) {
    return shown(await tx.work.outlineOf(project, keys), lens);
  },
});
