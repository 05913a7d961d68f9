/** Finds what fits a query or filters, the best first. */

import type { JsonObject } from '../../kernel/json.ts';
import { redactText } from '../../kernel/redaction.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Suggestion } from '../../kernel/suggestion.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { Reading, RecallDoc } from '../../store/port.ts';
import { type Described, describe, isOneThing } from '../query/describe.ts';
import { isAllowed } from '../query/doc-filter.ts';
import { ofProject } from '../query/of-project.ts';
import { type Found, search } from '../query/search.ts';
import { type Compared, compared, sayTheSame } from '../rank/alike.ts';
import { passage } from '../rank/passage.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';
import { shownWhole } from '../terms/shown-text.ts';
import { exactFirst, withSimilar } from './exact-ids.ts';
import { nearestWords } from './nearest-words.ts';
import { type Filter, filterOf, searchFocus } from './recall-filter.ts';
import { wordSearch } from './search-call.ts';

export interface HitRequest {
  readonly query?: string | undefined;
  readonly kinds?: readonly RecallKind[] | undefined;
  readonly about?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly branch?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | number | null | undefined;
  readonly explain?: boolean | undefined;
  /** Ids that a model of the caller holds for near, best first. */
  readonly similar?: readonly string[] | undefined;
}

/** A type, not an interface: it is a view. */
export type Hits = {
  readonly hits: readonly JsonObject[];
  /** Words that exist, if nothing matched. */
  readonly nearest?: readonly string[];
  readonly cursor?: string;
  readonly has_more?: boolean;
};

export interface Caller {
  readonly workspace: string;
  readonly tx: Reading;
  readonly agent: string;
  readonly nowMs: number;
  readonly server: { readonly thoughts: { readonly project?: string | undefined } };
}

/** A page of hits, with the cursor that leads on behind so many of them. */
export interface HitPage {
  readonly view: Hits;
  readonly cursorBehind: (count: number) => string | undefined;
  readonly next?: Suggestion | undefined;
}

export async function findHits(call: Caller, request: HitRequest): Promise<HitPage | Refusal> {
  const filter = await filterOf(call.tx, request);
  if (isRefusal(filter)) return filter;
  const isAsked = (request.query ?? '').trim() !== '' || (request.similar ?? []).length > 0;
  return !isAsked
    ? listNewest(call, request, filter)
    : rankHits(call, request.query ?? '', request, filter);
}

/** So many more than fit on the page are compared, because some say the same. */
const SPARE = 20;

async function rankHits(
  call: Caller,
  query: string,
  request: HitRequest,
  filter: Filter,
): Promise<HitPage> {
  const { workspace, agent, nowMs, server } = call;
  const { tx } = filter;
  const focus = await searchFocus(tx, agent);
  const { found, words } = await search(tx, { ...filter, query, focus, nowMs });
  const first = Number(request.cursor ?? 0) || 0;
  const end = first + request.limit;
  const fused = await withSimilar(request.similar ?? [], found, filter);
  const ranked = await exactFirst(query, fused, filter, workspace);
  const { project } = server.thoughts;
  const shown = await distinctUpTo(tx, await ofProject(tx, ranked, project), end);
  const page = shown.slice(first, end);
  const cursorBehind = (count: number) => (count === 0 ? undefined : String(first + count));
  if (shown.length === 0) {
    const next = await withoutFilters(call, query, request);
    return { view: { hits: [], ...(await nearestWords(tx, words, project)) }, cursorBehind, next };
  }
  const terms = new Set(words.flatMap((word) => word.terms.map(({ term }) => term)));
  const asked = words.filter(({ isAside }) => !isAside).length;
  const hits = page.map((hit) => ({
    ...hitView(hit, terms, hit.whole),
    ...(hit.same > 0 ? { same: hit.same } : {}),
    ...(request.explain ? { score: rounded(hit.found.score), why: why(hit, asked) } : {}),
  }));
  return { view: pageOf(hits, shown.length > end, cursorBehind), cursorBehind };
}

const FILTERS = ['kinds', 'about', 'since', 'until', 'branch'] as const;

/** The same search without the filters that left nothing of it, if it finds something. */
async function withoutFilters(
  { tx, nowMs, server }: Caller,
  query: string,
  request: HitRequest,
): Promise<Suggestion | undefined> {
  const filters = FILTERS.filter((name) => request[name] !== undefined);
  if (filters.length === 0) return undefined;
  const { found } = await search(tx, { query, nowMs });
  const own = await ofProject(tx, found, server.thoughts.project);
  return own.length === 0
    ? undefined
    : wordSearch(query, `Something fits without ${filters.join(', ')}`);
}

