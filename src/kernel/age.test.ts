/** Ages as answers show them; docs/spec/thoughts.md. */

import { expect, it } from 'vitest';
import { ageOf } from './age.ts';

it.each([
  [0, 'now'],
  [59_999, 'now'],
  [60_000, '1m'],
  [3_599_999, '59m'],
  [3_600_000, '1h'],
  [86_400_000 * 40, '40d'],
  [-5, 'now'],
])('[TH57] an age of %i ms is %s', (ms, age) => {
  expect(ageOf(1_000, 1_000 + ms)).toBe(age);
});
