/**
 * Keeps readiness and the counts of projects true while something changes.
 *
 * A change names the nodes whose readiness it may touch; they are counted before, changed, ranked
 * anew and counted again, and the project gets the difference. So nothing is ever counted whole.
 */

import { sql as raw } from 'kysely';
import { READINESS } from '../../../domain/work/work-node.ts';
import type { Sql } from '../engine.ts';

/** Names in one statement; engines have limits, and a longer list gains nothing. */
const NAMES_AT_ONCE = 400;

export function chunksOf<Item>(items: readonly Item[]): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += NAMES_AT_ONCE) {
    chunks.push(items.slice(at, at + NAMES_AT_ONCE));
  }
  return chunks;
}

export interface Change {
  readonly workspace: string;
  readonly project: string;
  readonly seq: number;
  readonly tsMs: number;
  /** Nodes that are there before or after, and whose readiness may be another afterwards. */
  readonly touched: readonly string[];
}

export async function tallied(sql: Sql, change: Change, work: () => Promise<void>): Promise<void> {
  const touched = [...new Set(change.touched)];
  const before = await countByReadiness(sql, change.workspace, touched);
  await work();
  await rank(sql, change, touched);
  const after = await countByReadiness(sql, change.workspace, touched);
  const grown = (readiness: number) => (after.get(readiness) ?? 0) - (before.get(readiness) ?? 0);
  const total = Object.values(READINESS).reduce<number>(
    (sum, readiness) => sum + grown(readiness),
    0,
  );
  await sql
    .updateTable('work_projects')
    .set((e) => ({
      total: e('total', '+', total),
      resolved: e('resolved', '+', grown(READINESS.resolved)),
      blocked: e('blocked', '+', grown(READINESS.blocked)),
      actionable: e('actionable', '+', grown(READINESS.actionable)),
      updated_ms: change.tsMs,
      updated_seq: change.seq,
    }))
    .where('workspace', '=', change.workspace)
    .where('name', '=', change.project)
    .execute();
}

async function countByReadiness(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const some of chunksOf(ids)) {
    const rows = await sql
      .selectFrom('work_nodes')
      .select(['readiness', (e) => e.fn.countAll<number>().as('count')])
      .where('workspace', '=', workspace)
      .where('id', 'in', some)
      .groupBy('readiness')
      .execute();
    for (const { readiness, count } of rows) {
      counts.set(readiness, (counts.get(readiness) ?? 0) + count);
    }
  }
  return counts;
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
