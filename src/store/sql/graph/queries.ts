/**
 * Graph versions in SQL, as a branch sees them.
 *
 * A view is a list of stretches, newest first. A stretch shows the newest version of a key at the
 * end of the stretch, unless a nearer stretch has a version of that key.
 */

import { sql as raw } from 'kysely';
import {
  type EffectiveView,
  type Stretch,
  viewAfter,
} from '../../../domain/branches/effective-view.ts';
import type { EdgeVersion, NodeVersion, Version } from '../../../domain/graph/version.ts';
import { findTerms, isGiven } from '../../../recall/index/find-texts.ts';
import { MAX_COMPARED } from '../../../recall/index/literal-texts.ts';
import { readFilter } from '../../../recall/terms/filter-words.ts';
import type { GraphQueries, NodeFilter, VersionSlice } from '../../port.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { beginnings } from './beginnings.ts';
import { changedAfter } from './changed-after.ts';
import { countNodes } from './counts.ts';
import { fitsNodeFilter, keysWith } from './keys-with.ts';
import { filtered, liveOnly } from './node-filter.ts';
import { openCards } from './open-cards.ts';
import { placesOf } from './places.ts';
import { type GraphDocument, type Query, type Row, versionsOn } from './version-rows.ts';

/** Adds conditions to a query on one branch. */
type Narrow = (query: Query, place: GraphDocument, branch: number) => Query;

const EVERYTHING = Number.MAX_SAFE_INTEGER;

/** Only versions older than this one; place 0 excludes the whole event. */
type Before = Pick<Row, 'seq' | 'place'>;

interface Page {
  readonly before: Before | undefined;
  readonly limit: number;
}

export function graphQueries(sql: Sql, workspace: string): GraphQueries {
  const at = (doc: string): GraphDocument => ({ sql, workspace, doc });
  return {
    nodes: (view, doc, filter, slice) => nodesOf(at(doc), view, filter, slice),
    openCards: (request) => openCards(sql, workspace, request),
    places: (node) => placesOf(sql, { workspace, node }),
    count: (view, doc, types) => countNodes(sql, { workspace, doc }, view, types),
    async edges(view, doc, slice) {
      const before = await placeBefore(at(doc), branchesIn(view), slice.before);
      const page = { before, limit: slice.limit };
      const rows = await newest(at(doc), view, 'edge', liveOnly, page);
      return rows.map(versionFrom) as EdgeVersion[];
    },
    async edgesAt(view, doc, nodes) {
      const found = new Map<string, Row>();
      for (const some of chunks(nodes)) {
        for (const end of ['from_id', 'to_id'] as const) {
          const rows = await every(at(doc), view, 'edge', (query) => query.where(end, 'in', some));
          for (const row of rows) found.set(row.key, row);
        }
      }
      return newestFirst([...found.values()]).map(versionFrom) as EdgeVersion[];
    },
    async byKey(view, doc, kind, keys) {
      const found: Row[] = [];
      for (const some of chunks(keys)) {
        found.push(
          ...(await every(at(doc), view, kind, (query) => query.where('key', 'in', some))),
        );
      }
      return found.map(versionFrom);
    },
    async changedKeys(view, doc) {
      const keys = new Map<string, { kind: Version['kind']; key: string }>();
      for (const stretch of view) {
        const rows = await versionsOn(at(doc), stretch.branch)
          .where('seq', '>', stretch.after)
          .where('seq', '<=', stretch.upTo)
          .execute();
        for (const { kind, key } of rows) keys.set(`${kind}|${key}`, { kind: kindOf(kind), key });
      }
      return [...keys.values()];
    },
    ownVersions: (branch, doc, slice) => ownVersions(at(doc), branch, slice),
    changedAfter: (view, doc, slice) => changedAfter(at(doc), viewAfter(view, slice.seq), slice),
    versionsOf: (view, doc, kind, key, limit) => versionsOfKey(at(doc), view, { kind, key, limit }),
    beginnings: (view, doc, nodes) => beginnings(sql, { workspace, doc }, view, nodes),
  };
}

async function nodesOf(
  place: GraphDocument,
  view: EffectiveView,
  filter: NodeFilter,
  slice: VersionSlice,
): Promise<readonly NodeVersion[]> {
  const before = await placeBefore(place, branchesIn(view), slice.before);
  const page = { before, limit: slice.limit };
  const found = isGiven(filter.text)
    ? await nodesWith(place, view, { ...filter, text: filter.text }, page)
    : await nodesByType(place, view, filter, page);
  return newestFirst(found).slice(0, slice.limit).map(versionFrom) as NodeVersion[];
}

