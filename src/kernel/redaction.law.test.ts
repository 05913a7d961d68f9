/**
 * Compares the quick redaction with the plain one, which runs every pass over every text and copies
 * every object.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { REDACTED, redact, redactText } from './redaction.ts';

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 1812, numRuns: 2_000 };

/** Assembled here, so that no secret scanner reports this file. */
const TAIL = 'A1b2C3d4E5f6G7h8I9j0K1l2';

/** Every pass looks at a text with these words; they hold no secret themselves. */
const ALL_PASSES = '\n\nsee ghp_ and the token at https://example.com/?key= with -u here';

/** The text after every pass. */
function plainText(text: string): string {
  const clean = redactText(`${text}${ALL_PASSES}`);
  return clean.endsWith(ALL_PASSES) ? clean.slice(0, -ALL_PASSES.length) : redactText(text);
}

function plainly(value: Json, secret?: string): Json {
  if (typeof value === 'string') {
    const below = secret === undefined ? value : (redact({ [secret]: value })[secret] as string);
    return plainText(below);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => plainly(item, secret));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const below = redact({ [name]: 'hunter2' })[name] === REDACTED ? name : secret;
      return item === undefined ? [] : [[name, plainly(item, below)]];
    }),
  );
}

const piece = fc.oneof(
  fc.constantFrom(`ghp_${TAIL}`, `github_pat_${TAIL}`, `sk-proj-${TAIL}`, `glpat-${TAIL}`),
  fc.constantFrom(`AKIA${'A1B2C3D4E5F6G7H8'}`, `xoxb-${TAIL}`, 'sk-learn-how-to-read', 'task-sk-1'),
  fc.constantFrom('"token": "a1"', 'password: a1b2', 'https://a:b1@c', 'AWS_SECRET_KEY=a', 'eyJ'),
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
