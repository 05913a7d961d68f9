/** `notebook delete`: deletes a notebook. The journal keeps what it held. */

import { deleteNotebook } from '../../../domain/notebooks/edit-notebook.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { findNotebook, NOTEBOOK, oneNotebook } from '../steps/notebook-fields.ts';

export const notebookDelete = defineRoute({
  ...NOTEBOOK,
  ...oneNotebook,
  subOperation: 'delete',
  aliases: ['delete_notebook'],
  does: writes(),
  async run(input, { tx }) {
    const notebook = await findNotebook(tx, input, { mayDelete: true });
    if (isRefusal(notebook)) return notebook;
    await tx.append([deleteNotebook(notebook)]);
    return answer({ notebookId: notebook.id, deleted: true });
  },
});
