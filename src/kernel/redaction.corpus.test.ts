/** Redaction of secrets in many forms, and of many harmless texts; docs/spec/redaction.md. */

import { describe, expect, it } from 'vitest';
import {
  harmlessTexts,
  secretsByFormat,
  secretsInTexts,
  shownOf,
} from '../../test/support/secret-corpus.ts';
import { REDACTED, redact, redactText } from './redaction.ts';

const FORMATS = secretsByFormat();
const TEXTS = secretsInTexts();
const HARMLESS = harmlessTexts();

/** Places where a key of a known form stands. */
const PLACES: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `use ${secret} now`,
  (secret) => `("${secret}")`,
  (secret) => `{"note":"${secret}","n":1}`,
  (secret) => JSON.stringify(JSON.stringify({ note: secret })),
  (secret) => JSON.stringify(JSON.stringify({ note: `first\n${secret}\nlast` })),
  (secret) => `see https://example.com/${secret}?page=2`,
  (secret) => `FOO=${secret} make`,
  (secret) => `первый ${secret}、次`,
];

describe('a key of a known form', () => {
  it('the lists are long enough to mean something', () => {
    expect(FORMATS.length + TEXTS.length).toBeGreaterThan(250);
    expect(new Set(FORMATS.map(({ what }) => what)).size).toBe(FORMATS.length);
    expect(FORMATS.length).toBeGreaterThanOrEqual(150);
    expect(HARMLESS.length).toBeGreaterThanOrEqual(300);
  });

  it.each(FORMATS)('[RD16] is found in every place: $what', ({ text, hidden }) => {
    for (const place of PLACES) {
      const clean = redactText(place(text));
      expect(shownOf(hidden, clean)).toEqual([]);
      expect(clean).toBe(place(REDACTED));
      expect(redactText(clean)).toBe(clean);
    }
  });

  it.each(FORMATS.filter(({ text }) => /^[A-Za-z]/.test(text) && !text.startsWith('key-')))(
    '[RD17] is found behind a hyphen, a slash and an underscore: $what',
    ({ text, hidden }) => {
      for (const before of ['doc-', 'b-', 'idea/', 'my_']) {
        expect(shownOf(hidden, redactText(`${before}${text}`))).toEqual([]);
      }
    },
  );

  it.each(FORMATS)('[RD18] is found as the name of a field: $what', ({ text, hidden }) => {
    const clean = redact({ meta: { [text]: 1, [`${text}.`]: 2 } });
    expect(shownOf(hidden, JSON.stringify(clean))).toEqual([]);
    expect(Object.values(clean.meta)).toEqual([1, 2]);
  });
});

describe('a secret that its name or place tells', () => {
  it.each(TEXTS)('[RD19] $what', ({ text, hidden }) => {
    for (const place of [text, `before it\n${text}`]) {
      const clean = redactText(place);
      expect(shownOf(hidden, clean)).toEqual([]);
      expect(clean).toContain(REDACTED);
      expect(redactText(clean)).toBe(clean);
    }
  });

  it.each(TEXTS.filter(({ what }) => !what.includes('BEGIN')))(
    '[RD19] the text around it stays: $what',
    ({ text, what }) => {
      const [before = '', , after = ''] = what.replaceAll('\\n', '\n').split(/[«»]/);
      expect(redactText(text)).toBe(`${before}${REDACTED}${after}`);
    },
  );
});

describe('a harmless text', () => {
  it.each(HARMLESS)('[RD20] stays: %s', (text) => {
    expect(redactText(text)).toBe(text);
    expect(redactText(`see this:\n${text}\nand go on`)).toBe(`see this:\n${text}\nand go on`);
    const value = { summary: text, list: [text] };
    expect(redact(value)).toEqual(value);
  });
});
