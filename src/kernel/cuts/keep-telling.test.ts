/** Cuts of one thing with all its parts, named by the rules in docs/spec. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBudget } from '../budget.ts';
import { type JsonObject, jsonBytes } from '../json.ts';
import { within } from '../trims.ts';
import { keepTelling } from './keep-telling.ts';

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 1729, numRuns: 200 };

function fitIn(thing: JsonObject, bytes: number) {
  const trims = within('thing', [keepTelling(['title', 'text'])]);
  const fitted = fitBudget({ thing }, { bytes }, trims);
  return { ...fitted, cut: (fitted.view.thing ?? {}) as JsonObject };
}

const word = fc.string({
  unit: fc.constantFrom('a', 'ä', '界', '🧭', '"', '\n', ' '),
  maxLength: 30,
});
const { thing } = fc.letrec<{ thing: JsonObject; part: JsonObject[string] }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(word, fc.nat(), fc.boolean(), fc.string({ maxLength: 600 })),
    fc.array(tie('part') as fc.Arbitrary<never>, { maxLength: 8 }),
    tie('thing'),
  ),
  thing: fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), tie('part') as never, {
    maxKeys: 12,
  }),
}));

describe('keeping what tells most', () => {
  it('[RC73] keeps the title longest, whatever else there is', () => {
    fc.assert(
      fc.property(thing, fc.integer({ min: 110, max: 3000 }), (rest, bytes) => {
        const { view, cut, isSignal } = fitIn({ ...rest, title: 'The title of it' }, bytes);
        expect(isSignal).toBeUndefined();
        expect(jsonBytes(view)).toBeLessThanOrEqual(bytes);
        expect(cut.title).toBe('The title of it');
      }),
      RUNS,
    );
  });

  it('[RC73] [BU21] uses at least 70 % of the room', () => {
    fc.assert(
      fc.property(thing, fc.integer({ min: 400, max: 3000 }), (rest, bytes) => {
        const { view, truncated } = fitIn({ ...rest, title: 'The title of it' }, bytes);
        if (truncated) expect(jsonBytes(view)).toBeGreaterThanOrEqual(0.7 * bytes);
      }),
      RUNS,
    );
  });

  it('[RC73] drops later items first, then shortens texts, then drops fields', () => {
    const item = (n: number) => ({ at: n, title: `Item ${n}`, why: 'w'.repeat(40) });
    const whole = {
      id: 'T1',
      text: 't'.repeat(300),
      size: 7,
      items: [1, 2, 3].map(item),
      more: Object.fromEntries([1, 2, 3, 4].map((n) => [`key${n}`, n])),
    };
    const cut = (bytes: number) => fitIn(whole, bytes).cut as typeof whole;
    const third = { title: 'Item 3', at: 3 };
    expect(cut(600)).toEqual({ ...whole, items: [item(1), item(2), third] });
    const [first] = cut(470).items;
    expect(cut(470)).toMatchObject({ id: 'T1', more: whole.more });
    expect(first).toEqual(item(1));
    expect(cut(470).items).toHaveLength(1);
    expect(cut(470).text).toMatch(/^t{200,299}\.\.\.$/);
    expect(cut(260)).toMatchObject({ id: 'T1', size: 7 });
    expect(cut(260)).not.toHaveProperty('more');
    expect(Object.keys(cut(90))).toEqual(['text']);
  });

  it('[RC73] shows the parts that are left in the order in which they stood', () => {
    const whole = { id: 'T1', at: 'x'.repeat(100), text: 'short', title: 'Title', z: ['y'] };
    const { cut } = fitIn(whole, 150);
    expect(Object.keys(cut)).toEqual(['id', 'at', 'text', 'title']);
  });

  it('[BU9] never splits a character', () => {
    const { cut } = fitIn({ text: '🧭'.repeat(200) }, 100);
    expect(cut.text).toMatch(/^(?:🧭)+\.\.\.$/u);
  });
});
