/** `merge`: copies the notes of one branch to another. */

import * as z from 'zod';
import { viewWithout } from '../../domain/branches/effective-view.ts';
import { mergeNotes } from '../../domain/documents/merge-notes.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { newestPage } from '../../kernel/paging.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writesUnless } from '../declaration/facets.ts';
import { branch, cursor, doc, limit } from '../declaration/fields.ts';
import { checkedOut, viewOf } from '../steps/branch-ref.ts';
import { refuseOtherKind } from '../steps/document-kind.ts';
import { mergeEnds } from '../steps/merge-into.ts';
import { originsKnown } from './steps/origins-known.ts';

const DRY_RUN = { dry_run: z.boolean().default(false).describe('Count only, write nothing') };

export const merge = defineOperation({
  name: 'merge',
  title: 'Merge notes',
  description:
    'Merges notes: copies those of a document that from sees and into does not, oldest first; a repeat copies none twice. Returns the numbers merged and skipped.',
  toolset: 'reasoning',
  does: writesUnless(DRY_RUN, ({ dry_run: dry }) => dry, { idempotent: true }),
  input: {
    from: branch,
    into: branch.optional().describe('Default: the checkout'),
    merge_to_base: z.boolean().default(false).describe('Into the base of from'),
    doc: doc.default(DEFAULTS.docs.notes),
    cursor,
    limit: limit(200, 200),
  },
  refusals: ['UNKNOWN_ID', 'MERGE_NOT_SUPPORTED'],
  example: { title: 'Merge an idea back', args: { from: 'idea/cache', merge_to_base: true } },
  async run(input, { tx }) {
    const isNamed = input.into !== undefined || input.merge_to_base;
    const into = isNamed ? input.into : (await checkedOut(tx)).name;
    const ends = await mergeEnds(tx, { ...input, into });
    if (isRefusal(ends)) return ends;
    if (ends.from.id === ends.into.id) {
      return refuse('INVALID_INPUT', `from, into: both are ${JSON.stringify(ends.from.name)}`, {
        recovery: 'Give another branch in into, or merge_to_base.',
      });
    }
    const misplaced = await refuseOtherKind(tx, {
      ...{ branch: ends.into, doc: input.doc, kind: 'notes', field: 'doc' },
    });
    if (misplaced) return misplaced;
    const view = await viewOf(tx, ends.into);
    const fresh = viewWithout(await viewOf(tx, ends.from), view);
    const found = await tx.journal.inViewAfter(
      fresh,
      input.doc,
      input.cursor ?? 0,
      input.limit + 1,
    );
    // Read forwards, so that copies made in several pages keep the order of their originals.
    const page = newestPage(found, { cursor: input.cursor ?? undefined, limit: input.limit });
    const known = await originsKnown(tx, view, page.rows);
    const plan = mergeNotes({ ...ends, doc: input.doc, entries: page.rows, known });
    if (!input.dry_run) await tx.append(plan.drafts);
    const named = { from: ends.from.name, into: ends.into.name, doc: input.doc };
    const next = page.pagination.next_cursor;
    const rest = {
      ...named,
      cursor: next,
      limit: input.limit,
      ...(input.dry_run ? { dry_run: true } : {}),
    };
    return answer(
      {
        ...named,
        merged: plan.drafts.length,
        skipped: plan.skipped,
        pagination: page.pagination,
      },
      next === undefined ? {} : { suggestions: [suggestCall('merge', rest, 'Merge the rest')] },
    );
  },
});
