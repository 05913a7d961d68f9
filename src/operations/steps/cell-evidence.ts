/** Reads the last run of a cell as evidence. */

import { cellNamed, unknownCell } from '../../domain/notebooks/edit-notebook.ts';
import {
  evidenceOfRun,
  parseCellRef,
  type RunEvidence,
} from '../../domain/notebooks/run-evidence.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Reading } from '../../store/port.ts';

/** `ref` is `notebook:cell`. */
export async function readCellEvidence(
  tx: Reading,
  ref: string,
  nowMs: number,
): Promise<RunEvidence | Refusal> {
  const found = await findCell(tx, ref);
  if (isRefusal(found)) return found;
  const { notebook, cell, run: last } = found;
  const run = last && (await tx.notebooks.run(last.id));
  return evidenceOfRun(notebook, cell, run, nowMs);
}

/** The cells that a thought cites, each as `notebook:cell` with the ids of both. */
export async function findCitedCells(
  tx: Reading,
  refs: readonly string[] = [],
): Promise<readonly string[] | Refusal> {
  const cells: string[] = [];
  for (const ref of refs) {
    const found = await findCell(tx, ref);
    if (isRefusal(found)) return found;
    cells.push(`${found.notebook.id}:${found.cell.id}`);
  }
  return cells;
}

async function findCell(tx: Reading, ref: string) {
  const named = parseCellRef(ref);
  const notebook = await tx.notebooks.outline(named.notebook.toLowerCase());
  if (!notebook) {
    return refuse('UNKNOWN_ID', `cell: no notebook ${JSON.stringify(named.notebook)}`, {
      details: { field: 'cell' },
      recovery: 'Give notebook:cell, such as the ids that notebook list and list_cells show.',
    });
  }
  const known = cellNamed(notebook.cells, named.cell);
  const found = known && (await tx.notebooks.cell(notebook, known.id));
  if (!found) return unknownCell(notebook.id, 'cell', named.cell);
  return { notebook, ...found };
}
