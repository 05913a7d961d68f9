/** Queries as plain text, named by the rules in docs/spec/recall.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from '../terms/tokens.ts';
import { isCompound, mistypedAs, readQuery } from './query-words.ts';

const RUNS = { seed: 1719, numRuns: 300 };

describe('reading a query', () => {
  it.each([
    'cache AND disk',
    'cache & disk | !memory <-> x:*',
    'title:cache NEAR(disk, 2)',
    '"cache disk" NOT memory',
    "cache' OR 1=1; drop table events; --",
    'cache%disk _ [a-z] \\',
    '{"cache":["disk",null]}',
    'cache\u0000disk\u0007\u202egnp.exe\u202c',
    '\ud800cache\udfff',
  ])('[RC11] %j means its words', (query) => {
    const { words, prefixes } = readQuery(query);
    expect(words.map(({ term }) => term)).toEqual([...termsOf(query.toWellFormed()).keys()]);
    expect(prefixes).toEqual([]);
  });

  it('[RC11] a star behind a word asks for everything that begins with it', () => {
    expect(readQuery('migr* cache')).toEqual({
      words: [{ term: 'cach', written: 'cache' }],
      prefixes: ['migr'],
    });
    expect(readQuery('МИГР* ＭＩＧＲ* migr*')).toMatchObject({ prefixes: ['мигр', 'migr'] });
    expect(readQuery('* a* ** x *y')).toMatchObject({
      words: [{ term: 'x' }, { term: 'y' }],
      prefixes: [],
    });
  });

  it.each([
    ['fullmark10z', { fullmark10z: true, fullmark: 'fullmark10z', 10: 'fullmark10z' }],
    ['user getUserById', { user: undefined, getuserbyid: true, id: 'getuserbyid' }],
    ['src/lru.ts', { 'src/lru.ts': true, src: 'src/lru.ts', lru: 'src/lru.ts' }],
    ['half-life of 数据库迁移', { half: undefined, life: undefined, 数据: undefined }],
    ['plain words', { plain: undefined, word: undefined }],
  ])('[RC123] %j: which terms are identifiers and which are parts', (query, expected) => {
    const roles = new Map(
      readQuery(query).words.map((each) => [each.term, each.isIdentifier ?? each.partOf]),
    );
    for (const [term, role] of Object.entries(expected)) {
      expect(roles.has(term), term).toBe(true);
      expect(roles.get(term), term).toBe(role);
    }
  });

  it('[RC11] a long query counts with its first words', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `word${at}x`).join(' ');
    const { words } = readQuery(many);
    expect(words).toHaveLength(48);
    expect(words.map(({ term }) => term)).toEqual([...termsOf(many).keys()].slice(0, 48));
    expect(readQuery(`${'… '.repeat(60_000)}late`)).toEqual({ words: [], prefixes: [] });
    const starred = Array.from({ length: 900 }, (_, at) => `begin${at}*`).join(' ');
    expect(readQuery(starred).prefixes).toHaveLength(48);
  });

  it('[RC11] a cut never leaves half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 7_800, max: 8_000 }),
        (text, at) => {
          const { words, prefixes } = readQuery(`${'.'.repeat(at)} ${text} ${text}*${text}`);
          for (const { term, written } of words) {
            expect([term.isWellFormed(), written.isWellFormed()]).toEqual([true, true]);
          }
          for (const prefix of prefixes) expect(prefix.isWellFormed()).toBe(true);
        },
      ),
      RUNS,
    );
  });
});

/** Of a word that is its own term. */
const edited = (term: string) => mistypedAs(term, term);

describe('words that do not occur', () => {
  it('[RC12] one wrong, missing, additional or exchanged letter is one edit', () => {
    const near = edited('cache');
    for (const word of ['cachi', 'cche', 'cacche', 'cahce', 'ache', 'cach', 'xcache', 'cache2']) {
      expect(near).toContain(word);
    }
    for (const word of ['cache', 'cchae', 'ca', 'caches2', 'кache']) {
      expect(near).not.toContain(word);
    }
    expect(edited('миграция')).toContain('миграции');
    expect(edited('λογος')).toContain('λογοι');
  });

  it('[RC12] a word is also corrected as it was written, before it lost its ending', () => {
    expect(mistypedAs('dik', 'diks')).toContain('disk');
    expect(mistypedAs('cach', 'cache')).not.toContain('cach');
  });

  it('[RC12] short and very long words are not guessed', () => {
    expect(edited('abc')).toEqual([]);
    expect(edited('x'.repeat(25))).toEqual([]);
    expect(edited('x'.repeat(24)).length).toBeGreaterThan(0);
  });

  it('[RC12] an edit goes both ways', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdexyz01'), minLength: 5, maxLength: 12 });
    fc.assert(
      fc.property(word, fc.nat(), (term, which) => {
        const near = edited(term);
        expect(near).toEqual([...new Set(near)].sort());
        const other = near[which % near.length] ?? '';
        expect(edited(other), other).toContain(term);
      }),
      RUNS,
    );
  });

  it('[RC12] an identifier is guessed by its parts, not as a whole', () => {
    expect(['src/a.ts', 'a_b', 'task-001'].map(isCompound)).toEqual([true, true, true]);
    expect(['cache', 'ts2345', '迁移', 'हिन्दी'].map(isCompound)).toEqual(Array(4).fill(false));
  });

  it('[RC3] a beginning is folded like a word', () => {
    expect(readQuery('hauptstraß* CAFÉ* soft\u00adhyph*').prefixes).toEqual([
      'hauptstrass',
      'cafe',
      'softhyph',
    ]);
  });
});
