/**
 * Texts of two hundred characters whose words are as unevenly frequent as those of a language, and
 * questions about them. All follow from their number alone.
 */

/** The most frequent words of English: two of five in any text. */
const FUNCTION_WORDS = (
  'the of and to a in is that it for was on are as with they be at this from have or by one had ' +
  'not but what all were when we there can an your which their if do'
).split(' ');

const OTHER_WORDS = 50_000;
const LENGTH = 200;

const CONSONANTS = 'bdfghklmnprstvwz';
const VOWELS = 'aeiou';
/** In no word, so that a word with it is a typing error. */
const NO_LETTER = 'x';

/** Shares no factor with the number of words of three syllables, so that no two are the same. */
const STRIDE = 196_613;
const SYLLABLES = CONSONANTS.length * VOWELS.length;

function invented(rank: number): string {
  let rest = (rank * STRIDE) % SYLLABLES ** 3;
  let word = '';
  for (let syllable = 0; syllable < 3; syllable++) {
    word += CONSONANTS[rest % CONSONANTS.length];
    rest = Math.floor(rest / CONSONANTS.length);
    word += VOWELS[rest % VOWELS.length];
    rest = Math.floor(rest / VOWELS.length);
  }
  return word;
}

/** By frequency. */
const WORDS = [
  ...FUNCTION_WORDS,
  ...Array.from({ length: OTHER_WORDS }, (_, rank) => invented(rank + 1)),
];

/**
 * The frequency of the most frequent words falls with their rank, that of the others with its
 * square. So a thousand texts have three or four thousand different words, as in English.
 */
const FREQUENT = 1_000;

/** The sum of the frequencies of a word and of all that are more frequent. */
const CUMULATED = new Float64Array(WORDS.length);
for (let rank = 1, sum = 0; rank <= WORDS.length; rank++) {
  sum += rank <= FREQUENT ? 1 / rank : FREQUENT / rank ** 2;
  CUMULATED[rank - 1] = sum;
}

/** Numbers from 0 to 1 that look random (mulberry32). */
function chances(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function rankAt(chance: number): number {
  const sought = chance * (CUMULATED.at(-1) ?? 0);
  let [low, high] = [0, WORDS.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((CUMULATED[middle] ?? 0) < sought) low = middle + 1;
    else high = middle;
  }
  return low;
}

function ranksOf(index: number): number[] {
  const next = chances(index);
  const ranks: number[] = [];
  for (let length = 0; length <= LENGTH; ) {
    const rank = rankAt(next());
    ranks.push(rank);
    length += (WORDS[rank]?.length ?? 0) + 1;
  }
  return ranks;
}

export function zipfText(index: number): string {
  return ranksOf(index)
    .map((rank) => WORDS[rank])
    .join(' ')
    .slice(0, LENGTH);
}

const MARKS = '.,;:!?()- ';

/** As long, with no word that an index could keep. */
export function wordlessText(index: number): string {
  const next = chances(index);
  return Array.from({ length: LENGTH }, () => MARKS[Math.floor(next() * MARKS.length)]).join('');
}

export const QUESTION_KINDS = [
  'three words',
  'a common word',
  'a rare word',
  'a typing error',
  'a prefix',
] as const;

export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** About the text of that number, which must exist. */
export function zipfQuestion(kind: QuestionKind, index: number): string {
  // The last word may be cut.
  const ranks = ranksOf(index)
    .slice(0, -1)
    .filter((rank) => rank >= FUNCTION_WORDS.length);
  const word = (rank = 0) => WORDS[rank] ?? '';
  const rarest = word(Math.max(...ranks));
  switch (kind) {
    case 'three words':
      return ranks.slice(0, 3).map(word).join(' ');
    case 'a common word':
      return word(Math.min(...ranks));
    case 'a rare word':
      return rarest;
    case 'a typing error':
      return rarest.slice(0, 3) + NO_LETTER + rarest.slice(3);
    case 'a prefix':
      return `${rarest.slice(0, 5)}*`;
  }
}
