/** The cells of a notebook in order, and one of them with everything that it printed. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { type CellType, notebookEntity } from '../../../domain/notebooks/notebook.ts';
import type { RunEnd, RunMark, RunReason } from '../../../domain/notebooks/run.ts';
import type { CellGlance, CellWithRun } from '../../../store/port.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';

/** What a run left. A type, because rows are JSON. */
export type CellRun = {
  readonly id: string;
  readonly by?: string;
  readonly startedMs: number;
  /** Until when it counts as running if it has no end. */
  readonly leaseMs: number;
  /** Such as `node 22.0.0`. */
  readonly runtime?: string;
  /** Absent while no end is entered. */
  readonly reason?: RunReason;
  readonly exit?: number;
  readonly signal?: string;
  /** Why it failed, in a sentence. */
  readonly message?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  /** Whether more was printed than is shown here. */
  readonly more?: true;
  readonly ms?: number;
};

export interface CellRow extends ViewRow {
  readonly id: string;
  readonly position: number;
  readonly type: CellType;
  readonly language?: string;
  readonly filename?: string;
  readonly text: string;
  readonly more?: true;
  readonly revision: number;
  readonly run?: CellRun;
  /** Set if the cell was changed after its last run began. */
  readonly outdated?: true;
}

/** Of a cell and of its output in the list. */
const CELL_BYTES = 4_096;
const OUTPUT_BYTES = 2_048;

/** Cells and their outputs may be long. */
const PAGE = 50;

/** The events that started and ended these runs. */
async function runsOf(
  { tx }: Look,
  cells: readonly CellWithRun<unknown>[],
): Promise<(run: RunMark, bytes: number) => CellRun> {
  const runs = cells.flatMap(({ run }) => run ?? []);
  const ends = await tx.notebooks.ends(runs);
  const starts = await tx.journal.these(runs.map(({ seq }) => seq));
  return (run, bytes) => cellRun(run, starts.get(run.seq), ends.get(run.id), bytes);
}

function cellRun(
  { id, startedMs, leaseMs }: RunMark,
  start: JournalEvent | undefined,
  end: RunEnd | undefined,
  bytes: number,
): CellRun {
  const begun = start?.type === 'notebook_run_started' ? start : undefined;
  const { kind, version } = begun?.payload.runtime ?? {};
  return {
    ...{ id, startedMs, leaseMs },
    ...(begun === undefined ? {} : { by: begun.agent, runtime: `${kind} ${version}` }),
    ...(end === undefined ? {} : endFields(end, bytes)),
  };
}

function endFields(end: RunEnd, bytes: number): Partial<CellRun> {
  const { reason, exit, signal, message, ms } = end;
  const [stdout, stderr] = [cutText(end.stdout, bytes), cutText(end.stderr, bytes)];
  return {
    ...{ reason, ms },
    ...(exit === undefined ? {} : { exit }),
    ...(signal === undefined ? {} : { signal }),
    ...(message === undefined ? {} : { message }),
    ...(end.stdout === '' ? {} : { stdout: stdout.text }),
    ...(end.stderr === '' ? {} : { stderr: stderr.text }),
    ...(stdout.more || stderr.more ? { more: true as const } : {}),
  };
}

/** An installation itself lists the packages in its cell, right before it ends. */
function isOutdated(
  { type, changedSeq }: Pick<CellGlance, 'type' | 'changedSeq'>,
  run: RunMark | undefined,
): boolean {
  if (!run) return false;
  return changedSeq > ((type === 'package.json' && run.ended?.seq) || run.seq);
}

async function rowsFrom(
  look: Look,
  cells: readonly CellWithRun<CellGlance>[],
): Promise<readonly CellRow[]> {
  const runIn = await runsOf(look, cells);
  return cells.map(({ cell, run }) => {
    const { id, position, type, language, filename, revision, beginning, chars } = cell;
    // The mark lets redaction see that the beginning of a secret is one.
    const isCut = chars > [...beginning].length;
    const { text, more } = cutText(isCut ? `${beginning}…` : beginning, CELL_BYTES);
    return {
      ...{ key: id, id, position, type, revision, text },
      ...(more || chars > CELL_BYTES ? { more: true as const } : {}),
      ...(language === undefined ? {} : { language }),
      ...(filename === undefined ? {} : { filename }),
      ...(run === undefined ? {} : { run: runIn(run, OUTPUT_BYTES) }),
      ...(isOutdated(cell, run) ? { outdated: true as const } : {}),
    };
  });
}

/** The cell whose row alone an event changes; undefined if positions may have changed. */
function cellOf(event: JournalEvent): string | undefined {
  switch (event.type) {
    case 'notebook_cell_updated':
      return event.payload.cell.id;
    case 'notebook_run_started':
    case 'notebook_run_ended':
      return event.payload.cell;
    default:
      return undefined;
  }
}

const ARGS = z.object({ notebook: z.string().min(1).max(200) });

