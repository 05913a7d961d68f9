/**
 * Keeps readiness and the counts of projects true while something changes.
 *
 * A change names the nodes whose readiness it may touch; they are counted before, changed, ranked
 * anew and counted again, and the project gets the difference. So nothing is ever counted whole.
 */

import { sql as raw } from 'kysely';
import { READINESS } from '../../../domain/work/work-node.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import { countTurns, type Place, placeFacets } from './facets.ts';

export interface Change {
  readonly workspace: string;
  readonly project: string;
  readonly seq: number;
  readonly tsMs: number;
  /** Nodes that are there before or after, and whose place may be another afterwards. */
  readonly touched: readonly string[];
}

/** Answers the places of what was touched and is there now. */
export async function tallied(
  sql: Sql,
  change: Change,
  work: () => Promise<void>,
): Promise<ReadonlyMap<string, Place>> {
  const touched = [...new Set(change.touched)];
  const before = await placesOf(sql, change.workspace, touched);
  await work();
  await rank(sql, change, touched);
  const after = await placesOf(sql, change.workspace, touched);
  const kept = [...after].flatMap(([id, now]) => {
    const was = before.get(id);
    return was && isElsewhere(was, now) ? [{ was, now }] : [];
  });
  const turns = kept.filter(({ was, now }) => was.readiness !== now.readiness);
  await countTurns(
    sql,
    change,
    turns.map(({ was, now }) => ({
      node: now.created_key,
      from: was.readiness,
      to: now.readiness,
    })),
  );
  await placeFacets(sql, change, kept);
  const count = (places: ReadonlyMap<string, Place>, readiness: number) =>
    [...places.values()].filter((place) => place.readiness === readiness).length;
  const grown = (readiness: number) => count(after, readiness) - count(before, readiness);
  await growProject(sql, {
    workspace: change.workspace,
    project: change.project,
    total: after.size - before.size,
    resolved: grown(READINESS.resolved),
    blocked: grown(READINESS.blocked),
    actionable: grown(READINESS.actionable),
    tsMs: change.tsMs,
    seq: change.seq,
  });
  return after;
}

function isElsewhere(was: Place, now: Place): boolean {
  return PLACE.some((column) => was[column] !== now[column]);
}

/** Where no readiness can change, nothing needs to be looked at again. */
export async function touchProject(sql: Sql, change: Omit<Change, 'touched'>): Promise<void> {
  const nothing = { total: 0, resolved: 0, blocked: 0, actionable: 0 };
  const { workspace, project, tsMs, seq } = change;
  await growProject(sql, { workspace, project, tsMs, seq, ...nothing });
}

const growProject = prepared(
  (
    sql: Sql,
    args: Omit<Change, 'touched'> & {
      total: number;
      resolved: number;
      blocked: number;
      actionable: number;
    },
  ) =>
    sql
      .updateTable('work_projects')
      .set((e) => ({
        total: e('total', '+', args.total),
        resolved: e('resolved', '+', args.resolved),
        blocked: e('blocked', '+', args.blocked),
        actionable: e('actionable', '+', args.actionable),
        updated_ms: args.tsMs,
        updated_seq: args.seq,
      }))
      .where('workspace', '=', args.workspace)
      .where('name', '=', args.project),
);

const PLACE = [
  ...(['created_key', 'readiness', 'priority_key'] as const),
  ...(['depth_key', 'depth', 'updated_seq'] as const),
] as const;

const placeOf = prepared((sql: Sql, args: { workspace: string; id: string }) =>
  sql
    .selectFrom('work_nodes')
    .select(['id', ...PLACE])
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

const FEW = 4;

async function placesOf(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const keep = (rows: readonly (Place & { id: string })[]) => {
    for (const { id, ...place } of rows) places.set(id, place);
  };
  if (ids.length <= FEW) {
    for (const id of ids) keep(await placeOf(sql, { workspace, id }));
    return places;
  }
  for (const some of chunksOf(ids)) {
    const rows = await sql
      .selectFrom('work_nodes')
      .select(['id', ...PLACE])
      .where('workspace', '=', workspace)
      .where('id', 'in', some)
      .execute();
    keep(rows);
  }
  return places;
}

const NOW = raw<number>`case when resolved = 1 then ${raw.lit(READINESS.resolved)}
  when open_deps > 0 then ${raw.lit(READINESS.blocked)}
  when open_children > 0 then ${raw.lit(READINESS.open)}
  else ${raw.lit(READINESS.actionable)} end`;

/** Only rows that really change place are written. */
async function rank(sql: Sql, { workspace, seq }: Change, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids)) {
    await sql
      .updateTable('work_nodes')
      .set({ readiness: NOW, key_seq: seq })
      .where('workspace', '=', workspace)
      .where('id', 'in', some)
      .where(raw<boolean>`readiness <> ${NOW}`)
      .execute();
  }
}
