/** Sessions and thoughts in SQL: single ones, lists, and in the order of arrival. */

import { sql as raw, type SelectQueryBuilder } from 'kysely';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { GatewayState } from '../../../domain/thoughts/gateway-state.ts';
import type { Thought } from '../../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../../domain/thoughts/thought-events.ts';
import { type FilterTerms, findTerms, isGiven } from '../../../recall/index/find-texts.ts';
import { readFilter } from '../../../recall/terms/filter-words.ts';
import type { LabelledStep, ListPage, SessionFilter, ThoughtQueries } from '../../thought-port.ts';
import { inOrderOf, keysByTitle } from '../by-title.ts';
import { listed, rowsOf } from '../chunks.ts';
import { contains } from '../contains.ts';
import type { Sql } from '../engine.ts';
import { eventFrom } from '../journal.ts';
import { prepared } from '../prepared.ts';
import type { EventRow, SessionRow, Tables } from '../tables.ts';
import { knowledgeQueries } from './knowledge.ts';
import { EVENT_COLUMNS, recordedQueries } from './recorded.ts';
import { chainFrom, type PlacedRow, sessionFrom, thoughtFrom } from './rows.ts';
import { sessionsAmong, sessionsFitting } from './sessions-with.ts';

interface InWorkspace {
  readonly workspace: string;
}

interface InSession extends InWorkspace {
  readonly session: number;
}

const sessionById = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .selectFrom('sessions')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

const chainsOf = prepared((sql: Sql, args: InSession) =>
  sql
    .selectFrom('thought_chains')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('session', '=', args.session)
    .orderBy(raw`case when chain = '' then 0 else 1 end`)
    .orderBy('first_seq'),
);

const chainNamed = prepared((sql: Sql, args: InSession & { chain: string }) =>
  sql
    .selectFrom('thought_chains')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('session', '=', args.session)
    .where('chain', '=', args.chain),
);

interface PageArgs extends InSession {
  readonly offset: number;
  readonly limit: number;
}

/** Selects the places of a page first and joins their events after that: skipping must be cheap. */
function withEvents(sql: Sql, places: Places) {
  return sql
    .selectFrom(places.as('t'))
    .innerJoin('events as e', (join) =>
      join.onRef('e.workspace', '=', 't.workspace').onRef('e.seq', '=', 't.seq'),
    )
    .select(['t.chain', 't.number', 't.previous', 't.following', 't.critique_seq'])
    .select([...EVENT_COLUMNS])
    .orderBy('t.seq');
}

type ThoughtLinks = Omit<Tables['thoughts'], 'session'>;
type Places = SelectQueryBuilder<Tables, 'thoughts', ThoughtLinks>;

function placesIn(sql: Sql, args: InSession): Places {
  return sql
    .selectFrom('thoughts')
    .select(['workspace', 'seq', 'chain', 'number', 'previous', 'following', 'critique_seq'])
    .where('workspace', '=', args.workspace)
    .where('session', '=', args.session);
}

function pageOf(places: Places, { offset, limit }: PageArgs, order: 'asc' | 'desc'): Places {
  return places.orderBy('seq', order).limit(limit).offset(offset);
}

const thoughtAt = prepared((sql: Sql, args: InSession & ThoughtPlace) =>
  withEvents(
    sql,
    placesIn(sql, args).where('chain', '=', args.chain).where('number', '=', args.number),
  ),
);

type InChain = PageArgs & { readonly chain: string };

/** Of the whole session or of one chain, from its beginning or from its end. */
const PAGES = {
  asc: prepared((sql: Sql, args: PageArgs) =>
    withEvents(sql, pageOf(placesIn(sql, args), args, 'asc')),
  ),
  desc: prepared((sql: Sql, args: PageArgs) =>
    withEvents(sql, pageOf(placesIn(sql, args), args, 'desc')),
  ),
};

const CHAIN_PAGES = {
  asc: prepared((sql: Sql, args: InChain) =>
    withEvents(sql, pageOf(placesIn(sql, args).where('chain', '=', args.chain), args, 'asc')),
  ),
  desc: prepared((sql: Sql, args: InChain) =>
    withEvents(sql, pageOf(placesIn(sql, args).where('chain', '=', args.chain), args, 'desc')),
  ),
};

const placeKnown = prepared((sql: Sql, args: InSession & ThoughtPlace) =>
  sql
    .selectFrom('thoughts')
    .select('seq')
    .where('workspace', '=', args.workspace)
    .where('session', '=', args.session)
    .where('chain', '=', args.chain)
    .where('number', '=', args.number),
);

const thoughtsUntil = prepared((sql: Sql, args: InSession & { seq: number }) =>
  sql
    .selectFrom('thoughts')
    .select((e) => e.fn.countAll().as('count'))
    .where('workspace', '=', args.workspace)
    .where('session', '=', args.session)
    .where('seq', '<=', args.seq),
);

/** Few enough for a statement of any engine. */
const MAX_LABELS = 5_000;

