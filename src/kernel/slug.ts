/**
 * Slugs: the ids of patterns and notes, and the names of branches of thought.
 *
 * The published contract allows `[a-z0-9-]` only, so words in other scripts are written as in the
 * addresses of the web: 日本語 becomes `xn--wgv71a119e`, which keeps its letters and is safe as the
 * name of a file.
 */

import { redactText } from './redaction.ts';
import { withFewMarks } from './text.ts';

const SLUG = /^[a-z0-9-]+$/;
export const MAX_SLUG = 64;
export const SLUG_RULE = `lower-case letters, digits and dashes, at most ${MAX_SLUG} characters`;

export function isSlug(text: string): boolean {
  return SLUG.test(text) && text.length <= MAX_SLUG;
}

/** More of a text does not get into its slug, and some characters become many. */
const MAX_READ = 4_000;

/** Lower-case letters, digits and single dashes; undefined if the text has no letters or digits. */
export function slugOf(text: string): string | undefined {
  const words = plainLatin(redactText(text).slice(0, MAX_READ))
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => (SLUG.test(word) ? word : encoded(word)));
  const slug = words.join('-').slice(0, MAX_SLUG).replace(/-+$/, '');
  return slug === '' ? undefined : slug;
}

/** In lower case, and Latin letters without their marks: Größe becomes grosse. */
function plainLatin(text: string): string {
  return withFewMarks(text)
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase();
}

/** More letters of one word would not fit. */
const MAX_LETTERS = 16;

function encoded(word: string): string {
  return `xn--${punycode([...word].slice(0, MAX_LETTERS).map((char) => char.codePointAt(0) ?? 0))}`;
}

/** RFC 3492: the plain letters first, then where each other one comes and which it is. */
function punycode(points: readonly number[]): string {
  const plain = points.filter((point) => point < FIRST_POINT);
  let out = plain.length === 0 ? '' : `${String.fromCharCode(...plain)}-`;
  let [point, delta, bias, done] = [FIRST_POINT, 0, FIRST_BIAS, plain.length];
  while (done < points.length) {
    const next = Math.min(...points.filter((each) => each >= point));
    delta += (next - point) * (done + 1);
    point = next;
    for (const each of points) {
      if (each < point) delta++;
      if (each !== point) continue;
      out += digitsOf(delta, bias);
      bias = adapted(delta, done + 1, done === plain.length);
      delta = 0;
      done++;
    }
    delta++;
    point++;
  }
  return out;
}

const FIRST_POINT = 128;
const FIRST_BIAS = 72;
const BASE = 36;
const LEAST = 1;
const MOST = 26;

/** A number in digits whose value grows with their place. */
function digitsOf(delta: number, bias: number): string {
  let out = '';
  let rest = delta;
  for (let place = BASE; ; place += BASE) {
    const threshold = Math.min(Math.max(place - bias, LEAST), MOST);
    if (rest < threshold) return out + digit(rest);
    const over = (rest - threshold) % (BASE - threshold);
    out += digit(threshold + over);
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

function digit(value: number): string {
  return 'abcdefghijklmnopqrstuvwxyz0123456789'.charAt(value);
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  while (rest > ((BASE - LEAST) * MOST) / 2) {
    rest = Math.floor(rest / (BASE - LEAST));
    bias += BASE;
  }
  return bias + Math.floor(((BASE - LEAST + 1) * rest) / (rest + 38));
}

/** The first of `slug`, `slug-2`, `slug-3`, … that is free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let count = 2; ; count++) {
    const tail = `-${count}`;
    const next = `${slug.slice(0, MAX_SLUG - tail.length)}${tail}`;
    if (!taken.has(next)) return next;
  }
}
