/** `notebook export`: a notebook as the text of a `.src.md` file, in parts if it is long. */

import * as z from 'zod';
import { exportPart } from '../../../domain/notebooks/export-part.ts';
import { textOfCell } from '../../../domain/notebooks/notebook.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { cutField } from '../../../kernel/trims.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { withoutOffset } from '../steps/list-page.ts';
import { findNotebook, NOTEBOOK, named, oneNotebook, roomFor } from '../steps/notebook-fields.ts';
import { readCells } from '../steps/read-cells.ts';

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
    const one = { offset: from - 1, limit: 1 };
    const [before] = from === 0 ? [] : await tx.notebooks.cells(notebook, one);
    const found = await readCells(tx, notebook, { offset: from, limit: cellCount }, room);
    const cells = found.map(({ cell }) => textOfCell(cell));
    const text = { language, tsconfig, cells };
    const { content, count } = exportPart(text, before && textOfCell(before.cell), room);
    const next = from + count;
    return answer({
      ...named(notebook, request),
      content,
      ...(next < cellCount ? { hasMore: true, nextOffset: next } : {}),
    });
  },
});
