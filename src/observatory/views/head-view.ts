/** How far the journal is: one row, the last event. */

import { z } from 'zod';
import { defineView, type Look, type ViewRow } from '../view.ts';

export interface HeadRow extends ViewRow {
  readonly seq: number;
  readonly type: string;
  readonly agent: string;
  readonly atMs: number;
}

const KEY = 'head';

async function headRow({ tx }: Look): Promise<readonly HeadRow[]> {
  const last = await tx.journal.at(tx.head);
  if (!last) return [];
  return [{ key: KEY, seq: last.seq, type: last.type, agent: last.agent, atMs: last.tsMs }];
}

export const HEAD_VIEW = defineView({
  name: 'head',
  args: z.object({}),
  page: async (look) => ({ rows: await headRow(look) }),
  touched: () => [KEY],
  rows: headRow,
});
