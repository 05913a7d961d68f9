/** A page of document entries, and how it shrinks. */

import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import { entryView } from '../../../domain/documents/entry-view.ts';
import { cutList, dropItems } from '../../../kernel/cuts/list-cuts.ts';
import { squeezeItems } from '../../../kernel/cuts/squeeze.ts';
import { pageOf } from '../../../kernel/paging.ts';
import type { Section } from '../../../kernel/sections.ts';
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

const PAGED = { from: 'front', paged: 'seq' } as const;
const SPARE = ['meta'];

/** Entries as one section of several. */
export const ENTRIES: Section = {
  items: [dropItems('entries', { ...PAGED, keep: 1 })],
  texts: [squeezeItems('entries', SPARE)],
  gone: [dropItems('entries', { ...PAGED, keep: 0 })],
};

export const ENTRY_TRIMS = cutList('entries', { ...PAGED, spare: SPARE });
