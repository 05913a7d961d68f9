/** Digests: the published values of SHA-256; different texts have different digests. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '../sha256.ts';
import { digestOf } from './digest.ts';

it.each([
  // The published test values of SHA-256, their first half.
  ['', 'e3b0c44298fc1c149afbf4c8996fb924'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223'],
])('[GR25] of %j is %s on every machine', (text, expected) => {
  expect(digestOf(sha256, text)).toBe(expected);
});

it('[GR25] is 32 hexadecimal digits, different for different texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(digestOf(sha256, a)).toMatch(/^[0-9a-f]{32}$/);
      expect(digestOf(sha256, a) === digestOf(sha256, b)).toBe(a === b);
    }),
    { seed: 1731, numRuns: 500 },
  );
});
