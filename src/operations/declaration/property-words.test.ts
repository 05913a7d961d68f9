/** The words of arguments: docs/spec/calls.md. */

import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../catalogue.ts';
import { PROPERTY_WORDS, wordsForProperty } from './property-words.ts';

describe('the words of arguments', () => {
  it('[CA37] those of one tool come before those of all', () => {
    expect(wordsForProperty('diff', 'from')).toBe('Branch that is compared');
    expect(wordsForProperty('anything', 'from')).toBe('Where it begins');
    expect(wordsForProperty('anything', 'filter.limit')).toBe(wordsForProperty('show', 'limit'));
    expect(wordsForProperty('anything', 'no_such_argument')).toBeUndefined();
  });

  it('[CA37] are at most 60 characters of plain text, for tools that exist', () => {
    const names = new Set<string>(CATALOGUE.map(({ name }) => name));
    expect(PROPERTY_WORDS.filter(([, words]) => words.length > 60 || /[.\n]$/.test(words))).toEqual(
      [],
    );
    const tools = PROPERTY_WORDS.flatMap(([key]) => (key.includes('.') ? [key.split('.')[0]] : []));
    expect(tools.filter((tool) => !names.has(tool ?? ''))).toEqual([]);
  });
});
