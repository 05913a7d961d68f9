/** Reads cards, newest first, and the open ones by type. */

import { CARD_TYPES, OPEN } from '../../../domain/cards/card.ts';
import { isNewer, type NodeVersion, versionView } from '../../../domain/graph/version.ts';
import type { Trim } from '../../../kernel/budget.ts';
import { cutList, dropItems, type ListPlan } from '../../../kernel/cuts/list-cuts.ts';
import { squeezeItems } from '../../../kernel/cuts/squeeze.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import type { Section } from '../../../kernel/sections.ts';
import type { NodeCounts, NodeFilter, Reading, VersionSlice } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import type { ThinkPlace } from './think-place.ts';

export const SUBGOAL_TAG = 'subgoal';
export const PINNED_TAG = 'pinned';

export async function readCards(
  tx: Reading,
  place: ThinkPlace,
  filter: NodeFilter,
  slice: VersionSlice,
): Promise<readonly NodeVersion[]> {
  const view = await viewOf(tx, place.branch);
  return tx.graph.nodes(view, place.graph, { types: CARD_TYPES, ...filter }, slice);
}

export function cardView(card: NodeVersion): JsonObject {
  const { deleted: _live, ...view } = versionView(card);
  return view;
}

/** A type, not an interface: it goes into views. */
export type CardStats = {
  readonly cards: number;
  readonly by_type: NodeCounts;
  /** The newest cards are counted, and there are more. */
  readonly counted_to?: number;
};

/** Of all cards up to a limit, not only of those that are shown. */
export async function cardStats(tx: Reading, place: ThinkPlace): Promise<CardStats> {
  const view = await viewOf(tx, place.branch);
  const by_type = await tx.graph.count(view, place.graph, CARD_TYPES);
  const cards = sumOf(by_type);
  return { cards, by_type, ...(cards < LIMITS.counted ? {} : { counted_to: LIMITS.counted }) };
}

function sumOf(counts: NodeCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export interface FrontierLimits {
  readonly hypotheses: number;
  readonly questions: number;
  readonly subgoals: number;
  readonly tests: number;
}

export type Frontier = Readonly<Record<keyof FrontierLimits, readonly NodeVersion[]>>;

/** The open cards by type, each once: a subgoal is a question too. Each list is one query. */
export async function readFrontier(
  tx: Reading,
  place: ThinkPlace,
  limits: FrontierLimits,
): Promise<Frontier> {
  const open = (type: string, limit: number, more: NodeFilter = {}) =>
    readCards(tx, place, { types: [type], status: OPEN, ...more }, { limit });
  return {
    hypotheses: await open('hypothesis', limits.hypotheses),
    questions: await open('question', limits.questions, { withoutTag: SUBGOAL_TAG }),
    subgoals: await open('question', limits.subgoals, { tagsAll: [SUBGOAL_TAG] }),
    tests: await open('test', limits.tests),
  };
}

export function frontierView(found: Frontier): JsonObject {
  return Object.fromEntries(
    Object.entries(found).map(([name, cards]) => [name, cards.map(cardView)]),
  );
}

/**
 * The open card that was changed last; of several changed by the same event, a question comes
 * first.
 */
export function nextCandidate(found: Frontier): NodeVersion | undefined {
  return [found.questions, found.hypotheses, found.subgoals, found.tests]
    .flat()
    .reduce<NodeVersion | undefined>(
      (best, card) => (best === undefined || isNewer(card, best) ? card : best),
      undefined,
    );
}

const SPARE = ['meta', 'tags', 'last_ts_ms'];

const plan = (isPaged: boolean): ListPlan =>
  isPaged ? { from: 'back', paged: 'last_seq' } : { from: 'back' };

/** Cards as one section of several; the oldest are dropped first. */
export function cardSection(list: string, paged = false): Section {
  return {
    items: [dropItems(list, { ...plan(paged), keep: 1 })],
    texts: [squeezeItems(list, SPARE)],
    gone: [dropItems(list, { ...plan(paged), keep: 0 })],
  };
}

export function cardTrims(list: string, paged = false): readonly Trim[] {
  return cutList(list, { ...plan(paged), spare: SPARE });
}
