import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestAt, timeStrip } from './time-strip.ts';

describe('the strip of time', () => {
  it('[OB56] places thoughts by their time, from the first to the last', () => {
    expect([...timeStrip([10, 20, 30, 50]).places]).toEqual([0, 0.25, 0.5, 1]);
    expect([...timeStrip([5]).places]).toEqual([0]);
    expect([...timeStrip([]).places]).toEqual([]);
    expect([...timeStrip([7, 7, 7]).places]).toEqual([0, 0, 0]);
  });

  it('[OB56] a night between two thoughts leaves room for the others, and is marked', () => {
    const times = [0, 10, 20, 30, 40_000_000, 40_000_010];
    const { places, breaks } = timeStrip(times);
    expect(places[3]).toBeGreaterThan(0.15);
    expect(breaks).toHaveLength(1);
    expect(breaks[0]).toBeGreaterThan(places[3] ?? 1);
    expect(breaks[0]).toBeLessThan(places[4] ?? 0);
  });

  it('[OB56] never goes back, even if clocks do, and finds the nearest thought', () => {
    const anyTimes = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1 });
    fc.assert(
      fc.property(anyTimes, fc.double({ min: 0, max: 1, noNaN: true }), (times, at) => {
        const strip = timeStrip(times);
        const all = [...strip.places];
        expect(all).toEqual([...all].sort((a, b) => a - b));
        const distance = (place: number) => Math.abs(place - at);
        const nearest = Math.min(...all.map(distance));
        expect(distance(all[nearestAt(strip, at)] ?? 9)).toBe(nearest);
      }),
    );
    expect(nearestAt(timeStrip([]), 0.5)).toBe(-1);
  });
});
