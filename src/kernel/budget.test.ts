/** Fitting an answer into a budget, named by the rules in docs/spec/budgets.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampBudget, countLines, fitBudget, type Trim } from './budget.ts';
import { dropItems } from './cuts/list-cuts.ts';
import { type JsonObject, jsonBytes } from './json.ts';
import { omit, omitFromItems, shorten } from './trims.ts';

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 1731, numRuns: 60 };

const CAPS = [2, 50, 120, 200, 400, 1000, 5000];

/** Characters of one to four bytes, and those that JSON escapes. */
const letter = fc.constantFrom('a', ' ', 'ä', '界', '🧭', '"', '\\', '\n', '\u0001');
const text = fc.string({ unit: letter, maxLength: 400 });

const entry = fc.record(
  {
    content: text,
    title: text,
    meta: fc.dictionary(fc.string({ unit: letter, maxLength: 5 }), text, { maxKeys: 3 }),
    tags: fc.array(text, { maxLength: 4 }),
  },
  { requiredKeys: ['content'] },
);

const view: fc.Arbitrary<JsonObject> = fc
  .record({ branch: text, entries: fc.array(entry, { maxLength: 30 }), extra: text })
  .map(({ entries, ...rest }) => ({
    ...rest,
    entries: entries.map((each, index) => ({ seq: 10 * index + 7, ...each })),
    pagination: { cursor: null, has_more: false, limit: 30, count: entries.length },
    truncated: false,
  }));

const PLANS: readonly { readonly name: string; readonly trims: readonly Trim[] }[] = [
  { name: 'no trims', trims: [] },
  {
    name: 'entry trims',
    trims: [
      shorten('entries', ['content'], 256),
      omitFromItems('entries', ['meta']),
      dropItems('entries', { from: 'front', keep: 1, paged: 'seq' }),
      shorten('entries', ['content', 'title'], 80),
      dropItems('entries', { from: 'front', keep: 0, paged: 'seq' }),
      omit('extra', 'branch'),
    ],
  },
  {
    name: 'trims from the back',
    trims: [dropItems('entries', { from: 'back', keep: 0 }), omit('pagination')],
  },
];

describe.each(PLANS)('fitting with $name', ({ trims }) => {
  it.each(CAPS)('[BU3] never exceeds %i bytes, whatever the text', (bytes) => {
    fc.assert(
      fc.property(view, (full) => {
        const { view: fitted } = fitBudget(full, { bytes }, trims);
        expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(bytes);
      }),
      RUNS,
    );
  });

  it('[BU13] never exceeds the lines either', () => {
    fc.assert(
      fc.property(view, fc.integer({ min: 0, max: 20 }), (full, lines) => {
        const { view: fitted } = fitBudget(full, { bytes: 100_000, lines }, trims);
        expect(countLines(fitted)).toBeLessThanOrEqual(lines);
      }),
      RUNS,
    );
  });

  it('[BU7] cuts the same way twice', () => {
    fc.assert(
      fc.property(view, fc.constantFrom(...CAPS), (full, bytes) => {
        expect(fitBudget(structuredClone(full), { bytes }, trims)).toEqual(
          fitBudget(full, { bytes }, trims),
        );
      }),
      RUNS,
    );
  });

  it('[BU5] reports truncated exactly if something was cut', () => {
    fc.assert(
      fc.property(view, fc.constantFrom(...CAPS, 100_000), (full, bytes) => {
        const { view: fitted, truncated, minimal } = fitBudget(full, { bytes }, trims);
        expect(truncated).toBe(jsonBytes(full) > bytes);
        if (!truncated) {
          expect(fitted).toEqual(full);
          expect(minimal).toBe(false);
        } else if (!('signal' in fitted) && jsonBytes(fitted) > 2) {
          expect(fitted.truncated).toBe(true);
        }
      }),
      RUNS,
    );
  });
});

describe('the last resort', () => {
  const full = { text: 'x'.repeat(500) };

  it.each([
    [400, { signal: 'minimal' }],
    [20, { signal: 'minimal' }],
    [19, {}],
    [2, {}],
  ])('[BU6] in %i bytes it is the first signal that fits', (bytes, expected) => {
    expect(fitBudget(full, { bytes }, [])).toEqual({
      view: expected,
      truncated: true,
      minimal: true,
      isSignal: true,
    });
  });

  it('[BU6] a budget of no lines still leaves a signal', () => {
    expect(fitBudget({ list: [1] }, { bytes: 100, lines: 0 }, []).view).toEqual({
      signal: 'minimal',
    });
  });
});

describe('the order of cuts', () => {
  const named = (name: string, minimal: boolean, used: string[]): Trim => ({
    minimal,
    apply(current) {
      used.push(name);
      const { [name]: _gone, ...rest } = current;
      return name in current ? rest : current;
    },
  });
  const full = { a: 'a'.repeat(50), b: 'b'.repeat(50), c: 'c'.repeat(50) };

  it('[BU8] applies the trims in their order, and stops when the view fits', () => {
    const used: string[] = [];
    const trims = ['a', 'b', 'c'].map((name) => named(name, false, used));
    const { view: fitted, minimal } = fitBudget(full, { bytes: 100 }, trims);
    expect(used).toEqual(['a', 'b']);
    expect(fitted).toEqual({ c: full.c, truncated: true });
    expect(minimal).toBe(false);
  });

  it('[BU6] reports a minimal trim that cut something, and none that found nothing', () => {
    const found = fitBudget(full, { bytes: 100 }, [named('a', true, []), named('b', false, [])]);
    expect(found.minimal).toBe(true);
    const missed = fitBudget(full, { bytes: 100 }, [
      named('zz', true, []),
      named('a', false, []),
      named('b', false, []),
    ]);
    expect(missed.minimal).toBe(false);
  });

  it('[BU8] no trim changes a view that fits', () => {
    const used: string[] = [];
    const same = fitBudget(full, { bytes: jsonBytes(full) }, [named('a', true, used)]);
    expect(same).toEqual({ view: full, truncated: false, minimal: false });
    expect(used).toEqual([]);
  });
});

describe('counting', () => {
  it('[BU13] lines are list items plus line breaks inside texts, at any depth', () => {
    expect(countLines({})).toBe(0);
    expect(countLines({ a: 'one', b: 2, c: null })).toBe(0);
    expect(countLines({ a: 'one\ntwo\nthree' })).toBe(2);
    expect(countLines({ list: [1, 2, 3] })).toBe(3);
    expect(countLines({ list: [{ text: 'a\nb' }, ['x', 'y']] })).toBe(2 + 1 + 2);
  });

  it.each([
    [0, 200, true],
    [199, 200, true],
    [200, 200, false],
    [201, 201, false],
    [5000, 5000, false],
  ])('[BU4] a cap of %i becomes %i', (asked, bytes, clamped) => {
    expect(clampBudget(asked)).toEqual({ bytes, clamped });
  });
});
