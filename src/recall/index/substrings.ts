/**
 * Finds the texts that contain a substring, without reading every text.
 *
 * Each text is stored as its words, and each word as its runs of three characters. A search looks
 * up the words that contain a piece of the substring, and then the items that have those words. The
 * caller checks whether an item really contains the whole. Most words are known already when a text
 * is written, so a text costs one row per word, not per character.
 */

import { sql as raw } from 'kysely';
import { chunksOf } from '../../store/sql/chunks.ts';
import { literalPattern } from '../../store/sql/contains.ts';
import type { Sql } from '../../store/sql/engine.ts';
import { rowsInto } from '../../store/sql/insert-rows.ts';
import type { Tables } from '../../store/sql/tables.ts';

export interface Space {
  readonly workspace: string;
  /** The collection that the texts belong to. */
  readonly space: string;
}

export interface TextChange {
  readonly item: number;
  /** In lower case, as it is searched; empty if there was no text, or will be none. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

const GRAM = 3;
/**
 * Longer words are stored in pieces, which overlap so that each piece of a search fits into one.
 */
const LONGEST_WORD = 32;
const LONGEST_PIECE = 12;
const STEP = LONGEST_WORD - LONGEST_PIECE;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function indexedWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [run] of text.matchAll(WORD)) {
    const characters = [...run];
    for (let at = 0; at === 0 || at + LONGEST_PIECE < characters.length; at += STEP) {
      const piece = characters.slice(at, at + LONGEST_WORD);
      if (piece.length >= GRAM) words.add(piece.join(''));
    }
  }
  return words;
}

function gramsOf(word: string): ReadonlySet<string> {
  const characters = [...word];
  const grams = characters.slice(GRAM - 1).map((_, at) => characters.slice(at, at + GRAM).join(''));
  return new Set(grams);
}

const SPACE = ['workspace', 'space'] as const;

const insertPostings = rowsInto<Tables['text_postings'], keyof Tables['text_postings']>(
  'text_postings',
  [...SPACE, 'word', 'item'],
);

const insertGrams = rowsInto<Tables['text_grams'], keyof Tables['text_grams']>('text_grams', [
  ...SPACE,
  ...(['gram', 'word'] as const),
]);

const addWords = rowsInto<Tables['text_words'], keyof Tables['text_words']>(
  'text_words',
  [...SPACE, 'word', 'items'],
  `on conflict (workspace, space, word) do update set items = text_words.items + excluded.items
    returning word, items`,
);

export async function indexTexts(
  sql: Sql,
  space: Space,
  changes: readonly TextChange[],
): Promise<void> {
  const added: { word: string; item: number }[] = [];
  const deltas = new Map<string, number>();
  for (const { item, before = '', after = '' } of changes) {
    if (before === after) continue;
    const [had, has] = [indexedWords(before), indexedWords(after)];
    const gone = [...had].filter((word) => !has.has(word));
    const fresh = [...has].filter((word) => !had.has(word));
    for (const word of gone) deltas.set(word, (deltas.get(word) ?? 0) - 1);
    for (const word of fresh) deltas.set(word, (deltas.get(word) ?? 0) + 1);
    added.push(...fresh.map((word) => ({ word, item })));
    await removePostings(sql, space, item, gone);
  }
  await insertPostings(
    sql,
    added.map((each) => ({ ...space, ...each })),
  );
  await countWords(
    sql,
    space,
    [...deltas].filter(([, by]) => by !== 0),
  );
}

async function removePostings(
  sql: Sql,
  { workspace, space }: Space,
  item: number,
  words: readonly string[],
): Promise<void> {
  for (const some of chunksOf(words)) {
    await sql
      .deleteFrom('text_postings')
      .where('workspace', '=', workspace)
      .where('space', '=', space)
      .where('word', 'in', some)
      .where('item', '=', item)
      .execute();
  }
}

/** The runs of a word are stored with its first item and removed with its last. */
async function countWords(
  sql: Sql,
  space: Space,
  deltas: readonly (readonly [string, number])[],
): Promise<void> {
  const rows = deltas.map(([word, items]) => ({ ...space, word, items }));
  const counted = (await addWords(sql, rows)) as readonly { word: string; items: number }[];
  const by = new Map(deltas);
  const fresh = counted.filter(({ word, items }) => items > 0 && items === by.get(word));
  const grams = fresh.flatMap(({ word }) => [...gramsOf(word)].map((gram) => ({ gram, word })));
  await insertGrams(
    sql,
    grams.map((each) => ({ ...space, ...each })),
  );
  await forgetWords(
    sql,
    space,
    counted.flatMap(({ word, items }) => (items === 0 ? [word] : [])),
  );
}

