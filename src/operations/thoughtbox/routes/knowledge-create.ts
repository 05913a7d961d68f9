/** `knowledge create`: saves a new pattern under an id that no pattern has had before. */

import type { KnowledgePattern } from '../../../domain/thoughts/knowledge.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { freeSlug, isSlug, SLUG_RULE, slugOf } from '../../../kernel/slug.ts';
import type { Reading } from '../../../store/port.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { line, text } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { tags } from '../steps/gateway-fields.ts';
import {
  badId,
  citedSessionIds,
  entryId,
  entryTitle,
  findCitedSessions,
  KNOWLEDGE,
} from '../steps/knowledge-entries.ts';

export const knowledgeCreate = defineRoute({
  ...KNOWLEDGE,
  subOperation: 'create',
  aliases: ['create_pattern'],
  does: writes(),
  input: {
    id: entryId.optional().describe('A slug; default: from the title'),
    title: entryTitle,
    description: text,
    content: text,
    tags,
    derivedFromSessions: citedSessionIds,
    createdBy: line(LIMITS.docName).optional(),
  },
  minimal: {
    title: '<fill: title>',
    description: '<fill: when it helps>',
    content: '<fill: the pattern itself>',
  },
  async run(input, context) {
    const { tx, call } = context;
    const cited = await findCitedSessions(context, input.derivedFromSessions);
    if (isRefusal(cited)) return cited;
    const id = await chooseId(tx, input);
    if (isRefusal(id)) return id;
    const pattern: KnowledgePattern = {
      id,
      title: input.title,
      description: input.description,
      tags: input.tags ?? [],
      content: input.content,
      ...(cited ? { derivedFromSessions: cited } : {}),
      createdBy: input.createdBy ?? call.agent,
    };
    await tx.append([{ type: 'pattern_saved', entity: `pattern:${id}`, payload: { pattern } }]);
    return answer({ id, title: input.title });
  },
});

async function chooseId(
  tx: Reading,
  request: { id?: string | undefined; title: string },
): Promise<string | Refusal> {
  if (request.id !== undefined) {
    if (!isSlug(request.id)) return badId(SLUG_RULE, request, { id: slugOf(request.id) });
    if (!(await isUsed(tx, request.id))) return request.id;
    const why = `${request.id} is or was the id of another pattern, and ids are not reused`;
    return badId(why, request, { id: undefined });
  }
  const slug = slugOf(request.title) ?? 'untitled';
  const taken = new Set<string>();
  for (;;) {
    const candidate = freeSlug(slug, taken);
    if (!(await isUsed(tx, candidate))) return candidate;
    taken.add(candidate);
  }
}

/** The journal is asked, since it also knows the patterns that were deleted. */
async function isUsed(tx: Reading, id: string): Promise<boolean> {
  return (await tx.journal.ofEntity(`pattern:${id}`, { limit: 1 })).length > 0;
}
