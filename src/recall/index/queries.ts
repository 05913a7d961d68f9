/** The queries of recall in SQL. */

import { type RawBuilder, sql as raw } from 'kysely';
import type {
  Beside,
  CardsCalled,
  DocListing,
  GroupSlice,
  RecallDoc,
  RecallQueries,
} from '../../store/recall-port.ts';
import { chunksOf, groupsOf, type Listed, listed, rowsOf } from '../../store/sql/chunks.ts';
import { dialectOf } from '../../store/sql/connection-dialect.ts';
import type { Sql } from '../../store/sql/engine.ts';
import { prepared, rawStatement } from '../../store/sql/prepared.ts';
import type { Tables } from '../../store/sql/tables.ts';
import { kindCode, kindOfCode, RECALL_KINDS } from '../terms/recall-kinds.ts';
import { linksOf } from './links.ts';
import { knownTerms, placesIn, placesOf, termsBeginning } from './read-postings.ts';

type DocRow = Tables['recall_docs'];

/** As a kind is part of the key, a number alone is looked up under each kind. */
async function docsAt(
  sql: Sql,
  workspace: string,
  keys: readonly Pick<RecallDoc, 'kind' | 'number'>[],
): Promise<readonly RecallDoc[]> {
  const rows: DocRow[] = [];
  for (const [kind, some] of groupsOf(keys, (key) => key.kind)) {
    for (const chunk of chunksOf(some.map(({ number }) => number))) {
      const args = { workspace, kind: kindCode(kind), numbers: listed(chunk) };
      rows.push(...(await docsOfKind(sql, args)));
    }
  }
  return docsFrom(sql, workspace, rows);
}

const docsOfKind = prepared(
  (sql: Sql, args: { workspace: string; kind: number; numbers: Listed }) =>
    rawStatement<DocRow>(
      sql,
      raw<DocRow>`select * from recall_docs where workspace = ${args.workspace}
        and kind = ${args.kind} and number in ${rowsOf(sql, args.numbers, 'bigint')}`,
    ),
);

/** Begins with the names: SQLite would walk through the whole workspace instead. */
export function docsWithNames(
  sql: Sql,
  { workspace, names }: { readonly workspace: string; readonly names: Listed },
): RawBuilder<DocRow> {
  return raw`${rowsOf(sql, names)} as given
    cross join recall_docs as d where d.workspace = ${workspace}
    and d.name is not null and d.name = given.value`;
}

export const docsNamed = prepared((sql: Sql, args: { workspace: string; names: Listed }) =>
  rawStatement<DocRow>(sql, raw<DocRow>`select d.* from ${docsWithNames(sql, args)}`),
);

/** Spelled like the index on the ids of cards, so that it is used. */
function cardsWithId(args: { readonly workspace: string }, isDeleted: boolean) {
  const state = raw.raw(isDeleted ? "= 'deleted'" : "<> 'deleted'");
  return raw<number>`(select count(*) from (select 1 as one from recall_docs as d
    where d.workspace = ${args.workspace} and d.kind in (2, 4)
    and substr(d.name, length(d.grp) + 2) = given.value
    and coalesce(d.state, '') ${state} limit 2) as seen)`;
}

const countCards = prepared((sql: Sql, args: { workspace: string; ids: Listed }) =>
  rawStatement<CardsCalled & { id: string }>(
    sql,
    raw`select given.value as id, ${cardsWithId(args, false)} as live,
      ${cardsWithId(args, true)} as deleted from ${rowsOf(sql, args.ids)} as given`,
  ),
);

