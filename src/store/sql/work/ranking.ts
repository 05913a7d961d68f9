/**
 * Which node is next, and lists in pages, by index alone.
 *
 * A page goes on behind the sort keys of the last node shown. What changes its place while somebody
 * reads could be missed that way; so a reader first gets everything that has kept its place since
 * the reading began, and at the end what has not, in the order of creation. In that order itself
 * nothing ever changes its place.
 */

import { sql as raw, type SelectQueryBuilder } from 'kysely';
import { READINESS, type WorkNode, type WorkSort } from '../../../domain/work/work-node.ts';
import type {
  Candidates,
  PropertyMatch,
  WorkCursor,
  WorkFilter,
  WorkPage,
} from '../../work-port.ts';
import { contains } from '../contains.ts';
import type { Sql } from '../engine.ts';
import type { Tables } from '../tables.ts';
import { claimHolds, goneClaimants } from './claims.ts';
import { type NodeRow, nodeFrom } from './rows.ts';
import { subtree } from './statements.ts';

type Query = SelectQueryBuilder<Tables, 'work_nodes', object>;
type Column = 'readiness' | 'priority_key' | 'depth_key' | 'depth' | 'updated_seq' | 'created_key';

const RANK: readonly Column[] = ['priority_key', 'depth_key', 'updated_seq', 'created_key'];

interface Order {
  readonly columns: readonly Column[];
  readonly way: 'asc' | 'desc';
}

const ORDERS: Readonly<Record<WorkSort, Order>> = {
  readiness: { columns: ['readiness', ...RANK], way: 'asc' },
  depth: { columns: ['depth', 'created_key'], way: 'asc' },
  recent: { columns: ['updated_seq', 'created_key'], way: 'desc' },
  created: { columns: ['created_key'], way: 'asc' },
};

export async function nextWork(
  sql: Sql,
  workspace: string,
  wish: Candidates,
): Promise<readonly WorkNode[]> {
  const ranked = (narrow: (query: Query) => Query) => {
    const open = nodesOf(sql, workspace, wish.project).where(
      'readiness',
      '=',
      READINESS.actionable,
    );
    const scoped = wish.scope === undefined ? open : below(open, workspace, wish.scope);
    const query = narrow(withProperties(scoped, workspace, wish.properties ?? []));
    return ordered(query, { columns: RANK, way: 'asc' }).limit(wish.count).execute();
  };
  const own = await ranked((query) =>
    query
      .where('claimed_by', '=', wish.agent)
      .where('claimed_ms', '>', wish.claims.staleMs)
      .orderBy('claimed_ms', 'desc'),
  );
  if (own.length >= wish.count) return own.map(nodeFrom);
  const gone = await goneClaimants(sql, workspace, wish.project, wish.claims);
  const free = await ranked((query) => query.where('claimed_by', '=', ''));
  const ended = await ranked((query) =>
    query.where('claimed_by', '>', '').where(raw<boolean>`not ${claimHolds(wish.claims, gone)}`),
  );
  const taken = new Set(own.map((row) => row.id));
  const others = [...free, ...ended].filter((row) => !taken.has(row.id)).sort(byRank);
  return [...own, ...others].slice(0, wish.count).map(nodeFrom);
}

function byRank(a: NodeRow, b: NodeRow): number {
  const column = RANK.find((each) => a[each] !== b[each]);
  return column === undefined ? 0 : a[column] - b[column];
}

function nodesOf(sql: Sql, workspace: string, project: string): Query {
  return sql
    .selectFrom('work_nodes')
    .where('workspace', '=', workspace)
    .where('project', '=', project) as Query;
}

function below(query: Query, workspace: string, ancestor: string): Query {
  return query
    .where(raw<boolean>`id in (${subtree(workspace, ancestor)})`)
    .where('id', '<>', ancestor);
}

function withProperties(query: Query, workspace: string, matches: readonly PropertyMatch[]): Query {
  return matches.reduce((narrowed, { path, value, orAbsent }) => {
    const fits = raw<boolean>`id in (select p.node from work_properties as p
      where p.workspace = ${workspace} and p.project = work_nodes.project
      and p.path = ${path} and p.value = ${value})`;
    if (!orAbsent) return narrowed.where(fits);
    const absent = raw<boolean>`not exists (select 1 from work_properties as p
      where p.workspace = ${workspace} and p.node = work_nodes.id and p.path = ${path})`;
    return narrowed.where(raw<boolean>`(${fits} or ${absent})`);
  }, query);
}

function ordered(query: Query, { columns, way }: Order) {
  return columns
    .reduce((sorted, column) => sorted.orderBy(column, way), query)
    .selectAll('work_nodes');
}

