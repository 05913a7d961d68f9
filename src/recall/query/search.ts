/**
 * Searches the memory of a workspace. Its cost follows the query, not the history: of each term the
 * newest places are read, and then the best few candidates in full.
 */

import type { Beside, PlaceFilter, Reading, RecallDoc } from '../../store/port.ts';
import type { QueryWord } from '../rank/query-words.ts';
import {
  bestFirst,
  type Candidate,
  finalScore,
  NOTHING_AROUND,
  type Surroundings,
  scoreGroups,
  scoreWords,
} from '../rank/rank.ts';
import { seqOf } from '../terms/postings.ts';
import { isVersioned, type RecallKind } from '../terms/recall-kinds.ts';
import { closeness } from '../terms/recall-text.ts';
import { type DocFilter, fits, isAllowed } from './doc-filter.ts';
import { type FoundWords, findWords } from './find-words.ts';

/** Of each term, so many places are read; older ones only for texts that are candidates already. */
const MAX_PLACES = 1_024;
const MAX_CANDIDATES = 160;
/** The best of them, whose neighbours are candidates too. */
const MAX_CENTRES = 32;
const REACH = 2;
/**
 * A text without a word of the query must have so much of what the best one has. The thoughts of a
 * session follow from one another; parts of a task and entries of a log need not.
 */
const LEAST = 0.25;
const LEAST_APART = 0.4;
/** How much a linked text has to do with it. */
const LINKED = 0.25;
/** If a filter leaves no more than these, the words are looked up in each of them. */
const MAX_WITHIN = 2_000;
/** How many documents are read to find enough that are allowed. */
const MAX_READ = 20 * MAX_CANDIDATES;

export interface Search extends DocFilter {
  readonly query: string;
  /** What the agent works on. */
  readonly focus?: SearchFocus | undefined;
  readonly nowMs: number;
}

export interface SearchFocus {
  readonly groups: ReadonlySet<string>;
  /** The files that it names: a text that fits and names them too fits better. */
  readonly files: readonly string[];
}

export interface Found {
  readonly doc: RecallDoc;
  readonly score: number;
  /** How many words of the query it has itself. */
  readonly matched: number;
  /** Whether it has an identifier of the query as it is written there. */
  readonly isExact: boolean;
  readonly around: Surroundings;
  readonly isInFocus: boolean;
}

export interface SearchResult {
  /** Best first. */
  readonly found: readonly Found[];
  readonly words: readonly QueryWord[];
}

/** Kinds whose members are found instead of them: they are found by their members too. */
const CONTAINERS: { readonly [Kind in RecallKind]?: readonly RecallKind[] } = {
  session: ['thought'],
  plan: ['step', 'evidence'],
  task: ['step', 'evidence'],
  notebook: ['cell', 'output'],
};

export async function search(tx: Reading, asked: Search): Promise<SearchResult> {
  const request = { ...asked, kinds: withMembers(asked.kinds) };
  const within = await numbersWithin(tx, request);
  const found = await findWords(tx, { ...request, wanted: wantedOf(request, within) }, MAX_PLACES);
  const candidates = await gather(tx, request, found, within);
  const best = bestFirst(candidates.filter(mayFit(request)), ({ words }) => words);
  const docs = await readDocs(tx, request, best);
  const centres = docs.slice(0, MAX_CENTRES);
  const beside = await tx.recall.around(centres, REACH);
  const linked = await tx.recall.linked(centres);
  const near = [...beside.values()].flatMap(({ before, after }) => [...before, ...after]);
  near.push(...linked.map(([, doc]) => doc));
  const all = [...byNumber([...docs, ...near.filter(isAllowed(request))]).values()];
  const headings = await tx.recall.named([...new Set(all.map(({ group }) => group))]);
  const own = candidatesByNumber([...all, ...near, ...headings], candidates);
  const context = contextOf(all, { beside, linked }, headings, own);
  const judged = all.map((doc) => judge(doc, request, context));
  const fitting = withContainers(judged, headings.filter(isAllowed(request)), asked, context);
  const held = byScore(await withSuccessors(tx, fitting, asked));
  const ranked = isOfIdentifiers(found.words) ? identifiersFirst(held) : held;
  const top = held[0]?.score ?? 0;
  const worth = ranked.filter(({ doc, matched, score }) => {
    return matched > 0 || score >= leastOf(doc) * top;
  });
  return { found: worth, words: found.words };
}

function byScore(found: readonly Found[]): readonly Found[] {
  return [...found].sort((a, b) => b.score - a.score || b.doc.number - a.doc.number);
}

function leastOf({ group }: RecallDoc): number {
  return closeness(group) === 1 ? LEAST : LEAST_APART;
}

/** Whether the query names identifiers and nothing else. */
function isOfIdentifiers(words: readonly QueryWord[]): boolean {
  const asked = words.filter(({ isAside }) => !isAside);
  return asked.every(({ isIdentifier, partOf }) => isIdentifier || partOf !== undefined);
}

