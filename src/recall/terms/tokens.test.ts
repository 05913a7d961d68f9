/** The terms of texts, named by the rules in docs/spec/recall.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOfText } from './shown-text.ts';
import { termsOf } from './tokens.ts';

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 1717, numRuns: 300 };

const terms = (text: string) => [...termsOf(text).keys()];

/** Whether a text is found by each of these words, however they are written. */
function expectFoundBy(text: string, ...words: readonly string[]): void {
  const found = termsOf(text);
  for (const word of words) {
    const asked = terms(word);
    expect(asked.length, word).toBeGreaterThan(0);
    expect(
      asked.filter((term) => !found.has(term)),
      `${word} in ${text}`,
    ).toEqual([]);
  }
}

describe('words', () => {
  it.each([
    ['Crème brûlée, naïve', 'creme brulee naive', 'CRÈME'],
    ['e\u0301te\u0301', 'été', 'ete'],
    ['Миграция базы: ёлка', 'МИГРАЦИЯ', 'елка'],
    ['Ελληνικά ΟΔΟΣ', 'ελληνικα', 'οδός'],
    ['ＡＢＣ１２３ ﬁne', 'abc123', 'fine'],
    ['हिन्दी ३४५', 'हिन्दी', '३४५'],
    ['שלום עולם مرحبا', 'עולם', 'مرحبا'],
    ['Hauptstraße 5', 'HAUPTSTRASSE', 'hauptstrasse', 'HAUPTSTRAẞE'],
    ['Hauptstrasse 5', 'Hauptstraße'],
    ['soft\u00adhyphenated Zero\u200bwidth', 'softhyphenated', 'zerowidth'],
    ['softhyphenated zerowidth', 'soft\u00adhyphenated', 'zero\u200b\u2060width'],
    ['می\u200cخواهم', 'میخواهم'],
  ])('[RC3] %s is found whatever its case, accents and width', (text, ...words) => {
    expectFoundBy(text, text.toUpperCase(), text.normalize('NFD'), ...words);
  });

  it('[RC3] marks that make another letter elsewhere than in Latin, Greek and Cyrillic stay', () => {
    expect(terms('が')).not.toEqual(terms('か'));
    expect(terms('हिन्दी')).not.toEqual(terms('हन्द'));
  });

  it('[RC7] English words are found in any form', () => {
    expectFoundBy('The migrations were running', 'migration', 'migrated run', 'runs');
    expect(terms('Миграции')).not.toEqual(terms('Миграция'));
  });

  it('[RC7] words that are everywhere do not count, unless there is nothing else', () => {
    expect(terms('what is the state of the cache')).toEqual(terms('state cache'));
    expect([...termsOf('To be, or not to be')]).toEqual([
      ['to', 2],
      ['be', 2],
      ['or', 1],
      ['not', 1],
    ]);
  });

  it('[RC7] what English contracts is the word before it', () => {
    expect(terms('the server’s cache')).toEqual(terms('server cache'));
    expect(terms("we're they'll I'd isn't it")).not.toContain('re');
    expectFoundBy("O'Brien said it", 'brien');
  });

  it('[RC7] pictures are terms', () => {
    expectFoundBy('🚀 launched 🧭', '🚀', '🧭');
    expect(terms('🚀')).not.toEqual(terms('🧭'));
  });

  it('[RC8] a very long word is a short term, and is found by itself', () => {
    const long = `${'x'.repeat(9_000)}y`;
    expect(terms(long).map((term) => term.length)).toEqual([64]);
    expectFoundBy(`before ${long} after`, long, 'before', 'after');
    const cut = terms(`${'👍🏽'.repeat(40)}a_${'𝔘'.repeat(100)}`);
    for (const term of cut) expect(term.isWellFormed(), term).toBe(true);
  });

  it('[RC8] endless marks on a letter are cut before anything is made of them', () => {
    const marked = `a${'\u0300\u0323'.repeat(50_000)}b`;
    expect(terms(marked)).toEqual(['ab']);
    const devanagari = terms(`क${'\u0951\u0952'.repeat(50_000)}`);
    expect(devanagari.map((term) => [...term].length)).toEqual([31]);
  });

  it('[RC8] a text without words has no terms', () => {
    for (const text of ['', ' \n\t', '… — !?', '\u0000\u0007\u001f', '\ud800', '*%_\\&|']) {
      expect(terms(text), JSON.stringify(text)).toEqual(terms('_'));
    }
    expect(terms('…')).toEqual([]);
  });

  it('[RC13] words of a title count twice', () => {
    const { title, text } = { title: 'Cache', text: 'of the cache and the disk' };
    expect([...termsOfText({ title, text })]).toEqual([
      ['cach', 3],
      ['disk', 1],
    ]);
    expect(termsOfText({ text })).toEqual(termsOf(text));
  });
});

