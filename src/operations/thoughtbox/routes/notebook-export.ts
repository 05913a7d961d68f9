/** `notebook export`: a notebook as the text of a `.src.md` file, in parts if it is long. */

import * as z from 'zod';
import { exportPart } from '../../../domain/notebooks/export-part.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { cutField } from '../../../kernel/trims.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { withoutOffset } from '../steps/list-page.ts';
import { findNotebook, NOTEBOOK, named, oneNotebook, roomFor } from '../steps/notebook-fields.ts';

export const notebookExport = defineRoute({
  ...NOTEBOOK,
  subOperation: 'export',
  aliases: ['export_notebook'],
  does: reads([withoutOffset(cutField('content'))]),
  input: { ...oneNotebook.input, offset: z.int().min(0).default(0) },
  minimal: oneNotebook.minimal,
  async run(request, { tx }) {
    const notebook = await findNotebook(tx, request);
    if (isRefusal(notebook)) return notebook;
    const { language, tsconfig, cellCount } = notebook;
    const found = await tx.notebooks.cells(notebook, { offset: 0, limit: cellCount });
    const cells = found.map(({ cell }) => cell);
    const whole = { language, tsconfig, cells };
    const { content, next } = exportPart(whole, request.offset, roomFor(request));
    return answer({
      ...named(notebook, request),
      content,
      ...(next < cellCount ? { hasMore: true, nextOffset: next } : {}),
    });
  },
});
