/** `notebook get_cell`: one cell in both forms of the contract, and what its last run left. */

import { cellView } from '../../../domain/notebooks/cell-view.ts';
import type { Trim } from '../../../kernel/budget.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { cutField } from '../../../kernel/trims.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { findCell, findNotebook, NOTEBOOK, named, oneCell } from '../steps/notebook-fields.ts';

/** The same text a second time: left out first. */
const withoutContent: Trim = {
  minimal: false,
  apply({ content: _twice, ...rest }) {
    return rest;
  },
};

export const notebookGetCell = defineRoute({
  ...NOTEBOOK,
  ...oneCell,
  subOperation: 'get_cell',
  does: reads([
    withoutContent,
    ...['output', 'stderr', 'error', 'source', 'text'].map((field) => cutField(field)),
  ]),
  async run(request, { tx, call }) {
    const notebook = await findNotebook(tx, request);
    if (isRefusal(notebook)) return notebook;
    const known = findCell(notebook, request);
    if (isRefusal(known)) return known;
    const found = await tx.notebooks.cell(notebook, known.id);
    if (!found) throw new Error(`the notebook ${notebook.id} has no cell ${known.id}`);
    const { cell, run } = found;
    const ends = await tx.notebooks.ends(run ? [run] : []);
    return answer({
      ...named(notebook, request),
      ...cellView(cell, run, run && ends.get(run.id), call.nowMs),
      position: cell.position,
      content: cell.content,
    });
  },
});
