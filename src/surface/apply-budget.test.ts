/** Budgets as callers ask for them, named by the rules in docs/spec/budgets.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trim } from '../kernel/budget.ts';
import { dropItems } from '../kernel/cuts/list-cuts.ts';
import { type JsonObject, utf8Length } from '../kernel/json.ts';
import {
  type AskedBudget,
  askedBudget,
  budgetLines,
  budgetView,
  NO_FRAME,
} from './apply-budget.ts';

const RUNS = { seed: 1731, numRuns: 150 };

const view = (items: number): JsonObject => ({
  list: Array.from({ length: items }, (_, index) => `item ${index} 🧭`),
  truncated: false,
});
const trims = [
  dropItems('list', { from: 'back', keep: 1 }),
  dropItems('list', { from: 'back', keep: 0 }),
];
const emptied: Trim = {
  minimal: true,
  apply: (cut) => ({ ...cut, list: [] }),
};
const codes = (warnings: readonly { code: string }[]) => warnings.map((each) => each.code);

/** Lines of state alone, each less important than the one above. */
function fitted(lines: readonly string[], budget: AskedBudget) {
  const state = lines.map((text, rank) => ({ text, rank, section: '' }));
  return budgetLines({ state, commands: [], onward: () => [] }, budget, undefined, NO_FRAME);
}

/** A payload, and its size without the budget. */
function costOf(payload: JsonObject): number {
  const { budget: _told, ...rest } = payload;
  return Buffer.byteLength(JSON.stringify(rest));
}

describe('a requested budget', () => {
  it('[BU11] is 60,000 bytes if none was requested', () => {
    expect(askedBudget({})).toMatchObject({ bytes: 60_000, clamped: false, lines: undefined });
    expect(askedBudget({ max_lines: 3 })).toMatchObject({ bytes: 60_000, lines: 3 });
  });

  it('[BU12] is the smaller of max_chars and max_bytes', () => {
    expect(askedBudget({ max_chars: 500 }).bytes).toBe(500);
    expect(askedBudget({ max_bytes: 500 }).bytes).toBe(500);
    expect(askedBudget({ max_chars: 500, max_bytes: 300 }).bytes).toBe(300);
    expect(askedBudget({ max_chars: 300, max_bytes: 500 }).bytes).toBe(300);
    expect(askedBudget({ max_chars: 1_000_000 }).bytes).toBe(1_000_000);
  });

  it.each([{ max_chars: 0 }, { max_chars: 1 }, { max_bytes: 0 }, { max_bytes: 1, max_chars: 900 }])(
    '[BU4] %j is raised to 200',
    (input) => {
      const budget = askedBudget(input);
      expect(budget).toMatchObject({ bytes: 200, clamped: true });
      const { payload, warnings } = budgetView(view(30), budget, trims, NO_FRAME);
      expect(payload.list).toContain('item 0 🧭');
      expect(payload.budget).toMatchObject({ max_chars: 200, truncated: true });
      expect(codes(warnings)).toEqual(['BUDGET_MIN_CLAMPED', 'BUDGET_TRUNCATED']);
      expect(warnings[0]?.message).toBe('max_chars was raised to 200');
    },
  );
});

