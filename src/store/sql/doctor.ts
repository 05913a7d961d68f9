/**
 * Finds what must never happen: gaps in a journal, and projections that the journal does not
 * explain.
 */

import { sql as raw } from 'kysely';
import { presentPayload } from '../../domain/journal/event-versions.ts';
import type { Engine, Sql } from './engine.ts';
import { unreadable } from './journal.ts';
import { PROJECTED_TABLES } from './project-events.ts';
import type { ProjectedTable } from './projection.ts';
import { replayProjections } from './rebuild.ts';

/** Enough to see the pattern; a broken projection would otherwise list every row. */
const FINDINGS_PER_TABLE = 5;

const WHOLE_JOURNALS = { long: true } as const;

export async function checkJournals(engine: Pick<Engine, 'read'>): Promise<string[]> {
  return engine.read(async (sql) => {
    const journals = await sql
      .selectFrom('events')
      .select(['workspace', (e) => e.fn.countAll<number>().as('count')])
      .select((e) => [e.fn.min<number>('seq').as('first'), e.fn.max<number>('seq').as('last')])
      .groupBy('workspace')
      .execute();
    const heads = await sql.selectFrom('workspaces').selectAll().execute();
    const headOf = new Map(heads.map((row) => [row.workspace, row.last_seq]));
    const findings: string[] = [];
    for (const { workspace, count, first, last } of journals) {
      if (first !== 1 || last !== count) {
        findings.push(`Journal ${workspace} has gaps: ${count} events from ${first} to ${last}.`);
      }
      if (headOf.get(workspace) !== last) {
        findings.push(
          `Journal ${workspace} ends at ${last}, but its head says ${headOf.get(workspace)}.`,
        );
      }
      headOf.delete(workspace);
    }
    for (const workspace of headOf.keys()) findings.push(`Journal ${workspace} is missing.`);
    return [...findings, ...(await unreadableEvents(sql))];
  }, WHOLE_JOURNALS);
}

/** Reports the first event of each type and version that this program cannot read. */
async function unreadableEvents(sql: Sql): Promise<string[]> {
  const kinds = await sql
    .selectFrom('events')
    .select(['workspace', 'type', 'version', (e) => e.fn.min<number>('seq').as('seq')])
    .groupBy(['workspace', 'type', 'version'])
    .orderBy('workspace')
    .orderBy('seq')
    .execute();
  return kinds.flatMap((kind) => {
    const read = presentPayload(kind.type, kind.version, {});
    return 'unknown' in read ? [unreadable(kind, read).message] : [];
  });
}

/** Replays one journal into `scratch` and compares every projected row with the stored ones. */
export async function compareProjections(
  engine: Engine,
  scratch: Engine,
  workspace: string,
): Promise<string[]> {
  return engine.read(
    async (live) =>
      scratch.write(async (replayed) => {
        await replayProjections(live, replayed, workspace);
        const findings: string[] = [];
        for (const table of PROJECTED_TABLES) {
          const expected = await rowsByKey(replayed, table, workspace);
          const found = await rowsByKey(live, table, workspace);
          findings.push(...differences(table.name, workspace, expected, found));
        }
        return findings;
      }),
    WHOLE_JOURNALS,
  );
}

async function rowsByKey(
  sql: Sql,
  table: ProjectedTable,
  workspace: string,
): Promise<Map<string, string>> {
  const { rows } = await raw<Record<string, unknown>>`
    select * from ${raw.table(table.name)} where workspace = ${workspace}`.execute(sql);
  return new Map(
    rows.map((row) => {
      const columns = Object.keys(row).sort();
      return [
        JSON.stringify(table.key.map((column) => row[column])),
        JSON.stringify(columns.map((column) => [column, row[column]])),
      ];
    }),
  );
}

function differences(
  table: string,
  workspace: string,
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): string[] {
  const findings: string[] = [];
  for (const [key, row] of expected) {
    if (!found.has(key)) findings.push(`Table ${table} of ${workspace} lacks row ${key}.`);
    else if (found.get(key) !== row) {
      findings.push(`Table ${table} of ${workspace} differs from the journal at row ${key}.`);
    }
  }
  for (const key of found.keys()) {
    if (!expected.has(key)) {
      findings.push(`Table ${table} of ${workspace} has row ${key}, which no event explains.`);
    }
  }
  if (findings.length <= FINDINGS_PER_TABLE) return findings;
  return [
    ...findings.slice(0, FINDINGS_PER_TABLE),
    `Table ${table} of ${workspace}: ${findings.length - FINDINGS_PER_TABLE} more differences.`,
  ];
}