function identifiersFirst(ranked: readonly Found[]): readonly Found[] {
  return [...ranked.filter((each) => each.isExact), ...ranked.filter((each) => !each.isExact)];
}

function byNumber(docs: readonly RecallDoc[]): ReadonlyMap<number, RecallDoc> {
  return new Map(docs.map((doc) => [doc.number, doc]));
}

/** The texts that have words of the query. Older places are added where some were not read. */
async function gather(
  tx: Reading,
  request: Search,
  { words, places, cut }: FoundWords,
  within: ReadonlySet<number> | undefined,
): Promise<readonly Candidate[]> {
  const first = scoreWords(words, places, tx.head);
  const isInside = ({ number }: Candidate) =>
    request.isOnBranch === true || within?.has(number) !== false;
  if (cut.size === 0) return first.filter(isInside);
  const best = bestFirst(first.filter(mayFit(request)), (each) => each.words);
  const known = best.slice(0, MAX_CANDIDATES).map(({ number }) => number);
  const numbers = [...new Set([...(within ?? []), ...known])];
  const all = new Map(places);
  for (const [term, since] of cut) {
    const unread = numbers.filter((number) => seqOf(number) < since);
    const older = await tx.recall.placesIn(term, unread);
    const read = all.get(term);
    if (read) all.set(term, { ...read, postings: [...read.postings, ...older] });
  }
  return scoreWords(words, all, tx.head).filter(isInside);
}

/** Everything that the filter leaves; undefined if that is much, or if there is none. */
async function numbersWithin(
  tx: Reading,
  { kinds, groups, numbers, isOnBranch }: DocFilter,
): Promise<ReadonlySet<number> | undefined> {
  if (!kinds && !groups && !isOnBranch) return undefined;
  const [from, before] = numbers ?? [0, Number.MAX_SAFE_INTEGER];
  const listing = { kinds, groups, from, before, limit: MAX_WITHIN + 1 };
  const keys = await tx.recall.newestKeys(listing);
  return keys.length > MAX_WITHIN ? undefined : new Set(keys.map(({ number }) => number));
}

/** Containers are found by their members, too. */
function withMembers(kinds: Search['kinds']): Search['kinds'] {
  return kinds?.flatMap((kind) => [kind, ...(CONTAINERS[kind] ?? [])]);
}

/** What is few is looked up one by one; of what is many, the newest that are wanted are read. */
function wantedOf(
  { kinds, numbers, isOnBranch }: DocFilter,
  within: ReadonlySet<number> | undefined,
): PlaceFilter | undefined {
  if (within) return undefined;
  return isOnBranch ? { kinds } : { kinds, numbers };
}

/** Whether what has these words may fit. */
function mayFit(request: Search): (candidate: Candidate) => boolean {
  const { isOnBranch, numbers } = request;
  if (!isOnBranch || !numbers) return fits(request);
  const [isFitting, isEarlier] = [fits(request), fits({ ...request, numbers: [0, numbers[0]] })];
  return (each) => isFitting(each) || (isVersioned(each.kind) && isEarlier(each));
}

/** The best that are allowed: what is not, or is not there any more, leaves its place to others. */
async function readDocs(
  tx: Reading,
  request: Search,
  candidates: readonly Candidate[],
): Promise<readonly RecallDoc[]> {
  const found = new Map<number, RecallDoc>();
  const end = Math.min(candidates.length, MAX_READ);
  for (let at = 0; at < end; at += MAX_CANDIDATES) {
    const some = candidates.slice(at, at + MAX_CANDIDATES);
    const docs = new Map((await tx.recall.docs(some)).map((doc) => [wordsAt(doc), doc]));
    const inOrder = some.map(({ number }) => docs.get(number));
    const allowed = inOrder.filter((doc) => doc !== undefined).filter(isAllowed(request));
    for (const doc of allowed) if (!found.has(doc.number)) found.set(doc.number, doc);
    if (found.size >= MAX_CANDIDATES) break;
  }
  return [...found.values()].slice(0, MAX_CANDIDATES);
}

/** The candidate that each of these documents is, by its number. */
function candidatesByNumber(
  docs: readonly RecallDoc[],
  candidates: readonly Candidate[],
): ReadonlyMap<number, Candidate> {
  const known = new Map(candidates.map((each) => [each.number, each]));
  return new Map(
    docs.flatMap((doc) => {
      const words = known.get(wordsAt(doc));
      return words ? [[doc.number, words] as const] : [];
    }),
  );
}

function wordsAt({ number, wordsAt: at = number }: RecallDoc): number {
  return at;
}

/** What the words of the texts around each document are worth. */
interface Context {
  readonly own: ReadonlyMap<number, Candidate>;
  readonly beside: ReadonlyMap<number, number>;
  readonly further: ReadonlyMap<number, number>;
  readonly links: ReadonlyMap<number, number>;
  readonly group: ReadonlyMap<string, number>;
  readonly heading: ReadonlyMap<string, RecallDoc>;
}

interface Near {
  readonly beside: ReadonlyMap<number, Beside>;
  readonly linked: readonly (readonly [number, RecallDoc])[];
}

