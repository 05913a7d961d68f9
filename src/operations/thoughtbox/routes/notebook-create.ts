/** `notebook create`: creates a notebook, blank or from a template. */

import * as z from 'zod';
import { createNotebook, entitled } from '../../../domain/notebooks/create-notebook.ts';
import { notebookFromTemplate } from '../../../domain/notebooks/templates.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { line } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { language, missing, NOTEBOOK } from '../steps/notebook-fields.ts';

const name = line(LIMITS.title).optional();

export const notebookCreate = defineRoute({
  ...NOTEBOOK,
  subOperation: 'create',
  aliases: ['create_notebook'],
  does: writes(),
  input: {
    name,
    title: name.describe('Alias of name'),
    template: z.enum(['blank', 'sequential-feynman']).default('blank'),
    language: language.default('javascript'),
    topic: name.describe('What a template is about; default: the name'),
  },
  synonyms: { title: 'name' },
  minimal: { name: '<fill: a title>' },
  minor: ['template', 'language', 'topic'],
  async run(input, { tx, call }) {
    if (input.name === undefined) return missing(input, 'name', '<fill: a title>');
    const { name: title, template, topic = title, language: written } = input;
    const date = timestamp(call.nowMs).slice(0, 10);
    const text = notebookFromTemplate({ template, topic, date, language: written });
    const created = createNotebook(entitled(text, title), call.newId);
    await tx.append([created.draft]);
    return answer({
      notebookId: created.id,
      language: written,
      cellCount: created.cells.length,
    });
  },
});
