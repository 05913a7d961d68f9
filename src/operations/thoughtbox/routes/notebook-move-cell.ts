/** `notebook move_cell`: moves a cell to a position, or behind another cell. */

import { moveCell } from '../../../domain/notebooks/edit-notebook.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import {
  findCell,
  findNotebook,
  NOTEBOOK,
  named,
  oneCell,
  placeFields,
} from '../steps/notebook-fields.ts';

export const notebookMoveCell = defineRoute({
  ...NOTEBOOK,
  subOperation: 'move_cell',
  does: writes(),
  input: { ...oneCell.input, ...placeFields },
  minimal: { ...oneCell.minimal, position: 0 },
  async run(input, { tx }) {
    const notebook = await findNotebook(tx, input);
    if (isRefusal(notebook)) return notebook;
    const cell = findCell(notebook, input);
    if (isRefusal(cell)) return cell;
    const moved = moveCell(notebook, cell, input);
    if (isRefusal(moved)) return moved;
    if (moved.draft) await tx.append([moved.draft]);
    return answer({ ...named(notebook, input), cellId: cell.id, position: moved.after });
  },
});
