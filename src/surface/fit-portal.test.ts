/** Random portals in random rooms, named by the rules in docs/spec/budgets.md. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from '../kernel/json.ts';
import { fitPortal, type PortalLines } from './fit-portal.ts';

const RUNS = { numRuns: Number(process.env.WAYMARK_RUNS ?? 150) };

interface Drawn {
  readonly length: number;
  readonly rank: number;
  readonly section: number;
  readonly least: number | undefined;
  readonly isReadAgain: boolean;
}

const drawn = fc.record({
  length: fc.integer({ min: 5, max: 300 }),
  rank: fc.integer({ min: 0, max: 4 }),
  section: fc.integer({ min: 0, max: 3 }),
  least: fc.option(fc.integer({ min: 20, max: 120 }), { nil: undefined }),
  isReadAgain: fc.boolean(),
});

/** Each line begins with its number, by which it is known however much of it is shown. */
function portalOf(lines: readonly Drawn[], commands: number): PortalLines {
  const ofSection = (section: number) => lines.filter((line) => line.section === section);
  return {
    state: [
      { text: 'The head of it', rank: 0 },
      ...lines.map(({ length, rank, section, least, isReadAgain }, at) => ({
        text: `#${at} ${'x'.repeat(length)}`,
        rank: 10 * section + rank,
        section: `${section}`,
        ...(least === undefined ? {} : { least }),
        ...(isReadAgain ? ({ isReadAgain } as const) : {}),
      })),
    ],
    commands: ['tool next=1', 'tool other=2'].slice(0, commands),
    onward(shown) {
      const missing = [0, 1, 2, 3].filter(
        (section) => (shown.get(`${section}`) ?? 0) < ofSection(section).length,
      );
      const marks = missing.map((section) => `${section}:${shown.get(`${section}`) ?? 0}`);
      return marks.length === 0 ? [] : [`MORE: tool more=${marks.join('+')}`];
    },
  };
}

const inOrder = (lines: readonly Drawn[]) =>
  lines.toSorted((a, b) => a.section - b.section || a.rank - b.rank);

const numbersIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /^#(\d+) /.exec(line)?.[1] ?? []);

describe('fitPortal', () => {
  it('[BU23] a larger room shows every line that a smaller one shows', () => {
    fc.assert(
      fc.property(
        fc.array(drawn, { maxLength: 14 }),
        fc.integer({ min: 0, max: 2 }),
        (given, commands) => {
          const portal = portalOf(inOrder(given), commands);
          let seen: readonly string[] = [];
          for (let bytes = 60; bytes < 1_800; bytes += 1 + (bytes % 29)) {
            const { lines } = fitPortal(portal, { bytes });
            expect(utf8Length(lines.join('\n'))).toBeLessThanOrEqual(bytes);
            const shown = numbersIn(lines);
            expect(shown, `in ${bytes}`).toEqual(expect.arrayContaining([...seen]));
            seen = shown;
          }
        },
      ),
      RUNS,
    );
  });

  it('[BU23] more lines show every line that fewer show', () => {
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 14 }), (given) => {
        const portal = portalOf(inOrder(given), 1);
        let seen: readonly string[] = [];
        for (let lines = 0; lines < 20; lines++) {
          const fitted = fitPortal(portal, { bytes: 9_000, lines });
          expect(fitted.lines.length).toBeLessThanOrEqual(lines);
          const shown = numbersIn(fitted.lines);
          expect(shown, `${lines} lines`).toEqual(expect.arrayContaining([...seen]));
          seen = shown;
        }
      }),
      RUNS,
    );
  });

  it('[BU25] what is left out is led on to, wherever a line is shown', () => {
    fc.assert(
      fc.property(
        fc.array(drawn, { minLength: 1, maxLength: 14 }),
        fc.integer({ min: 60, max: 1_800 }),
        (given, bytes) => {
          const portal = portalOf(inOrder(given), 1);
          const { lines, truncated } = fitPortal(portal, { bytes });
          const shown = numbersIn(lines);
          const leadsOn = lines.some((line) => line.startsWith('MORE: '));
          if (shown.length < given.length && shown.length > 0) expect(leadsOn).toBe(true);
          if (shown.length < given.length) expect(truncated).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it('[WB25] a first line that no room holds is cut, and shown alone', () => {
    const first = { text: `#0 ${'x'.repeat(500)}`, rank: 0, section: 'a', least: 80 } as const;
    const portal: PortalLines = {
      state: [
        { text: 'Head', rank: 0 },
        { ...first, isCutLast: true },
        { text: '#1 short', rank: 1, section: 'a' },
      ],
      commands: [],
      onward: (shown) => (shown.get('a') === 2 ? [] : [`MORE: more=${shown.get('a')}`]),
    };
    const cut = fitPortal(portal, { bytes: 300 });
    expect(cut.lines.map((line) => line.slice(0, 8))).toEqual(['Head', '#0 xxxxx', 'MORE: mo']);
    expect(cut.lines[1]).toMatch(/x\.\.\.$/);
    expect(fitPortal(portal, { bytes: 530 })).toMatchObject({ truncated: false });
    expect(fitPortal(portal, { bytes: 60 }).lines.map((line) => line.slice(0, 4))).toEqual([
      'Head',
      'MORE',
    ]);
  });
});
