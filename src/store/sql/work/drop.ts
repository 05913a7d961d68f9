/** Resolves a whole subtree at once, and frees who waited for any of it. */

import { sql as raw } from 'kysely';
import { CLAIMED_AT, CLAIMED_BY } from '../../../domain/work/claim.ts';
import { DEPENDS_ON } from '../../../domain/work/work-node.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { changeProperties } from './facets.ts';
import { propertyColumns } from './rows.ts';
import {
  addOpenChildren,
  addOpenDeps,
  changeOf,
  nodeRow,
  subtree,
  type WorkEvent,
} from './statements.ts';
import { tallied } from './tally.ts';

export async function dropSubtree(
  sql: Sql,
  workspace: string,
  event: WorkEvent<'work_dropped'>,
): Promise<void> {
  const { id, evidence } = event.payload;
  const { parent, resolved } = await nodeRow(sql, workspace, id);
  const { rows } = await raw<{ id: string }>`select id from work_nodes
    where workspace = ${workspace} and resolved = 0 and id in (${subtree(workspace, id)})`.execute(
    sql,
  );
  const dropped = rows.map((row) => row.id);
  await endClaims(sql, workspace, dropped);
  const waiting = await waitingFor(sql, workspace, dropped);
  const parents = parent === null ? [] : [parent];
  const touched = [...dropped, ...waiting.keys(), ...parents];
  await tallied(sql, changeOf(workspace, event, touched), async () => {
    for (const some of chunksOf(dropped)) {
      await sql
        .updateTable('work_nodes')
        .set((e) => ({
          resolved: 1,
          rev: e('rev', '+', 1),
          updated_ms: event.tsMs,
          updated_seq: event.seq,
          key_seq: event.seq,
        }))
        .where('workspace', '=', workspace)
        .where('id', 'in', some)
        .execute();
    }
    // Also those that were resolved before what is below them.
    await sql
      .updateTable('work_nodes')
      .set({ open_children: 0 })
      .where('workspace', '=', workspace)
      .where('open_children', '>', 0)
      .where(raw<boolean>`id in (${subtree(workspace, id)})`)
      .execute();
    for (const [waiter, count] of waiting) {
      await addOpenDeps(sql, { workspace, id: waiter, by: -count });
    }
    for (const each of resolved === 0 ? parents : []) {
      await addOpenChildren(sql, { workspace, id: each, by: -1 });
    }
  });
  for (const some of chunksOf(dropped)) {
    await sql
      .insertInto('work_evidence')
      .values(
        some.map((node) => ({
          workspace,
          node,
          seq: event.seq,
          position: 0,
          origin: node,
          type: evidence.type,
          ref: evidence.ref,
          agent: evidence.agent,
          ts_ms: event.tsMs,
        })),
      )
      .execute();
    await sql
      .insertInto('work_history')
      .values(some.map((node) => ({ workspace, node, seq: event.seq })))
      .execute();
  }
}

/** Who waits for these, and for how many of them. */
async function waitingFor(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const waiting = new Map<string, number>();
  for (const some of chunksOf(ids)) {
    const rows = await sql
      .selectFrom('work_edges')
      .select('from_id')
      .where('workspace', '=', workspace)
      .where('to_id', 'in', some)
      .where('type', '=', DEPENDS_ON)
      .execute();
    for (const { from_id: id } of rows) waiting.set(id, (waiting.get(id) ?? 0) + 1);
  }
  return waiting;
}

/** A claim ends with its node; only claimed ones are rewritten one by one. */
async function endClaims(sql: Sql, workspace: string, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids)) {
    const claimed = await sql
      .selectFrom('work_nodes')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('id', 'in', some)
      .where('claimed_by', '<>', '')
      .execute();
    for (const row of claimed) {
      const before = JSON.parse(row.properties) as JsonObject;
      const { [CLAIMED_BY]: _by, [CLAIMED_AT]: _at, ...rest } = before;
      await sql
        .updateTable('work_nodes')
        .set(propertyColumns(rest))
        .where('workspace', '=', workspace)
        .where('id', '=', row.id)
        .execute();
      await changeProperties(sql, row, before, rest);
    }
  }
}
