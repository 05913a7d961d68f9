/** Single cuts, named by the rules in docs/spec/budgets.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fits } from './budget.ts';
import { type JsonObject, jsonBytes, utf8Length } from './json.ts';
import { omit, omitFromItems, shorten, shortenFields, shortenText } from './trims.ts';

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 1729, numRuns: 100 };

/** Measures the whole view only, so that texts are always shortened. */
const judging = (whole: Fits['whole']): Fits => ({
  whole,
  bytes: () => false,
  isRoomy: () => false,
  room: 0,
});
const NEVER = judging(() => false);

const letter = fc.constantFrom('a', 'ä', '界', '🧭', '"', '\n', '\u0001', '👩‍👩‍👧');
const text = fc.string({ unit: letter, maxLength: 200 });

describe('shortening', () => {
  it('[BU9] keeps within the length in bytes and ends with an ellipsis exactly if it cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 3, max: 300 }), (long, bytes) => {
        const short = shortenText(long, bytes);
        expect(utf8Length(short)).toBeLessThanOrEqual(bytes);
        if (utf8Length(long) <= bytes) expect(short).toBe(long);
        else expect(short.endsWith('...')).toBe(true);
      }),
      RUNS,
    );
  });

  it('[BU9] never splits a character, and keeps as much as fits', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 3, max: 300 }), (long, bytes) => {
        const short = shortenText(long, bytes);
        expect(short.isWellFormed()).toBe(true);
        if (short === long) return;
        const kept = short.slice(0, -3);
        expect(long.startsWith(kept)).toBe(true);
        const next = [...long.slice(kept.length)][0] ?? '';
        expect(utf8Length(kept + next) + 3).toBeGreaterThan(bytes);
      }),
      RUNS,
    );
  });

  it('[BU8] shortens only the named texts, and leaves a view unchanged if nothing is long', () => {
    const view = { list: [{ a: 'x'.repeat(20), b: 'y'.repeat(20) }, 'loose', { a: 'short' }] };
    const trim = shorten('list', ['a'], 10);
    expect(trim.apply(view, NEVER)).toEqual({
      list: [{ a: 'xxxxxxx...', b: 'y'.repeat(20) }, 'loose', { a: 'short' }],
    });
    const short = { list: [{ a: 'short' }] };
    expect(trim.apply(short, NEVER)).toBe(short);
    const none = { other: 1 };
    expect(trim.apply(none, NEVER)).toBe(none);
  });
});

describe('leaving out', () => {
  it('[BU8] removes the named fields of items, and nothing else', () => {
    const view = { list: [{ a: 1, meta: {} }, 7, { a: 2 }], meta: 'own' };
    expect(omitFromItems('list', ['meta']).apply(view, NEVER)).toEqual({
      list: [{ a: 1 }, 7, { a: 2 }],
      meta: 'own',
    });
    const bare = { list: [{ a: 1 }] };
    expect(omitFromItems('list', ['meta']).apply(bare, NEVER)).toBe(bare);
  });

  it('[BU8] removes fields of the view one after the other, only as many as needed', () => {
    const view = { a: 'a'.repeat(40), b: 'b'.repeat(40), c: 'c'.repeat(40) };
    const fits = (each: JsonObject) => jsonBytes(each) <= 100;
    expect(omit('x', 'b', 'a', 'c').apply(view, judging(fits))).toEqual({ a: view.a, c: view.c });
    expect(
      omit('b', 'a', 'c').apply(
        view,
        judging(() => true),
      ),
    ).toBe(view);
  });
});

it('[BU8] [BU9] shortens texts of the view itself, and only if the bytes do not fit', () => {
  const view: JsonObject = { why: 'because of it', now: 'x', list: ['because of it'] };
  const trim = shortenFields(['why', 'now', 'list', 'nothing'], 9);
  expect(trim.apply(view, NEVER)).toEqual({ ...view, why: 'becaus...' });
  expect(shortenFields(['why'], 99).apply(view, NEVER)).toBe(view);
  const linesOnly: Fits = { ...NEVER, bytes: () => true };
  expect(trim.apply(view, linesOnly)).toBe(view);
});
