/** `notebook export`: a notebook as the text of a `.src.md` file, in parts if it is long. */

import * as z from 'zod';
import { exportPart } from '../../../domain/notebooks/export-part.ts';
import {
  type CellText,
  type NotebookSummary,
  textOfCell,
} from '../../../domain/notebooks/notebook.ts';
import { utf8Length } from '../../../kernel/json.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { cutField } from '../../../kernel/trims.ts';
import type { Reading } from '../../../store/port.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { withoutOffset } from '../steps/list-page.ts';
import { findNotebook, NOTEBOOK, named, oneNotebook, roomFor } from '../steps/notebook-fields.ts';

export const notebookExport = defineRoute({
  ...NOTEBOOK,
  subOperation: 'export',
  aliases: ['export_notebook'],
  does: reads([withoutOffset(cutField('content'))]),
  input: { ...oneNotebook.input, offset: z.int().min(0).default(0) },
  minimal: oneNotebook.minimal,
  async run(request, { tx }) {
    const notebook = await findNotebook(tx, request);
    if (isRefusal(notebook)) return notebook;
    const { language, tsconfig, cellCount } = notebook;
    const room = roomFor(request);
    const from = Math.min(request.offset, cellCount);
    const [before] = from === 0 ? [] : await readCells(tx, notebook, from - 1, 0);
    const cells = await readCells(tx, notebook, from, room);
    const { content, count } = exportPart({ language, tsconfig, cells }, before, room);
    const next = from + count;
    return answer({
      ...named(notebook, request),
      content,
      ...(next < cellCount ? { hasMore: true, nextOffset: next } : {}),
    });
  },
});

/** At a time. */
const FEW = 20;

/** Cells from this position on: enough to fill the room, or all that are left. */
async function readCells(
  tx: Reading,
  notebook: NotebookSummary,
  from: number,
  room: number,
): Promise<readonly CellText[]> {
  const cells: CellText[] = [];
  let bytes = 0;
  while (bytes <= room) {
    const slice = { offset: from + cells.length, limit: room === 0 ? 1 : FEW };
    const found = await tx.notebooks.cells(notebook, slice);
    for (const { cell } of found) {
      cells.push(textOfCell(cell));
      bytes += utf8Length(cell.content);
    }
    if (found.length < slice.limit || room === 0) break;
  }
  return cells;
}
