/** Tests of marked passages; the rules are in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { markWords } from './mark-words.ts';

/** The passage with its marks as brackets. */
function marked(text: string, query: string): string {
  return markWords(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('');
}

describe('the words of a query in a passage', () => {
  it.each([
    ['the word itself', 'Which cache fits?', 'cache', 'Which [cache] fits?'],
    [
      'another form of it',
      'Migrations were migrated.',
      'migration',
      '[Migrations] were [migrated].',
    ],
    ['capitals and accents', 'CAFÉ and cafe', 'café', '[CAFÉ] and [cafe]'],
    ['no stop words', 'the cache of the page', 'the cache', 'the [cache] of the page'],
    ['stop words if nothing else was asked', 'to be', 'to', '[to] be'],
    ['a part of an identifier', 'call getUserById(id)', 'user', 'call [getUserById](id)'],
    ['a word of a path', 'see src/cli/search.ts', 'search', 'see src/cli/[search].ts'],
    ['the beginning of a word', 'a migration', 'migr', 'a [migration]'],
    ['a beginning with a star', 'cache, cached, call', 'cach*', '[cache], [cached], call'],
    ['a word with a typing error', 'a cold cache', 'cahce', 'a cold [cache]'],
    ['Cyrillic', 'Кэш холодный', 'холодный', 'Кэш [холодный]'],
    ['pairs of a script without spaces', '数据库迁移完成', '迁移', '数据库[迁移]完成'],
    ['nothing that was not asked for', 'quiet', 'loud', 'quiet'],
    ['nothing without a query', 'quiet', '', 'quiet'],
    ['signs of other query languages as text', 'a (b) OR "c"', '(b) OR', 'a ([b]) OR "c"'],
  ])('[RC45] marks %s', (_what, text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it('[RC45] loses and adds no character', () => {
    for (const text of ['', ' a  b ', 'x\u0301y\u200b z', '👩‍👩‍👧 family', 'a\u0000b']) {
      expect(
        markWords(text, 'b family x')
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }
  });
});