function contextOf(
  all: readonly RecallDoc[],
  near: Near,
  headings: readonly RecallDoc[],
  own: Context['own'],
): Context {
  const beside = new Map<number, number>();
  const further = new Map<number, number>();
  const worth = (number: number) => own.get(number)?.words ?? 0;
  const raise = (best: Map<number, number>, number: number, by: number) =>
    best.set(number, Math.max(best.get(number) ?? 0, worth(by)));
  for (const [centre, { before, after }] of near.beside) {
    for (const side of [before, after]) {
      for (const [at, { number }] of side.entries()) {
        const best = at === 0 ? beside : further;
        raise(best, centre, number);
        raise(best, number, centre);
      }
    }
  }
  const links = new Map<number, number>();
  for (const [number, { number: other }] of near.linked) {
    raise(links, number, other);
    raise(links, other, number);
  }
  const heading = new Map(headings.map((doc) => [doc.name ?? '', doc]));
  const members = new Map<string, Candidate[]>();
  for (const { group, number } of all) {
    const candidate = own.get(number);
    if (group === '' || !candidate || heading.get(group)?.number === number) continue;
    members.set(group, [...(members.get(group) ?? []), candidate]);
  }
  const group = scoreGroups(members);
  return { own, beside, further, links, group, heading };
}

function judge(doc: RecallDoc, { nowMs, focus }: Search, context: Context): Found {
  const own = context.own.get(doc.number);
  const heading = context.heading.get(doc.group);
  const isHeading = heading?.number === doc.number;
  const close = closeness(doc.group);
  const around: Surroundings = isHeading
    ? NOTHING_AROUND
    : {
        beside: Math.max(
          close * (context.beside.get(doc.number) ?? 0),
          LINKED * (context.links.get(doc.number) ?? 0),
        ),
        further: close * (context.further.get(doc.number) ?? 0),
        group: close * (context.group.get(doc.group) ?? 0),
        heading: close * (heading ? (context.own.get(heading.number)?.words ?? 0) : 0),
      };
  const isInFocus =
    focus?.groups.has(doc.group) === true || focus?.groups.has(doc.name ?? '') === true;
  const { kind, state, atMs } = doc;
  const words = own?.words ?? 0;
  const score = finalScore({ kind, words, around, state, ageMs: nowMs - atMs, isInFocus });
  const isExact = own?.isExact ?? false;
  return { doc, score, matched: own?.parts.length ?? 0, isExact, around, isInFocus };
}

/** Of a container the best members count, each half as much as the one before. */
const MEMBERS_COUNTED = 3;

/** If containers are wanted, each is worth its best members and what it says as a whole. */
function withContainers(
  judged: readonly Found[],
  headings: readonly RecallDoc[],
  request: Search,
  context: Context,
): readonly Found[] {
  const { kinds } = request;
  if (!kinds) return judged;
  const wanted = judged.filter(({ doc }) => kinds.includes(doc.kind));
  const members = judged.filter(({ doc }) => !kinds.includes(doc.kind));
  const found = new Map(wanted.map((each) => [each.doc.number, each]));
  for (const heading of headings.filter(({ kind }) => kinds.includes(kind))) {
    const known = found.get(heading.number) ?? judge(heading, request, context);
    const own = byScore(members.filter(({ doc }) => doc.group === heading.name));
    const [best] = own;
    if (!best) continue;
    const counted = own.slice(0, MEMBERS_COUNTED);
    const said = counted.reduce((sum, each, at) => sum + each.score / 2 ** at, 0);
    const score = said + (context.group.get(best.doc.group) ?? 0);
    if (score > known.score) found.set(heading.number, { ...best, doc: heading, score });
  }
  return [...found.values()];
}

/** A hit that no word of the query found. */
export function bareHit(doc: RecallDoc): Found {
  return { doc, score: 0, matched: 0, isExact: false, around: NOTHING_AROUND, isInFocus: false };
}

/** How far down the list a text brings the one that holds instead of it. */
const MAX_LIFTED = 20;

/** What holds now stands above what it replaced, also if it says so in other words. */
async function withSuccessors(
  tx: Reading,
  found: readonly Found[],
  request: Search,
): Promise<readonly Found[]> {
  const old = byScore(found)
    .slice(0, MAX_LIFTED)
    .filter(({ doc }) => doc.successor !== undefined);
  if (old.length === 0) return found;
  const known = new Map(found.map((each) => [each.doc.number, each]));
  const missing = old.map(({ doc }) => doc.successor ?? 0).filter((number) => !known.has(number));
  const read = await tx.recall.numbered(missing);
  for (const doc of read.filter(isAllowed(request))) {
    known.set(doc.number, bareHit(doc));
  }
  for (const { doc, score, isExact } of old) {
    const next = known.get(doc.successor ?? 0);
    if (!next) continue;
    const lifted = next.score <= score ? score * LIFT : next.score;
    known.set(next.doc.number, { ...next, score: lifted, isExact: isExact || next.isExact });
  }
  return [...known.values()];
}

/** Just above. */
const LIFT = 1.01;
