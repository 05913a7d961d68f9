/** Cuts of lists, named by the rules in docs/spec/budgets.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fits, fitBudget } from '../budget.ts';
import { type Json, type JsonObject, jsonBytes } from '../json.ts';
import { pageOf } from '../paging.ts';
import { omit, pagedAs } from '../trims.ts';
import { cutList, dropItems, type KeepPlan, keepWhole } from './list-cuts.ts';

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 1729, numRuns: 100 };

/** Measures the whole view only. */
const judging = (whole: Fits['whole']): Fits => ({
  whole,
  bytes: () => false,
  isRoomy: () => false,
  room: 0,
});
const NEVER = judging(() => false);

const letter = fc.constantFrom('a', 'ä', '界', '🧭', '"', '\n', '\u0001', '👩‍👩‍👧');
const text = fc.string({ unit: letter, maxLength: 200 });

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
    expect(keepWhole('list', { from: 'front' }).minimal).toBe(false);
  });

  it('[BU10] throws for a paged list without numbers', () => {
    const view = { list: [{ a: 1 }, { a: 2 }], pagination: { has_more: false } };
    const trim = dropItems('list', { from: 'front', keep: 1, paged: 'seq' });
    expect(() => trim.apply(view, NEVER)).toThrow('seq');
  });
});

describe('keeping items whole', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 30 });
  const rows = (all: readonly number[]) =>
    all.map((size, index) => ({ seq: index + 1, text: `${index} ${'x'.repeat(size)}` }));
  const fitIn = (bytes: number, list: Json, plan: Parameters<typeof keepWhole>[1]) =>
    fitBudget({ list, truncated: false }, { bytes }, cutList('list', plan));
  const shown = (view: JsonObject) => (view.list ?? []) as unknown as readonly { text: string }[];

  it.each(['front', 'back'] as const)(
    '[BU20] drops from the %s, and shortens only an item that does not fit by itself',
    (from) => {
      fc.assert(
        fc.property(sizes, fc.integer({ min: 130, max: 4000 }), (all, bytes) => {
          const list = rows(all);
          const { view } = fitIn(bytes, list, { from, paged: 'seq' });
          const kept = shown(view);
          const most = from === 'front' ? list.toReversed() : list;
          const seen = from === 'front' ? kept.toReversed() : kept;
          for (const [at, item] of seen.entries()) {
            if (item.text === most[at]?.text) continue;
            expect(at).toBe(seen.length - 1);
            expect(most[at]?.text.startsWith(item.text.slice(0, -3))).toBe(true);
            expect(jsonBytes({ list: [most[at] as Json], truncated: true })).toBeGreaterThan(bytes);
          }
        }),
        RUNS,
      );
    },
  );

  it('[BU21] uses at least 70 % of the room, unless another page follows', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 300, max: 4000 }), (all, bytes) => {
        const list = rows(all);
        const { view, truncated } = fitIn(bytes, list, { from: 'back', paged: 'seq' });
        if (!truncated || shown(view).length < list.length) return;
        expect(jsonBytes(view)).toBeGreaterThanOrEqual(0.7 * bytes);
      }),
      RUNS,
    );
  });

  it.each([undefined, 'seq'] as const)('[BU23] a larger room shows no fewer items', (paged) => {
    const room = fc.integer({ min: 60, max: 4000 });
    fc.assert(
      fc.property(sizes, room, room, (all, one, other) => {
        const list = rows(all);
        const plan = paged === undefined ? { from: 'back' } : ({ from: 'back', paged } as const);
        const count = (bytes: number) => shown(fitIn(bytes, list, plan as KeepPlan).view).length;
        expect(count(Math.min(one, other))).toBeLessThanOrEqual(count(Math.max(one, other)));
      }),
      { ...RUNS, numRuns: 400 },
    );
  });

  it('[BU21] fills the room with a shortened item where nothing leads on to it', () => {
    const list = rows([300, 300]);
    const { view } = fitIn(560, list, { from: 'back' });
    expect(shown(view)).toHaveLength(2);
    expect(shown(view)[1]?.text).toMatch(/x\.\.\.$/);
    const paged = fitIn(560, list, { from: 'back', paged: 'seq' });
    expect(shown(paged.view)).toEqual(list.slice(0, 1));
  });

  it('[BU20] leaves out spare fields before a text says nothing any more', () => {
    const meta = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`key${n}`, n]));
    const list = [{ seq: 1, text: 'x'.repeat(900), meta }];
    const { view } = fitIn(400, list, { from: 'back', spare: ['meta'] });
    const [item] = view.list as unknown as readonly JsonObject[];
    expect(item).not.toHaveProperty('meta');
    expect(String(item?.text).length).toBeGreaterThan(300);
  });

  it('[BU24] keeps the name of one item and its cursor where no text fits', () => {
    const list = [3, 4].map((seq) => ({ seq, id: `n${seq}`, text: 'x'.repeat(900) }));
    const pagination = { cursor: null, has_more: false, count: 2 };
    const view = { branch: 'b'.repeat(90), list, pagination };
    const { view: cut } = fitBudget(
      view,
      { bytes: 130 },
      cutList('list', { from: 'front', paged: 'seq' }),
    );
    expect(cut).toEqual({
      list: [{ seq: 4, id: 'n4' }],
      pagination: { has_more: true, next_cursor: 4, count: 1 },
      truncated: true,
    });
  });
});

describe('following the pages of a cut answer', () => {
  const TRIMS = cutList('entries', { from: 'front', paged: 'seq' });

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
          expect(rows.length).toBeGreaterThan(0);
          expect(pagination.next_cursor).toBeLessThan(cursor ?? Number.POSITIVE_INFINITY);
          cursor = pagination.next_cursor;
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

  it('[BU24] a page without room for a text names one entry, and leads on', () => {
    const log = [3, 6, 9].map((seq) => ({ seq, content: 'x'.repeat(500) }));
    expect(page(log, 9, 5, 125)).toEqual({
      entries: [{ seq: 6 }],
      pagination: { cursor: 9, next_cursor: 6, has_more: true, limit: 5, count: 1 },
      truncated: true,
    });
  });
});

describe('a list by number', () => {
  const tasks = ['TASK-007', 'TASK-009', 'TASK-010'].map((id) => ({ id }));
  const page = { cursor: null, has_more: false, limit: 5, count: 3 };
  const view: JsonObject = { tasks, tasks_pagination: page };
  const cut = (keep: number) => {
    const plan = { from: 'back', keep, paged: 'id' } as const;
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

  it('[BU10] without any items does not say that there is more', () => {
    expect(cut(0)).toEqual({
      tasks: [],
      tasks_pagination: { cursor: null, limit: 5, count: 0 },
    });
  });

  it('[BU10] that has only has_more sets it', () => {
    const timeline: JsonObject = { events: [1, 2, 3], count: 3, has_more: false };
    const drop = dropItems('events', { from: 'front', keep: 1, counted: true });
    expect(
      drop.apply(
        timeline,
        judging((smaller) => Number(smaller.count) <= 2),
      ),
    ).toEqual({
      events: [2, 3],
      count: 2,
      has_more: true,
    });
  });
});
