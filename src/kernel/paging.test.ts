/** Pages over a log, named by the rules in docs/spec/branches-and-notes.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cursor, pageOf } from './paging.ts';

const rows = (...seqs: number[]) => seqs.map((seq) => ({ seq }));

describe('a page', () => {
  it('[BN19] is oldest first, with the cursor of the next page only if there is more', () => {
    expect(pageOf(rows(9, 7, 5), { cursor: undefined, limit: 2 })).toEqual({
      rows: rows(7, 9),
      pagination: { cursor: null, next_cursor: 7, has_more: true, limit: 2, count: 2 },
    });
    expect(pageOf(rows(5, 3), { cursor: 7, limit: 2 })).toEqual({
      rows: rows(3, 5),
      pagination: { cursor: 7, has_more: false, limit: 2, count: 2 },
    });
  });

  it('[BN19] of nothing has no next page', () => {
    expect(pageOf([], { cursor: 1, limit: 20 })).toEqual({
      rows: [],
      pagination: { cursor: 1, has_more: false, limit: 20, count: 0 },
    });
  });

  it('[BN19] following the cursors shows every entry once', () => {
    const logs = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 60 });
    fc.assert(
      fc.property(logs, fc.integer({ min: 1, max: 10 }), (seqs, limit) => {
        const log = [...seqs].sort((a, b) => a - b);
        const seen: number[] = [];
        let cursor: Cursor | undefined;
        let more = true;
        while (more) {
          const below = log.filter((seq) => cursor === undefined || seq < Number(cursor)).reverse();
          const found = pageOf(rows(...below.slice(0, limit + 1)), { cursor, limit });
          seen.unshift(...found.rows.map((row) => row.seq));
          more = found.pagination.has_more;
          cursor = found.pagination.next_cursor;
          expect(cursor === undefined).toBe(!more);
        }
        expect(seen).toEqual(log);
      }),
      { seed: 1731, numRuns: 100 },
    );
  });
});
