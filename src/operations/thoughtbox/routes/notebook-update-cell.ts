/** `notebook update_cell`: replaces the content of a cell, or renames its file. */

import { updateCell } from '../../../domain/notebooks/edit-notebook.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import {
  CONTENT_ALIASES,
  contentFields,
  filename,
  findCell,
  findNotebook,
  GUARD_ALIASES,
  guardFields,
  language,
  NOTEBOOK,
  named,
  oneCell,
} from '../steps/notebook-fields.ts';

export const notebookUpdateCell = defineRoute({
  ...NOTEBOOK,
  subOperation: 'update_cell',
  aliases: ['edit_cell'],
  does: writes(),
  input: {
    ...oneCell.input,
    ...contentFields,
    filename,
    language: language.optional(),
    ...guardFields,
  },
  synonyms: { ...CONTENT_ALIASES, ...GUARD_ALIASES },
  minimal: { ...oneCell.minimal, content: '<fill: the new content>' },
  async run(input, { tx }) {
    const notebook = await findNotebook(tx, input);
    if (isRefusal(notebook)) return notebook;
    const known = findCell(notebook, input);
    if (isRefusal(known)) return known;
    const before = await tx.notebooks.cell(notebook, known.id);
    if (!before) throw new Error(`the notebook ${notebook.id} has no cell ${known.id}`);
    const changed = updateCell(notebook, before.cell, input);
    if (isRefusal(changed)) return changed;
    if (changed.draft) await tx.append([changed.draft]);
    const { filename: file } = changed.after;
    return answer({
      ...named(notebook, input),
      cellId: known.id,
      ...(file === undefined ? {} : { filename: file }),
      revision: known.revision + (changed.draft ? 1 : 0),
    });
  },
});
