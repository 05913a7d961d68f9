/** A page of document entries, and how it shrinks. */

import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import { entryView } from '../../../domain/documents/entry-view.ts';
import { pageOf } from '../../../kernel/paging.ts';
import { allCuts, type Section } from '../../../kernel/sections.ts';
import { dropItems, omitFromItems, shorten } from '../../../kernel/trims.ts';
import type { Reading } from '../../../store/port.ts';

export interface EntryPageRequest {
  readonly cursor?: number | null | undefined;
  readonly limit: number;
}

export async function entryPage(
  tx: Reading,
  view: EffectiveView,
  doc: string,
  { cursor, limit }: EntryPageRequest,
) {
  const request = { cursor: cursor ?? undefined, limit };
  const found = await tx.journal.inView(view, doc, { before: request.cursor, limit: limit + 1 });
  const { rows, pagination } = pageOf(found, request);
  return { entries: rows.map(entryView), pagination };
}

/**
 * Texts are shortened before entries are dropped, because a shortened entry can still be read in
 * full.
 */
export const ENTRIES: Section = {
  texts: [
    shorten('entries', ['content'], 4_096),
    shorten('entries', ['content'], 256),
    omitFromItems('entries', ['meta']),
  ],
  items: [dropItems('entries', { from: 'front', keep: 1, paged: 'seq' })],
  bare: [shorten('entries', ['content', 'title', 'format'], 80)],
  gone: [dropItems('entries', { from: 'front', keep: 0, paged: 'seq' })],
};

export const ENTRY_TRIMS = allCuts(ENTRIES);
