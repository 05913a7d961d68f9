/**
 * Whether two short texts say the same. It is strict, since whoever says something again may have
 * changed one word of it: only what never changes a meaning is passed over.
 */

import { withFewMarks, withoutEnd } from '../../kernel/text.ts';

/** Quotes, brackets, marks of emphasis, and the punctuation of sentences. */
const BEFORE = /^["'“”„‘’«»‹›()[\]{}`*_「」『』（）]+/u;
const BEHIND = /["'“”„‘’«»‹›()[\]{}`*_「」『』（）.,;:!?…。、，；：！？]/u;
const BETWEEN = /[\s–—]+/u;

const EMPTY: ReadonlySet<string> = new Set(['a', 'an', 'the', 'is', 'are', 'be', 'please']);

const NEGATION = /^(?:no|not|never|none|nor|neither|nothing|nobody|without|cannot|.*n't)$/;
/** What comes and goes with a negation. */
const AUXILIARY = /^(?:do|does|did|any|longer)$/;

function comparedWords(text: string): readonly string[] {
  const parts = withFewMarks(text).normalize('NFKC').replaceAll('’', "'").split(BETWEEN);
  return parts
    .map((part) => folded(withoutEnd(part.replace(BEFORE, ''), BEHIND)))
    .filter((word) => word !== '' && !EMPTY.has(word));
}

/** `getUser` is not `getuser`, but a word may begin a sentence. */
function folded(word: string): string {
  return /\p{Ll}\p{Lu}/u.test(word) ? word : word.toLowerCase();
}

/** In longer texts no phrase is looked for that moved: every word would be tried as its beginning. */
const MAX_TURNED = 200;

/**
 * Apart from case, punctuation and articles, they are equal; or a phrase of the one stands at its
 * beginning and of the other at its end. Any other order may say something else.
 */
export function sameWords(one: string, other: string): boolean {
  const [a, b] = [comparedWords(one), comparedWords(other)];
  if (a.length === 0 || b.length === 0) return one === other;
  if (a.length !== b.length) return false;
  if (isFrom(a, b, 0)) return true;
  // With a number or a negation it matters what it stands beside.
  const isShort = a.length > 2 && a.length <= MAX_TURNED;
  const isFree = isShort && !a.some((word) => NEGATION.test(word) || /\p{N}/u.test(word));
  return isFree && a.some((_, start) => isFrom(a, b, start));
}

/** Whether `b` is `a`, begun at this place and led on with its first words. */
function isFrom(a: readonly string[], b: readonly string[], start: number): boolean {
  return b.every((word, at) => word === a[(start + at) % a.length]);
}

const MOSTLY = 0.75;
const PARTLY = 0.5;

/** Whether the one may be meant instead of the other: little differs, or only details do. */
export function differsLittle(one: string, other: string): boolean {
  const [a, b] = [new Set(comparedWords(one)), new Set(comparedWords(other))];
  const shared = [...a].filter((word) => b.has(word)).length;
  const differing = [...a, ...b].filter((word) => !a.has(word) || !b.has(word));
  const share = shared / (a.size + b.size - shared);
  return shared > 1 && share >= (differing.every(isDetail) ? PARTLY : MOSTLY);
}

/** A number or a name of code. */
const NAME = /[\p{N}_/\\@#=]|\p{L}[.:]\p{L}|\p{Ll}\p{Lu}/u;

/** A number, a name of code, or a negation. */
function isDetail(word: string): boolean {
  return NAME.test(word) || NEGATION.test(word) || AUXILIARY.test(word);
}

/**
 * The words of a text that turn its meaning around if they change, in their order. Which negation
 * it is does not matter.
 */
export function detailsOf(text: string): readonly string[] {
  return comparedWords(text).flatMap((word) => {
    if (NEGATION.test(word)) return ['not'];
    return NAME.test(word) ? [word] : [];
  });
}
