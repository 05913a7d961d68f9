/** The queries about notebooks, their cells and their runs. */

import type {
  InstalledPackages,
  NotebookOutline,
  NotebookSummary,
  StoredCell,
} from '../domain/notebooks/notebook.ts';
import type { Run, RunEnd, RunMark, RunReason } from '../domain/notebooks/run.ts';

export interface OffsetSlice {
  readonly offset: number;
  readonly limit: number;
}

/** A cell, with its last run if it was ever run. */
export interface CellWithRun<Text> {
  readonly cell: Text;
  readonly run: RunMark | undefined;
}

/** A cell without its content, but with what lists show of it. */
export type CellGlance = Omit<StoredCell, 'content'> & {
  /** The first characters of the content. */
  readonly beginning: string;
  /** How long the content is, in characters. */
  readonly chars: number;
};

/** How the last runs of some cells of a notebook ended. */
export interface RunOutcome {
  /** The seq of the notebook. */
  readonly notebook: number;
  /** `never`: without a run; `open`: without an end. */
  readonly end: RunReason | 'never' | 'open';
  readonly cells: number;
  /** The last of these runs; undefined if there is none. */
  readonly last:
    | { readonly seq: number; readonly startedMs: number; readonly leaseMs: number }
    | undefined;
}

export interface NotebookQueries {
  /** The last changed first. */
  list(slice: OffsetSlice): Promise<readonly NotebookSummary[]>;
  /** With its cells in order, without their contents. */
  outline(id: string): Promise<NotebookOutline | undefined>;
  /** Without its cells. */
  summary(id: string): Promise<NotebookSummary | undefined>;
  /** How the last runs of the cells of these notebooks ended, counted. */
  outcomes(notebooks: readonly NotebookSummary[]): Promise<readonly RunOutcome[]>;
  /** Whole cells, in order. */
  cells(notebook: NotebookSummary, slice: OffsetSlice): Promise<readonly CellWithRun<StoredCell>[]>;
  /** The same without contents, which may be long: `chars` characters of each. */
  glances(
    notebook: NotebookSummary,
    slice: OffsetSlice,
    chars?: number,
  ): Promise<readonly CellWithRun<CellGlance>[]>;
  /** The same for these cells. */
  glancesOf(
    notebook: NotebookSummary,
    cells: readonly string[],
    chars: number,
  ): Promise<readonly CellWithRun<CellGlance>[]>;
  cell(notebook: NotebookSummary, id: string): Promise<CellWithRun<StoredCell> | undefined>;
  /** The ids of the notebooks that have this cell. */
  withCell(cell: string): Promise<readonly string[]>;
  /** With what it printed. */
  run(id: string): Promise<Run | undefined>;
  /** How these runs ended, with what they printed, by the id of the run. */
  ends(runs: readonly RunMark[]): Promise<ReadonlyMap<string, RunEnd>>;
  /** The runs of a cell, the last one first; also of a cell that was deleted. */
  runs(cell: string, slice: OffsetSlice): Promise<readonly RunMark[]>;
  /** What the last installation left; undefined if there was none. */
  packages(notebook: NotebookSummary): Promise<InstalledPackages | undefined>;
}
