/** `notebook add_cell`: adds a cell, at the end unless the call says where. */

import * as z from 'zod';
import { isFile } from '../../../domain/notebooks/cell-view.ts';
import { addCell } from '../../../domain/notebooks/edit-notebook.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import {
  CONTENT_ALIASES,
  contentFields,
  filename,
  findNotebook,
  language,
  missing,
  NOTEBOOK,
  named,
  notebookId,
  placeFields,
} from '../steps/notebook-fields.ts';

const type = z.enum(['title', 'markdown', 'code', 'package.json']).optional();

export const notebookAddCell = defineRoute({
  ...NOTEBOOK,
  subOperation: 'add_cell',
  aliases: ['insert_cell', 'create_cell'],
  does: writes(),
  input: {
    notebookId,
    type,
    cellType: type.describe('Alias of type'),
    ...contentFields,
    filename,
    language: language.optional().describe('Default: by the file name, else of the notebook'),
    ...placeFields,
  },
  synonyms: { ...CONTENT_ALIASES, cellType: 'type' },
  minimal: { notebookId: '<fill: a notebook>', type: 'code', content: '<fill: the code>' },
  async run(input, { tx, call }) {
    if (input.type === undefined) return missing(input, 'type', 'code');
    if (input.content === undefined) return missing(input, 'content', '<fill: the content>');
    const notebook = await findNotebook(tx, input);
    if (isRefusal(notebook)) return notebook;
    const request = { ...input, type: input.type, content: input.content };
    const added = addCell(notebook, request, call.newId);
    if (isRefusal(added)) return added;
    await tx.append([added.draft]);
    const { cell, position } = added;
    return answer({
      ...named(notebook, input),
      cellId: cell.id,
      position,
      ...(isFile(cell) ? { filename: cell.filename, status: 'idle' } : {}),
      cellCount: notebook.cellCount + 1,
    });
  },
});
