/** Lists targets by number, starting from the narrowest condition. */

import { sql as raw, type SelectQueryBuilder } from 'kysely';
import type { Status } from '../../../domain/tasks/target.ts';
import { findTexts, isGiven } from '../../../recall/index/find-texts.ts';
import { recallQueries } from '../../../recall/index/queries.ts';
import type { TargetFilter, TargetSummary } from '../../target-port.ts';
import { listed, rowsOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import type { Tables } from '../tables.ts';
import { countsOfFacet, type Facet, facetsFor } from './facets.ts';
import { numberIn } from './row.ts';

type Query = SelectQueryBuilder<Tables & { t: Tables['targets'] }, 't', object>;

interface Question {
  readonly workspace: string;
  readonly filter: TargetFilter;
  /** The narrowest first, and how many targets it has. */
  readonly facets: readonly Facet[];
  readonly size: number;
  /** The numbers of the targets that have the words of a text, if one is given. */
  readonly found: readonly number[] | undefined;
}

type Counted = { readonly [Each in Status]?: number };

async function questionOf(sql: Sql, workspace: string, filter: TargetFilter): Promise<Question> {
  const sizes = new Map<Facet, number>();
  for (const facet of facetsFor(filter)) {
    const [row] = await countsOfFacet(sql, { workspace, kind: filter.kind, ...facet });
    sizes.set(facet, row ? row.todo + row.active + row.done : 0);
  }
  const facets = [...sizes].sort(([, a], [, b]) => a - b);
  return {
    workspace,
    filter,
    facets: facets.map(([facet]) => facet),
    size: facets[0]?.[1] ?? 0,
    found: isGiven(filter.text) ? await targetsWith(sql, workspace, filter) : undefined,
  };
}

async function targetsWith(
  sql: Sql,
  workspace: string,
  { kind, text = '' }: TargetFilter,
): Promise<readonly number[]> {
  const found = await findTexts(sql, workspace, text, [kind]);
  const docs = await recallQueries(sql, workspace).docs(found);
  return docs.map(({ group }) => numberIn(group));
}

export async function listTargets(
  sql: Sql,
  workspace: string,
  filter: TargetFilter,
  { after = 0, limit, way = 'asc' }: { after?: number; limit: number; way?: 'asc' | 'desc' },
): Promise<readonly TargetSummary[]> {
  const question = await questionOf(sql, workspace, filter);
  if (question.size === 0 || question.found?.length === 0) return [];
  const number = question.found ? 't.number' : 'f.number';
  const rows = await fitting(sql, question)
    .where(raw<boolean>`${raw.ref(number)} > ${after}`)
    .orderBy(raw.ref(number), way)
    .limit(limit)
    .select(SUMMARY.map((column) => `t.${column}` as const))
    .execute();
  return rows.map((row) => summaryFrom(row as SummaryRow));
}

export async function countTargets(
  sql: Sql,
  workspace: string,
  filter: TargetFilter,
): Promise<Counted> {
  const question = await questionOf(sql, workspace, filter);
  const [first, ...others] = question.facets;
  if (!first || question.size === 0 || question.found?.length === 0) return {};
  const { kind, status } = filter;
  if (!question.found && others.length === 0) {
    const [row] = await countsOfFacet(sql, { workspace, kind, ...first });
    const counts: Counted = {
      TODO: row?.todo ?? 0,
      ACTIVE: row?.active ?? 0,
      DONE: row?.done ?? 0,
    };
    return status === undefined ? counts : { [status]: counts[status] };
  }
  const rows = await fitting(sql, question)
    .select((e) => ['t.status', e.fn.countAll<number>().as('count')])
    .groupBy('t.status')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, Number(row.count)]));
}

/** Cross joins, because SQLite does not reorder them. */
function fitting(sql: Sql, question: Question): Query {
  const { workspace, filter, found } = question;
  const [first, ...others] = question.facets;
  const { kind, status } = filter;
  let query: Query;
  if (found) {
    query = sql
      .selectFrom(raw<{ value: number }>`${rowsOf(sql, listed(found), 'bigint')}`.as('w'))
      .crossJoin('targets as t')
      .where('t.workspace', '=', workspace)
      .where('t.kind', '=', kind)
      .where(raw<boolean>`t.number = w.value`) as unknown as Query;
    if (status !== undefined) query = query.where('t.status', '=', status);
  } else {
    const from = sql
      .selectFrom('target_facets as f')
      .crossJoin('targets as t')
      .where('f.workspace', '=', workspace)
      .where('f.kind', '=', kind)
      .where('f.facet', '=', first?.facet ?? '')
      .where('f.value', '=', first?.value ?? '')
      .where('t.workspace', '=', workspace)
      .where('t.kind', '=', kind)
      .whereRef('t.number', '=', 'f.number');
    query = (status === undefined ? from : from.where('f.status', '=', status)) as unknown as Query;
  }
  const probed = found ? question.facets : others;
  for (const each of probed.filter(({ facet }) => facet !== '')) {
    query = query.where(raw<boolean>`exists (select 1 from target_facets as o
      where o.workspace = ${workspace} and o.kind = ${kind} and o.number = t.number
      and o.facet = ${each.facet} and o.value = ${each.value})`);
  }
  return query;
}

export const SUMMARY = [
  ...(['id', 'kind', 'number', 'parent', 'title', 'status', 'priority', 'revision'] as const),
  ...(['steps_total', 'steps_done', 'tasks_total', 'tasks_done', 'updated_ms'] as const),
] as const;

type SummaryRow = Pick<Tables['targets'], (typeof SUMMARY)[number]>;

export function summaryFrom(row: SummaryRow): TargetSummary {
  return {
    id: row.id,
    kind: row.kind === 'plan' ? 'plan' : 'task',
    number: row.number,
    parent: row.parent,
    title: row.title,
    status: row.status as Status,
    priority: row.priority as TargetSummary['priority'],
    revision: row.revision,
    steps: { total: row.steps_total, done: row.steps_done },
    tasks: { total: row.tasks_total, done: row.tasks_done },
    updatedMs: row.updated_ms,
  };
}