async function cardsCalled(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CardsCalled>> {
  const found = new Map<string, CardsCalled>();
  for (const some of chunksOf(ids)) {
    for (const { id, live, deleted } of await countCards(sql, { workspace, ids: listed(some) })) {
      found.set(id, { live: Number(live), deleted: Number(deleted) });
    }
  }
  return found;
}

async function rowsNamed(
  sql: Sql,
  workspace: string,
  names: readonly string[],
): Promise<readonly DocRow[]> {
  const rows: DocRow[] = [];
  for (const some of chunksOf(names)) {
    rows.push(...(await docsNamed(sql, { workspace, names: listed(some) })));
  }
  return rows;
}

/** What took the place of something may have been replaced itself, and so on. */
const MAX_STEPS = 8;
const NUMBER = /^\d+$/;

/** The number of the text that each name leads to in the end. */
async function successorsOf(
  sql: Sql,
  workspace: string,
  rows: readonly DocRow[],
): Promise<ReadonlyMap<string, number>> {
  const next = new Map<string, DocRow>();
  let names = namesIn(rows);
  for (let step = 0; step < MAX_STEPS && names.length > 0; step++) {
    const found = await rowsNamed(sql, workspace, names);
    for (const row of found) next.set(row.name ?? '', row);
    names = namesIn(found).filter((name) => !next.has(name));
  }
  const last = (row: DocRow, steps = 0): number => {
    const after = steps < MAX_STEPS ? next.get(row.successor ?? '') : undefined;
    return after ? last(after, steps + 1) : row.number;
  };
  return new Map([...next].map(([name, row]) => [name, last(row)]));
}

function namesIn(rows: readonly DocRow[]): readonly string[] {
  const names = rows.flatMap(({ successor }) => successor ?? []);
  return [...new Set(names.filter((name) => !NUMBER.test(name)))];
}

async function docsFrom(
  sql: Sql,
  workspace: string,
  rows: readonly DocRow[],
): Promise<readonly RecallDoc[]> {
  const successors = await successorsOf(sql, workspace, rows);
  return rows.map((row) => ({
    kind: kindOfCode(row.kind),
    number: row.number,
    name: row.name ?? undefined,
    group: row.grp,
    atMs: row.at_ms,
    state: row.state ?? undefined,
    successor: row.successor === null ? undefined : numberOf(row.successor, successors),
    title: row.title ?? undefined,
    body: row.body ?? undefined,
  }));
}

function numberOf(successor: string, named: ReadonlyMap<string, number>): number | undefined {
  return NUMBER.test(successor) ? Number(successor) : named.get(successor);
}

interface BesideArgs {
  readonly workspace: string;
  readonly grp: string;
  readonly number: number;
  readonly reach: number;
}

const docsBefore = prepared((sql: Sql, args: BesideArgs) =>
  sql
    .selectFrom('recall_docs')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('grp', '=', args.grp)
    .where('number', '<', args.number)
    .orderBy('number', 'desc')
    .limit(args.reach),
);

const docsAfter = prepared((sql: Sql, args: BesideArgs) =>
  sql
    .selectFrom('recall_docs')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('grp', '=', args.grp)
    .where('number', '>', args.number)
    .orderBy('number')
    .limit(args.reach),
);

async function around(
  sql: Sql,
  workspace: string,
  docs: readonly RecallDoc[],
  reach: number,
): Promise<ReadonlyMap<number, Beside>> {
  const found = new Map<number, Beside>();
  const grouped = docs.filter(({ group }) => group !== '');
  if (dialectOf(sql).name === 'sqlite') {
    for (const { number, group: grp } of grouped) {
      const at = { workspace, grp, number, reach };
      const [before, after] = [await docsBefore(sql, at), await docsAfter(sql, at)];
      const docs = await docsFrom(sql, workspace, [...before, ...after]);
      found.set(number, {
        before: docs.slice(0, before.length),
        after: docs.slice(before.length),
      });
    }
    return found;
  }
  const asked = JSON.stringify(grouped.map(({ number, group }) => ({ number, grp: group })));
  const { rows } = await raw<DocRow & { beside: number }>`
    select asked.number as beside, d.* from json_to_recordset(${asked}::json)
      as asked(number bigint, grp text) cross join lateral (
      (select * from recall_docs where workspace = ${workspace} and grp = asked.grp collate "C"
        and number < asked.number order by number desc limit ${reach})
      union all
      (select * from recall_docs where workspace = ${workspace} and grp = asked.grp collate "C"
        and number > asked.number order by number limit ${reach})) as d`.execute(sql);
  const read = await docsFrom(sql, workspace, rows);
  const beside = read.map((doc, at) => ({ doc, centre: rows[at]?.beside ?? 0 }));
  for (const [number, some] of groupsOf(beside, ({ centre }) => centre)) {
    const sorted = some.map(({ doc }) => doc).sort((a, b) => a.number - b.number);
    const before = sorted.filter((doc) => doc.number < number).reverse();
    found.set(number, { before, after: sorted.filter((doc) => doc.number > number) });
  }
  return found;
}

type DocKey = Pick<DocRow, 'kind' | 'number'>;

interface SliceArgs {
  readonly workspace: string;
  readonly from: number;
  readonly before: number;
  readonly limit: number;
}

function newestIn(sql: Sql, { workspace, from, before, limit }: SliceArgs) {
  return sql
    .selectFrom('recall_docs')
    .select(['kind', 'number'])
    .where('workspace', '=', workspace)
    .where('number', '>=', from)
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(limit);
}

const newestOfKind = prepared((sql: Sql, args: SliceArgs & { kind: number }) =>
  newestIn(sql, args).where('kind', '=', args.kind),
);

const newestOfGroup = prepared((sql: Sql, args: SliceArgs & { grp: string; kinds: Listed }) =>
  newestIn(sql, args)
    .where('grp', '=', args.grp)
    .where(raw<boolean>`kind in ${rowsOf(sql, args.kinds, 'bigint')}`),
);

/** As with terms, PostgreSQL answers for all groups in one round trip. */
async function newestOfGroups(
  sql: Sql,
  slices: readonly GroupSlice[],
  { before, ...slice }: SliceArgs & { kinds: Listed },
): Promise<readonly DocKey[]> {
  const asked = slices.map(({ group, below = before }) => {
    return { grp: group, before: Math.min(below, before) };
  });
  if (dialectOf(sql).name === 'sqlite') {
    const rows: DocKey[] = [];
    for (const each of asked) rows.push(...(await newestOfGroup(sql, { ...slice, ...each })));
    return rows;
  }
  const { rows } = await raw<DocKey>`
    select d.kind, d.number from json_to_recordset(${JSON.stringify(asked)}::json)
      as asked(grp text, before bigint) cross join lateral (
      select kind, number from recall_docs where workspace = ${slice.workspace}
        and grp = asked.grp collate "C" and number >= ${slice.from} and number < asked.before
        and kind in ${rowsOf(sql, slice.kinds, 'bigint')}
      order by number desc limit ${slice.limit}) as d`.execute(sql);
  return rows;
}

/** Each kind, or each group, has an index of its own: their newest are merged. */
async function newestKeys(
  sql: Sql,
  workspace: string,
  { kinds = RECALL_KINDS, groups, before = Number.MAX_SAFE_INTEGER, from = 0, limit }: DocListing,
): Promise<readonly Pick<RecallDoc, 'kind' | 'number'>[]> {
  const slice = { workspace, from, before, limit };
  const rows: DocKey[] = [];
  if (groups) {
    const codes = listed(kinds.map(kindCode));
    rows.push(...(await newestOfGroups(sql, groups, { ...slice, kinds: codes })));
  } else {
    for (const kind of kinds) {
      rows.push(...(await newestOfKind(sql, { ...slice, kind: kindCode(kind) })));
    }
  }
  return rows
    .map(({ kind, number }) => ({ kind: kindOfCode(kind), number }))
    .sort((a, b) => b.number - a.number)
    .slice(0, limit);
}

async function namedDocs(
  sql: Sql,
  workspace: string,
  names: readonly string[],
): Promise<readonly RecallDoc[]> {
  return docsFrom(sql, workspace, await rowsNamed(sql, workspace, names));
}

export function recallQueries(sql: Sql, workspace: string): RecallQueries {
  return {
    places: (terms, most, wanted) => placesOf(sql, workspace, terms, most, wanted),
    placesIn: (term, numbers) => placesIn(sql, workspace, term, numbers),
    docs: (keys) => docsAt(sql, workspace, keys),
    numbered: (numbers) =>
      docsAt(
        sql,
        workspace,
        RECALL_KINDS.flatMap((kind) => numbers.map((number) => ({ kind, number }))),
      ),
    named: (names) => namedDocs(sql, workspace, names),
    cardsCalled: (ids) => cardsCalled(sql, workspace, ids),
    around: (docs, reach) => around(sql, workspace, docs, reach),
    async linked(docs) {
      const links = await linksOf(sql, workspace, docs);
      const names = [...new Set(links.map(({ name }) => name))];
      const found = await namedDocs(sql, workspace, names);
      const byName = new Map(found.map((doc) => [doc.name, doc]));
      return links.flatMap(({ number, name }) => {
        const doc = byName.get(name);
        return doc ? [[number, doc] as const] : [];
      });
    },
    async newest(listing) {
      const docs = await docsAt(sql, workspace, await newestKeys(sql, workspace, listing));
      return docs.toSorted((a, b) => b.number - a.number);
    },
    newestKeys: (listing) => newestKeys(sql, workspace, listing),
    known: (terms) => knownTerms(sql, workspace, terms),
    beginning: (prefix, limit) => termsBeginning(sql, workspace, prefix, limit),
  };
}