/** One type after the other: each is a range of an index, all at once would need a search. */
async function nodesByType(
  place: GraphDocument,
  view: EffectiveView,
  filter: NodeFilter,
  page: Page,
): Promise<readonly Row[]> {
  const types = filter.types === undefined ? [undefined] : [...new Set(filter.types)];
  const found: Row[] = [];
  for (const type of types) {
    const narrow: Narrow = (query, at, branch) =>
      filtered(type === undefined ? query : query.where('type', '=', type), filter, at, branch);
    found.push(...(await newest(place, view, 'node', narrow, page)));
  }
  return found;
}

/**
 * Starts from the words: each node that they may lead to is looked up by its name, and compared. In
 * SQL another condition would be taken for the narrower one.
 */
async function nodesWith(
  place: GraphDocument,
  view: EffectiveView,
  filter: NodeFilter & { readonly text: string },
  page: Page,
): Promise<readonly Row[]> {
  const asked = readFilter(filter.text);
  if (asked.words.length === 0) return (await walk(place, view, filter, page)).found;
  const words = await findTerms(place.sql, place.workspace, asked.words);
  if (!words) return [];
  if (words.areCommon) {
    const { found, isComplete } = await walk(place, view, filter, page);
    if (isComplete) return found;
  }
  const found: Row[] = [];
  for (const some of chunks(await keysWith(place, view, words))) {
    found.push(...(await every(place, view, 'node', (query) => query.where('key', 'in', some))));
  }
  const fits = fitsNodeFilter(filter);
  return found.filter((row) => isOlder(row, page.before) && fits(row.state));
}

const NODES_AT_ONCE = 500;

/**
 * Compares the nodes one by one, newest first: common words are soon found so, and what the index
 * has no words for cannot be found otherwise. Incomplete if `MAX_COMPARED` did not fill the page.
 */
async function walk(
  place: GraphDocument,
  view: EffectiveView,
  { text, ...others }: NodeFilter & { readonly text: string },
  { before, limit }: Page,
): Promise<{ readonly found: readonly Row[]; readonly isComplete: boolean }> {
  const fits = fitsNodeFilter({ ...others, text });
  const found: Row[] = [];
  let below = before;
  for (let compared = 0; found.length < limit; compared += NODES_AT_ONCE) {
    if (compared >= MAX_COMPARED) return { found, isComplete: false };
    const all = await nodesByType(place, view, others, { before: below, limit: NODES_AT_ONCE });
    const rows = newestFirst(all).slice(0, NODES_AT_ONCE);
    found.push(...rows.filter(({ state }) => fits(state)));
    if (rows.length < NODES_AT_ONCE) break;
    below = rows.at(-1);
  }
  return { found, isComplete: true };
}

function isOlder({ seq, place }: Row, before: Before | undefined): boolean {
  if (!before) return true;
  return seq < before.seq || (seq === before.seq && place < before.place);
}

async function versionsOfKey(
  place: GraphDocument,
  view: EffectiveView,
  { kind, key, limit }: Pick<Version, 'kind' | 'key'> & { readonly limit: number },
): Promise<readonly Version[]> {
  const found: Row[] = [];
  for (const { branch, upTo } of view) {
    if (found.length >= limit) break;
    const ofKey = versionsOn(place, branch).where('kind', '=', kind).where('key', '=', key);
    const page = inOrder(ofKey.where('seq', '<=', upTo)).limit(limit - found.length);
    found.push(...(await page.execute()));
  }
  return found.map(versionFrom);
}

async function ownVersions(
  place: GraphDocument,
  branch: number,
  slice: VersionSlice,
): Promise<readonly Version[]> {
  const before = await placeBefore(place, [branch], slice.before);
  const found: Row[] = [];
  // One kind after the other: the index of current versions is sorted within a kind.
  for (const kind of ['node', 'edge']) {
    const current = versionsOn(place, branch)
      .where('kind', '=', kind)
      .where('until_seq', 'is', null);
    const rows = await inOrder(olderThan(current, before)).limit(slice.limit).execute();
    found.push(...rows);
  }
  return newestFirst(found).slice(0, slice.limit).map(versionFrom);
}

