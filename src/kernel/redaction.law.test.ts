/**
 * Compares the quick redaction with the plain one, which runs every pass over every text and copies
 * every object.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { REDACTED, redact } from './redaction.ts';

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 1812, numRuns: 2_000 };

/** Assembled here, so that no secret scanner reports this file. */
const TAIL = 'A1b2C3d4E5f6G7h8I9j0K1l2';

const NAME = /token|secret|password|passwd|api[_-]?key|private[_-]?key|authorization|bearer/i;
const PROSE = /^(tokens?|auth|authentication|authorization|scheme|header|of|the|and)\.?$/i;

function plainText(text: string): string {
  return text
    .replace(
      /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
      REDACTED,
    )
    .replace(/(?<![A-Za-z0-9_-])(?:gh[opsur]_|github_pat_)[A-Za-z0-9_]{6,}/g, REDACTED)
    .replace(
      /(?<![A-Za-z0-9_-])(?:AKIA[A-Z0-9]{16}|xox[abprs]-[A-Za-z0-9-]{10,}|glpat-[A-Za-z0-9_-]{16,})/g,
      REDACTED,
    )
    .replace(/(?<![A-Za-z0-9_-])sk-[A-Za-z0-9_-]{12,}/g, (found) =>
      isKey(found) ? REDACTED : found,
    )
    .replace(
      /((?:token|api[_-]?key|secret|password|passwd|authorization)=)("[^"]*"|'[^']*'|[^\s&;,"'<>)\]}]+)/gi,
      `$1${REDACTED}`,
    )
    .replace(
      /\b([Bb]earer|BEARER)(\s+)([A-Za-z0-9._~+/=-]{4,})/g,
      (found, word: string, gap: string, token: string) =>
        PROSE.test(token) ? found : `${word}${gap}${REDACTED}`,
    );
}

function isKey(candidate: string): boolean {
  return candidate
    .slice('sk-'.length)
    .split(/[_-]/)
    .some(
      (run) => run.length >= 16 || (run.length >= 10 && /[0-9]/.test(run) && /[A-Za-z]/.test(run)),
    );
}

function plainly(value: Json, secret = false): Json {
  if (typeof value === 'string') return secret ? REDACTED : plainText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => plainly(item, secret));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      item === undefined ? [] : [[name, plainly(item, secret || NAME.test(name))]],
    ),
  );
}

const piece = fc.oneof(
  fc.constantFrom(`ghp_${TAIL}`, `github_pat_${TAIL}`, `sk-proj-${TAIL}`, `glpat-${TAIL}`),
  fc.constantFrom(`AKIA${'A1B2C3D4E5F6G7H8'}`, `xoxb-${TAIL}`, 'sk-learn-how-to-read', 'task-sk-1'),
  fc.constantFrom('token=', 'API-KEY=', 'apikey="a b"', "passwd='x'", 'Authorization=', 'secret=a'),
  fc.constantFrom('Bearer abcd1234', 'bearer\ntokens', 'BEARER\t', 'bEarer abcd1234', 'Bearer '),
  fc.constantFrom('-----BEGIN PRIVATE KEY-----', '-----BEGIN EC PRIVATE KEY-----abc', '-----END '),
  fc.constantFrom(' ', '\n', '&', '"', "'", '=', '-', '_', 'a', 'ключ'),
  fc.string(),
);

const text = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(''));

const { answer } = fc.letrec<{ answer: Json }>((tie) => ({
  answer: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, 12, undefined as unknown as Json),
    fc.array(tie('answer'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom('token', 'apiKey', 'title', 'meta', 'items', '__proto__', 'x'),
      tie('answer'),
      { maxKeys: 4, noNullPrototype: true },
    ) as fc.Arbitrary<Json>,
  ),
}));

describe('quick redaction', () => {
  it('[RD15] returns what every pass over every text would return', () => {
    let scrubbed = 0;
    fc.assert(
      fc.property(answer, (value) => {
        const plain = plainly(value);
        expect(redact(value)).toStrictEqual(plain);
        if (JSON.stringify(plain)?.includes(REDACTED)) scrubbed++;
      }),
      RUNS,
    );
    expect(scrubbed).toBeGreaterThan(RUNS.numRuns / 10);
  });

  it('[RD15] returns the same value if nothing is secret', () => {
    const value = { title: 'Read it', items: [{ count: 2, tags: ['a'] }], meta: { done: true } };
    expect(redact(value)).toBe(value);
    const mixed = { ...value, password: 'abc' };
    expect(redact(mixed).items).toBe(value.items);
  });
});
