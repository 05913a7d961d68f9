/**
 * Finds what must never happen: gaps in a journal, and projections that the journal does not
 * explain.
 */

import { presentPayload } from '../../domain/journal/event-versions.ts';
import type { Engine, Sql } from './engine.ts';
import { unreadable } from './journal.ts';
import { compareKeys, keyWithin, OrderedRows, type TableRow } from './ordered-rows.ts';
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
          findings.push(...(await compareTable(table, workspace, { live, replayed })));
        }
        return findings;
      }),
    WHOLE_JOURNALS,
  );
}

interface Compared {
  readonly live: Sql;
  readonly replayed: Sql;
}

/** Merges the rows of both sides, each read in the order of its key. */
async function compareTable(
  table: ProjectedTable,
  workspace: string,
  { live, replayed }: Compared,
): Promise<readonly string[]> {
  const found = await OrderedRows.open(live, table, workspace);
  const expected = await OrderedRows.open(replayed, table, workspace);
  const differences = new Differences(table, workspace);
  const columns = keyWithin(table);
  while (found.row || expected.row) {
    const [row, wanted] = [found.row, expected.row];
    const order = !row ? 1 : !wanted ? -1 : compareKeys(columns, row, wanted);
    if (order > 0 && wanted) differences.lacks(wanted);
    else if (order < 0 && row) differences.has(row);
    else if (row && wanted && !isSameRow(row, wanted)) differences.differs(row);
    const readings = [order <= 0 && found.step(), order >= 0 && expected.step()];
    for (const reading of readings) if (reading) await reading;
  }
  return differences.findings();
}

function isSameRow(one: TableRow, other: TableRow): boolean {
  const columns = Object.keys(one);
  return (
    columns.length === Object.keys(other).length &&
    columns.every((column) => one[column] === other[column])
  );
}

/** Keeps the first few sentences, and counts the others. */
class Differences {
  private readonly table: ProjectedTable;
  private readonly of: string;
  private readonly first: string[] = [];
  private count = 0;

  constructor(table: ProjectedTable, workspace: string) {
    this.table = table;
    this.of = `Table ${table.name} of ${workspace}`;
  }

  lacks(row: TableRow): void {
    this.add((key) => `${this.of} lacks row ${key}.`, row);
  }

  differs(row: TableRow): void {
    this.add((key) => `${this.of} differs from the journal at row ${key}.`, row);
  }

  has(row: TableRow): void {
    this.add((key) => `${this.of} has row ${key}, which no event explains.`, row);
  }

  findings(): readonly string[] {
    const more = this.count - this.first.length;
    return more === 0 ? this.first : [...this.first, `${this.of}: ${more} more differences.`];
  }

  private add(sentence: (key: string) => string, row: TableRow): void {
    this.count += 1;
    if (this.count > FINDINGS_PER_TABLE) return;
    this.first.push(sentence(JSON.stringify(this.table.key.map((column) => row[column]))));
  }
}
