import { describe, expect, it } from 'vitest';
import { estimatedHeight, gridFor } from './densities.ts';

describe('densities', () => {
  it('[OB56] cards fill the width, and one column is left of a narrow page', () => {
    for (const width of [320, 360, 520, 900, 1280, 2560]) {
      const { columns, metrics } = gridFor('cards', width);
      const used = columns * metrics.cell - (metrics.cell - metrics.card) + 2 * metrics.gutter;
      expect(used).toBeLessThanOrEqual(width);
      expect(width - used).toBeLessThan(columns);
      expect(metrics.card).toBeGreaterThanOrEqual(196);
    }
    expect([320, 360, 520, 1280].map((width) => gridFor('cards', width).columns)).toEqual([
      1, 1, 2, 5,
    ]);
  });

  it('[OB56] Read is one column that does not get too wide; Dots has many', () => {
    expect(gridFor('read', 2000)).toMatchObject({ columns: 1, metrics: { card: 820 } });
    expect(gridFor('read', 360).metrics.card).toBe(304);
    expect(gridFor('dots', 1280).columns).toBeGreaterThan(70);
    expect(estimatedHeight('a\nb', 300) - estimatedHeight('a', 300)).toBe(22);
  });
});
