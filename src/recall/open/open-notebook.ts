/** Opens notebooks, cells and runs; of deleted ones, what the journal has. */

import { cellView, ranView, summaryView } from '../../domain/notebooks/cell-view.ts';
import { cellNamed } from '../../domain/notebooks/edit-notebook.ts';
import {
  type Cell,
  type NotebookOutline,
  notebookEntity,
} from '../../domain/notebooks/notebook.ts';
import { reasonOf, statusOf } from '../../domain/notebooks/run.ts';
import { UUID } from '../../kernel/ids.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { readCells } from '../../operations/thoughtbox/steps/read-cells.ts';
import type { Reading } from '../../store/port.ts';
import { nameOf } from '../terms/artifact-texts.ts';
import { groupOf } from '../terms/recall-text.ts';
import {
  type Near,
  near,
  type OpenContext,
  type Opened,
  type Opener,
  oneByOne,
  recallCall,
  writerOf,
} from './opened.ts';
import { searchCall } from './search-call.ts';

const isUuid = (id: string) => UUID.test(id.toLowerCase());

const MAX_CELLS = 50;

export const openNotebook: Opener = {
  prefixes: ['notebook'],
  claims: isUuid,
  async open(context, id) {
    const { tx, nowMs } = context;
    const notebook = await tx.notebooks.outline(id.toLowerCase());
    if (!notebook) return openDeletedNotebook(tx, id.toLowerCase());
    const { cells: outline, ...summary } = notebook;
    const page = { offset: 0, limit: MAX_CELLS };
    const found = await readCells(tx, summary, page, LIMITS.answerBytes);
    const ends = await tx.notebooks.ends(found.flatMap(({ run }) => run ?? []));
    const [first] = outline;
    return [
      {
        id: notebook.id,
        kind: 'notebook',
        title: notebook.title,
        atMs: notebook.updatedMs,
        by: await writerOf(tx, notebook.seq),
        content: {
          ...summaryView(summary),
          cells: found.map(({ cell, run }) => cellView(cell, run, run && ends.get(run.id), nowMs)),
        },
        near: [],
        next: first
          ? recallCall(`${notebook.id}/${first.id}`, 'See its first cell alone')
          : searchCall(notebook.title, 'See what else is known about it'),
      },
    ];
  },
  texts: async (_tx, id) => [groupOf.notebook(id.toLowerCase())],
};

async function openDeletedNotebook(tx: Reading, id: string): Promise<readonly Opened[]> {
  const events = await tx.journal.ofEntity(notebookEntity(id), { limit: MAX_EVENTS });
  const made = events.at(-1);
  if (made?.type !== 'notebook_created') return [];
  const { title, language, cells } = made.payload;
  return [
    {
      id,
      kind: 'notebook',
      title,
      atMs: events[0]?.tsMs,
      by: events[0]?.agent,
      state: 'deleted',
      content: { id, title, language, cells: cells.map((cell) => ({ ...cell })) },
      near: [],
      next: searchCall(title, 'See what else is known about it'),
    },
  ];
}

/** `NOTEBOOK/CELL`, or with a colon as thoughts cite it; a cell also by its file name. */
const IN_NOTEBOOK = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[/:](.+)$/i;

export const openCell: Opener = {
  prefixes: ['cell'],
  claims: (id) => IN_NOTEBOOK.test(id) || isUuid(id),
  async open(context, id) {
    const { tx } = context;
    const [, named, cell = id.toLowerCase()] = IN_NOTEBOOK.exec(id) ?? [];
    const notebooks = named === undefined ? await notebooksWith(tx, cell) : [named.toLowerCase()];
    const found = await oneByOne(notebooks, (each) => openCellIn(context, each, cell));
    return found.filter((each) => each !== undefined);
  },
  async texts(tx, id) {
    const [, named, cell = id.toLowerCase()] = IN_NOTEBOOK.exec(id) ?? [];
    if (named === undefined) {
      return (await tx.notebooks.withCell(cell)).map((each) => nameOf.cell(each, cell));
    }
    const notebook = await tx.notebooks.outline(named.toLowerCase());
    const known = notebook && cellNamed(notebook.cells, cell);
    return known ? [nameOf.cell(notebook.id, known.id)] : [];
  },
};

/** Notebooks that are searched for a cell which is gone. */
const TO_SEARCH = 5;