export const CELLS_VIEW = defineView({
  name: 'cells',
  args: ARGS,
  async page(look, { notebook: id }, cursor) {
    const notebook = await look.tx.notebooks.summary(id);
    if (!notebook) return { rows: [] };
    const offset = Number(cursor ?? 0);
    const slice = { offset, limit: PAGE };
    const cells = await look.tx.notebooks.glances(notebook, slice, CELL_BYTES);
    const next = offset + PAGE < notebook.cellCount ? String(offset + PAGE) : undefined;
    return { rows: await rowsFrom(look, cells), next };
  },
  touched(_look, { notebook }, events) {
    const own = events.filter(({ entity }) => entity === notebookEntity(notebook));
    const cells = own.map(cellOf);
    return cells.some((cell) => cell === undefined) ? 'all' : (cells as string[]);
  },
  async rows(look, { notebook: id }, keys) {
    const notebook = await look.tx.notebooks.summary(id);
    if (!notebook) return [];
    return rowsFrom(look, await look.tx.notebooks.glancesOf(notebook, keys, CELL_BYTES));
  },
});

/** A run in the list of runs. A type, because rows are JSON. */
export type PastRun = {
  readonly id: string;
  readonly by?: string;
  readonly startedMs: number;
  readonly leaseMs: number;
  readonly reason?: RunReason;
  readonly endedMs?: number;
};

export interface CellDetailRow extends CellRow {
  readonly notebook: string;
  readonly notebookTitle: string;
  /** Bytes that were left out in the middle, because too much was printed. */
  readonly leftOut?: { readonly stdout: number; readonly stderr: number };
  readonly cpuMs?: number;
  readonly peakBytes?: number;
  readonly limits?: { readonly timeMs: number; readonly memoryBytes: number };
  /** The digest of everything that the last run got. */
  readonly source?: string;
  /** The name of the folder with the packages that the last run could import. */
  readonly packages?: string;
  /** The last one first, at most 20. */
  readonly runs: readonly PastRun[];
}

const MAX_RUNS = 20;

async function pastRuns({ tx }: Look, cell: string): Promise<readonly PastRun[]> {
  const runs = await tx.notebooks.runs(cell, { offset: 0, limit: MAX_RUNS });
  const starts = await tx.journal.these(runs.map(({ seq }) => seq));
  return runs.map(({ id, seq, startedMs, leaseMs, ended }) => {
    const by = starts.get(seq)?.agent;
    return {
      ...{ id, startedMs, leaseMs },
      ...(by === undefined ? {} : { by }),
      ...(ended === undefined ? {} : { reason: ended.reason, endedMs: ended.ms }),
    };
  });
}

/** More than any run may print. */
const WHOLE = 16_000_000;

async function lastRun({ tx }: Look, mark: RunMark | undefined): Promise<Partial<CellDetailRow>> {
  const run = mark && (await tx.notebooks.run(mark.id));
  if (!run) return {};
  const { end, limits, source, runtime, agent } = run;
  const { timeMs, memoryBytes } = limits;
  const { leftOut, cpuMs, peakBytes } = end ?? {};
  return {
    run: {
      ...{ id: run.id, startedMs: run.startedMs, leaseMs: run.leaseMs, by: agent },
      runtime: `${runtime.kind} ${runtime.version}`,
      ...(end === undefined ? {} : endFields(end, WHOLE)),
    },
    ...{ source, limits: { timeMs, memoryBytes } },
    ...(run.packages === undefined ? {} : { packages: run.packages }),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(cpuMs === undefined ? {} : { cpuMs }),
    ...(peakBytes === undefined ? {} : { peakBytes }),
  };
}

const CELL_ARGS = ARGS.extend({ cell: z.string().min(1).max(200) });

async function detailRow(
  look: Look,
  { notebook: id, cell: cellId }: z.infer<typeof CELL_ARGS>,
): Promise<readonly CellDetailRow[]> {
  const notebook = await look.tx.notebooks.summary(id);
  const found = notebook && (await look.tx.notebooks.cell(notebook, cellId));
  if (!found) return [];
  const { position, type, language, filename, revision, content } = found.cell;
  return [
    {
      ...{ key: cellId, id: cellId, notebook: id, notebookTitle: notebook.title },
      ...{ position, type, revision, text: content },
      ...(language === undefined ? {} : { language }),
      ...(filename === undefined ? {} : { filename }),
      ...(isOutdated(found.cell, found.run) ? { outdated: true as const } : {}),
      ...(await lastRun(look, found.run)),
      runs: await pastRuns(look, cellId),
    },
  ];
}

export const CELL_VIEW = defineView({
  name: 'cell',
  args: CELL_ARGS,
  page: async (look, args) => ({ rows: await detailRow(look, args) }),
  touched(_look, { notebook, cell }, events) {
    const own = events.filter(({ entity }) => entity === notebookEntity(notebook));
    const isSame = own.some((event) => {
      // The title of the notebook is the text of another cell.
      const renames = event.type === 'notebook_cell_updated' && event.payload.title !== undefined;
      const changed = cellOf(event);
      return renames || changed === undefined || changed === cell;
    });
    return isSame ? [cell] : [];
  },
  rows: async (look, args, keys) => (keys.length === 0 ? [] : detailRow(look, args)),
});
