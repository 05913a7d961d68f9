/** `notebook list_cells`: the cells of a notebook in order, without their contents. */

import { glanceView } from '../../../domain/notebooks/cell-view.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { cutPage } from '../steps/list-page.ts';
import {
  cellPage,
  findNotebook,
  NOTEBOOK,
  named,
  oneNotebook,
  pageEnd,
} from '../steps/notebook-fields.ts';

export const notebookListCells = defineRoute({
  ...NOTEBOOK,
  subOperation: 'list_cells',
  does: reads(),
  input: { ...oneNotebook.input, ...cellPage },
  minimal: oneNotebook.minimal,
  async run(request, { tx, call }) {
    const notebook = await findNotebook(tx, request);
    if (isRefusal(notebook)) return notebook;
    const found = await tx.notebooks.glances(notebook, request);
    const cells = found.map(({ cell, run }) => glanceView(cell, run, call.nowMs));
    const { title, language, cellCount } = notebook;
    return answer(
      {
        ...named(notebook, request),
        ...{ title, language, cells, count: cells.length },
        ...pageEnd(request, cells.length, cellCount),
      },
      { trims: cutPage('cells', request.offset, ['begins']) },
    );
  },
});
