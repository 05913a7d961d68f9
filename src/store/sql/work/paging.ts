/**
 * Pages of work nodes, read by index alone.
 *
 * A page continues after the sort keys of the last node shown. A node that changes its position
 * during the reading could be missed. So a reader first gets all nodes that kept their position
 * since the reading began, and then the others, in the order of creation. In that order no position
 * ever changes.
 */

import { sql as raw } from 'kysely';
import type { WorkSort } from '../../../domain/work/work-node.ts';
import type { WorkCursor, WorkFilter, WorkPage } from '../../work-port.ts';
import type { Sql } from '../engine.ts';
import {
  type Column,
  columnOf,
  fitting,
  fittingNodes,
  type Query,
  type Question,
  questionOf,
} from './filters.ts';
import { RANK } from './next-work.ts';
import { type NodeRow, nodeFrom } from './rows.ts';

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

export interface PageRequest {
  readonly sort: WorkSort;
  readonly limit: number;
  readonly cursor?: WorkCursor | undefined;
}

export async function workPage(
  sql: Sql,
  workspace: string,
  filter: WorkFilter,
  { sort, limit, cursor }: PageRequest,
): Promise<WorkPage> {
  const order = ORDERS[sort];
  const question = await questionOf(sql, workspace, filter);
  const head = cursor?.head ?? (await headOf(sql, workspace));
  const kept = cursor?.changed
    ? []
    : await inOrder(sql, question, order, { sort, limit: limit + 1, cursor });
  const behindKept = (row: NodeRow): WorkCursor => {
    return { sort, head, after: order.columns.map((column) => row[column]), changed: false };
  };
  const inPlace = kept.slice(0, limit);
  const page = { nodes: inPlace.map(nodeFrom), cursors: inPlace.map(behindKept) };
  // A reading that has just begun cannot have missed anything.
  if (kept.length > limit || !cursor || sort === 'created') {
    return { ...page, hasMore: kept.length > limit };
  }
  const room = limit - kept.length;
  const from = cursor.changed ? (cursor.after[0] ?? -1) : -1;
  const changed = await fittingNodes(sql, question)
    .where('n.key_seq', '>', head)
    .where('n.created_key', '>', from)
    // An expression keeps the planner off the index: few nodes have changed, and sorting those is
    // cheap.
    .orderBy(raw`n.created_key + 0`)
    .limit(room + 1)
    .selectAll('n')
    .execute();
  const moved = changed.slice(0, room);
  const behindMoved = (after: number): WorkCursor => ({
    sort,
    head,
    after: [after],
    changed: true,
  });
  return {
    nodes: [...page.nodes, ...moved.map(nodeFrom)],
    cursors: [...page.cursors, ...moved.map((row) => behindMoved(row.created_key))],
    hasMore: changed.length > room,
  };
}

function inOrder(
  sql: Sql,
  question: Question,
  order: Order,
  { sort, limit, cursor }: PageRequest,
): Promise<NodeRow[]> {
  const query = unmoved(fitting(sql, question), sort, cursor);
  return order.columns
    .reduce(
      (sorted, column) => sorted.orderBy(raw.ref(columnOf(question, column)), order.way),
      behind(query, question, order, cursor?.after),
    )
    .limit(limit)
    .selectAll('n')
    .execute();
}

/** An expression, so that the planner uses the index of the order and not the one on `key_seq`. */
function unmoved(query: Query, sort: WorkSort, cursor: WorkCursor | undefined): Query {
  return cursor && sort !== 'created'
    ? query.where(raw<boolean>`n.key_seq + 0 <= ${cursor.head}`)
    : query;
}

function behind(
  query: Query,
  question: Question,
  { columns, way }: Order,
  after: readonly number[] | undefined,
): Query {
  if (!after) return query;
  const keys = raw.join(columns.map((column) => raw.ref(columnOf(question, column))));
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