function heldBy(
  query: Query,
  { agent, rule }: NonNullable<WorkFilter['claimedBy']>,
  gone: readonly string[],
): Query {
  const holds = claimHolds(rule, gone);
  if (agent !== null) return query.where('claimed_by', '=', agent).where(holds);
  return query.where(raw<boolean>`(claimed_by = '' or not ${holds})`);
}

async function goneIn(sql: Sql, workspace: string, filter: WorkFilter): Promise<readonly string[]> {
  return filter.claimedBy
    ? goneClaimants(sql, workspace, filter.project, filter.claimedBy.rule)
    : [];
}

function filtered(sql: Sql, workspace: string, filter: WorkFilter, gone: readonly string[]): Query {
  let query = nodesOf(sql, workspace, filter.project);
  const is = (wanted: boolean | undefined, readiness: number) => {
    if (wanted !== undefined) query = query.where('readiness', wanted ? '=' : '<>', readiness);
  };
  if (filter.resolved === false) query = query.where('readiness', '<', READINESS.resolved);
  else is(filter.resolved, READINESS.resolved);
  is(filter.isActionable, READINESS.actionable);
  is(filter.isBlocked, READINESS.blocked);
  if (filter.isLeaf !== undefined) {
    query = query.where('open_children', filter.isLeaf ? '=' : '>', 0);
  }
  if (filter.claimedBy !== undefined) query = heldBy(query, filter.claimedBy, gone);
  if (filter.text !== undefined) {
    query = query.where(contains('search', filter.text.toLowerCase()));
  }
  if (filter.evidenceType !== undefined) {
    query = query.where(raw<boolean>`exists (select 1 from work_evidence as v
      where v.workspace = ${workspace} and v.node = work_nodes.id
      and v.type = ${filter.evidenceType})`);
  }
  if (filter.ancestor !== undefined) query = below(query, workspace, filter.ancestor);
  return withProperties(query, workspace, filter.properties ?? []);
}

export interface PageWish {
  readonly sort: WorkSort;
  readonly limit: number;
  readonly cursor?: WorkCursor | undefined;
}

export async function workPage(
  sql: Sql,
  workspace: string,
  filter: WorkFilter,
  { sort, limit, cursor }: PageWish,
): Promise<WorkPage> {
  const order = ORDERS[sort];
  const gone = await goneIn(sql, workspace, filter);
  const head = cursor?.head ?? (await headOf(sql, workspace));
  const kept = cursor?.changed
    ? []
    : await ordered(
        behind(unmoved(filtered(sql, workspace, filter, gone), sort, cursor), order, cursor?.after),
        order,
      )
        .limit(limit + 1)
        .execute();
  if (kept.length > limit) {
    const shown = kept.slice(0, limit);
    const last = shown.at(-1) as NodeRow;
    const after = order.columns.map((column) => last[column]);
    return { nodes: shown.map(nodeFrom), next: { sort, head, after, changed: false } };
  }
  // A reading that has only just begun cannot have missed anything.
  if (!cursor || sort === 'created') return { nodes: kept.map(nodeFrom) };
  const room = limit - kept.length;
  const from = cursor.changed ? (cursor.after[0] ?? -1) : -1;
  const changed = await ordered(
    filtered(sql, workspace, filter, gone)
      .where('key_seq', '>', head)
      .where('created_key', '>', from),
    ORDERS.created,
  )
    .limit(room + 1)
    .execute();
  const shown = changed.slice(0, room);
  const nodes = [...kept, ...shown].map(nodeFrom);
  if (changed.length <= room) return { nodes };
  return { nodes, next: { sort, head, after: [shown.at(-1)?.created_key ?? from], changed: true } };
}

/** Spelled so that no index is tempted by it: the order is what counts here. */
function unmoved(query: Query, sort: WorkSort, cursor: WorkCursor | undefined): Query {
  return cursor && sort !== 'created'
    ? query.where(raw<boolean>`key_seq + 0 <= ${cursor.head}`)
    : query;
}

function behind(
  query: Query,
  { columns, way }: Order,
  after: readonly number[] | undefined,
): Query {
  if (!after) return query;
  const keys = raw.join(columns.map((column) => raw.ref(column)));
  const values = raw.join(after.map((value) => raw`${value}`));
  const than = raw.raw(way === 'asc' ? '>' : '<');
  return query.where(raw<boolean>`(${keys}) ${than} (${values})`);
}

async function headOf(sql: Sql, workspace: string): Promise<number> {
  const row = await sql
    .selectFrom('workspaces')
    .select('last_seq')
    .where('workspace', '=', workspace)
    .executeTakeFirst();
  return row?.last_seq ?? 0;
}

export async function countWork(sql: Sql, workspace: string, filter: WorkFilter): Promise<number> {
  const gone = await goneIn(sql, workspace, filter);
  const row = await filtered(sql, workspace, filter, gone)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number((row as { count: number }).count);
}