/** The notebook of a deleted cell is known from its runs; else it is one of the last changed. */
async function notebooksWith(tx: Reading, cell: string): Promise<readonly string[]> {
  const found = await tx.notebooks.withCell(cell);
  if (found.length > 0) return found;
  const [last] = await tx.notebooks.runs(cell, { offset: 0, limit: 1 });
  const run = last && (await tx.notebooks.run(last.id));
  if (run) return [run.notebook];
  const latest = await tx.notebooks.list({ offset: 0, limit: TO_SEARCH });
  return latest.map(({ id }) => id);
}

async function openCellIn(
  { tx, nowMs }: OpenContext,
  id: string,
  name: string,
): Promise<Opened | undefined> {
  const notebook = await tx.notebooks.outline(id);
  const known = notebook && cellNamed(notebook.cells, name);
  if (!notebook || !known) return openDeletedCell(tx, id, name);
  const found = await tx.notebooks.cell(notebook, known.id);
  if (!found) return undefined;
  const { cell, run } = found;
  const ends = await tx.notebooks.ends(run ? [run] : []);
  const changed = await tx.journal.at(cell.changedSeq);
  return {
    id: `${id}/${cell.id}`,
    kind: 'cell',
    title: cell.content,
    in: id,
    atMs: changed?.tsMs,
    by: changed?.agent,
    content: {
      ...cellView(cell, run, run && ends.get(run.id), nowMs),
      position: cell.position,
    },
    near: await nearCell(tx, notebook, known.position),
    next: recallCall(id, 'See the whole notebook'),
  };
}

const RUNS_SHOWN = 3;

async function nearCell(
  tx: Reading,
  notebook: NotebookOutline,
  position: number,
): Promise<readonly Near[]> {
  const around = { before: notebook.cells[position - 1], after: notebook.cells[position + 1] };
  const ids = Object.values(around).flatMap((each) => each?.id ?? []);
  const glances = await tx.notebooks.glancesOf(notebook, ids, LIMITS.title);
  const own = notebook.cells[position];
  const runs = own ? await tx.notebooks.runs(own.id, { offset: 0, limit: RUNS_SHOWN }) : [];
  return [
    ...Object.entries(around).flatMap(([as, cell]) => {
      const glance = glances.find((each) => each.cell.id === cell?.id);
      return glance ? [near(as, `${notebook.id}/${glance.cell.id}`, glance.cell.beginning)] : [];
    }),
    ...runs.map((run) => near('run', run.id, run.ended?.reason ?? 'without an end')),
    near('notebook', notebook.id, notebook.title),
  ];
}

/** Events of a notebook that are looked through for a cell that is gone. */
const MAX_EVENTS = 1_000;

async function openDeletedCell(
  tx: Reading,
  notebook: string,
  id: string,
): Promise<Opened | undefined> {
  const events = await tx.journal.ofEntity(notebookEntity(notebook), { limit: MAX_EVENTS });
  for (const { payload, tsMs, agent } of events) {
    const cells = cellsIn(payload);
    const cell = cells.find((each) => each.id === id || each.filename === id);
    if (!cell) continue;
    return {
      id: `${notebook}/${cell.id}`,
      kind: 'cell',
      title: cell.content,
      in: notebook,
      atMs: tsMs,
      by: agent,
      state: 'deleted',
      content: { ...cell },
      near: [],
      next: recallCall(notebook, 'See the notebook'),
    };
  }
  return undefined;
}

function cellsIn(payload: object): readonly Cell[] {
  if ('cells' in payload) return payload.cells as readonly Cell[];
  return 'cell' in payload && typeof payload.cell === 'object' ? [payload.cell as Cell] : [];
}

export const openRun: Opener = {
  prefixes: ['output', 'run'],
  claims: isUuid,
  async open({ tx, nowMs }, id) {
    const run = await tx.notebooks.run(id.toLowerCase());
    if (!run) return [];
    const { notebook, cell, end, runtime } = run;
    const place = `${notebook}/${cell}`;
    const reason = reasonOf(run, nowMs);
    return [
      {
        id: run.id,
        kind: 'output',
        title: end?.stdout || end?.message || `run of ${cell}`,
        in: place,
        atMs: end?.endedMs ?? run.startedMs,
        by: run.agent,
        state: reason === 'ok' ? undefined : (reason ?? 'running'),
        content: end ? ranView(end, runtime, LIMITS.answerBytes) : { status: statusOf(run, nowMs) },
        near: [near('cell', place, 'the cell that was run')],
        next: recallCall(place, 'See the cell'),
      },
    ];
  },
};
