/** Fingerprints: known values, and as different as their texts. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fingerprint } from './fingerprint.ts';

it.each([
  // The published test values of 128-bit FNV-1a.
  ['', '6c62272e07bb014262b821756295c58d'],
  ['a', 'd228cb696f1a8caf78912b704e4a8964'],
  ['foobar', '343e1662793c64bf6f0d3597ba446f18'],
])('[G25] of %j is %s on every machine', (text, expected) => {
  expect(fingerprint(text)).toBe(expected);
});

it('[G25] is 32 hexadecimal digits, and tells texts apart', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(fingerprint(a)).toMatch(/^[0-9a-f]{32}$/);
      expect(fingerprint(a) === fingerprint(b)).toBe(a === b);
    }),
    { seed: 1731, numRuns: 500 },
  );
});

it('[G25] begins with zeros where its number is small, never shorter', () => {
  const lengths = Array.from({ length: 2_000 }, (_, n) => fingerprint(`text ${n}`).length);
  expect(new Set(lengths)).toEqual(new Set([32]));
});
