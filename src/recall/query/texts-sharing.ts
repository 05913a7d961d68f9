/**
 * Finds texts that share words with a given one. Unlike a search it looks at the words alone, as
 * they stand: what is not asked for must cost little, and must not be a guess.
 */

import type { Reading } from '../../store/port.ts';
import { bestFirst, frequency, type ReadPlaces, scoreWords } from '../rank/rank.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';
import { type Described, describe } from './describe.ts';

/** Of each word, so many places are read, the newest ones. */
const MAX_PLACES = 256;
/** The first words say what a text is about. */
const MAX_WORDS = 32;

export interface Sharing {
  readonly kinds: ReadonlySet<RecallKind>;
  /** How many texts are read. */
  readonly most: number;
  /** How many of the words a text must have. */
  readonly fewest?: number;
  /** Whether a text is worth reading. */
  readonly allows?: (doc: Described['doc']) => boolean;
}

export interface SharedText extends Described {
  /** What its own words are worth. */
  readonly worth: number;
}

export interface TextsSharing {
  /** Best first. */
  readonly texts: readonly SharedText[];
  /** Whether few texts have the word. */
  isRare(word: string): boolean;
}

export async function textsSharing(
  tx: Reading,
  given: Iterable<string>,
  { kinds, most, fewest = 1, allows = () => true }: Sharing,
): Promise<TextsSharing> {
  const words = [...given].slice(0, MAX_WORDS);
  const places = new Map<string, ReadPlaces>();
  for (const [word, found] of await tx.recall.places(words, MAX_PLACES)) {
    const { postings, completeFrom, read } = found;
    const count = frequency(read, completeFrom, tx.head);
    places.set(word, { postings, frequency: count });
  }
  const asked = words.map((word) => ({ word, terms: [{ term: word, weight: 1 }] }));
  const candidates = scoreWords(asked, places, tx.head);
  const fitting = candidates.filter((each) => kinds.has(each.kind) && each.parts.length >= fewest);
  const best = bestFirst(fitting, (each) => each.words).slice(0, most);
  const worth = new Map(best.map((each) => [each.number, each.words]));
  const docs = (await tx.recall.docs(best)).filter(allows);
  const texts = (await describe(tx, docs)).map((each) => {
    return { ...each, worth: worth.get(each.doc.number) ?? 0 };
  });
  // Ten are few even in a small memory; in one of a million a thousand are.
  const few = Math.max(FEW, Math.sqrt(tx.head));
  return {
    texts: texts.sort((a, b) => b.worth - a.worth || b.doc.number - a.doc.number),
    isRare: (word) => (places.get(word)?.frequency ?? 0) <= few,
  };
}

const FEW = 10;