function pageOf(
  hits: readonly JsonObject[],
  hasMore: boolean,
  cursorBehind: HitPage['cursorBehind'],
): Hits {
  const cursor = hasMore ? cursorBehind(hits.length) : undefined;
  return cursor === undefined ? { hits } : { hits, cursor, has_more: true };
}

/** More than `end`, unless there are no more: the more say the same, the more are compared. */
async function distinctUpTo(
  tx: Reading,
  ranked: readonly Found[],
  end: number,
): Promise<readonly Shown[]> {
  for (let most = end + SPARE; ; most *= 2) {
    const shown = distinct(await describeFound(tx, ranked.slice(0, most)));
    if (shown.length > end || most >= ranked.length) return shown;
  }
}

type Shown = Described & {
  readonly found: Found;
  readonly same: number;
  /** All of it, as it is shown. */
  readonly whole: string;
};

async function describeFound(tx: Reading, found: readonly Found[]) {
  const described = await describe(
    tx,
    found.map(({ doc }) => doc),
  );
  return described.flatMap((each, at) => {
    const own = found[at];
    return own ? [{ ...each, found: own }] : [];
  });
}

/** Of several that say the same, the first one with the number of the others. */
function distinct(all: readonly (Described & { readonly found: Found })[]): readonly Shown[] {
  const kept: { hit: Described & { readonly found: Found }; words: Compared; same: number }[] = [];
  for (const hit of all) {
    // Readers cannot tell texts apart that differ in a secret alone.
    const words = compared(shownWhole(hit));
    const known = kept.find(
      (each) =>
        isOneThing(each.hit, hit) || (each.hit.kind === hit.kind && sayTheSame(each.words, words)),
    );
    if (known) known.same += 1;
    else kept.push({ hit, words, same: 0 });
  }
  return kept.map(({ hit, same, words }) => ({ ...hit, same, whole: words.text }));
}

function hitView(hit: Described, terms: ReadonlySet<string>, whole = shownWhole(hit)): JsonObject {
  const { doc, id, kind, within, by } = hit;
  return {
    id,
    kind,
    ...(within === undefined ? {} : { in: redactText(within) }),
    ...(doc.state === undefined ? {} : { state: doc.state }),
    at: timestamp(doc.atMs),
    ...(by === undefined ? {} : { by }),
    text: passage(whole, terms),
  };
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}

function why({ found, doc }: Shown, words: number): string {
  const { matched, around, isInFocus } = found;
  const parts = [
    `words ${matched}/${words}`,
    ...(around.beside > 0 ? ['next to a match'] : []),
    ...(around.heading > 0 ? ['its heading matches'] : []),
    ...(isInFocus ? ['in focus'] : []),
    ...(doc.state === undefined ? [] : [doc.state]),
  ];
  return parts.join(', ');
}

async function listNewest(
  { server }: Caller,
  request: HitRequest,
  filter: Filter,
): Promise<HitPage> {
  const { tx } = filter;
  const { limit } = request;
  const { kinds, groups, numbers } = filter;
  const [from, below] = numbers ?? [0, Number.MAX_SAFE_INTEGER];
  let before = Math.min(Number(request.cursor ?? 0) || below, below);
  const size = Math.max(limit + 1, LEAST_LOOKED_AT);
  const docs: RecallDoc[] = [];
  let isEnd = false;
  // What is not allowed is passed over, a few pages far; the cursor leads on from there.
  for (let page = 0; page < MAX_PAGES && docs.length <= limit && !isEnd; page++) {
    const some = await tx.recall.newest({ kinds, groups, from, before, limit: size });
    const allowed = some.filter(isAllowed(filter)).map((doc) => ({ doc }));
    docs.push(...(await ofProject(tx, allowed, server.thoughts.project)).map(({ doc }) => doc));
    before = some.at(-1)?.number ?? before;
    isEnd = some.length < size;
  }
  const page = docs.slice(0, limit);
  const hits = (await describe(tx, page)).map((hit) => hitView(hit, new Set()));
  const isCut = docs.length > limit;
  const cursorBehind = (count: number) => {
    const isLast = count === page.length && !isCut;
    return (isLast ? before : page[count - 1]?.number)?.toString();
  };
  return { view: pageOf(hits, isCut || !isEnd, cursorBehind), cursorBehind };
}

const LEAST_LOOKED_AT = 100;
const MAX_PAGES = 20;
