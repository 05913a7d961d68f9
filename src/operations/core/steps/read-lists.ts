/** Reads the lists of a way back: rules, open questions and hypotheses, decisions, facts and notes. */

import type { Branch } from '../../../domain/branches/branch.ts';
import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import { type DocumentNames, documentNames } from '../../../domain/documents/document.ts';
import { type NoteType, noteText } from '../../../domain/documents/entry-view.ts';
import type { NodeState } from '../../../domain/graph/graph-events.ts';
import { type NodeVersion, newestFirst } from '../../../domain/graph/version.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { DEFAULTS } from '../../../domain/workspace/workspace.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { SUPERSEDED_STATUSES } from '../../../recall/terms/artifact-texts.ts';
import { isReplacedCard } from '../../../recall/terms/seen-card.ts';
import type { NodeFilter, OpenCard, Reading, Slice, VersionSlice } from '../../../store/port.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import { readRules } from '../../steps/standing-rules.ts';
import { canonicalBranch } from '../../tasks/steps/commit-moves.ts';
import { FACT } from './remember-cards.ts';
import type { CardLine, ListName, Lists, NoteLine, TextLine } from './way-back.ts';

/** Where the notes and decisions are read: in the documents of the target, else of the checkout. */
export interface ListPlace {
  readonly view: EffectiveView;
  readonly docs: DocumentNames;
  readonly target?: string | undefined;
  /** The checkout, if a target has documents of its own: what was stored before it counts too. */
  readonly beside?: Pick<ListPlace, 'view' | 'docs'> | undefined;
  /** What the rules may be about besides the workspace. */
  readonly concerns: readonly string[];
  /** The lists that are texts of the answer itself. */
  readonly texts: { readonly [List in 'about' | 'step' | 'under_way']: readonly string[] };
}

export async function placeOfLists(
  tx: Reading,
  checkout: Branch,
  { target, ...given }: Pick<ListPlace, 'target' | 'concerns' | 'texts'>,
): Promise<ListPlace> {
  const beside = { view: await viewOf(tx, checkout), docs: documentNames(checkout.target) };
  if (target === undefined || target === checkout.target) return { ...beside, target, ...given };
  const view = await viewOf(tx, await canonicalBranch(tx, target));
  return { view, docs: documentNames(target), target, beside, ...given };
}

/** How many of each list are read, and where the reading goes on. */
export type ListSizes = Readonly<Record<ListName, number>>;
export type ListStarts = Lists['from'];

export const NOTHING_READ: Lists = {
  ...{ rules: [], about: [], step: [], questions: [], hypotheses: [], notes: [] },
  ...{ decisions: [], facts: [], under_way: [] },
  unread: [],
  from: {},
};

export async function readLists(
  tx: Reading,
  place: ListPlace,
  sizes: ListSizes,
  from: ListStarts = {},
): Promise<Lists> {
  const unread: ListName[] = [];
  const read = async <Item>(
    list: ListName,
    load: (start: number | undefined, limit: number) => Promise<readonly Item[]>,
  ): Promise<readonly Item[]> => {
    const size = sizes[list];
    const found = size === 0 ? [] : await load(from[list], size + 1);
    if (found.length > size) unread.push(list);
    return found.slice(0, size);
  };
  const lists = {
    rules: await read('rules', (after, limit) => readRules(tx, place.concerns, { after, limit })),
    about: await read('about', async (after, limit) => textLines(place.texts.about, after, limit)),
    step: await read('step', async (after, limit) => textLines(place.texts.step, after, limit)),
    questions: await read('questions', (before, limit) =>
      openCards(tx, place, { type: 'question', before, limit }),
    ),
    hypotheses: await read('hypotheses', (before, limit) =>
      openCards(tx, place, { type: 'hypothesis', docs: hypothesesIn(place), before, limit }),
    ),
    decisions: await read('decisions', (before, limit) =>
      cardsIn(tx, place, { types: ['decision'] }, { before, limit }),
    ),
    facts: await read('facts', (before, limit) =>
      cardsIn(tx, place, { types: ['note'], tagsAny: [FACT] }, { before, limit }),
    ),
    notes: await read('notes', (before, limit) => notesOf(tx, place, before, limit)),
    under_way: await read('under_way', async (after, limit) =>
      textLines(place.texts.under_way, after, limit),
    ),
  };
  return { ...lists, unread, from };
}

function textLines(texts: readonly string[], after = 0, limit = texts.length) {
  return texts.map((text, at): TextLine => ({ seq: at + 1, text })).slice(after, after + limit);
}

/** Hypotheses about other tasks would only distract; without a target, all may lead on. */
function hypothesesIn({ target, docs }: ListPlace): readonly [string, string] | undefined {
  return target === undefined ? undefined : [docs.graph, DEFAULTS.docs.graph];
}

