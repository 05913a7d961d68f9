/** One event of the journal whole, with its payload as indented JSON. */

import { z } from 'zod';
import type { JsonObject } from '../../../kernel/json.ts';
import { cutText, jsonText } from '../../cut-text.ts';
import { defineView, type Look } from '../../view.ts';
import { type HistoryRow, lineRows } from './history-view.ts';

export interface EventRow extends HistoryRow {
  /** Indented JSON. */
  readonly payload: string;
  /** Whether the payload is longer. */
  readonly payloadMore?: true;
  readonly branch?: number;
  readonly doc?: string;
  readonly before?: number;
  readonly after?: number;
}

const args = z.object({ seq: z.int().min(1) });

const MAX_BYTES = 100_000;

async function eventOf(look: Look, { seq }: z.infer<typeof args>): Promise<readonly EventRow[]> {
  const { tx } = look;
  if (seq > tx.head) return [];
  const event = await tx.journal.at(seq);
  const [line] = await lineRows(look, await tx.lines.at([seq]));
  if (!event || !line) return [];
  const { text, more } = cutText(jsonText(event.payload as unknown as JsonObject), MAX_BYTES);
  return [
    {
      ...line,
      payload: text,
      ...(more ? { payloadMore: more } : {}),
      ...(event.branch === undefined ? {} : { branch: event.branch }),
      ...(event.doc === undefined ? {} : { doc: event.doc }),
      ...(seq > 1 ? { before: seq - 1 } : {}),
      ...(seq < tx.head ? { after: seq + 1 } : {}),
    },
  ];
}

export const EVENT_VIEW = defineView<z.infer<typeof args>, EventRow>({
  name: 'event',
  args,
  page: async (look, asked) => ({ rows: await eventOf(look, asked) }),
  // An event never changes; but one may follow it, and a node of work may be renamed.
  touched: ({ tx }, { seq }, events) =>
    tx.head >= seq && events.some((event) => event.seq <= seq + 1 || RENAMES.test(event.type))
      ? [String(seq)]
      : [],
  rows: eventOf,
});

const RENAMES = /^work_(updated|merged)$/;