/** The last step with a label comes last, so it is the one that stays in the map. */
async function stepsLabelled(
  sql: Sql,
  { workspace, session }: InSession,
  chain: string,
  labels: readonly number[],
): Promise<ReadonlyMap<number, LabelledStep>> {
  const found = new Map<number, LabelledStep>();
  for (let first = 0; first < labels.length; first += MAX_LABELS) {
    const rows = await sql
      .selectFrom('thought_steps as s')
      .innerJoin('thoughts as t', (join) =>
        join
          .onRef('t.workspace', '=', 's.workspace')
          .onRef('t.session', '=', 's.session')
          .onRef('t.seq', '=', 's.seq'),
      )
      .select(['s.label', 's.node', 't.number'])
      .where('s.workspace', '=', workspace)
      .where('s.session', '=', session)
      .where('s.chain', '=', chain)
      .where('s.label', 'in', labels.slice(first, first + MAX_LABELS))
      .orderBy('s.seq')
      .orderBy('s.position')
      .execute();
    for (const { label, node, number } of rows) found.set(label, { node, number });
  }
  return found;
}

/** More than a thought itself refers to: longer lists come from its cipher. */
const FEW_PLACES = 4;

async function placesKnown(
  sql: Sql,
  { workspace, session }: InSession,
  places: readonly ThoughtPlace[],
): Promise<readonly ThoughtPlace[]> {
  if (places.length > FEW_PLACES) return manyKnown(sql, { workspace, session }, places);
  const found: ThoughtPlace[] = [];
  for (const { chain, number } of places) {
    const rows = await placeKnown(sql, { workspace, session, chain, number });
    if (rows.length > 0) found.push({ chain, number });
  }
  return found;
}

async function manyKnown(
  sql: Sql,
  { workspace, session }: InSession,
  places: readonly ThoughtPlace[],
): Promise<readonly ThoughtPlace[]> {
  const known = new Set<string>();
  const numbers = [...new Set(places.map(({ number }) => number))];
  for (let first = 0; first < numbers.length; first += MAX_LABELS) {
    const rows = await sql
      .selectFrom('thoughts')
      .select(['chain', 'number'])
      .where('workspace', '=', workspace)
      .where('session', '=', session)
      .where('chain', 'in', [...new Set(places.map(({ chain }) => chain))])
      .where('number', 'in', numbers.slice(first, first + MAX_LABELS))
      .execute();
    for (const { chain, number } of rows) known.add(`${number} ${chain}`);
  }
  return places.filter(({ chain, number }) => known.has(`${number} ${chain}`));
}

const stateOf = prepared((sql: Sql, args: InWorkspace & { agent: string }) =>
  sql
    .selectFrom('gateway_states')
    .select('state')
    .where('workspace', '=', args.workspace)
    .where('agent', '=', args.agent),
);

type JoinedRow = PlacedRow & { critique_seq: number | null } & Pick<
    EventRow,
    'workspace' | 'seq' | 'ts_ms' | 'agent' | 'type' | 'entity' | 'payload' | 'version'
  >;

/** Few thoughts of a page have critiques, so these are looked up separately. */
async function withCritiques(sql: Sql, rows: readonly JoinedRow[]): Promise<readonly Thought[]> {
  const thoughts: Thought[] = [];
  for (const row of rows) {
    const event = eventFrom({ ...row, branch: null, doc: null, key: null });
    const critique =
      row.critique_seq === null
        ? undefined
        : await eventAt(sql, { workspace: row.workspace, seq: row.critique_seq });
    thoughts.push(
      thoughtFrom(
        row,
        event as JournalEvent<'thought_recorded'>,
        critique?.map(eventFrom)[0] as JournalEvent<'critique_attached'> | undefined,
      ),
    );
  }
  return thoughts;
}

const eventAt = prepared((sql: Sql, args: InWorkspace & { seq: number }) =>
  sql
    .selectFrom('events')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('seq', '=', args.seq),
);

type SessionsQuery = SelectQueryBuilder<Tables, 'sessions', object>;

/** A cross join, because SQLite does not reorder it: in the order of the list it would read all. */
function amongFound(sql: Sql, seqs: readonly number[]): SessionsQuery {
  return sql
    .selectFrom(raw<{ value: number }>`${rowsOf(sql, listed(seqs), 'bigint')}`.as('found'))
    .crossJoin('sessions')
    .where(raw<boolean>`sessions.seq = found.value`) as unknown as SessionsQuery;
}

async function filtered(
  sql: Sql,
  workspace: string,
  filter: SessionFilter,
): Promise<SessionsQuery> {
  const among = await sessionsAmong(sql, workspace, filter);
  let query = among ? amongFound(sql, among) : (sql.selectFrom('sessions') as SessionsQuery);
  query = query.where('sessions.workspace', '=', workspace);
  if (filter.project !== undefined) query = query.where('project', '=', filter.project);
  // Literals, because a partial index is not used for parameters.
  if (filter.begun) query = query.where(raw<boolean>`thoughts > 0`);
  if (filter.begun === false) query = query.where(raw<boolean>`thoughts = 0`);
  if (filter.unfinished) query = query.where(raw<boolean>`complete = 0 and thoughts > 0`);
  if (filter.seqs) query = query.where('seq', 'in', filter.seqs);
  for (const tag of filter.tags ?? []) {
    query = query.where(contains('tagged', `|${tag.toLowerCase()}|`));
  }
  return query;
}

