/** Single cuts, named by the rules in docs/spec/budgets.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fits, fitBudget } from './budget.ts';
import { type JsonObject, jsonBytes, utf8Length } from './json.ts';
import { pageOf } from './paging.ts';
import {
  dropItems,
  omit,
  omitFromItems,
  pagedAs,
  shorten,
  shortenFields,
  shortenText,
} from './trims.ts';

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 1729, numRuns: 100 };

/** Measures the whole view only, so that texts are always shortened. */
const judging = (whole: Fits['whole']): Fits => ({ whole, bytes: () => false });
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

describe('dropping items', () => {
  const sized = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 40 });

  it.each(['front', 'back'] as const)('[BU8] drops as few from the %s as possible', (from) => {
    fc.assert(
      fc.property(sized, fc.integer({ min: 20, max: 2000 }), (sizes, bytes) => {
        const list = sizes.map((size, index) => ({ seq: index + 1, text: 'x'.repeat(size) }));
        const fits = (each: JsonObject) => jsonBytes(each) <= bytes;
        const kept = dropItems('list', { from, keep: 0 }).apply({ list }, judging(fits)).list;
        const count = Array.isArray(kept) ? kept.length : -1;
        const having = (most: number) =>
          from === 'front' ? list.slice(list.length - most) : list.slice(0, most);
        expect(kept).toEqual(having(count));
        if (count + 1 < list.length) expect(fits({ list: having(count + 1) })).toBe(false);
      }),
      RUNS,
    );
  });

  it('[BU8] keeps the least number of items, even if the view does not fit', () => {
    const list = [{ seq: 1 }, { seq: 2 }, { seq: 3 }];
    const kept = dropItems('list', { from: 'front', keep: 1 }).apply({ list }, NEVER);
    expect(kept).toEqual({ list: [{ seq: 3 }] });
    const one = { list: [{ seq: 3 }] };
    expect(dropItems('list', { from: 'front', keep: 1 }).apply(one, NEVER)).toBe(one);
  });

  it('[BU6] only a list that may become empty counts as a skeleton', () => {
    expect(dropItems('list', { from: 'front', keep: 1 }).minimal).toBe(false);
    expect(dropItems('list', { from: 'front', keep: 0 }).minimal).toBe(true);
    expect(omit('a').minimal).toBe(true);
    expect(shorten('list', ['a'], 9).minimal).toBe(false);
  });

  it('[BU10] throws for a paged list without numbers', () => {
    const view = { list: [{ a: 1 }, { a: 2 }], pagination: { has_more: false } };
    const trim = dropItems('list', { from: 'front', keep: 0, paged: 'seq' });
    expect(() => trim.apply(view, NEVER)).toThrow('seq');
  });
});

