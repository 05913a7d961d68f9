/** Tests of the words of a filter; the rules are in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { REDACTED } from '../../kernel/redaction.ts';
import { filterWords, fitsFilter, hasWords, readFilter } from './filter-words.ts';

const fits = (query: string, text: string) => fitsFilter(text, readFilter(query));

describe('the words of a filter', () => {
  it.each([
    ['database', 'The DATABASES are slow'],
    ['migrating', 'one migration'],
    ['slow index', 'The index was slow'],
    ['größe', 'GRÖSSE und Größe'],
    ['grosse', 'GRÖSSE'],
    ['Ёлка', 'елка'],
  ])('[RC30] %j fits %j: all words, in any order and form', (query, text) => {
    expect(fits(query, text)).toBe(true);
  });

  it.each(['mig', 'migr', 'migra', 'migrat', 'migrati', 'migratio', 'migration'])(
    '[RC31] %j begins "migration"',
    (query) => {
      expect(fits(query, 'after the migration')).toBe(true);
      expect(fits(query, 'after the emigration')).toBe(false);
    },
  );

  it.each([
    ['mi', 'migration'],
    ['gration', 'migration'],
    ['12', 'number 123'],
    ['slow query', 'slow'],
    ['the', 'then a theory'],
    ['', 'anything'],
    ['data bank', 'database'],
  ])('[RC31] %j does not fit %j', (query, text) => {
    expect(fits(query, text)).toBe(false);
  });

  it.each([
    ['getUserById', 'call getUserById()'],
    ['GETUSERBYID', 'call getUserById()'],
    ['getuserb', 'call getUserById()'],
    ['user', 'call getUserById()'],
    ['userById', 'call getUserById()'],
    ['cache_layer', 'about the cache_layer'],
    ['layer', 'about the cache_layer'],
    ['src/store/port.ts', 'see ./src/store/port.ts:12'],
    ['port.ts', 'see ./src/store/port.ts:12'],
    ['9fceb02d0ae5', 'commit 9fceb02d0ae598e95dc970b74767f19372d61af8'],
    ['9fceb02', 'commit 9fceb02d0ae598e95dc970b74767f19372d61af8'],
    ['TASK-007', 'see TASK-007.'],
  ])('[RC32] %j fits %j: identifiers whole, begun and by parts', (query, text) => {
    expect(fits(query, text)).toBe(true);
  });

  it.each([
    ['迁移', '数据库迁移完成', true],
    ['数据库', '数据库迁移完成', true],
    ['迁', '数据库迁移完成', true],
    ['数库', '数据库迁移完成', false],
    ['移行 data', 'データ移行 of data', true],
  ])('[RC33] %j in %j is %j: scripts without spaces by neighbouring characters', (a, b, is) => {
    expect(fits(a, b)).toBe(is);
  });

  it('[RC34] words that say nothing are passed over beside others', () => {
    expect(fits('the index of it', 'an index')).toBe(true);
    expect(fits('not, the index!', 'an index')).toBe(true);
    expect(fits('"index" (of)', 'an index')).toBe(true);
  });

  it.each([
    ['can we do it', 'Can we  do it? Redis can', true],
    ['can we do it', 'it can do what we want', false],
    ['it is', 'It is slow', true],
    ['is it', 'It is slow', false],
    ['not', 'do NOT restart redis', true],
    ['not', 'a note on knots', false],
    ["it's", 'redis: it’s slow', true],
    ["it's", 'redis: it is slow', false],
    ['a', 'a zebra', true],
    ['a', 'alpha', false],
    ['%', '100% sure', true],
    ['%', '100 sure', false],
    ['_', 'cache_layer', true],
    ['->', 'a -> b', true],
    ['\u00ad', 'anything', false],
  ])('[RC121] %j in %j is %j: without other words, it is compared as typed', (a, b, is) => {
    expect(fits(a, b)).toBe(is);
  });

  it.each([
    ['100%', '100% sure', true],
    ['100%', '100 sure', false],
    ['0%', '100% sure', false],
    ['sure "100%",', 'be 100% sure', true],
    ['C++', 'the c++ compiler', true],
    ['C++', 'the C compiler', false],
    ['#12', 'issue #12', true],
    ['#12', 'issue 12', false],
    ['$5', 'costs $5.', true],
    ['alpha & beta', 'beta and alpha', true],
  ])('[RC122] %j in %j is %j: a sign at a word counts', (a, b, is) => {
    expect(fits(a, b)).toBe(is);
  });

  it('[RC120] [RC121] nothing is compared across a secret', () => {
    expect(fits('is not', `it is ${REDACTED} not`)).toBe(false);
    expect(fits('not', `it is ${REDACTED} not`)).toBe(true);
  });

  it('[RC34] whatever is given is text, and long texts count with their first words', () => {
    expect(filterWords(Array.from({ length: 200 }, (_, at) => `w${at}`).join(' '))).toHaveLength(
      48,
    );
    for (const hostile of [
      '\ud800',
      '"a" OR NEAR(b)',
      "'; drop table x; --",
      '\0\u0007',
      '(((',
      '[',
    ]) {
      expect(() => filterWords(hostile)).not.toThrow();
    }
    expect(fits('"alpha" AND NOT beta', 'alpha and beta')).toBe(true);
  });

  it('[RC3] [RC30] ß is ss, and signs that nobody sees divide no word', () => {
    expect(hasWords('Hauptstraße', filterWords('HAUPTSTRASSE'))).toBe(true);
    expect(hasWords('Hauptstrasse', filterWords('hauptstraß'))).toBe(true);
    expect(hasWords('soft\u00adhyphenated', filterWords('softhyphen'))).toBe(true);
    expect(hasWords('softhyphenated', filterWords('soft\u00adhyphenated'))).toBe(true);
  });
});