const SORTED_BY = { createdAt: 'created_ms', updatedAt: 'updated_ms' } as const;

async function inOrder(query: SessionsQuery, page: ListPage): Promise<readonly SessionRow[]> {
  if (page.sortBy === 'title') return orderedByTitle(query, page);
  return query
    .selectAll('sessions')
    .orderBy(SORTED_BY[page.sortBy], page.sortOrder)
    .orderBy('seq', page.sortOrder)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

async function orderedByTitle(query: SessionsQuery, page: ListPage) {
  const titles = await query.select(['sessions.seq as key', 'title']).orderBy('seq').execute();
  const seqs = keysByTitle(titles, page);
  if (seqs.length === 0) return [];
  const rows = await query.selectAll('sessions').where('sessions.seq', 'in', seqs).execute();
  return inOrderOf(seqs, rows, ({ seq }) => seq);
}

async function sessionPage(
  sql: Sql,
  workspace: string,
  filter: SessionFilter,
  page: ListPage,
): Promise<readonly SessionRow[]> {
  const { text, ...others } = filter;
  const asked = isGiven(text) ? readFilter(text) : undefined;
  const words =
    asked?.literals.length === 0 ? await findTerms(sql, workspace, asked.words) : undefined;
  const walked = words?.areCommon
    ? await walk(sql, workspace, await filtered(sql, workspace, others), words, page)
    : undefined;
  return walked ?? inOrder(await filtered(sql, workspace, filter), page);
}

const SESSIONS_AT_ONCE = 64;
/** If so many sessions and thoughts were looked at, it is better to read all places of the rarest word. */
const MAX_LOOKED_AT = 20_000;

/** Common words are soon found on the way through the list, in its order; or else undefined. */
async function walk(
  sql: Sql,
  workspace: string,
  list: SessionsQuery,
  words: FilterTerms,
  { offset, limit, ...order }: ListPage,
): Promise<readonly SessionRow[] | undefined> {
  const found: SessionRow[] = [];
  let looked = 0;
  for (let at = 0; found.length < offset + limit; at += SESSIONS_AT_ONCE) {
    const rows = await inOrder(list, { ...order, offset: at, limit: SESSIONS_AT_ONCE });
    looked += rows.reduce((sum, { thoughts }) => sum + thoughts + 1, 0);
    if (looked > MAX_LOOKED_AT) return undefined;
    const seqs = rows.map(({ seq }) => seq);
    const fitting = await sessionsFitting(sql, workspace, words, seqs);
    found.push(...rows.filter(({ seq }) => fitting.has(seq)));
    if (rows.length < SESSIONS_AT_ONCE) break;
  }
  return found.slice(offset, offset + limit);
}

export function thoughtQueries(sql: Sql, workspace: string): ThoughtQueries {
  return {
    ...knowledgeQueries(sql, workspace),
    ...recordedQueries(sql, workspace),
    session: async (id) => (await sessionById(sql, { workspace, id })).map(sessionFrom)[0],
    sessions: async (filter, page) =>
      (await sessionPage(sql, workspace, filter, page)).map(sessionFrom),
    async countSessions(filter) {
      const query = await filtered(sql, workspace, filter);
      const row = await query.select((e) => e.fn.countAll().as('count')).executeTakeFirstOrThrow();
      return Number(row.count);
    },
    async countUntil(session, seq) {
      const [row] = await thoughtsUntil(sql, { workspace, session, seq });
      return Number(row?.count ?? 0);
    },
    async projects(limit) {
      const rows = await sql
        .selectFrom('sessions')
        .select('project')
        .distinct()
        .where('workspace', '=', workspace)
        .orderBy('project')
        .limit(limit)
        .execute();
      return rows.map((row) => row.project);
    },
    chains: async (session) => (await chainsOf(sql, { workspace, session })).map(chainFrom),
    chain: async (session, chain) =>
      (await chainNamed(sql, { workspace, session, chain })).map(chainFrom)[0],
    async thought(session, place) {
      return (await withCritiques(sql, await thoughtAt(sql, { workspace, session, ...place })))[0];
    },
    async thoughts(session, { chain, offset = 0, last = false, limit }) {
      const order = last ? 'desc' : 'asc';
      const args = { workspace, session, offset, limit };
      const rows =
        chain === undefined
          ? await PAGES[order](sql, args)
          : await CHAIN_PAGES[order](sql, { ...args, chain });
      return withCritiques(sql, rows);
    },
    known: (session, places) => placesKnown(sql, { workspace, session }, places),
    labelled: (session, chain, labels) => stepsLabelled(sql, { workspace, session }, chain, labels),
    async gatewayState(agent) {
      const [row] = await stateOf(sql, { workspace, agent });
      return row && (JSON.parse(row.state) as GatewayState);
    },
  };
}