async function forgetWords(
  sql: Sql,
  { workspace, space }: Space,
  words: readonly string[],
): Promise<void> {
  for (const word of words) {
    await sql
      .deleteFrom('text_words')
      .where('workspace', '=', workspace)
      .where('space', '=', space)
      .where('word', '=', word)
      .execute();
    await sql
      .deleteFrom('text_grams')
      .where('workspace', '=', workspace)
      .where('space', '=', space)
      .where('gram', 'in', [...gramsOf(word)])
      .where('word', '=', word)
      .execute();
  }
}

export interface FoundWords {
  /** Every item that contains the text has one of these words. */
  readonly words: readonly string[];
  /** At most this many items have one. */
  readonly items: number;
  /** Every item that has one of these words contains the text. */
  readonly exact: boolean;
}

/** How many pieces of one search are tried: the longest narrow most. */
const PIECES_TRIED = 3;
/** A piece that occurs in more words than this narrows nothing down. */
const MAX_WORDS = 100;

/** Undefined if the text is too short or too common: then the caller has to scan. */
export async function findWords(
  sql: Sql,
  space: Space,
  text: string,
): Promise<FoundWords | undefined> {
  const pieces = [...text.matchAll(WORD)]
    .map(([run]) => [...run].slice(0, LONGEST_PIECE).join(''))
    .filter((piece) => [...piece].length >= GRAM)
    .toSorted((a, b) => b.length - a.length);
  let best: FoundWords | undefined;
  for (const piece of pieces.slice(0, PIECES_TRIED)) {
    const found = await wordsWith(sql, space, piece);
    if (!found) continue;
    const items = found.reduce((sum, each) => sum + each.items, 0);
    if (best && best.items <= items) continue;
    best = { words: found.map((each) => each.word), items, exact: piece === text };
  }
  return best;
}

async function wordsWith(
  sql: Sql,
  space: Space,
  piece: string,
): Promise<readonly { word: string; items: number }[] | undefined> {
  const gram = await rarest(sql, space, [...gramsOf(piece)]);
  if (gram === undefined) return undefined;
  const { rows } = await raw<{ word: string; items: number }>`select w.word, w.items
    from text_grams as g cross join text_words as w
    where g.workspace = ${space.workspace} and g.space = ${space.space} and g.gram = ${gram}
    and g.word like ${literalPattern(piece)} escape '!'
    and w.workspace = ${space.workspace} and w.space = ${space.space} and w.word = g.word
    limit ${raw.lit(MAX_WORDS + 1)}`.execute(sql);
  return rows.length > MAX_WORDS ? undefined : rows;
}

/** How many words are examined for a piece. */
const MAX_LOOKED_AT = 2_000;

async function rarest(
  sql: Sql,
  { workspace, space }: Space,
  grams: readonly string[],
): Promise<string | undefined> {
  let best: { gram: string; words: number } | undefined;
  for (const gram of grams) {
    const most: number = best ? best.words : MAX_LOOKED_AT;
    const { rows } = await raw<{ words: number }>`select count(*) as words from (
      select 1 as one from text_grams where workspace = ${workspace} and space = ${space}
      and gram = ${gram} limit ${most} + 0) as seen`.execute(sql);
    const words = Number(rows[0]?.words ?? 0);
    if (words < most) best = { gram, words };
    if (words <= MAX_WORDS) break;
  }
  return best?.gram;
}

/** The items that have one of the words. */
export function itemsWith({ workspace, space }: Space, words: readonly string[]) {
  return raw<{ item: number }>`select distinct p.item from text_postings as p
    where p.workspace = ${workspace} and p.space = ${space}
    and p.word in (${raw.join(words.length === 0 ? [''] : words)})`;
}

const PROBES_PER_PAGE = 64;

/**
 * Whether to collect the items with these words and sort them, rather than scan `among` in order.
 */
export function isNarrow({ items }: FoundWords, among: number): boolean {
  return items * items <= PROBES_PER_PAGE * among;
}

const COST_OF_A_WORD = 4;

/** Whether to count the items with these words, rather than scan the texts of all `among`. */
export function isFewer({ items }: FoundWords, among: number): boolean {
  return items * COST_OF_A_WORD <= among;
}
