/** What the page for people asks about targets beyond lists: who signed what, and the last change. */

import { sql as raw } from 'kysely';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { TaskEventType } from '../../../domain/tasks/task-events.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { BoardQueries, Captured, TargetFace } from '../../target-port.ts';
import { listed, rowsOf } from '../chunks.ts';
import { dialectOf } from '../connection-dialect.ts';
import type { Sql } from '../engine.ts';
import { eventFrom } from '../journal.ts';
import { prepared } from '../prepared.ts';

/** The events that can confirm a checkpoint, close a step or block it. */
const SIGNING: readonly TaskEventType[] = [
  'step_verified',
  'step_done',
  'step_blocked',
  'undo_applied',
  'redo_applied',
];

interface OfTarget {
  readonly workspace: string;
  readonly target: string;
}

const firstOf = prepared((sql: Sql, args: OfTarget) =>
  sql
    .selectFrom('target_events as l')
    .innerJoin('events as e', (join) =>
      join.onRef('e.workspace', '=', 'l.workspace').onRef('e.seq', '=', 'l.seq'),
    )
    .selectAll('e')
    .where('l.workspace', '=', args.workspace)
    .where('l.target', '=', args.target)
    .orderBy('l.seq')
    .limit(1),
);

/** An undo or redo names no step: all of them are read. */
function signingsOf(sql: Sql, workspace: string, target: string, steps: readonly string[]) {
  return sql
    .selectFrom('target_events as l')
    .innerJoin('events as e', (join) =>
      join.onRef('e.workspace', '=', 'l.workspace').onRef('e.seq', '=', 'l.seq'),
    )
    .selectAll('e')
    .where('l.workspace', '=', workspace)
    .where('l.target', '=', target)
    .where('l.type', 'in', SIGNING)
    .where((where) =>
      where.or([
        where('l.step', 'is', null),
        raw<boolean>`l.step in ${rowsOf(sql, listed(steps))}`,
      ]),
    )
    .orderBy('l.seq');
}

/** Only the fields of the events: the evidence itself may be long. */
async function capturesOf(
  sql: Sql,
  workspace: string,
  target: string,
): Promise<readonly Captured[]> {
  const fields =
    dialectOf(sql).name === 'sqlite'
      ? raw`e.payload -> '$.fields'`
      : raw`(e.payload::json -> 'fields')::text`;
  const { rows } = await raw<{
    seq: number;
    step: string | null;
    agent: string;
    ts_ms: number;
    fields: string;
  }>`
    select l.seq as seq, l.step as step, e.agent as agent, e.ts_ms as ts_ms, ${fields} as fields
    from target_events l join events e on e.workspace = l.workspace and e.seq = l.seq
    where l.workspace = ${workspace} and l.target = ${target} and l.type = 'evidence_captured'
    order by l.seq`.execute(sql);
  return rows.map((row) => ({
    seq: row.seq,
    step: row.step,
    agent: row.agent,
    tsMs: row.ts_ms,
    fields: JSON.parse(row.fields) as JsonObject,
  }));
}

async function facesOf(
  sql: Sql,
  workspace: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TargetFace>> {
  const agents = await sql
    .selectFrom('agent_focus')
    .select(['target', 'agent'])
    .where('workspace', '=', workspace)
    .where(raw<boolean>`target in ${rowsOf(sql, listed(ids))}`)
    .orderBy('seq', 'desc')
    .execute();
  const { rows } = await raw<{ id: string; seq: number | null; waits: number; blocked: number }>`
    select t.id as id,
      (select max(l.seq) from target_events l
        where l.workspace = t.workspace and l.target = t.id) as seq,
      (select count(*) from target_dependencies d
        join targets o on o.workspace = d.workspace and o.id = d.depends_on
        where d.workspace = t.workspace and d.id = t.id and o.status <> 'DONE') as waits,
      case when t.state like '%"blocked":true%' then 1 else 0 end as blocked
    from targets t where t.workspace = ${workspace} and t.id in ${rowsOf(sql, listed(ids))}`.execute(
    sql,
  );
  return new Map(
    rows.map(({ id, seq, waits, blocked }) => [
      id,
      {
        seq: seq ?? 0,
        waitsFor: Number(waits),
        mayBeBlocked: Number(blocked) === 1,
        focusedBy: agents.filter((each) => each.target === id).map(({ agent }) => agent),
      },
    ]),
  );
}

export function boardQueries(sql: Sql, workspace: string): BoardQueries {
  return {
    async first(target) {
      const [row] = await firstOf(sql, { workspace, target });
      return row && (eventFrom(row) as JournalEvent<TaskEventType>);
    },
    async signings(target, steps) {
      const rows = await signingsOf(sql, workspace, target, steps).execute();
      return rows.map(eventFrom) as JournalEvent<TaskEventType>[];
    },
    captures: (target) => capturesOf(sql, workspace, target),
    faces: (ids) => facesOf(sql, workspace, ids),
  };
}
