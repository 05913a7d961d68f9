/** `session export`: a whole session, as JSON with links, as Markdown or in cipher. */

import * as z from 'zod';
import { cipherOf, markdownOf, sessionExport } from '../../../domain/thoughts/export-session.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { cutField } from '../../../kernel/trims.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { findSession } from '../steps/find-session.ts';
import { sessionId } from '../steps/gateway-fields.ts';
import { cutPage, withoutOffset } from '../steps/list-page.ts';
import { readThoughts } from '../steps/read-thoughts.ts';

/** Per answer; `offset` reads the rest. */
const MOST_THOUGHTS = 1_000;

export const sessionExportRoute = defineRoute({
  operation: 'session',
  subOperation: 'export',
  stage: 1,
  does: reads(),
  input: {
    sessionId,
    format: z.enum(['json', 'markdown', 'cipher']).default('json'),
    includeMetadata: z.boolean().default(true),
    offset: z.int().min(0).default(0),
    limit: z.int().min(1).max(MOST_THOUGHTS).default(MOST_THOUGHTS),
  },
  minimal: { sessionId: 'latest' },
  async run(input, context) {
    const session = await findSession(context, input.sessionId);
    if (isRefusal(session)) return session;
    const { tx, call } = context;
    const chains = await tx.thoughts.chains(session.seq);
    const { offset, format } = input;
    const thoughts = await readThoughts(tx, session, { offset, most: input.limit });
    const next = offset + thoughts.length;
    const more = next < session.thoughtCount ? { hasMore: true, nextOffset: next } : {};
    if (format === 'json') {
      const whole = sessionExport(session, thoughts, chains, call.nowMs);
      return answer({ ...whole, ...more }, { trims: cutPage('nodes', offset) });
    }
    const content =
      format === 'cipher'
        ? cipherOf(thoughts, chains)
        : markdownOf(session, thoughts, chains, input.includeMetadata);
    return answer(
      { sessionId: session.id, format, content, ...more },
      { trims: [withoutOffset(cutField('content'))] },
    );
  },
});
