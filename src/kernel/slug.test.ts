/** Slugs, named by the rules in docs/spec/thoughts.md. */

import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeSlug, isSlug, slugOf } from './slug.ts';

describe('a slug', () => {
  it.each([
    ['Debugging race conditions', 'debugging-race-conditions'],
    ['  Größe & Maß!  ', 'grosse-mass'],
    ['Éclair №5', 'eclair-no5'],
    ['a--b__c', 'a-b-c'],
    ['🧭 !', undefined],
    ['---', undefined],
    ['', undefined],
    ['x'.repeat(90), 'x'.repeat(64)],
    [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
  ])('[TH45] of %j is %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it.each([
    ['日本語', 'xn--wgv71a119e'],
    ['Kafka の 日本語', 'kafka-xn--u9j-xn--wgv71a119e'],
    ['Ключ', domainToASCII('ключ')],
    ['한국어', domainToASCII('한국어')],
    ['हिन्दी', domainToASCII('हिन्दी')],
    ['ไทย', domainToASCII('ไทย')],
    ['العربية', domainToASCII('العربية')],
    ['Ελλάδα', domainToASCII('ελλάδα')],
  ])('[RD28] of %j keeps its letters, as an address of the web does: %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('[RD28] of a word in another script is the one that addresses have', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'абвжязλμπψאבגدرس日本語中文かなカナ한글กขค'),
      minLength: 1,
      maxLength: 16,
    });
    const property = fc.property(letters, (word) => {
      const address = domainToASCII(word);
      if (address !== '') expect(slugOf(word)).toBe(address.slice(0, 64).replace(/-+$/, ''));
    });
    fc.assert(property, { seed: 20_261_117 });
  });

  it('[RD28] differs for different titles and is short', () => {
    const titles = ['設計', '設計図', '計設', '設計2', '設計 2'];
    expect(new Set(titles.map(slugOf)).size).toBe(titles.length);
    expect(isSlug(slugOf('長い題名'.repeat(50)) as string)).toBe(true);
  });

  it('[RD24] of a title with a secret shows no part of it', () => {
    const key = `ghp_${'A1b2C3d4E5f6G7h8I9j0K1l2'}`;
    expect(slugOf(`Rotate ${key} now`)).toBe('rotate-redacted-now');
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
