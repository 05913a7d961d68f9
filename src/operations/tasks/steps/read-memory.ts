/** Reads the notes, trace and cards of a plan or task, each in its own pages. */

import { CARD_TYPES, isCardType } from '../../../domain/cards/card.ts';
import type { NodeVersion } from '../../../domain/graph/version.ts';
import { dropItems } from '../../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { newestPage, type Pagination } from '../../../kernel/paging.ts';
import { mapSection, type Section } from '../../../kernel/sections.ts';
import { omit, pagedAs, sectionWithin } from '../../../kernel/trims.ts';
import type { NodeFilter, Reading, Slice } from '../../../store/port.ts';
import { ENTRIES, entryPage } from '../../notes/steps/entry-page.ts';
import { cardSection, cardView } from '../../think/steps/read-cards.ts';
import { evidenceSignal } from './captured-evidence.ts';
import type { ReasoningPlace } from './find-reasoning-place.ts';
import { FEW } from './read-timeline.ts';

/** A card with this tag is a blocker, whatever its type. */
const BLOCKER_TAG = 'blocker';

interface Page {
  readonly cursor?: number | null | undefined;
  readonly limit: number;
}

export interface MemoryRequest {
  readonly notes: Page;
  readonly trace: Page;
  readonly cards: Page;
}

export interface EntrySection extends JsonObject {
  readonly entries: readonly JsonObject[];
  readonly pagination: Pagination;
}

export interface MemoryView extends JsonObject {
  readonly notes: EntrySection;
  readonly trace: EntrySection;
  readonly cards: readonly JsonObject[];
  readonly cards_pagination: Pagination;
}

export interface Memory {
  readonly view: MemoryView;
  /** All nodes of the graph, if they are few. */
  readonly nodes: readonly NodeVersion[] | undefined;
}

export async function readMemory(
  tx: Reading,
  place: ReasoningPlace,
  { notes, trace, cards }: MemoryRequest,
): Promise<Memory> {
  const request = { cursor: cards.cursor ?? undefined, limit: cards.limit };
  const nodes = await fewNodes(tx, place);
  const slice = { before: request.cursor, limit: cards.limit + 1 };
  const found = nodes ? cardsAmong(nodes, slice) : await cardsOf(tx, place, slice);
  const page = newestPage(found, request);
  return {
    view: {
      notes: await entryPage(tx, place.view, place.docs.notes, notes),
      trace: await entryPage(tx, place.view, place.docs.trace, trace),
      cards: page.rows.map(cardView),
      cards_pagination: page.pagination,
    },
    nodes,
  };
}

/** A graph with fewer nodes is read in one query. */
const FEW_NODES = 100;

/**
 * All nodes of a small graph, newest first; undefined for a larger one. Most graphs of tasks are
 * small, and one query for all nodes replaces one per type of card.
 */
export async function fewNodes(
  tx: Reading,
  { view, docs }: ReasoningPlace,
): Promise<readonly NodeVersion[] | undefined> {
  const nodes = await tx.graph.nodes(view, docs.graph, {}, { limit: FEW_NODES });
  return nodes.length < FEW_NODES ? nodes : undefined;
}

function cardsAmong(nodes: readonly NodeVersion[], { before, limit }: Slice) {
  return nodes
    .filter(({ seq }) => before === undefined || seq < before)
    .filter(({ state }) => state !== undefined && isCardType(state.type))
    .slice(0, limit);
}

function cardsOf(tx: Reading, { view, docs }: ReasoningPlace, slice: Slice) {
  return tx.graph.nodes(view, docs.graph, { types: CARD_TYPES }, slice);
}

export interface SignalLimits {
  readonly blockers: number;
  readonly decisions: number;
  readonly evidence: number;
}

export interface Signals extends JsonObject {
  readonly blockers: readonly JsonObject[];
  readonly decisions: readonly JsonObject[];
  readonly evidence: readonly JsonObject[];
  readonly stats: { readonly [List in keyof SignalLimits]: number };
}

