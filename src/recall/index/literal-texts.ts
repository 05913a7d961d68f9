/**
 * Compares texts with what was typed, for filters that the index has no words for. It reads the
 * texts, so it reads a bounded number of them: the newest.
 */

import { redactText } from '../../kernel/redaction.ts';
import type { RecallDoc } from '../../store/recall-port.ts';
import { chunksOf } from '../../store/sql/chunks.ts';
import type { Sql } from '../../store/sql/engine.ts';
import { eventsAt } from '../../store/sql/journal.ts';
import { textOfEvent } from '../terms/event-texts.ts';
import { hasLiterals } from '../terms/filter-words.ts';
import { type Posting, seqOf } from '../terms/postings.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';
import { asideOf, shownText } from '../terms/recall-text.ts';
import { shownWhole, type TitledText } from '../terms/shown-text.ts';
import { recallQueries } from './queries.ts';

export type FoundText = Pick<Posting, 'kind' | 'number'>;

/** More texts than this are not read for one filter. */
export const MAX_COMPARED = 20_000;
const TEXTS_AT_ONCE = 1_000;

/** Those of the newest texts of these kinds that contain every literal. */
export async function textsWithLiterals(
  sql: Sql,
  workspace: string,
  kinds: readonly RecallKind[],
  literals: readonly string[],
): Promise<readonly FoundText[]> {
  if (literals.length === 0) return [];
  const newest = await recallQueries(sql, workspace).newestKeys({ kinds, limit: MAX_COMPARED });
  return thoseWithLiterals(sql, workspace, newest, literals);
}

/** Those of these texts that contain every literal. */
export async function thoseWithLiterals(
  sql: Sql,
  workspace: string,
  texts: readonly FoundText[],
  literals: readonly string[],
): Promise<readonly FoundText[]> {
  if (literals.length === 0) return texts;
  const newest = texts.toSorted((a, b) => b.number - a.number).slice(0, MAX_COMPARED);
  const having: FoundText[] = [];
  for (const some of chunksOf(newest, TEXTS_AT_ONCE)) {
    const docs = await recallQueries(sql, workspace).docs(some);
    const events = await textsOfEvents(sql, workspace, docs);
    having.push(
      ...docs.filter((doc) => {
        if (doc.name === undefined) return contains(events.get(doc.number), literals);
        const { title, body = '' } = doc;
        return contains({ title, text: shownText(body) }, literals, asideOf(body));
      }),
    );
  }
  return having;
}

/** Redaction takes far longer than to compare, so it is only done for texts that may be found. */
function contains(text: TitledText | undefined, literals: readonly string[], aside = ''): boolean {
  if (!text) return false;
  const all = [text.title ?? '', text.text, aside].join('\n');
  if (!hasLiterals(all, literals)) return false;
  return hasLiterals(`${shownWhole(text)}\n${redactText(aside)}`, literals);
}

/** The texts that only their events have, by number. */
async function textsOfEvents(
  sql: Sql,
  workspace: string,
  docs: readonly RecallDoc[],
): Promise<ReadonlyMap<number, TitledText>> {
  const unnamed = docs.filter(({ name }) => name === undefined);
  const seqs = unnamed.map(({ number }) => seqOf(number));
  const events = await eventsAt(sql, workspace, seqs);
  return new Map(
    unnamed.flatMap(({ number }) => {
      const event = events.get(seqOf(number));
      const text = event && textOfEvent(event);
      return text ? [[number, text] as const] : [];
    }),
  );
}
