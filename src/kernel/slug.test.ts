/** Slugs, named by the rules in docs/spec/thoughts.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeSlug, isSlug, slugOf } from './slug.ts';

describe('a slug', () => {
  it.each([
    ['Debugging race conditions', 'debugging-race-conditions'],
    ['  Größe & Maß!  ', 'gro-e-ma'],
    ['Éclair №5', 'eclair-no5'],
    ['a--b__c', 'a-b-c'],
    ['界', undefined],
    ['---', undefined],
    ['', undefined],
    ['x'.repeat(90), 'x'.repeat(64)],
    [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
  ])('[TH45] of %j is %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('[TH45] of any text is valid or undefined', () => {
    const property = fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
      const slug = slugOf(title);
      if (slug !== undefined) expect(isSlug(slug)).toBe(true);
    });
    fc.assert(property, { seed: 20_261_116 });
  });

  it('[TH45] that is taken gets the first free number, and stays within its length', () => {
    expect(freeSlug('a', new Set())).toBe('a');
    expect(freeSlug('a', new Set(['a']))).toBe('a-2');
    expect(freeSlug('a', new Set(['a', 'a-2', 'a-3']))).toBe('a-4');
    const long = 'x'.repeat(64);
    expect(freeSlug(long, new Set([long]))).toBe(`${'x'.repeat(62)}-2`);
  });

  it('[TH45] of 65 characters, with capitals or blanks is refused', () => {
    for (const id of ['', 'A', 'a b', 'a/b', '../a', 'x'.repeat(65)]) {
      expect(isSlug(id), id).toBe(false);
    }
    for (const id of ['a', '-', '0-a', 'x'.repeat(64)]) expect(isSlug(id), id).toBe(true);
  });
});
