/** Reads the last run of a cell as evidence. */

import { cellNamed, unknownCell } from '../../domain/notebooks/edit-notebook.ts';
import {
  evidenceOfRun,
  parseCellRef,
  type RunEvidence,
} from '../../domain/notebooks/run-evidence.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Reading } from '../../store/port.ts';

/** `ref` is `notebook:cell`. */
export async function readCellEvidence(
  tx: Reading,
  ref: string,
  nowMs: number,
): Promise<RunEvidence | Refusal> {
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
  const run = found.run && (await tx.notebooks.run(found.run.id));
  return evidenceOfRun(notebook, found.cell, run, nowMs);
}
