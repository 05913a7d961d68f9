import { expect, it } from 'vitest';
import { QUESTION_KINDS, wordlessText, zipfQuestion, zipfText } from './zipf-texts.ts';

const INDEXES = Array.from({ length: 200 }, (_, index) => index * 37);

it('texts have two hundred characters, follow from their number, and differ', () => {
  const texts = INDEXES.map(zipfText);
  expect(new Set(texts.map((text) => text.length))).toEqual(new Set([200]));
  expect(INDEXES.map(zipfText)).toEqual(texts);
  expect(new Set(texts).size).toBe(texts.length);
});

it('a text without words is as long', () => {
  expect(wordlessText(7)).toMatch(/^\P{Alphabetic}{200}$/u);
  expect(wordlessText(7)).not.toBe(wordlessText(8));
});

it('few words are frequent and most are rare', () => {
  const counts = new Map<string, number>();
  const words = INDEXES.flatMap((index) => zipfText(index).split(' '));
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const often = [...counts.values()].sort((a, b) => b - a);
  const frequent = often.slice(0, 40).reduce((sum, count) => sum + count, 0) / words.length;
  expect(frequent).toBeGreaterThan(1 / 3);
  expect(frequent).toBeLessThan(3 / 5);
  expect(often.filter((count) => count === 1).length).toBeGreaterThan(counts.size / 2);
  expect(counts.size).toBeLessThan(words.length / 4);
});

it('questions ask for words of their text, and a typing error is in none', () => {
  const everything = INDEXES.map(zipfText).join(' ');
  for (const index of INDEXES) {
    const words = new Set(zipfText(index).split(' '));
    for (const kind of QUESTION_KINDS) {
      const question = zipfQuestion(kind, index);
      if (kind === 'a typing error') expect(everything).not.toContain(question);
      else if (kind === 'a prefix') expect(zipfText(index)).toContain(question.slice(0, -1));
      else expect(question.split(' ').every((word) => words.has(word))).toBe(true);
    }
  }
});
