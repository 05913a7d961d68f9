/** `notebook delete_cell`: deletes a cell. The journal keeps what it said and what it printed. */

import { deleteCell } from '../../../domain/notebooks/edit-notebook.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import {
  findCell,
  findNotebook,
  GUARD_ALIASES,
  guardFields,
  NOTEBOOK,
  named,
  oneCell,
} from '../steps/notebook-fields.ts';

export const notebookDeleteCell = defineRoute({
  ...NOTEBOOK,
  subOperation: 'delete_cell',
  aliases: ['remove_cell'],
  does: writes(),
  input: { ...oneCell.input, ...guardFields },
  synonyms: GUARD_ALIASES,
  minimal: oneCell.minimal,
  async run(input, { tx }) {
    const notebook = await findNotebook(tx, input, { mayDelete: true });
    if (isRefusal(notebook)) return notebook;
    const cell = findCell(notebook, input, { mayDelete: true });
    if (isRefusal(cell)) return cell;
    const deleted = deleteCell(notebook, cell, input.expected_revision);
    if (isRefusal(deleted)) return deleted;
    await tx.append([deleted]);
    return answer({
      ...named(notebook, input),
      cellId: cell.id,
      deleted: true,
      cellCount: notebook.cellCount - 1,
    });
  },
});