/**
 * The newest blockers, decisions and evidence: cards, and what was captured for the target or its
 * steps. `known`: all nodes, if they were read already.
 */
export async function readSignals(
  tx: Reading,
  { id, view, docs }: ReasoningPlace & { readonly id: string },
  limits: SignalLimits,
  known: readonly NodeVersion[] | undefined,
): Promise<Signals> {
  const pick = async (
    filter: NodeFilter,
    fits: (node: NodeVersion) => boolean,
    limit: number,
  ): Promise<readonly JsonObject[]> => {
    const found = known?.filter(fits).slice(0, limit);
    return (found ?? (await tx.graph.nodes(view, docs.graph, filter, { limit }))).map(cardView);
  };
  const ofType = (type: string, limit: number) =>
    pick({ types: [type] }, ({ state }) => state?.type === type, limit);
  const isBlocker = ({ state }: NodeVersion) => state?.tags.includes(BLOCKER_TAG) ?? false;
  const blockers = await pick({ tagsAll: [BLOCKER_TAG] }, isBlocker, limits.blockers);
  const decisions = await ofType('decision', limits.decisions);
  const captured = await tx.targets.evidence(id, undefined, { limit: limits.evidence });
  const evidence = [...(await ofType('evidence', limits.evidence)), ...captured.map(evidenceSignal)]
    .sort((a, b) => Number(b.last_seq) - Number(a.last_seq))
    .slice(0, limits.evidence);
  return {
    blockers,
    decisions,
    evidence,
    stats: {
      blockers: blockers.length,
      decisions: decisions.length,
      evidence: evidence.length,
    },
  };
}

export interface FoundReasoning {
  readonly notes: boolean;
  /** Whether an agent wrote steps; the events of a task alone are not reasoning. */
  readonly trace: boolean;
  readonly cards: boolean;
}

export async function findReasoning(tx: Reading, place: ReasoningPlace): Promise<FoundReasoning> {
  const written = async (doc: string) =>
    (await tx.journal.notesInView(place.view, doc, { limit: 1 })).length > 0;
  return {
    notes: await written(place.docs.notes),
    trace: await written(place.docs.trace),
    cards: (await someCard(tx, place)).length > 0,
  };
}

async function someCard(tx: Reading, place: ReasoningPlace): Promise<readonly NodeVersion[]> {
  const nodes = await fewNodes(tx, place);
  return nodes ? cardsAmong(nodes, { limit: 1 }) : cardsOf(tx, place, { limit: 1 });
}

const fewEntries = dropItems('entries', { from: 'front', keep: FEW, paged: 'seq' });
const fewCards = dropItems('cards', { from: 'back', keep: FEW, paged: 'last_seq' });
const SHORT_ENTRIES: Section = { ...ENTRIES, few: [fewEntries] };
const SHORT_CARDS: Section = { ...cardSection('cards', true), few: [fewCards] };

/** The sections of `memory`. */
export const MEMORY = {
  trace: sectionWithin('memory', sectionWithin('trace', SHORT_ENTRIES)),
  notes: sectionWithin('memory', sectionWithin('notes', SHORT_ENTRIES)),
  cards: sectionWithin(
    'memory',
    mapSection(SHORT_CARDS, (trims) => pagedAs('cards_pagination', trims)),
  ),
} satisfies Record<string, Section>;

const SIGNAL_LISTS = ['evidence', 'decisions', 'blockers'] as const;

/** Each list of `signals` by itself. */
export const SIGNALS: readonly Section[] = SIGNAL_LISTS.map((list) =>
  sectionWithin('signals', cardSection(list)),
);

/** All lists at once. The counts are omitted first, since they would no longer match the lists. */
export const SIGNALS_TOGETHER: Section = sectionWithin('signals', {
  few: [
    { ...omit('stats'), minimal: false },
    ...SIGNAL_LISTS.map((list) => dropItems(list, { from: 'back', keep: 2 })),
  ],
});
