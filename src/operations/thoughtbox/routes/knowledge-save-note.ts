/** `knowledge save_note`: writes the note of a topic. A topic has one note, which is replaced. */

import type { KnowledgeNote } from '../../../domain/thoughts/knowledge.ts';
import { keepSecrets } from '../../../kernel/kept-secrets.ts';
import { isSlug, SLUG_RULE, slugOf } from '../../../kernel/slug.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { text } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { badId, entryId, entryTitle, KNOWLEDGE } from '../steps/knowledge-entries.ts';

const TITLE = '<fill: topic>';

export const knowledgeSaveNote = defineRoute({
  ...KNOWLEDGE,
  subOperation: 'save_note',
  aliases: ['create_note', 'update_note'],
  does: writes(),
  input: {
    id: entryId.optional().describe('The topic, a slug; default: from the title'),
    title: entryTitle.optional(),
    content: text,
  },
  minimal: { title: TITLE, content: '<fill: the note itself>' },
  async run(input, { tx }) {
    const id = input.id ?? slugOf(input.title ?? '');
    if (id === undefined) {
      return badId('give one, or a title with letters or digits', input, { title: TITLE });
    }
    if (!isSlug(id)) return badId(SLUG_RULE, input, { id: slugOf(id) });
    const before = await tx.thoughts.note(id);
    const note: KnowledgeNote = {
      id,
      title: keepSecrets(input.title, before?.value.title) ?? before?.value.title ?? id,
      content: keepSecrets(input.content, before?.value.content),
    };
    await tx.append([{ type: 'scratchpad_saved', entity: `scratchpad:${id}`, payload: { note } }]);
    return answer({ id, created: before === undefined });
  },
});
