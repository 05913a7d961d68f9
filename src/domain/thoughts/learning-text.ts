/** The texts of learnings: headings without notation, and quotations that cite their thought. */

import { MARKERS, OPERATORS, parseCipher } from './cipher.ts';
import type { Piece } from './step-index.ts';
import { placeName, type Thought } from './thought.ts';

const MAX_QUOTED = 600;
const MAX_TITLE = 80;

export function document(title: string, parts: readonly string[]): string {
  return [`# ${title}`, ...parts].join('\n\n');
}

/** The quotation of a thought. */
export function cited(word: string, text: string, thought: Thought): string {
  const lines = quoted(text).replaceAll('\n', '\n> ');
  return `${word}:\n\n> ${lines}\n>\n> (thought ${placeName(thought)})`;
}

/** The thought that the heading is taken from, quoted only if it says more. */
export function headed(word: string, text: string, thought: Thought, heading: string): string {
  return plainWords(text) === heading
    ? `${word} (thought ${placeName(thought)}).`
    : cited(word, text, thought);
}

/** What a text says, whatever its notation. */
export function plainWords(text: string): string {
  return withoutNotation(wordsOfText(text));
}

/** A list under a sentence; nothing if it is empty. */
export function listed(sentence: string, pieces: readonly Piece[]): readonly string[] {
  if (pieces.length === 0) return [];
  const lines = pieces.map((piece) => {
    const text = quoted(contentOf(piece)).replace(/\s+/g, ' ');
    return `- ${kindOf(piece)} (thought ${placeName(piece.thought)}): ${text}`;
  });
  return [`${sentence}:\n\n${lines.join('\n')}`];
}

export function kindOf({ step }: Piece): string {
  return step ? MARKERS[step.marker] : 'thought';
}

export function contentOf({ step, thought }: Piece): string {
  return step ? step.content : thought.text;
}

export function quoted(text: string): string {
  const chars = [...text];
  return chars.length <= MAX_QUOTED ? text : `${chars.slice(0, MAX_QUOTED).join('')}…`;
}

/** The first line in plain words. */
export function titleOf(text: string): string {
  const [line = ''] = wordsOfText(text).split('\n', 1);
  const words = withoutNotation(line);
  const chars = [...(words === '' ? line.trim() : words)];
  return chars.length <= MAX_TITLE ? chars.join('') : `${chars.slice(0, MAX_TITLE - 1).join('')}…`;
}

/** For cipher, the words of its first step, without label and references. */
function wordsOfText(text: string): string {
  return (parseCipher(text)[0]?.content ?? text).trim();
}

const NOTATION = new RegExp(
  `[⊕⊖^]?\\s?\\[\\s?S\\d+\\s?\\]|[⊕⊖^]\\s?S\\d+|[${Object.keys(OPERATORS).join('')}]`,
  'giu',
);

/** Without operators, references, and marks of headings and lists at the beginning. */
function withoutNotation(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(NOTATION, ' ')
    .replace(/^\s*(?:#{1,6}|[-*+>])\s+/, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:.]+/, '')
    .replace(/ ([,;:.])/g, '$1')
    .trim();
}

/** Words with which nothing is said yet. */
const SMALL_TALK = new Set(
  (
    'a ah all alright and at away be begin but can check do done fine first for get go going good ' +
    'got great hello hm hmm hmmm hold i ill im in is it its just let lets look looking maybe me my ' +
    'next nice no nope now of oh ok okay on one perfect please ready really right s see sec second ' +
    'so start still sure thank thanks that the then there think thinking this time to try um us ' +
    'wait we well what will yeah yep yes you'
  ).split(' '),
);

/** Whether a thought says anything: `ok` and `Hmm, let me see.` do not. */
export function saysSomething(text: string): boolean {
  const words =
    text
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((word) => !SMALL_TALK.has(word));
}
