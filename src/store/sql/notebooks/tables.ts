/** The tables of notebooks. A notebook is known in them by the seq of the event that created it. */

export interface NotebookTables {
  notebooks: NotebookRow;
  notebook_cells: CellRow;
  notebook_runs: RunRow;
}

export interface NotebookRow {
  workspace: string;
  seq: number;
  id: string;
  title: string;
  language: string;
  tsconfig: string | null;
  cells: number;
  /** The end of the last installation, whose event has the lock. */
  packages_seq: number | null;
  created_ms: number;
  updated_ms: number;
  updated_seq: number;
}

export interface CellRow {
  workspace: string;
  notebook: number;
  id: string;
  position: number;
  type: string;
  filename: string | null;
  language: string | null;
  content: string;
  revision: number;
  changed_seq: number;
  /** The start of its last run. */
  run_seq: number | null;
}

/** What a run printed stays in the event of its end. Rows stay when their cell is deleted. */
export interface RunRow {
  workspace: string;
  seq: number;
  id: string;
  notebook_id: string;
  cell: string;
  started_ms: number;
  lease_ms: number;
  ended_seq: number | null;
  ended_ms: number | null;
  reason: string | null;
}
