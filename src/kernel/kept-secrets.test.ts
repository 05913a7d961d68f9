/** What is kept of values that come back redacted; docs/spec/redaction.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { keepSecrets } from './kept-secrets.ts';
import { REDACTED, redact } from './redaction.ts';

/** Assembled here, so that no secret scanner reports this file. */
const KEY = `ghp_${'A1b2C3d4E5f6G7h8I9j0K1l2'}`;
const OTHER = `sk-proj-${'Z9y8X7w6V5u4T3s2R1q0P9o8'}`;

const RUNS = { seed: 1917, numRuns: 500 };

describe('a value that comes back redacted', () => {
  it('[RD25] is the stored one, whatever its shape', () => {
    const text = fc.constantFrom(KEY, OTHER, `see ${KEY}`, `${KEY} ${OTHER}`, 'plain', REDACTED);
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.constantFrom(null, true, 12),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom('token', 'secrets', 'note', KEY, OTHER, 'list'),
          tie('value'),
          {
            maxKeys: 4,
            noNullPrototype: true,
          },
        ) as fc.Arbitrary<Json>,
      ),
    }));
    fc.assert(
      fc.property(value, (stored) => {
        expect(keepSecrets(redact(stored), stored)).toEqual(stored);
      }),
      RUNS,
    );
  });

  it('[RD25] keeps each field of its own; others change', () => {
    const stored = { token: 'hunter2', note: `use ${KEY}`, port: 1, tags: ['a', KEY] };
    const sent = { token: REDACTED, note: `use ${REDACTED}`, port: 2, tags: [REDACTED] };
    expect(keepSecrets(sent, stored)).toEqual({ ...stored, port: 2, tags: [KEY] });
    expect(keepSecrets({ token: 'new' }, stored)).toEqual({ token: 'new' });
    expect(keepSecrets({ [REDACTED]: 5 }, { [KEY]: 4 })).toEqual({ [KEY]: 5 });
  });

  it('[RD26] keeps its one secret if the words around it change', () => {
    expect(keepSecrets(`please use ${REDACTED} now`, `use ${KEY}`)).toBe(`please use ${KEY} now`);
    expect(keepSecrets(`A=${REDACTED}`, `TOKEN=${KEY} x`)).toBe(`A=${KEY}`);
  });

  it('[RD26] is stored as it was sent if it does not say which secret it means', () => {
    const two = `${REDACTED} ${REDACTED}`;
    expect(keepSecrets(`b ${two}`, `a ${KEY} ${OTHER}`)).toBe(`b ${two}`);
    expect(keepSecrets(two, `a ${KEY}`)).toBe(two);
    expect(keepSecrets(REDACTED, 'plain')).toBe(REDACTED);
    expect(keepSecrets(REDACTED, undefined)).toBe(REDACTED);
    expect(keepSecrets({ token: REDACTED }, ['x'])).toEqual({ token: REDACTED });
    expect(keepSecrets([REDACTED], [KEY, OTHER])).toEqual(['<redacted>']);
    expect(keepSecrets([REDACTED, 'a', 'b'], ['a', KEY, 'b'])).toEqual([KEY, 'a', 'b']);
  });
});