describe('a view in a budget', () => {
  it('[BU1] reports its budget if, and only if, one was requested', () => {
    expect(budgetView(view(1), askedBudget({}), trims, NO_FRAME).payload).toEqual(view(1));
    for (const input of [{ max_chars: 900 }, { max_bytes: 900 }]) {
      expect(budgetView(view(1), askedBudget(input), trims, NO_FRAME).payload.budget).toEqual({
        max_chars: 900,
        used_chars: costOf(view(1)),
        truncated: false,
      });
    }
  });

  it.each([0, 1, 2, 50, 120, 200, 400, 1000, 5000])(
    '[BU2] [BU3] in %i bytes used_chars is the size without the budget, and never more',
    (max_chars) => {
      fc.assert(
        fc.property(fc.nat(60), (items) => {
          const { payload } = budgetView(view(items), askedBudget({ max_chars }), trims, NO_FRAME);
          const budget = payload.budget as { max_chars: number; used_chars: number };
          expect(budget.used_chars).toBe(costOf(payload));
          expect(budget.used_chars).toBeLessThanOrEqual(budget.max_chars);
          expect(budget.max_chars).toBe(Math.max(200, max_chars));
        }),
        { ...RUNS, numRuns: 30 },
      );
    },
  );

  it('[BU5] that was cut reports it in three places, and one that was not in none', () => {
    const cut = budgetView(view(30), askedBudget({ max_chars: 300 }), trims, NO_FRAME);
    expect(cut.payload.truncated).toBe(true);
    expect(cut.payload.budget).toMatchObject({ truncated: true });
    expect(codes(cut.warnings)).toEqual(['BUDGET_TRUNCATED']);
    const whole = budgetView(view(30), askedBudget({ max_chars: 5000 }), trims, NO_FRAME);
    expect(whole.payload.truncated).toBe(false);
    expect(whole.payload.budget).toMatchObject({ truncated: false });
    expect(whole.warnings).toEqual([]);
  });

  it('[BU6] that is only a skeleton reports that too', () => {
    const long = { list: ['x'.repeat(300)], truncated: false };
    const skeleton = budgetView(long, askedBudget({ max_chars: 200 }), [emptied], NO_FRAME);
    expect(skeleton.payload.list).toEqual([]);
    expect(codes(skeleton.warnings)).toEqual(['BUDGET_TRUNCATED', 'BUDGET_MINIMAL']);
  });

  it('[BU11] beyond our own cap is cut without a budget of its own', () => {
    const { payload, warnings } = budgetView(view(6000), askedBudget({}), trims, NO_FRAME);
    expect(payload).not.toHaveProperty('budget');
    expect(payload.truncated).toBe(true);
    expect(costOf(payload)).toBeLessThanOrEqual(60_000);
    expect(costOf(payload)).toBeGreaterThan(59_900);
    expect(codes(warnings)).toEqual(['BUDGET_TRUNCATED']);
  });

  it('[BU13] counts lines if lines were requested', () => {
    const { payload } = budgetView(view(30), askedBudget({ max_lines: 4 }), trims, NO_FRAME);
    expect(payload.list).toHaveLength(4);
    expect(payload.budget).toEqual({ max_lines: 4, used_lines: 4, truncated: true });
    const both = budgetView(
      view(3),
      askedBudget({ max_lines: 4, max_chars: 900 }),
      trims,
      NO_FRAME,
    );
    expect(both.payload.budget).toEqual({
      max_chars: 900,
      used_chars: costOf(view(3)),
      max_lines: 4,
      used_lines: 3,
      truncated: false,
    });
  });
});

describe('lines in a budget', () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'ä', '界', '🧭', ' '), maxLength: 60 });

  it('[BU14] whole lines from the top, as many as fit', () => {
    const long = 'x'.repeat(200);
    const lines = ['one', `zwei ä${long}`, 'three'];
    const cut = (input: object) => fitted(lines, askedBudget({ ...input }));
    expect(cut({})).toEqual({ payload: lines, warnings: [] });
    expect(cut({ max_chars: 217 }).payload).toEqual(lines);
    expect(cut({ max_chars: 216 }).payload).toEqual(lines.slice(0, 2));
    expect(codes(cut({ max_chars: 216 }).warnings)).toEqual(['BUDGET_TRUNCATED']);
    expect(cut({ max_lines: 1 }).payload).toEqual(['one']);
    expect(cut({ max_lines: 0 }).payload).toEqual([]);
  });

  it.each([
    [209, 'ä界...'],
    [208, 'ä界...'],
    [207, 'ä...'],
    [0, 'x...'],
  ])('[BU14] in %i bytes the first line is cut to %s', (max_chars, expected) => {
    const cut = fitted([`${'x'.repeat(200)}ä界🧭 and more`], askedBudget({ max_chars }));
    expect(cut.payload[0]?.replace(/^x+(?=[^.])/, '').replace(/^x+/, 'x')).toBe(expected);
    expect(codes(cut.warnings)).toContain('BUDGET_MINIMAL');
  });

  it.each([0, 1, 2, 50, 120, 200, 400])('[BU3] [BU7] never more than %i bytes', (max_chars) => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const budget = askedBudget({ max_chars });
        const { payload, warnings } = fitted(lines, budget);
        const whole = lines.join('\n');
        expect(utf8Length(payload.join('\n'))).toBeLessThanOrEqual(Math.max(200, max_chars));
        expect(payload.every((each) => each.isWellFormed())).toBe(true);
        expect(codes(warnings).includes('BUDGET_TRUNCATED')).toBe(payload.join('\n') !== whole);
        expect(fitted(lines, budget)).toEqual({ payload, warnings });
      }),
      RUNS,
    );
  });
});
