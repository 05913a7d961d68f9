/** Notebooks, cells and runs in SQL. Every query is a range of an index of its workspace. */

import { sql as raw } from 'kysely';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type {
  CellOutline,
  CellType,
  Language,
  NotebookSummary,
  StoredCell,
} from '../../../domain/notebooks/notebook.ts';
import type { Run, RunEnd, RunMark, RunReason } from '../../../domain/notebooks/run.ts';
import type {
  CellGlance,
  CellWithRun,
  NotebookQueries,
  OffsetSlice,
  RunOutcome,
} from '../../notebook-port.ts';
import { chunksOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { eventFrom } from '../journal.ts';
import { prepared } from '../prepared.ts';
import type { NotebookRow, RunRow } from './tables.ts';

interface InWorkspace {
  readonly workspace: string;
}

interface InNotebook extends InWorkspace {
  readonly notebook: number;
}

const lastChanged = prepared((sql: Sql, args: InWorkspace & OffsetSlice) =>
  sql
    .selectFrom('notebooks')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .orderBy('updated_seq', 'desc')
    .limit(args.limit)
    .offset(args.offset),
);

const notebookById = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .selectFrom('notebooks')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

/** One look into the key of each notebook. */
const notebooksWithCell = prepared((sql: Sql, args: InWorkspace & { cell: string }) =>
  sql
    .selectFrom('notebooks as n')
    .innerJoin('notebook_cells as c', (join) =>
      join.onRef('c.workspace', '=', 'n.workspace').onRef('c.notebook', '=', 'n.seq'),
    )
    .select('n.id')
    .where('n.workspace', '=', args.workspace)
    .where('c.id', '=', args.cell)
    .orderBy('n.seq'),
);

const OUTLINE = ['id', 'type', 'filename', 'language', 'position', 'revision'] as const;

const outlinesIn = prepared((sql: Sql, args: InNotebook) =>
  sql
    .selectFrom('notebook_cells')
    .select(OUTLINE)
    .where('workspace', '=', args.workspace)
    .where('notebook', '=', args.notebook)
    .orderBy('position'),
);

/** Enough for the first line of a list. */
const BEGINNING = 200;

function cellsIn(sql: Sql, args: InNotebook) {
  return sql
    .selectFrom('notebook_cells as c')
    .leftJoin('notebook_runs as r', (join) =>
      join.onRef('r.workspace', '=', 'c.workspace').onRef('r.seq', '=', 'c.run_seq'),
    )
    .select(['c.id', 'c.type', 'c.filename', 'c.language', 'c.position', 'c.revision'])
    .select(['c.changed_seq', 'r.seq as run_seq', 'r.id as run_id'])
    .select(['r.started_ms', 'r.lease_ms', 'r.ended_seq', 'r.ended_ms', 'r.reason'])
    .where('c.workspace', '=', args.workspace)
    .where('c.notebook', '=', args.notebook);
}

/** Positions have no gaps, so a page is a range of them. */
type Range = InNotebook & { readonly from: number; readonly to: number };

const wholeCells = prepared((sql: Sql, args: Range) =>
  cellsIn(sql, args)
    .select('c.content')
    .where('c.position', '>=', args.from)
    .where('c.position', '<', args.to)
    .orderBy('c.position'),
);

function glancesIn(sql: Sql, args: InNotebook & { chars: number }) {
  return cellsIn(sql, args)
    .select(raw<string>`substr(c.content, 1, ${args.chars})`.as('beginning'))
    .select(raw<number>`length(c.content)`.as('chars'))
    .orderBy('c.position');
}

const cellGlances = prepared((sql: Sql, args: Range & { chars: number }) =>
  glancesIn(sql, args).where('c.position', '>=', args.from).where('c.position', '<', args.to),
);

/** Contents are the last column, so that this reads none of them. */
function outcomesIn(sql: Sql, workspace: string, notebooks: readonly number[]) {
  const end = raw<RunOutcome['end']>`case when c.run_seq is null then 'never'
    else coalesce(r.reason, 'open') end`;
  return sql
    .selectFrom('notebook_cells as c')
    .leftJoin('notebook_runs as r', (join) =>
      join.onRef('r.workspace', '=', 'c.workspace').onRef('r.seq', '=', 'c.run_seq'),
    )
    .select(['c.notebook', end.as('end_of_run')])
    .select((e) => [
      e.fn.countAll().as('cells'),
      e.fn.max('r.seq').as('seq'),
      e.fn.max('r.started_ms').as('started_ms'),
      e.fn.max('r.lease_ms').as('lease_ms'),
    ])
    .where('c.workspace', '=', workspace)
    .where('c.notebook', 'in', notebooks)
    .where('c.type', 'in', ['code', 'package.json'])
    .groupBy(['c.notebook', end]);
}

async function readOutcomes(
  sql: Sql,
  workspace: string,
  notebooks: readonly number[],
): Promise<readonly RunOutcome[]> {
  const found: RunOutcome[] = [];
  for (const some of chunksOf(notebooks)) {
    for (const row of await outcomesIn(sql, workspace, some).execute()) {
      const { notebook, end_of_run: end, seq, started_ms, lease_ms } = row;
      const last =
        seq === null || started_ms === null || lease_ms === null
          ? undefined
          : { seq: Number(seq), startedMs: Number(started_ms), leaseMs: Number(lease_ms) };
      found.push({ notebook, end, cells: Number(row.cells), last });
    }
  }
  return found;
}

const oneCell = prepared((sql: Sql, args: InNotebook & { id: string }) =>
  cellsIn(sql, args).select('c.content').where('c.id', '=', args.id),
);

const runById = prepared((sql: Sql, args: InWorkspace & { id: string }) =>
  sql
    .selectFrom('notebook_runs')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('id', '=', args.id),
);

const runsOf = prepared((sql: Sql, args: InWorkspace & OffsetSlice & { cell: string }) =>
  sql
    .selectFrom('notebook_runs')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('cell', '=', args.cell)
    .orderBy('seq', 'desc')
    .limit(args.limit)
    .offset(args.offset),
);

const eventAt = prepared((sql: Sql, args: InWorkspace & { seq: number }) =>
  sql
    .selectFrom('events')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('seq', '=', args.seq),
);

const packagesSeq = prepared((sql: Sql, args: InWorkspace & { seq: number }) =>
  sql
    .selectFrom('notebooks')
    .select('packages_seq')
    .where('workspace', '=', args.workspace)
    .where('seq', '=', args.seq),
);

function summaryFrom(row: NotebookRow): NotebookSummary {
  return {
    seq: row.seq,
    id: row.id,
    title: row.title,
    language: row.language as Language,
    ...(row.tsconfig === null ? {} : { tsconfig: row.tsconfig }),
    cellCount: row.cells,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
  };
}

type OutlineRow = Awaited<ReturnType<typeof outlinesIn>>[number];

function outlineFrom(row: OutlineRow): CellOutline {
  return {
    id: row.id,
    type: row.type as CellType,
    ...(row.filename === null ? {} : { filename: row.filename }),
    ...(row.language === null ? {} : { language: row.language as Language }),
    position: row.position,
    revision: row.revision,
  };
}

type JoinedRow = Omit<Awaited<ReturnType<typeof wholeCells>>[number], 'content'>;

function lastRunIn(row: JoinedRow): RunMark | undefined {
  const { run_seq, run_id, started_ms, lease_ms, ended_seq, ended_ms, reason } = row;
  if (run_seq === null || run_id === null || started_ms === null || lease_ms === null) {
    return undefined;
  }
  const of = { seq: run_seq, id: run_id, cell: row.id };
  return markFrom({ ...of, started_ms, lease_ms, ended_seq, ended_ms, reason });
}

type MarkRow = Omit<RunRow, 'workspace' | 'notebook_id'>;

function markFrom(row: MarkRow): RunMark {
  const { seq, id, cell, started_ms, lease_ms, ended_seq, ended_ms, reason } = row;
  const ended =
    ended_seq === null || ended_ms === null || reason === null
      ? {}
      : { ended: { seq: ended_seq, ms: ended_ms, reason: reason as RunReason } };
  return { seq, id, cell, startedMs: started_ms, leaseMs: lease_ms, ...ended };
}

async function readRun(sql: Sql, row: RunRow): Promise<Run> {
  const { workspace } = row;
  const at = async (seq: number) => (await eventAt(sql, { workspace, seq })).map(eventFrom)[0];
  const started = (await at(row.seq)) as JournalEvent<'notebook_run_started'>;
  const { source, runtime, limits, packages } = started.payload;
  const run = {
    ...markFrom(row),
    notebook: row.notebook_id,
    agent: started.agent,
    ...{ source, runtime, limits },
    ...(packages === undefined ? {} : { packages }),
  };
  if (row.ended_seq === null) return run;
  const ended = (await at(row.ended_seq)) as JournalEvent<'notebook_run_ended'>;
  return { ...run, end: endFrom(ended) };
}

function endFrom({ tsMs, payload }: JournalEvent<'notebook_run_ended'>): RunEnd {
  const { run: _id, cell: _of, installed: _packages, ...end } = payload;
  return { endedMs: tsMs, ...end };
}

/** One statement for the cells of a page. */
async function readEnds(
  sql: Sql,
  workspace: string,
  runs: readonly RunMark[],
): Promise<ReadonlyMap<string, RunEnd>> {
  const ends = new Map<string, RunEnd>();
  for (const seqs of chunksOf(runs.flatMap(({ ended }) => ended?.seq ?? []))) {
    const rows = await sql
      .selectFrom('events')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('seq', 'in', seqs)
      .execute();
    for (const row of rows) {
      const event = eventFrom(row) as JournalEvent<'notebook_run_ended'>;
      ends.set(event.payload.run, endFrom(event));
    }
  }
  return ends;
}

type GlanceRow = JoinedRow & { readonly beginning: string; readonly chars: number };

function glanceFrom({ id: notebook }: NotebookSummary) {
  return (row: GlanceRow): CellWithRun<CellGlance> => {
    const { beginning, chars, changed_seq: changedSeq } = row;
    const cell = { ...outlineFrom(row), notebook, changedSeq };
    return { cell: { ...cell, beginning, chars: Number(chars) }, run: lastRunIn(row) };
  };
}

export function notebookQueries(sql: Sql, workspace: string): NotebookQueries {
  const rangeOf = ({ seq }: NotebookSummary, { offset, limit }: OffsetSlice): Range => ({
    workspace,
    notebook: seq,
    from: offset,
    to: offset + limit,
  });
  const cellFrom =
    ({ id: notebook }: NotebookSummary) =>
    (row: JoinedRow & { content: string }): CellWithRun<StoredCell> => ({
      cell: { ...outlineFrom(row), notebook, content: row.content, changedSeq: row.changed_seq },
      run: lastRunIn(row),
    });
  return {
    list: async (slice) => (await lastChanged(sql, { workspace, ...slice })).map(summaryFrom),
    async outline(id) {
      const [row] = await notebookById(sql, { workspace, id });
      if (!row) return undefined;
      const cells = await outlinesIn(sql, { workspace, notebook: row.seq });
      return { ...summaryFrom(row), cells: cells.map(outlineFrom) };
    },
    summary: async (id) => (await notebookById(sql, { workspace, id })).map(summaryFrom)[0],
    outcomes: (some) =>
      readOutcomes(
        sql,
        workspace,
        some.map(({ seq }) => seq),
      ),
    cells: async (notebook, slice) =>
      (await wholeCells(sql, rangeOf(notebook, slice))).map(cellFrom(notebook)),
    async glances(notebook, slice, chars = BEGINNING) {
      const rows = await cellGlances(sql, { ...rangeOf(notebook, slice), chars });
      return rows.map(glanceFrom(notebook));
    },
    async glancesOf(notebook, cells, chars) {
      const found: CellWithRun<CellGlance>[] = [];
      for (const some of chunksOf(cells)) {
        const rows = await glancesIn(sql, { workspace, notebook: notebook.seq, chars })
          .where('c.id', 'in', some)
          .execute();
        found.push(...rows.map(glanceFrom(notebook)));
      }
      return found;
    },
    async cell(notebook, id) {
      const rows = await oneCell(sql, { workspace, notebook: notebook.seq, id });
      return rows.map(cellFrom(notebook))[0];
    },
    withCell: async (cell) =>
      (await notebooksWithCell(sql, { workspace, cell })).map(({ id }) => id),
    async run(id) {
      const [row] = await runById(sql, { workspace, id });
      return row && readRun(sql, row);
    },
    ends: (runs) => readEnds(sql, workspace, runs),
    runs: async (cell, slice) => (await runsOf(sql, { workspace, cell, ...slice })).map(markFrom),
    async packages({ seq }) {
      const [row] = await packagesSeq(sql, { workspace, seq });
      if (row?.packages_seq == null) return undefined;
      const [ended] = (await eventAt(sql, { workspace, seq: row.packages_seq })).map(eventFrom);
      return (ended as JournalEvent<'notebook_run_ended'> | undefined)?.payload.installed;
    },
  };
}
