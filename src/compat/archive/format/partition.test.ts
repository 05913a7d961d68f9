import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GRANULARITIES, PARTITION_NAME, partitionOf } from './partition.ts';

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

describe('partitions', () => {
  it('[AR2] are the month, the week, the day, or none', () => {
    expect(GRANULARITIES.map((each) => partitionOf(at('2025-12-07'), each))).toEqual([
      '2025-12',
      '2025-W49',
      '2025-12-07',
      undefined,
    ]);
  });

  it.each([
    ['2024-12-29', '2024-W52'],
    ['2024-12-30', '2025-W01'],
    ['2025-01-01', '2025-W01'],
    ['2025-12-28', '2025-W52'],
    ['2025-12-29', '2026-W01'],
    ['2026-12-31', '2026-W53'],
    ['2027-01-01', '2026-W53'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2021-01-03', '2020-W53'],
    ['2016-01-03', '2015-W53'],
    ['2000-01-01', '1999-W52'],
    ['1970-01-01', '1970-W01'],
  ])('[AR2] %s is in the week %s', (day, week) => {
    expect(partitionOf(at(day), 'weekly')).toBe(week);
  });

  it('[AR2] the day is that in UTC', () => {
    expect(partitionOf(Date.parse('2026-01-01T00:30:00+02:00'), 'daily')).toBe('2025-12-31');
    expect(partitionOf(Date.parse('2025-12-31T23:59:59.999Z'), 'monthly')).toBe('2025-12');
    expect(partitionOf(Date.parse('2024-12-30T00:00:00.000Z'), 'weekly')).toBe('2025-W01');
    expect(partitionOf(Date.parse('2024-12-29T23:59:59.999Z'), 'weekly')).toBe('2024-W52');
  });

  it('[AR2] the seven days from a Monday share a week, and the next Monday has the next week', () => {
    const mondays = fc.integer({ min: 0, max: 400_000 }).map((week) => week * 7 + 4);
    fc.assert(
      fc.property(mondays, fc.integer({ min: 0, max: 6 }), (monday, days) => {
        const of = (day: number) => partitionOf(day * 86_400_000, 'weekly') ?? '';
        expect(of(monday + days)).toBe(of(monday));
        expect(of(monday + 7) > of(monday)).toBe(true);
        expect(of(monday)).toMatch(PARTITION_NAME);
      }),
      { seed: 1731, numRuns: 300 },
    );
  });
});
