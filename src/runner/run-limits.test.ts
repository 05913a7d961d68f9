import { expect, it } from 'vitest';
import { boundedLimits, QUICKJS_MEMORY, RUN_LIMITS, type RunLimits } from './run-limits.ts';

const NAMES = Object.keys(RUN_LIMITS) as (keyof RunLimits)[];

it('[RN2] what is left out or is no number has its default', () => {
  const usual = boundedLimits(undefined, 'node');
  expect(usual).toEqual(Object.fromEntries(NAMES.map((name) => [name, RUN_LIMITS[name].usual])));
  expect(boundedLimits({ ms: Number.NaN }, 'node')).toEqual(usual);
  expect(boundedLimits({}, 'quickjs').memoryBytes).toBe(QUICKJS_MEMORY.usual);
});

it.each(NAMES)('[RN2] %s stays within its bounds', (name) => {
  expect(boundedLimits({ [name]: 1e15 }, 'node')[name]).toBe(RUN_LIMITS[name].most);
  expect(boundedLimits({ [name]: 0 }, 'node')[name]).toBeGreaterThanOrEqual(RUN_LIMITS[name].least);
});