/** A mark names a version by its event and key; this looks up its place within the event. */
async function placeBefore(
  { sql, workspace, doc }: GraphDocument,
  branches: readonly number[],
  before: VersionSlice['before'],
): Promise<Before | undefined> {
  if (before === undefined) return undefined;
  if (typeof before === 'number') return { seq: before, place: 0 };
  const { seq, key } = before;
  const row = await sql
    .selectFrom('graph_versions')
    .select('place')
    .where('workspace', '=', workspace)
    .where('branch', 'in', branches)
    .where('doc', '=', doc)
    .where('kind', '=', key.includes('|') ? 'edge' : 'node')
    .where('key', '=', key)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return { seq, place: row?.place ?? EVERYTHING };
}

function branchesIn(view: EffectiveView): readonly number[] {
  return [...new Set(view.map((stretch) => stretch.branch))];
}

function olderThan(query: Query, before: Before | undefined): Query {
  if (!before) return query;
  if (before.place === 0) return query.where('seq', '<', before.seq);
  return query.where(raw<boolean>`(seq, place) < (${before.seq}, ${before.place})`);
}

function inOrder(query: Query): Query {
  return query.orderBy('seq', 'desc').orderBy('place', 'desc');
}

/** Newest first, one version per key, as the view sees them. */
async function newest(
  place: GraphDocument,
  view: EffectiveView,
  kind: Version['kind'],
  narrow: Narrow,
  { before, limit }: Page,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const [index, stretch] of view.entries()) {
    const nearer = view.slice(0, index);
    let below = before;
    while (found.length < limit) {
      const wanted = Math.min(limit - found.length, 1_000);
      const rows = await visibleIn(place, stretch, kind, narrow, below, wanted);
      found.push(...(await unshadowed(place, nearer, kind, rows)));
      if (rows.length < wanted) break;
      below = rows.at(-1);
    }
  }
  return found;
}

function visibleIn(
  place: GraphDocument,
  stretch: Stretch,
  kind: Version['kind'],
  narrow: Narrow,
  below: Before | undefined,
  limit: number,
): Promise<Row[]> {
  const page = olderThan(visibleVersions(place, stretch, kind), below);
  return inOrder(narrow(page, place, stretch.branch))
    .limit(limit)
    .execute();
}

function visibleVersions(place: GraphDocument, stretch: Stretch, kind: Version['kind']): Query {
  const versions = versionsOn(place, stretch.branch).where('kind', '=', kind);
  // `until_seq is null` is written out, so that the index of current versions is used.
  if (stretch.upTo === EVERYTHING) return versions.where('until_seq', 'is', null);
  return versions
    .where('seq', '<=', stretch.upTo)
    .where((e) => e.or([e('until_seq', 'is', null), e('until_seq', '>', stretch.upTo)]));
}

/** All matches, unordered: with an order, an engine would scan by it instead of using the names. */
async function every(
  place: GraphDocument,
  view: EffectiveView,
  kind: Version['kind'],
  narrow: (query: Query) => Query,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const [index, stretch] of view.entries()) {
    const rows = await narrow(visibleVersions(place, stretch, kind)).execute();
    found.push(...(await unshadowed(place, view.slice(0, index), kind, rows)));
  }
  return found;
}

/** Those of `rows` whose key has no version in a nearer stretch. */
async function unshadowed(
  place: GraphDocument,
  nearer: EffectiveView,
  kind: Version['kind'],
  rows: Row[],
): Promise<Row[]> {
  if (nearer.length === 0 || rows.length === 0) return rows;
  const hidden = new Set<string>();
  for (const some of chunks(rows.map((row) => row.key))) {
    const versions = await place.sql
      .selectFrom('graph_versions')
      .select(['branch', 'key', 'seq'])
      .where('workspace', '=', place.workspace)
      .where('doc', '=', place.doc)
      .where('kind', '=', kind)
      .where('branch', 'in', branchesIn(nearer))
      .where('key', 'in', some)
      .execute();
    const end = new Map(nearer.map((stretch) => [stretch.branch, stretch.upTo]));
    for (const { branch, key, seq } of versions) if (seq <= (end.get(branch) ?? 0)) hidden.add(key);
  }
  return rows.filter((row) => !hidden.has(row.key));
}

function chunks(names: readonly string[]): string[][] {
  return chunksOf([...new Set(names)]);
}

function newestFirst(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => b.seq - a.seq || b.place - a.place);
}

function kindOf(kind: string): Version['kind'] {
  return kind === 'node' ? 'node' : 'edge';
}

function versionFrom(row: Row): Version {
  const place = { key: row.key, seq: row.seq, place: row.place, tsMs: row.ts_ms };
  const state = row.state === null ? {} : { state: JSON.parse(row.state) };
  return { kind: kindOf(row.kind), ...place, ...state };
}
