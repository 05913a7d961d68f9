/** `session export`: a whole session, as JSON with links, as Markdown or in cipher. */

import * as z from 'zod';
import { cipherOf } from '../../../domain/thoughts/export-cipher.ts';
import { markdownOf, sessionExport } from '../../../domain/thoughts/export-session.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import type { Trim } from '../../../kernel/budget.ts';
import { cutList, goneOn } from '../../../kernel/cuts/list-cuts.ts';
import { redactText } from '../../../kernel/redaction.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { cutField, largestThatFits } from '../../../kernel/trims.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads } from '../../declaration/facets.ts';
import { line } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { findSession } from '../steps/find-session.ts';
import { sessionId } from '../steps/gateway-fields.ts';
import { readThoughts } from '../steps/read-thoughts.ts';

/** Per answer; `offset` reads the rest. */
const MAX_THOUGHTS = 1_000;

const input = {
  sessionId,
  format: z.enum(['json', 'markdown', 'cipher']).default('json'),
  includeMetadata: z.boolean().default(true),
  destination: line(2_000).optional().describe('Not here: waymark export --out DIR writes files'),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(MAX_THOUGHTS).default(MAX_THOUGHTS),
};

type Request = z.output<z.ZodObject<typeof input>>;

export const sessionExportRoute = defineRoute({
  operation: 'session',
  subOperation: 'export',
  stage: 1,
  does: reads(),
  input,
  minimal: { sessionId: 'latest' },
  async run(request, context) {
    if (request.destination !== undefined) return noFiles(request);
    const session = await findSession(context, request.sessionId);
    if (isRefusal(session)) return session;
    const { tx, call } = context;
    const chains = await tx.thoughts.chains(session.seq);
    const { offset, format } = request;
    const thoughts = await readThoughts(tx, session, { offset, most: request.limit });
    const next = offset + thoughts.length;
    const more = next < session.thoughtCount ? { hasMore: true, nextOffset: next } : {};
    if (format === 'json') {
      const whole = sessionExport(session, thoughts, chains, call.nowMs);
      return answer({ ...whole, ...more }, { trims: cutList('nodes', { from: 'back', offset }) });
    }
    const isWhole = thoughts.length === session.thoughtCount;
    const all = isWhole || format !== 'cipher' ? thoughts : await readThoughts(tx, session);
    const write = (count: number) => {
      const some = thoughts.slice(0, count);
      return format === 'cipher'
        ? cipherOf(some, chains, all)
        : markdownOf(session, some, chains, request.includeMetadata);
    };
    const content = write(thoughts.length);
    return answer(
      { sessionId: session.id, format, content, ...more },
      { trims: textTrims(write, thoughts.length, offset) },
    );
  },
});

/** A tool writes no files; the command line does. */
function noFiles(request: Request & { readonly operation: string }): Refusal {
  const format = request.format === 'markdown' ? 'markdown' : 'thoughtbox';
  return refuse(
    'INVALID_INPUT',
    'destination: the answer carries the export, and no tool writes files; ' +
      `the command waymark export --format ${format} --out DIR does`,
    {
      details: { field: 'destination' },
      suggestions: [
        suggestCall(
          GATEWAY,
          sameCall({ ...request }, { destination: undefined }),
          'Get it as the answer',
        ),
      ],
    },
  );
}

/**
 * Whole thoughts are dropped from the end; one that does not fit alone is shortened. The text is
 * written out again for a shorter page, after the answer was redacted.
 */
function textTrims(
  write: (count: number) => string,
  most: number,
  offset: number,
): readonly Trim[] {
  const cut: Trim = {
    minimal: false,
    apply(view, fits) {
      if (most <= 1) return view;
      const page = (count: number) =>
        goneOn({ ...view, content: redactText(write(count)) }, offset, count);
      return page(largestThatFits(1, most - 1, (count) => fits.whole(page(count))) ?? 1);
    },
  };
  return [cut, cutField('content')];
}
