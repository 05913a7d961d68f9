/** `notebook cancel`: ends a run, whichever server it runs on. */

import { cancelRun } from '../../../domain/notebooks/run-decisions.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { findCell, findNotebook, NOTEBOOK, named, oneCell } from '../steps/notebook-fields.ts';

export const notebookCancel = defineRoute({
  ...NOTEBOOK,
  ...oneCell,
  subOperation: 'cancel',
  aliases: ['cancel_run', 'stop'],
  does: writes(),
  async run(input, { tx, call }) {
    const notebook = await findNotebook(tx, input);
    if (isRefusal(notebook)) return notebook;
    const cell = findCell(notebook, input);
    if (isRefusal(cell)) return cell;
    const [last] = await tx.notebooks.runs(cell.id, { offset: 0, limit: 1 });
    const drafts = cancelRun(notebook.id, cell.id, last, call.nowMs);
    if (isRefusal(drafts)) return drafts;
    // The server that runs the cell watches the memory, and ends the run when it sees this.
    await tx.append(drafts);
    return answer({ ...named(notebook, input), cancelled: true });
  },
});
