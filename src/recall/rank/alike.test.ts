/** Texts that say the same, named by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { compared, sayTheSame } from './alike.ts';

const alike = (a: string, b: string) => sayTheSame(compared(a), compared(b));

describe('texts that say the same', () => {
  it('[RC20] order, case and forms of words do not matter', () => {
    expect(alike('The cache is full.', 'full: THE CACHES')).toBe(true);
    const long = 'one two three four five six seven eight nine ten eleven twelve thirteen';
    expect(alike(long, `${long} fourteen`)).toBe(true);
  });

  it('[RC20] texts of more than 8,000 characters say the same only if they are equal', () => {
    const long = Array.from({ length: 1_500 }, (_, at) => `word${at}`).join(' ');
    expect(long.length).toBeGreaterThan(8_000);
    expect(alike(long, long)).toBe(true);
    expect(alike(long, `${long} more`)).toBe(false);
    expect(alike(long, 'word1')).toBe(false);
  });

  it('[RC20] one word more makes a short text another one', () => {
    expect(alike('The cache is full', 'The cache is not empty')).toBe(false);
    expect(alike('cache full', 'cache full again')).toBe(false);
    expect(alike('…', '!')).toBe(false);
  });

  it('[RC20] another number, name of code or negation makes it another one', () => {
    const rule = (how: string, after: string) =>
      `The webhook worker of the billing service ${how} failed deliveries to the partner ` +
      `gateway during the nightly settlement window, after ${after}, and writes the outcome of ` +
      'every attempt to the audit log of the tenant with its trace';
    const one = rule('must retry', '30 minutes');
    expect(alike(one, one.toUpperCase())).toBe(true);
    expect(alike(one, rule('shall retry', '30 minutes'))).toBe(true);
    expect(alike(one, rule('must not retry', '30 minutes'))).toBe(false);
    expect(alike(one, rule("mustn't retry", '30 minutes'))).toBe(false);
    expect(alike(rule('must never retry', 'x'), rule('must not retry', 'x'))).toBe(true);
    expect(alike(one, rule('must retry', '45 minutes'))).toBe(false);
    expect(alike(rule('must retry', 'getUser'), rule('must retry', 'getUsers'))).toBe(false);
    expect(alike(rule('must retry', 'src/a.ts'), rule('must retry', 'src/b.ts'))).toBe(false);
  });
});