describe('following the pages of a cut answer', () => {
  const TRIMS = [
    shorten('entries', ['content'], 256),
    dropItems('entries', { from: 'front', keep: 1, paged: 'seq' }),
    shorten('entries', ['content'], 80),
    dropItems('entries', { from: 'front', keep: 0, paged: 'seq' }),
  ];

  type Row = { readonly seq: number; readonly content: string };
  type Page = { cursor: number | null; next_cursor?: number; has_more: boolean; count: number };

  function page(log: readonly Row[], cursor: number | undefined, limit: number, bytes: number) {
    const found = log.filter((row) => cursor === undefined || row.seq < cursor).reverse();
    const { rows, pagination } = pageOf(found.slice(0, limit + 1), { cursor, limit });
    return fitBudget({ entries: rows, pagination, truncated: false }, { bytes }, TRIMS).view;
  }

  it('[BU10] returns every entry once, in every budget', () => {
    const contents = fc.array(text, { maxLength: 40 });
    const caps = fc.constantFrom(2, 50, 120, 200, 400, 1000, 5000);
    fc.assert(
      fc.property(contents, caps, fc.integer({ min: 1, max: 12 }), (all, bytes, limit) => {
        const log = all.map((content, index) => ({ seq: 3 * index + 2, content }));
        const seen: number[] = [];
        let cursor: number | undefined;
        let cap: number = bytes;
        for (let turn = 0; turn < 200; turn++) {
          const view = page(log, cursor, limit, cap);
          const rows = view.entries as unknown as readonly Row[] | undefined;
          const pagination = view.pagination as unknown as Page | undefined;
          cap = bytes;
          if (!rows || !pagination) {
            // A bare signal has no cursor: the reader asks for the same page with a larger budget.
            cap = 100_000;
            continue;
          }
          expect(pagination.count).toBe(rows.length);
          seen.unshift(...rows.map((row) => row.seq));
          if (!pagination.has_more) break;
          cursor = pagination.next_cursor;
          if (rows.length === 0) cap = 100_000;
        }
        expect(seen).toEqual(log.map((row) => row.seq));
      }),
      RUNS,
    );
  });

  it('[BU10] a page without its oldest entries continues below the oldest entry kept', () => {
    const log = [1, 2, 3, 4, 5].map((seq) => ({ seq, content: 'x'.repeat(70) }));
    expect(page(log, undefined, 5, 330)).toMatchObject({
      entries: [{ seq: 4 }, { seq: 5 }],
      pagination: { cursor: null, next_cursor: 4, has_more: true, limit: 5, count: 2 },
      truncated: true,
    });
  });

  it('[BU10] a page without any entries starts again at its newest entry', () => {
    const log = [3, 6, 9].map((seq) => ({ seq, content: 'x'.repeat(500) }));
    expect(page(log, 9, 5, 125)).toEqual({
      entries: [],
      pagination: { cursor: 9, next_cursor: 7, has_more: true, limit: 5, count: 0 },
      truncated: true,
    });
  });
});

describe('a list by number', () => {
  const tasks = ['TASK-007', 'TASK-009', 'TASK-010'].map((id) => ({ id }));
  const page = { cursor: null, has_more: false, limit: 5, count: 3 };
  const view: JsonObject = { tasks, tasks_pagination: page };
  const cut = (keep: number) => {
    const plan = { from: 'back', keep, paged: 'id', upwards: true } as const;
    const [trim] = pagedAs('tasks_pagination', [dropItems('tasks', plan)]);
    return trim?.apply(
      view,
      judging((smaller) => (smaller.tasks as readonly unknown[]).length <= keep),
    );
  };

  it('[BU10] continues after the last item kept, with a pagination field of its own', () => {
    expect(cut(2)).toEqual({
      tasks: tasks.slice(0, 2),
      tasks_pagination: { ...page, next_cursor: 9, has_more: true, count: 2 },
    });
  });

  it('[BU10] without any items starts again at its first', () => {
    expect(cut(0)).toMatchObject({ tasks: [], tasks_pagination: { next_cursor: 6, count: 0 } });
  });

  it('[BU10] that has only has_more sets it', () => {
    const timeline: JsonObject = { events: [1, 2, 3], count: 3, has_more: false };
    const drop = dropItems('events', { from: 'front', keep: 1, counted: true });
    expect(
      drop.apply(
        timeline,
        judging((smaller) => smaller.count === 2),
      ),
    ).toEqual({
      events: [2, 3],
      count: 2,
      has_more: true,
    });
  });
});

it('[BU8] [BU9] shortens texts of the view itself, and only if the bytes do not fit', () => {
  const view: JsonObject = { why: 'because of it', now: 'x', list: ['because of it'] };
  const trim = shortenFields(['why', 'now', 'list', 'nothing'], 9);
  expect(trim.apply(view, NEVER)).toEqual({ ...view, why: 'becaus...' });
  expect(shortenFields(['why'], 99).apply(view, NEVER)).toBe(view);
  const linesOnly: Fits = { whole: () => false, bytes: () => true };
  expect(trim.apply(view, linesOnly)).toBe(view);
});
