/** Reads whole cells of a notebook, but no more than an answer can hold. */

import type { NotebookSummary, StoredCell } from '../../../domain/notebooks/notebook.ts';
import { utf8Length } from '../../../kernel/json.ts';
import type { CellWithRun, OffsetSlice, Reading } from '../../../store/port.ts';

/** At a time: a cell may be long. */
const FEW = 20;

/** The cells of a page, or the first of them if more would not fit into so many bytes. */
export async function readCells(
  tx: Reading,
  notebook: NotebookSummary,
  { offset, limit }: OffsetSlice,
  mostBytes: number,
): Promise<readonly CellWithRun<StoredCell>[]> {
  const cells: CellWithRun<StoredCell>[] = [];
  let bytes = 0;
  while (cells.length < limit && bytes <= mostBytes) {
    const few = Math.min(FEW, limit - cells.length);
    const found = await tx.notebooks.cells(notebook, { offset: offset + cells.length, limit: few });
    cells.push(...found);
    for (const { cell } of found) bytes += utf8Length(cell.content);
    if (found.length < few) break;
  }
  return cells;
}
