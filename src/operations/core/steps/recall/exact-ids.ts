/** What a query names by its id comes before everything that its words find. */

import { nameOf } from '../../../../domain/recall/artifact-texts.ts';
import { numberAt } from '../../../../domain/recall/postings.ts';
import { NOTHING_AROUND } from '../../../../domain/recall/rank.ts';
import { groupOf } from '../../../../domain/recall/recall-text.ts';
import { termsOf } from '../../../../domain/recall/tokens.ts';
import { MAIN } from '../../../../domain/thoughts/session.ts';
import { UUID } from '../../../../kernel/ids.ts';
import type { Reading, RecallDoc } from '../../../../store/port.ts';
import type { Found } from '../../../steps/recall/search.ts';
import type { Filter } from './recall-filter.ts';

/** A query that is longer than this is a sentence, not a list of ids. */
const MOST_IDS = 6;

const EVENT = /^evt_0*(\d{1,15})$/i;

export async function exactFirst(
  tx: Reading,
  query: string,
  found: readonly Found[],
  filter: Filter,
): Promise<readonly Found[]> {
  const tokens = query.trim().split(/\s+/);
  const ids = tokens.length > MOST_IDS ? [] : tokens.filter((token) => /[-_/#\d]/.test(token));
  if (ids.length === 0) return found;
  const allowed = [...(await docsNamed(tx, ids)), ...lastNamed(ids, found)].filter((doc) =>
    isAllowed(doc, filter),
  );
  const first = new Map(allowed.map((doc) => [doc.number, doc]));
  const known = new Map(found.map((each) => [each.doc.number, each]));
  const exact = [...first.values()].map((doc): Found => {
    const bare = { doc, matched: 1, around: NOTHING_AROUND, isInFocus: false, score: 0 };
    return known.get(doc.number) ?? bare;
  });
  return [...exact, ...found.filter(({ doc }) => !first.has(doc.number))];
}

function isAllowed(doc: RecallDoc, { kinds, groups, numbers, allows }: Filter): boolean {
  if (kinds && !kinds.includes(doc.kind)) return false;
  const [from, below] = numbers ?? [0, Number.MAX_SAFE_INTEGER];
  if (doc.number < from || doc.number >= below) return false;
  return (!groups || groups.includes(doc.group)) && allows?.(doc) !== false;
}

/** By the last part of a name: the id of a step or a cell. */
function lastNamed(ids: readonly string[], found: readonly Found[]): readonly RecallDoc[] {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  return found
    .map(({ doc }) => doc)
    .filter(({ name }) => wanted.has(name?.slice(name.lastIndexOf('/') + 1).toLowerCase() ?? ''));
}

/** What a model of the caller holds for near is worth so much of the best hit, and ever less. */
const SIMILAR_WEIGHT = 0.6;
const SIMILAR_FALL = 0.1;

/** Adds what the caller's own model found to what the words find: the best of both comes first. */
export async function withSimilar(
  tx: Reading,
  ids: readonly string[],
  found: readonly Found[],
  filter: Filter,
): Promise<readonly Found[]> {
  if (ids.length === 0) return found;
  const all = new Map(found.map((each) => [each.doc.number, each]));
  const best = found[0]?.score ?? 1;
  for (const [rank, id] of ids.entries()) {
    const worth = (best * SIMILAR_WEIGHT) / (1 + SIMILAR_FALL * rank);
    for (const doc of await docsNamed(tx, [id])) {
      if (!isAllowed(doc, filter)) continue;
      const bare = { doc, matched: 0, around: NOTHING_AROUND, isInFocus: false, score: 0 };
      const known = all.get(doc.number) ?? bare;
      all.set(doc.number, { ...known, score: known.score + worth });
    }
  }
  return [...all.values()].sort((a, b) => b.score - a.score || b.doc.number - a.doc.number);
}

async function docsNamed(tx: Reading, ids: readonly string[]): Promise<readonly RecallDoc[]> {
  const names = ids.flatMap((id) => [
    id,
    id.toUpperCase(),
    nameOf.work(id),
    nameOf.pattern(id),
    nameOf.scratchpad(id),
    nameOf.conflict(id),
    groupOf.notebook(id),
  ]);
  for (const id of ids) names.push(...(await cardsPlaced(tx, id)));
  const docs = [...(await tx.recall.named([...new Set(names)])), ...(await cardsNamed(tx, ids))];
  const numbers: number[] = [];
  for (const id of ids) {
    const seq = EVENT.exec(id)?.[1] ?? (await seqOfThought(tx, id));
    if (seq !== undefined) numbers.push(numberAt(Number(seq)));
    const session = UUID.test(id.toLowerCase()) && (await tx.thoughts.session(id.toLowerCase()));
    if (session) docs.push(...(await tx.recall.named([groupOf.session(session.seq)])));
  }
  return numbers.length === 0 ? docs : [...docs, ...(await tx.recall.numbered(numbers))];
}

const LONGEST_PLACED = 600;
const MOST_READINGS = 4;

/** `h1@main/graph` is the card h1 in that graph; a card may also have an @ in its id. */
async function cardsPlaced(tx: Reading, id: string): Promise<readonly string[]> {
  const end = id.lastIndexOf('/');
  if (end < 0 || id.length > LONGEST_PLACED) return [];
  const names: string[] = [];
  for (const { index } of [...id.slice(0, end).matchAll(/@/g)].slice(0, MOST_READINGS)) {
    const branch = await tx.branches.byName(id.slice(index + 1, end));
    if (branch) names.push(nameOf.card(branch.id, id.slice(end + 1), id.slice(0, index)));
  }
  return names;
}

/** So many texts that name a card are looked through for the card itself. */
const MOST_NAMING = 64;

/** A card is known by its id on its own branch, and found by it as by a word. */
async function cardsNamed(tx: Reading, ids: readonly string[]): Promise<readonly RecallDoc[]> {
  const terms = ids.flatMap((id) => [...termsOf(id).keys()].slice(0, 1));
  const places = await tx.recall.places(terms, MOST_NAMING);
  const cards = [...places.values()].flatMap(({ postings }) =>
    postings.filter(({ kind }) => kind === 'card' || kind === 'question').slice(0, MOST_NAMING),
  );
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  return (await tx.recall.docs(cards)).filter(({ name = '', group }) =>
    wanted.has(name.slice(group.length + 1).toLowerCase()),
  );
}

const THOUGHT = /^([0-9a-f-]{36})#(?:(.+):)?(\d{1,9})$/i;

async function seqOfThought(tx: Reading, id: string): Promise<number | undefined> {
  const [, of, chain = MAIN, number] = THOUGHT.exec(id) ?? [];
  const session = of === undefined ? undefined : await tx.thoughts.session(of.toLowerCase());
  if (!session) return undefined;
  return (await tx.thoughts.thought(session.seq, { chain, number: Number(number) }))?.seq;
}
