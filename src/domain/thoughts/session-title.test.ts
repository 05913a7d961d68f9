/** The title that a first thought gives to its session; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { isOneLine } from '../../kernel/text.ts';
import { isUntitled, provisionalTitle, titleFrom } from './session-title.ts';

const TITLES: readonly (readonly [string, string | undefined])[] = [
  ['The cache is cold', 'The cache is cold'],
  ['  \n\n\t# Why are pages slow?\nMore', 'Why are pages slow?'],
  ['The cache is cold since Monday. So what?', 'The cache is cold since Monday'],
  ['Hmm. Let me look at version 1.2 of it. Then go on.', 'Hmm. Let me look at version 1.2 of it'],
  ['S1|H|S0|The cache is cold', 'The cache is cold'],
  ['S1|O|Users report slow pages\nS2|H|S1|Cache', 'Users report slow pages'],
  ['- first  of\ta list', 'first of a list'],
  ['---\n***\nWords', 'Words'],
  ['a\u202eb\u0007c', 'ab c'],
  ['キャッシュが冷えている。だから遅い', 'キャッシュが冷えている。だから遅い'],
  ['', undefined],
  ['… !!! ---', undefined],
];

describe('the title of a session', () => {
  it.each(TITLES)('[TH56] from %j is %j', (thought, title) => {
    expect(titleFrom(thought)).toBe(title);
  });

  it('[TH56] is one line of at most 80 characters, cut between words', () => {
    const long = titleFrom('many words '.repeat(30)) ?? '';
    expect(long).toMatch(/ (many|words)…$/);
    for (const text of [
      long,
      titleFrom('語'.repeat(300)) ?? '',
      titleFrom('a🧭'.repeat(99)) ?? '',
    ]) {
      expect([...text].length).toBeLessThanOrEqual(80);
      expect(text).toMatch(/…$/);
      expect(isOneLine(text) && text.isWellFormed()).toBe(true);
    }
  });

  it('[TH56] contains no part of a secret, even if the secret is cut', () => {
    const quoted = `The login with password="correct horse ${'battery '.repeat(20)}staple" fails`;
    expect(titleFrom(quoted)).toBe('The login with password="<redacted>" fails');
    const token = `ghp_${'a1B2'.repeat(9)}`;
    expect(titleFrom(`${'x'.repeat(60)} ${token}`)).not.toContain('a1B2');
  });

  it('[TH56] is provisional until then', () => {
    expect(isUntitled({ title: provisionalTitle(0) })).toBe(true);
    expect(isUntitled({ title: 'Reasoning session 2026-01-05 of the team' })).toBe(false);
  });
});