describe('identifiers', () => {
  it.each([
    ['getUserById', 'user', 'get', 'GETUSERBYID', 'id'],
    ['parseHTTPResponse2', 'http', 'response', 'parse'],
    ['snake_case_name', 'snake', 'name', 'SNAKE_CASE_NAME'],
    ['MAX_RETRIES', 'retries', 'max_retries'],
    ['src/store/sql/write-texts.ts:42', 'write-texts.ts:42', 'sql', 'write texts', '42'],
    ['C:\\temp\\notes.txt', 'notes.txt', 'temp'],
    ['std::vector->push', 'vector', 'push'],
    ['ECONNREFUSED', 'econnrefused'],
    ['TS2345', 'ts2345', '2345'],
    ['ORA-00942', 'ora-00942', '00942'],
    ['v1.2.3', 'v1.2.3'],
    ['10.0.0.1:8080', '8080', '10.0.0.1:8080'],
    ['TASK-001 evt_0000000000000007', 'task-001', 'evt_0000000000000007'],
    ['mail@example.org', 'example', 'mail@example.org'],
    ['中文abc中文', 'abc', '中文'],
    ['camelCaseИмя', 'имя', 'camel'],
  ])('[RC4] %s is found whole and by its parts', (text, ...parts) => {
    const sentence = `see (${text}), there`;
    expectFoundBy(sentence, text);
    const found = termsOf(sentence);
    for (const part of [text.toLowerCase(), text.toUpperCase(), ...parts]) {
      const shared = terms(part).filter((term) => found.has(term));
      expect(shared, part).not.toEqual([]);
    }
  });

  it('[RC4] only an identifier is a term as a whole', () => {
    expect(terms('src/a_b.ts')).toContain('src/a_b.ts');
    expect(terms('The well-known end.Next sentence')).toEqual(
      terms('well known end next sentence'),
    );
  });

  it('[RC5] a hash is found by its beginning, and the other way round', () => {
    const whole = '9f8e7d6c5b4a39281706f5e4d3c2b1a098765432';
    for (const length of [7, 8, 10, 12, 39, 40]) {
      const short = whole.slice(0, length);
      const shared = terms(short).filter((term) => termsOf(`in ${whole}.`).has(term));
      expect(shared, short).not.toEqual([]);
      const reverse = terms(whole.toUpperCase()).filter((term) => termsOf(short).has(term));
      expect(reverse, short).not.toEqual([]);
    }
    expect(terms('deadbeef facade')).toEqual(['deadbeef', 'facad']);
  });
});

describe('scripts without spaces', () => {
  it.each([
    ['データベースの移行を行う', '移行', 'データ', 'ベース'],
    ['ツールバーとサーバー', 'サーバー', 'ツール'],
    ['ｻｰﾊﾞｰを再起動', 'サーバー', '再起動'],
    ['数据库迁移失败', '迁移', '数据库', '失败'],
    ['검색은 되었다', '검색', '되었다'],
    ['ภาษาไทยง่าย', 'ไทย', 'ภาษา'],
    ['ພາສາລາວ ភាសាខ្មែរ မြန်မာ', 'ລາວ', 'ខ្មែរ', 'မြန်'],
    ['𠮷野家と𩸽', '𠮷野', '野家'],
  ])('[RC6] %s is found by any part of two characters or more', (text, ...parts) => {
    expectFoundBy(text, ...parts);
  });

  it('[RC6] a single character between others is a term', () => {
    expectFoundBy('A 中 B', '中');
    expect(terms('中文')).toEqual(['中文']);
  });
});

const sentence = fc.array(
  fc.oneof(
    fc.constantFrom(
      'getUserById',
      'src/a-b.ts:7',
      '迁移失败',
      'サーバー',
      'ёлка',
      'Ünïcode',
      'the',
    ),
    fc.constantFrom('a1b2c3d4e5f6', 'TS-2345', '🧭', "don't", '…', '*', 'x_y', 'ไทย', 'HTTPServer'),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
  ),
  { maxLength: 12 },
);

describe('any text', () => {
  it('[RC3] has the same terms in every normal form and with other spaces', () => {
    fc.assert(
      fc.property(sentence, (parts) => {
        const text = parts.join(' ');
        expect(termsOf(text.normalize('NFD'))).toEqual(termsOf(text));
        expect(termsOf(text.normalize('NFKC'))).toEqual(termsOf(text));
        expect(termsOf(`  ${parts.join('\n ')}\t`)).toEqual(termsOf(text));
      }),
      RUNS,
    );
  });

  it('[RC8] has short, well-formed terms, each found by itself in what it came from', () => {
    fc.assert(
      fc.property(sentence, (parts) => {
        const text = parts.join(' ').toWellFormed();
        for (const [term, count] of termsOf(text)) {
          expect(count).toBeGreaterThan(0);
          expect([...term].length).toBeLessThanOrEqual(64);
          expect(term.isWellFormed()).toBe(true);
          expect(term).not.toMatch(/[\s\u0000-\u001f]/);
        }
      }),
      RUNS,
    );
  });

  it('[RC4] is found by each of its words', () => {
    fc.assert(
      fc.property(sentence, (parts) => {
        const found = termsOf(`${parts.join(' ')} anchor`);
        for (const part of parts) {
          // Stop words alone are terms of a query, though not of a text with other words.
          const asked = terms(`${part} anchor`);
          expect(
            asked.filter((term) => !found.has(term)),
            part,
          ).toEqual([]);
        }
      }),
      RUNS,
    );
  });
});
