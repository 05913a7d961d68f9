/** `notebook get`: a notebook with its cells and what they printed, page by page. */

import { cellView, summaryView } from '../../../domain/notebooks/cell-view.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import {
  cellPage,
  cutCells,
  findNotebook,
  NOTEBOOK,
  oneNotebook,
  pageEnd,
  roomFor,
} from '../steps/notebook-fields.ts';
import { readCells } from '../steps/read-cells.ts';

export const notebookGet = defineRoute({
  ...NOTEBOOK,
  subOperation: 'get',
  aliases: ['get_notebook'],
  does: reads(),
  input: { ...oneNotebook.input, ...cellPage },
  minimal: oneNotebook.minimal,
  async run(request, { tx, call }) {
    const notebook = await findNotebook(tx, request);
    if (isRefusal(notebook)) return notebook;
    const { cells: _outline, ...summary } = notebook;
    const found = await readCells(tx, summary, request, roomFor(request));
    const ends = await tx.notebooks.ends(found.flatMap(({ run }) => run ?? []));
    const installed = await tx.notebooks.packages(summary);
    const cells = found.map(({ cell, run }) =>
      cellView(cell, run, run && ends.get(run.id), call.nowMs),
    );
    return answer(
      {
        ...summaryView(summary),
        ...(installed ? { packages: installed.packages } : {}),
        cells,
        ...pageEnd(request, cells.length, notebook.cellCount),
      },
      { trims: cutCells(request.offset) },
    );
  },
});
