/**
 * Whether two texts are about the same matter, by the words they share. It is strict: what comes
 * unasked must fit, and what is missed can still be asked for.
 */

import { termsOf, UNSPACED } from '../terms/tokens.ts';

/** Words of all work. A small memory cannot tell by counting that they say nothing. */
const COMMONPLACE: ReadonlySet<string> = new Set(
  termsOf(
    'about above add after again against all allow also always another answer any app apply ' +
      'around arrive ask back bad because become before begin below best better between body ' +
      'both bring build call case change check clean clear close code come commit complete ' +
      'configure contain continue could count create current data day default define delete ' +
      'describe description different document done down during each early easy eight else ' +
      'empty end ensure entry error even ever every everybody everyone exact example exist ' +
      'expect extra fail false far fast feature few field file fill final find fine finish ' +
      'first five fix follow found four full function further general get give go good great ' +
      'group half handle happen hard help here high hold hour hundred id idea implement ' +
      'important improve include index info input instead issue item job js json just keep ' +
      'kept kind know large last late later least leave left less let level lib like line link ' +
      'list little load local long look lot low made main make manage many matter may md mean ' +
      'method might minute miss mjs month more most move much must name near need never new ' +
      'next nine nobody nothing now null number off often ok old older once one only open ' +
      'option other otherwise out output over own page part pass people per person piece place ' +
      'plan please point possible prepare present problem process project promise prove ' +
      'provide put py question quick rather reach read ready real reason record refactor ' +
      'remain remove rename replace report request require rest result return review right rs ' +
      'rule run same save say second see seem select send separate seven several shall short ' +
      'should show side simple since single six size slow small some somebody something soon ' +
      'spec src start state status stay step still stop store such support sure system take ' +
      'task tell ten test text thing think though thousand three through time today todo ' +
      'together too top total true try ts tsx turn twice two type under until up update upon ' +
      'use user usual valid value various verify version very via view wait want way week well ' +
      'whether while whole wide within without word work write wrong yaml year yes yet yml ' +
      'young',
  ).keys(),
);

/** The words of a text that say what it is about, each once. A name like `DuckDB` is one word. */
export function tellingWords(text: string): ReadonlySet<string> {
  const words = [...termsOf(text.toLowerCase()).keys()];
  return new Set(words.filter((word) => isTelling(word) && !COMMONPLACE.has(word)));
}

function isTelling(word: string): boolean {
  return !/^[\p{N}\p{P}]*$/u.test(word) && (word.length > 1 || word > '\u02ff');
}

/** Of the shorter text, so much must be in the other. */
const SHARE = 0.3;
const FEWEST = 2;
/** Long texts that have so many words in common are related, whatever else they say. */
const ENOUGH = 6;

export interface Measure {
  /** Whether few texts of the memory have the word. */
  isRare(word: string): boolean;
  /** Whether the other is a rule, a decision or the like: what is missed there is done again. */
  readonly isFinding?: boolean;
}

/** One of the words in both must be rare; two of them are enough for what was found out. */
export function areRelated(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  { isRare, isFinding = false }: Measure,
): boolean {
  const shared = [...one].filter((word) => other.has(word));
  const rare = shared.filter(isRare);
  // Pairs of characters overlap, so that two of them may be one word.
  if (isFinding && rare.filter((word) => !UNSPACED.test(word)).length >= FEWEST) return true;
  const asked = Math.ceil(SHARE * Math.min(one.size, other.size));
  const needed = Math.min(ENOUGH, Math.max(FEWEST, asked));
  return shared.length >= needed && rare.length > 0;
}