async function openCards(
  tx: Reading,
  { target }: ListPlace,
  request: Parameters<Reading['graph']['openCards']>[0],
): Promise<readonly CardLine[]> {
  const cards = await tx.graph.openCards(request);
  return cards.map((card) => cardLine(card, target));
}

function cardLine({ state, seq, doc }: OpenCard, target: string | undefined): CardLine {
  const { meta } = state;
  const of = textIn(meta, 'about') ?? ownerOf(doc);
  const to = textIn(meta, 'to');
  return {
    ...words(state, seq),
    ...(to === undefined ? {} : { to }),
    ...(of === undefined || of === target ? {} : { of }),
  };
}

function textIn(meta: JsonObject | undefined, name: string): string | undefined {
  const value = meta?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** The target whose document it is; the documents of branches belong to none. */
function ownerOf(doc: string): string | undefined {
  const owner = doc.replace(/-graph$/, '');
  return owner === doc ? undefined : owner;
}

function words({ id, title, text }: NodeState, seq: number): CardLine {
  const said = [title, text].filter((part) => part !== undefined && part !== '');
  return { id, seq, text: said.join(title?.endsWith('?') ? ' ' : ': ') };
}

/** Those that hold, newest first, of the target and of the checkout. */
async function cardsIn(
  tx: Reading,
  { view, docs, beside }: ListPlace,
  filter: NodeFilter,
  slice: Slice,
): Promise<readonly CardLine[]> {
  const own = await cardsHolding(tx, { view, docs }, filter, slice);
  const others = beside ? await cardsHolding(tx, beside, filter, slice) : [];
  return newestFirst([...own, ...others])
    .slice(0, slice.limit)
    .flatMap(({ state, seq }) => (state ? [words(state, seq)] : []));
}

const CARDS_AT_ONCE = 20;
const MAX_ROUNDS = 5;

/** Neither their status nor a link to them says that they no longer hold. */
async function cardsHolding(
  tx: Reading,
  { view, docs }: Pick<ListPlace, 'view' | 'docs'>,
  filter: NodeFilter,
  slice: Slice,
): Promise<readonly NodeVersion[]> {
  const holding: NodeVersion[] = [];
  const wanted = { ...filter, withoutStatuses: SUPERSEDED_STATUSES };
  let before: VersionSlice['before'] = slice.before;
  for (let round = 0; round < MAX_ROUNDS && holding.length < slice.limit; round++) {
    const page = { before, limit: Math.max(slice.limit, CARDS_AT_ONCE) };
    const cards = await tx.graph.nodes(view, docs.graph, wanted, page);
    const keys = cards.map(({ key }) => key);
    const edges = cards.length === 0 ? [] : await tx.graph.edgesAt(view, docs.graph, keys);
    holding.push(...cards.filter((card) => !isReplacedCard(card, edges)));
    const last = cards.at(-1);
    if (!last || cards.length < page.limit) break;
    before = { seq: last.seq, key: last.key };
  }
  return holding.slice(0, slice.limit);
}

/** What a proof adds to the notes repeats the evidence; it is not what somebody wrote down. */
const OF_EVIDENCE = 'tasks_evidence';
const NOTES_AT_ONCE = 20;

/** Of the target and of the checkout, where a note goes that names no target; each once. */
async function notesOf(
  tx: Reading,
  { view, docs, beside }: ListPlace,
  before: number | undefined,
  limit: number,
): Promise<readonly NoteLine[]> {
  const own = await notesIn(tx, { view, docs }, before, limit);
  const others = beside ? await notesIn(tx, beside, before, limit) : [];
  const seen = new Map([...own, ...others].map((note) => [note.seq, note]));
  return [...seen.values()].sort((a, b) => b.seq - a.seq).slice(0, limit);
}

async function notesIn(
  tx: Reading,
  { view, docs }: Pick<ListPlace, 'view' | 'docs'>,
  before: number | undefined,
  limit: number,
): Promise<readonly NoteLine[]> {
  const notes: NoteLine[] = [];
  let start = before;
  for (let round = 0; round < MAX_ROUNDS && notes.length < limit; round++) {
    const page = { before: start, limit: Math.max(limit, NOTES_AT_ONCE) };
    const events = await tx.journal.notesInView(view, docs.notes, page);
    notes.push(...events.filter(isWritten).map(noteLine));
    start = events.at(-1)?.seq;
    if (events.length < page.limit) break;
  }
  return notes.slice(0, limit);
}

function isWritten(event: JournalEvent<NoteType>): boolean {
  return noteText(event).meta?.source !== OF_EVIDENCE;
}

function noteLine(event: JournalEvent<NoteType>): NoteLine {
  const { title, content, meta } = noteText(event);
  const path = textIn(meta, 'path');
  const said = title === undefined || content.startsWith(title) ? [content] : [title, content];
  const text = [...(path === undefined ? [] : [path]), ...said].join(': ');
  return { seq: event.seq, ts_ms: event.tsMs, by: event.agent, text };
}
