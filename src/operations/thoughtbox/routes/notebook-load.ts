/** `notebook load`: creates a notebook from the text of a `.src.md` file. */

import { createNotebook, readNotebook } from '../../../domain/notebooks/create-notebook.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { SRC_MD_EXAMPLE } from '../steps/notebook-advice.ts';
import { NOTEBOOK, srcMd } from '../steps/notebook-fields.ts';

export const notebookLoad = defineRoute({
  ...NOTEBOOK,
  subOperation: 'load',
  aliases: ['load_notebook', 'import'],
  does: writes(),
  input: { content: srcMd },
  minimal: { content: SRC_MD_EXAMPLE },
  async run(input, { tx, call }) {
    const text = readNotebook(input.content);
    if (isRefusal(text)) return text;
    const created = createNotebook(text, call.newId);
    await tx.append([created.draft]);
    return answer({
      notebookId: created.id,
      title: created.title,
      language: text.language,
      cellCount: created.cells.length,
    });
  },
});
