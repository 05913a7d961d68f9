/** Texts as readers see them, named by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { secretsByFormat, secretsInTexts } from '../../../test/support/secret-corpus.ts';
import { withWords } from './recall-text.ts';
import { shownWhole, termsOfText, withTitle } from './shown-text.ts';
import { termsOf } from './tokens.ts';

const SECRET = '9f3ac81b77de40c2a951';
const termsIn = (text: Parameters<typeof termsOfText>[0]) => [...termsOfText(text).keys()];

describe('words of a text', () => {
  it('[RC120] none is part of a secret', () => {
    for (const { what, text, hidden } of [...secretsByFormat(), ...secretsInTexts()]) {
      const seen = hidden.reduce((rest, part) => rest.replaceAll(part, ' '), text);
      const visible = new Set(termsOf(`tidepool ${seen}`).keys());
      const terms = termsIn({ title: 'Where it is', text: `The tidepool: ${text}` });
      expect(terms, what).toContain('tidepool');
      for (const part of hidden) {
        for (const term of termsOf(part).keys()) {
          if (!visible.has(term)) expect(terms, what).not.toContain(term);
        }
      }
    }
  });

  it('[RC120] none is what stands in place of a secret', () => {
    expect(termsIn({ text: `billing: api_key=${SECRET} rotate` })).toEqual(
      termsIn({ text: 'billing: api_key rotate' }),
    );
    expect(termsIn({ text: 'It was redacted' })).toEqual([...termsOf('redacted').keys()]);
  });

  it('[RC120] none is of a text whose title says that it is secret', () => {
    for (const title of ['db password', 'db password:', 'The db password?', 'db password =']) {
      expect(termsIn({ title, text: 'Hunter7Tide' }), title).toEqual(termsIn({ text: title }));
      expect(shownWhole({ title, text: 'Hunter7Tide' }), title).not.toContain('Tide');
    }
    const tags = withWords('Hunter7Tide', ['decision', `token=${SECRET}`, 'CARD-1']);
    expect(termsIn({ name: 'c', title: 'db password', text: tags })).toEqual(
      expect.arrayContaining(['password', 'decis', 'card-1']),
    );
    expect(termsIn({ name: 'c', title: 'db password', text: tags }).join()).not.toMatch(/9f3|tide/);
  });

  it('[RC120] only what has a name has words aside', () => {
    expect(termsIn({ text: `api_key=abc\u001f${SECRET} seen` })).toEqual(
      termsIn({ text: 'api_key seen' }),
    );
  });
});

describe('a title before its text', () => {
  it('[RC19] has a colon behind it unless it ends in a sign', () => {
    expect(withTitle({ title: 'Cache', text: 'on disk' })).toBe('Cache: on disk');
    expect(withTitle({ title: 'Where?', text: 'On disk' })).toBe('Where? On disk');
    expect(withTitle({ title: 'Stop!', text: 'Go' })).toBe('Stop! Go');
    expect(withTitle({ title: 'Done.', text: 'Go' })).toBe('Done. Go');
    expect(withTitle({ title: 'Password: ', text: 'x' })).toBe('Password: x');
    expect(withTitle({ title: 'Cache', text: 'Cache on disk' })).toBe('Cache on disk');
    expect(withTitle({ title: 'Cache', text: '' })).toBe('Cache');
    expect(withTitle({ text: 'on disk' })).toBe('on disk');
  });
});
