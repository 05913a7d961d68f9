/** `knowledge update`: changes the given fields of a pattern, and leaves the others as they are. */

import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import type { KnowledgePattern } from '../../../domain/thoughts/knowledge.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { keepSecrets } from '../../../kernel/kept-secrets.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { text } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { tags } from '../steps/gateway-fields.ts';
import {
  citedSessionIds,
  entryId,
  entryTitle,
  findCitedSessions,
  KNOWLEDGE,
  noEntry,
} from '../steps/knowledge-entries.ts';

const NEW_CONTENT = '<fill: the new content>';

export const knowledgeUpdate = defineRoute({
  ...KNOWLEDGE,
  subOperation: 'update',
  aliases: ['update_pattern'],
  does: writes(),
  input: {
    id: entryId,
    title: entryTitle.optional(),
    description: text.optional(),
    content: text.optional(),
    tags,
    derivedFromSessions: citedSessionIds,
  },
  minimal: { id: '<fill: an id>', content: NEW_CONTENT },
  async run(input, context) {
    const { tx } = context;
    const found = await tx.thoughts.pattern(input.id);
    if (!found) return noEntry('pattern', input.id);
    const cited = await findCitedSessions(context, input.derivedFromSessions);
    if (isRefusal(cited)) return cited;
    const {
      title,
      description,
      content,
      tags: newTags,
    } = keepSecrets(input as JsonObject, found.value as unknown as JsonObject) as typeof input;
    if ([title, description, content, newTags, cited].every((each) => each === undefined)) {
      return nothingToChange(input.id);
    }
    const pattern: KnowledgePattern = {
      ...found.value,
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(content === undefined ? {} : { content }),
      ...(newTags === undefined ? {} : { tags: newTags }),
      ...(cited === undefined ? {} : { derivedFromSessions: cited }),
    };
    await tx.append([
      { type: 'pattern_saved', entity: `pattern:${pattern.id}`, payload: { pattern } },
    ]);
    return answer({ id: pattern.id, updated: true });
  },
});

function nothingToChange(id: string): Refusal {
  const { operation } = KNOWLEDGE;
  return refuse('INVALID_INPUT', 'content: give this or another field to change', {
    details: { field: 'content' },
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation, subOperation: 'update', id, content: NEW_CONTENT },
        'For example',
      ),
    ],
  });
}
