/** The texts that redaction is tried on, from the three lists beside this file. */

import { readFileSync } from 'node:fs';
import { type Random, randomFrom } from './random.ts';

export interface SecretText {
  readonly what: string;
  readonly text: string;
  /** The parts of the text that nobody may see. */
  readonly hidden: readonly string[];
}

function linesOf(file: string): readonly string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
}

export function harmlessTexts(): readonly string[] {
  return linesOf('./harmless-texts.txt');
}

/** Secrets that are known by their own form. */
export function secretsByFormat(): readonly SecretText[] {
  return linesOf('./secret-formats.txt').map((line, at) => {
    const [what = '', pattern = ''] = line.split(/: (.*)/);
    return { what, ...filled(pattern, randomFrom(at)) };
  });
}

/** Texts in which a name or a place tells the secret. */
export function secretsInTexts(): readonly SecretText[] {
  return linesOf('./secret-texts.txt').map((line, at) => {
    const random = randomFrom(1000 + at);
    const [before = '', inner = '', after = ''] = line.replaceAll('\\n', '\n').split(/[«»]/);
    const secret = filled(inner, random);
    return {
      what: line,
      text: `${before}${secret.text}${after}`,
      hidden: secret.hidden.length === 0 ? [secret.text] : secret.hidden,
    };
  });
}

/** Fills every `[alphabet]{count}`; each part that was filled in is hidden. */
function filled(pattern: string, random: Random): Pick<SecretText, 'text' | 'hidden'> {
  const hidden: string[] = [];
  const text = pattern.replace(
    /\[([^\]]+)\]\{(\d+)\}/g,
    (_all, alphabet: string, count: string) => {
      const part = drawn(charactersOf(alphabet), Number(count), random);
      hidden.push(part);
      return part;
    },
  );
  return { text, hidden };
}

/** Every kind of character comes early, as in a real key, so that no draw reads like a word. */
function drawn(characters: string, count: number, random: Random): string {
  const kinds = [/[0-9]/, /[a-z]/, /[A-Z]/].flatMap((kind) => {
    const of = [...characters].filter((each) => kind.test(each));
    return of.length === 0 ? [] : [of];
  });
  const parts = Array.from({ length: count }, (_, at) =>
    random.pick(at < kinds.length ? (kinds[at] as string[]) : [...characters]),
  );
  return parts.join('');
}

function charactersOf(alphabet: string): string {
  return alphabet.replace(/(.)-(.)/g, (_all, first: string, last: string) => {
    const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
    return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, at) => from + at));
  });
}

/** The pieces of six characters of what is hidden that a text still shows. */
export function shownOf(hidden: readonly string[], text: string): readonly string[] {
  return hidden.flatMap((part) => {
    const size = Math.min(6, part.length);
    const pieces = Array.from({ length: part.length - size + 1 }, (_, at) =>
      part.slice(at, at + size),
    );
    return pieces.filter((piece) => text.includes(piece));
  });
}
