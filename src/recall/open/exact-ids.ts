/** What a query names by its id comes before everything that its words find. */

import type { Reading, RecallDoc } from '../../store/port.ts';
import { isAllowed } from '../query/doc-filter.ts';
import { bareHit, type Found } from '../query/search.ts';
import { formsOf, type TextKey, withoutWorkspace } from './opened.ts';
import { OPENERS } from './openers.ts';
import type { Filter } from './recall-filter.ts';

/** A query that is longer than this is a sentence, not a list of ids. */
const MAX_IDS = 6;

/** What stands around an id in a sentence. */
const AROUND = /^[\s"'`“”‘’«»<([{]+|[\s"'`“”‘’«»>)\]},;:.!?]+$/gu;

/** Ids that are plain words are asked for by themselves; in a sentence they are words. */
function idsIn(query: string, workspace: string): readonly string[] {
  const words = query.trim().split(/\s+/);
  if (words.length > MAX_IDS) return [];
  const ids = words
    .flatMap((word) => [word, word.replaceAll(AROUND, '')])
    .map((word) => withoutWorkspace(workspace, word))
    .filter(Boolean);
  const isPlain = (id: string) => !/[^\p{L}\p{M}'’]/u.test(id.replaceAll(AROUND, ''));
  return [...new Set(words.length === 1 ? ids : ids.filter((id) => !isPlain(id)))];
}

export async function exactFirst(
  query: string,
  found: readonly Found[],
  filter: Filter,
  workspace: string,
): Promise<readonly Found[]> {
  const ids = idsIn(query, workspace);
  if (ids.length === 0) return found;
  const allowed = (await docsNamed(filter.tx, ids)).filter(isAllowed(filter));
  const first = new Map(allowed.map((doc) => [doc.number, doc]));
  const known = new Map(found.map((each) => [each.doc.number, each]));
  const exact = [...first.values()].map((doc): Found => {
    return known.get(doc.number) ?? { ...bareHit(doc), matched: 1 };
  });
  return [...exact, ...found.filter(({ doc }) => !first.has(doc.number))];
}

/** What a model of the caller holds for near is worth so much of the best hit, and ever less. */
const SIMILAR_WEIGHT = 0.6;
const SIMILAR_FALL = 0.1;

/** Adds what the caller's own model found to what the words find: the best of both comes first. */
export async function withSimilar(
  ids: readonly string[],
  found: readonly Found[],
  filter: Filter,
): Promise<readonly Found[]> {
  if (ids.length === 0) return found;
  const all = new Map(found.map((each) => [each.doc.number, each]));
  const best = found[0]?.score ?? 1;
  for (const [rank, id] of ids.entries()) {
    const worth = (best * SIMILAR_WEIGHT) / (1 + SIMILAR_FALL * rank);
    for (const doc of (await docsNamed(filter.tx, [id])).filter(isAllowed(filter))) {
      const known = all.get(doc.number) ?? bareHit(doc);
      all.set(doc.number, { ...known, score: known.score + worth });
    }
  }
  return [...all.values()].sort((a, b) => b.score - a.score || b.doc.number - a.doc.number);
}

/** Everything that has one of these ids, in their order, as the openers know it. */
async function docsNamed(tx: Reading, ids: readonly string[]): Promise<readonly RecallDoc[]> {
  const keys = new Set<TextKey>();
  for (const id of ids) {
    for (const key of await keysOf(tx, id)) keys.add(key);
  }
  const names = [...keys].filter((key) => typeof key === 'string');
  const numbers = [...keys].filter((key) => typeof key === 'number');
  const named = names.length === 0 ? [] : await tx.recall.named(names);
  const numbered = numbers.length === 0 ? [] : await tx.recall.numbered(numbers);
  const docs = new Map<TextKey | undefined, RecallDoc>([
    ...named.map((doc) => [doc.name, doc] as const),
    ...numbered.map((doc) => [doc.number, doc] as const),
  ]);
  return [...keys].flatMap((key) => docs.get(key) ?? []);
}

/** Ids are asked for as they are written, and in capitals or small letters alone. */
async function keysOf(tx: Reading, id: string): Promise<readonly TextKey[]> {
  const spellings = [...new Set([id, id.toUpperCase(), id.toLowerCase()])];
  const keys: TextKey[] = [];
  for (const opener of OPENERS) {
    const forms = spellings.flatMap((each) => formsOf(opener, each));
    for (const form of new Set(forms)) keys.push(...((await opener.texts?.(tx, form)) ?? []));
  }
  return keys;
}
