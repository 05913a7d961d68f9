/** `recall`: finds what the memory holds, or opens one thing by its id. */

import * as z from 'zod';
import type { Trim } from '../../kernel/budget.ts';
import { keepTelling } from '../../kernel/cuts/keep-telling.ts';
import { cutList, dropItems } from '../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { omit, within } from '../../kernel/trims.ts';
import { findHits, type HitPage } from '../../recall/open/find-hits.ts';
import { openById } from '../../recall/open/open-by-id.ts';
import { recallCall } from '../../recall/open/opened.ts';
import { RECALL_KINDS } from '../../recall/terms/recall-kinds.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { readsAnywhere, seesPresence } from '../declaration/facets.ts';
import { limit, line, listedAs, MAY_BE_QUALIFIED, text, unlisted } from '../declaration/fields.ts';

/** What tells most of a thing, whatever tool shows it, and in this order. */
const TELLING = ['title', 'summary', 'thought', 'text', 'content', 'description', 'status'];

/** A few words are better than none, if there is no room for more. */
const LEAST_TOLD = 12;

/** Neighbours go first; of what was opened, the most telling field stays as long as its id. */
const TRIMS: readonly Trim[] = [
  dropItems('near', { from: 'back', keep: 1 }),
  { ...omit('near'), minimal: false },
  ...within('content', [keepTelling(TELLING)]),
  omit('by', 'at', 'in'),
  ...within('content', [keepTelling(TELLING, LEAST_TOLD)]),
  omit('content'),
  ...cutList('choices', { from: 'back', spare: ['at', 'in'] }),
];

/** The cursor leads on behind the hits that are left. */
function trimsOf({ cursorBehind }: HitPage): readonly Trim[] {
  const readOn = ({ cursor: _skips, ...cut }: JsonObject, count: number): JsonObject => {
    const cursor = cursorBehind(count);
    if (cursor !== undefined) return { ...cut, cursor, has_more: true };
    const { has_more: _more, ...rest } = cut;
    return rest;
  };
  return [
    ...cutList('hits', { from: 'back', spare: ['why', 'by', 'at'], readOn }),
    omit('nearest', 'cursor', 'has_more'),
  ];
}

/** So many ids may come from a model of the caller. */
const MAX_SIMILAR = 50;

/** A moment, or the day on which it was. */
const moment = line(40);

const CURSOR = 'cursor of the previous page';

function isCursor(text: string): boolean {
  return /^\d{1,16}$/.test(text);
}

export const recall = defineOperation({
  name: 'recall',
  title: 'Recall',
  description:
    'Searches the whole memory; without query: the newest. id opens anything, with its neighbours.',
  toolset: 'reasoning',
  does: readsAnywhere(TRIMS).and(seesPresence),
  input: {
    query: text.optional(),
    id: line(800)
      .register(MAY_BE_QUALIFIED, { not: ['task', 'plan'] })
      .optional(),
    kinds: listedAs(
      z.array(z.enum(RECALL_KINDS)).min(1).optional().describe('e.g. card, rule, thought'),
      { type: 'array', items: { type: 'string' } },
    ),
    about: line(200).register(MAY_BE_QUALIFIED, {}).optional().describe('Id it belongs to'),
    since: unlisted(moment.optional().describe('Time or day')),
    until: unlisted(moment.optional().describe('Time or day')),
    branch: unlisted(line(200).optional()),
    limit: limit(10, 100),
    cursor: unlisted(
      line(20)
        .refine(isCursor, `send the ${CURSOR}, or leave it out`)
        .nullable()
        .optional()
        .describe(CURSOR),
    ),
    similar: unlisted(
      z
        .array(line(800))
        .max(MAX_SIMILAR)
        .optional()
        .describe('Ids that an embedding model of yours found for the query, best first'),
    ),
    explain: unlisted(z.boolean().optional().describe('Says why each hit is where it is')),
  },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'A decision', args: { query: 'which cache' } },
  async run({ id, ...request }, call) {
    if (id === undefined) {
      const page = await findHits(call, request);
      if (isRefusal(page)) return page;
      const suggestions = page.next ? [page.next] : [];
      return answer(page.view, { trims: trimsOf(page), suggestions });
    }
    if (request.query !== undefined) return bothGiven(id);
    return openById({ ...call, branch: request.branch }, id);
  },
});

function bothGiven(id: string): Refusal {
  return refuse(
    'INVALID_INPUT',
    'id, query: id opens one thing, query searches; send one of them',
    {
      suggestions: [recallCall(id, 'Open it')],
    },
  );
}
