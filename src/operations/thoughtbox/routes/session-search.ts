/** `session search`: sessions by words in their title, description, tags or thoughts. */

import type { Session } from '../../../domain/thoughts/session.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { redactText } from '../../../kernel/redaction.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { hasWords, readFilter, type TextFilter } from '../../../recall/terms/filter-words.ts';
import { literalOf, placeOfLiteral } from '../../../recall/terms/literal-text.ts';
import type { Reading } from '../../../store/port.ts';
import { reads } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { page, projectOrAll, search, sorting } from '../steps/gateway-fields.ts';
import { listSessions } from '../steps/list-page.ts';

export const sessionSearch = defineRoute({
  operation: 'session',
  subOperation: 'search',
  stage: 1,
  does: reads(),
  input: {
    query: search.refine((text) => text.trim() !== '', 'must not be blank'),
    project: projectOrAll,
    ...page,
    ...sorting,
  },
  minimal: { query: '<fill: words>' },
  async run(input, context) {
    const found = await listSessions(context, { ...input, search: input.query }, (sessions) =>
      readMatches(context.tx, sessions, input.query),
    );
    if (isRefusal(found)) return found;
    return { ...found, view: { ...found.view, query: input.query } };
  },
});

/** The first thought that fits, in each session where it is a thought that does. */
async function readMatches(
  tx: Reading,
  sessions: readonly Session[],
  query: string,
): Promise<ReadonlyMap<number, JsonObject>> {
  const seqs = sessions.map(({ seq }) => seq);
  const found = await tx.thoughts.firstWith(seqs, query);
  const asked = readFilter(query);
  return new Map(
    [...found].map(([session, { payload }]) => {
      const { number: thoughtNumber, branch: branchId, thought } = payload;
      // A part of a secret would not be recognised.
      const text = excerpt(redactText(thought), asked);
      const match = { thoughtNumber, ...(branchId === undefined ? {} : { branchId }), text };
      return [session, { match }];
    }),
  );
}

const BEFORE = 40;
const MAX_EXCERPT = 120;

/** The words around the first one that was searched for, on one line. */
function excerpt(thought: string, asked: TextFilter): string {
  const line = thought.replace(/\s+/g, ' ').trim();
  const chars = [...line];
  const first = Math.max(0, [...line.slice(0, placeOf(line, asked))].length - BEFORE);
  const from = chars.length <= MAX_EXCERPT ? 0 : Math.min(first, chars.length - MAX_EXCERPT);
  const shown = chars.slice(from, from + MAX_EXCERPT).join('');
  const isCut = from + MAX_EXCERPT < chars.length;
  return `${from === 0 ? '' : '…'}${shown}${isCut ? '…' : ''}`;
}

function placeOf(line: string, { words, literals }: TextFilter): number {
  const [literal] = literals;
  // Folding may change the length of the text before it; the excerpt begins earlier anyway.
  if (literal !== undefined) return Math.max(0, placeOfLiteral(literalOf(line), literal));
  for (const { 0: word, index } of line.matchAll(/\S+/g)) {
    if (words.some((each) => hasWords(word, [each]))) return index;
  }
  return 0;
}
