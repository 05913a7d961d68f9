/** The whole texts of thoughts that are shown longer than a list has them; read once each. */

import { signal } from '@preact/signals';
import type { ThoughtDetail } from '../../../src/observatory/views/thinking/thought-view.ts';
import type { ThoughtRow } from '../../../src/observatory/views/thinking/thoughts-view.ts';
import { readRows } from '../../live/rows.ts';
import { proseOf } from './prose.ts';

/** Read by what measures cards too: it must look again when a text has come. */
export const wholeTexts = signal<ReadonlyMap<string, string>>(new Map());
const asked = new Set<string>();

/** Kept at most; a text never changes, so any may be read again. */
const MAX_TEXTS = 300;

/** What a card can show; the detail has the rest. */
export const MAX_SHOWN = 20_000;

/** As much as is known now. */
export function textOf(session: string, row: ThoughtRow): string {
  if (!row.more) return row.text;
  return wholeTexts.value.get(`${session}:${row.key}`) ?? row.text;
}

/** Reads the whole text, if the row has only its beginning. */
export function wantWhole(session: string, row: ThoughtRow): void {
  const name = `${session}:${row.key}`;
  if (!row.more || asked.has(name)) return;
  asked.add(name);
  void readRows<ThoughtDetail>('thought', { session, place: row.key }).then((reply) => {
    const found = reply.ok ? reply.result.rows[0] : undefined;
    if (!found) return void asked.delete(name);
    const known = [...wholeTexts.value].slice(-MAX_TEXTS + 1);
    for (const [old] of [...wholeTexts.value].slice(0, -MAX_TEXTS + 1)) asked.delete(old);
    const prose = proseOf(found.text);
    const shown = prose.length > MAX_SHOWN ? `${prose.slice(0, MAX_SHOWN)}…` : prose;
    wholeTexts.value = new Map([...known, [name, shown]]);
    return undefined;
  });
}
