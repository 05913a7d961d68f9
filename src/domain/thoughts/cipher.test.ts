/** Parsing cipher, named by the rules in docs/spec/thoughts.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MARKERS, OPERATORS, parseCipher, RELATIONS } from './cipher.ts';

/** A reference in brackets. */
const at = (label: number) => `[S${label}]`;

/** Steps in short: label, marker, references, content. */
function short(text: string): string[] {
  return parseCipher(text).map(({ label, marker, refs, content }) => {
    const named = refs.map((ref) => `${ref.rel} ${ref.label}`).join(', ');
    return `S${label} ${marker} (${named}) ${content}`;
  });
}

describe('a line', () => {
  it.each([
    ['S12|H|API latency caused by db', 'S12 H () API latency caused by db'],
    ['S13|E|S12|Logs show 500ms queries', 'S13 E (supports 12) Logs show 500ms queries'],
    ['S14|C|S12,S13|DB needs indexing', 'S14 C (follows 12, follows 13) DB needs indexing'],
    ['S15|Q|Why no index on user_id?', 'S15 Q () Why no index on user_id?'],
    ['S16|R|^S12|Actually network issue', 'S16 R (revises 12) Actually network issue'],
    ['S17|P|1. Add index 2. Test 3. Deploy', 'S17 P () 1. Add index 2. Test 3. Deploy'],
    ['S18|O|CPU at 95% during peak', 'S18 O () CPU at 95% during peak'],
    ['S19|A|Assuming prod config', 'S19 A () Assuming prod config'],
    ['S20|X|S12|Hypothesis disproven', 'S20 X (contradicts 12) Hypothesis disproven'],
  ])('[TH31] of the contract is parsed: %s', (line, step) => {
    expect(short(line)).toEqual([step]);
  });

  it('[TH31] has one of nine markers', () => {
    expect(Object.keys(MARKERS).join('')).toBe('HECQRPOAX');
    for (const marker of 'BDFGIJKLMNSTUVWYZ') expect(parseCipher(`S1|${marker}|x`)).toEqual([]);
    expect(parseCipher('S1|HE|x')).toEqual([]);
  });

  it.each([
    ['s33|h|x', 'S33 H () x'],
    ['- S50|H|x', 'S50 H () x'],
    ['  * S50|H|S2|x', 'S50 H (follows 2) x'],
    ['43|H|x', 'S43 H () x'],
    ['44|E|43|x', 'S44 E (supports 43) x'],
    ['44|R|^43,41|x', 'S44 R (revises 43, revises 41) x'],
    ['S4|Evidence|S2|x', 'S4 E (supports 2) x'],
    ['S4|conclusion|x', 'S4 C () x'],
    ['S44|E|43|x', 'S44 E () 43|x'],
  ])('[TH80] %j can only mean a step', (line, step) => {
    expect(short(line)).toEqual([step]);
  });

  it('[TH80] the fence of a code block around steps is no part of them', () => {
    expect(short('```text\nS1|O|a\nS2|H|S1|b\n```\nSo it is.')).toEqual([
      'S1 O () a',
      'S2 H (follows 1) b',
    ]);
    expect(short('S1|O|this:\n```\ncode\n```')).toEqual(['S1 O () this:\n```\ncode\n```']);
  });

  it.each([
    ['S2|H|-|text', 'S2 H () text'],
    ['S2|H||text', 'S2 H () text'],
    ['S2|H| |text', 'S2 H () text'],
    ['  S2 | H | S1 | text  ', 'S2 H (follows 1) text'],
    ['S2|H|a|b', 'S2 H () a|b'],
    ['S2|H|S1|a|b|c', 'S2 H (follows 1) a|b|c'],
    ['S2|H|S1 or S3|a', 'S2 H () S1 or S3|a'],
    ['S2|H|x||y', 'S2 H () x||y'],
    ['S0|O|zero', 'S0 O () zero'],
    ['S999999999|O|large', 'S999999999 O () large'],
    ['S1|O|before\u2028after', 'S1 O () before\u2028after'],
  ])('[TH31] %j may leave references out, and have bars in its content', (line, step) => {
    expect(short(line)).toEqual([step]);
  });

  it.each([
    'S1',
    'S1|O',
    'S1|O|',
    'S1|O|  ',
    'S1|O||',
    'S|O|x',
    '1|Plan|x',
    '-S1|O|x',
    'xS1|O|x',
    'S-1|O|x',
    'S1.5|O|x',
    'S1234567890|O|x',
    '| S1 | O | x |',
    '',
  ])('[TH31] %j is not cipher', (line) => {
    expect(parseCipher(line)).toEqual([]);
  });
});

describe('references', () => {
  it.each([
    [`S5|C|${at(1)}|x`, 'follows 1'],
    [`S5|C|^${at(1)}|x`, 'revises 1'],
    [`S5|C|^S1,S2|x`, 'revises 1, follows 2'],
    ['S5|C|S1 S2|x', 'follows 1, follows 2'],
    ['S5|C|S1, S2 ,S3|x', 'follows 1, follows 2, follows 3'],
    ['S5|C|S1-S3|x', 'follows 1, follows 2, follows 3'],
    ['S5|C|S3-S1|x', 'follows 1, follows 2, follows 3'],
    ['S5|C|S1,S1|x', 'follows 1'],
    [`S5|C|see ${at(1)} and ${at(2)}`, 'follows 1, follows 2'],
    [`S5|C|not ^${at(1)} but`, 'revises 1'],
    ['S5|C|⊕S1 ⊖S2 ^S3', 'supports 1, contradicts 2, revises 3'],
    [`S5|C|⊖ ${at(2)}`, 'contradicts 2'],
    [`S5|E|S1|and ⊖${at(1)}`, 'supports 1, contradicts 1'],
    [`S5|E|${at(3)} shows it`, 'supports 3'],
    [`S5|X|${at(3)} is wrong`, 'contradicts 3'],
    [`S5|R|${at(3)} again`, 'revises 3'],
    ['S5|C|S1 is only named', ''],
  ])('[TH32] %j', (line, refs) => {
    expect(short(line)[0]).toMatch(new RegExp(`^S5 . \\(${refs}\\) `));
  });

  it.each([
    ['S5|C|S1;S2|x', 'follows 1, follows 2'],
    ['S5|C|S1 & S2 + S3 ∧ S4|x', 'follows 1, follows 2, follows 3, follows 4'],
    ['S5|C|S1–S3|x', 'follows 1, follows 2, follows 3'],
    ['S5|C|S1 — S3|x', 'follows 1, follows 2, follows 3'],
    ['S5|C|S1-3|x', 'follows 1, follows 2, follows 3'],
    ['S5|C|(S1)|x', 'follows 1'],
    ['S5|C|[S1, S2]|x', 'follows 1, follows 2'],
    ['S5|C|s1,s2|x', 'follows 1, follows 2'],
    ['S5|E|⊖S1|x', 'contradicts 1'],
    ['S5|E|⊖ [S1], ⊕S2|x', 'contradicts 1, supports 2'],
    [`S5|C|see [s1]`, 'follows 1'],
  ])('[TH80] %j can only mean references', (line, refs) => {
    expect(short(line)[0]).toMatch(new RegExp(`^S5 . \\(${refs}\\) `));
  });

  it.each([
    ['S5|X|S2|the pool is idle [S4]', 'contradicts 2, follows 4'],
    ['S5|R|^S2|as [S4] shows, and [S2] did not', 'revises 2, follows 4'],
    ['S5|E|S2|seen, ⊖[S4]', 'supports 2, contradicts 4'],
    ['S5|X|[S4] is wrong', 'contradicts 4'],
  ])('[TH88] %j only cites what it names in the content beside its references', (line, refs) => {
    expect(short(line)[0]).toMatch(new RegExp(`^S5 . \\(${refs}\\) `));
  });

  it('[TH32] the relations are four', () => {
    expect([...RELATIONS].sort()).toEqual(['contradicts', 'follows', 'revises', 'supports']);
  });
});

describe('a text', () => {
  it('[TH31] [TH33] the chain of the contract', () => {
    const chain = [
      'S1|O|User reports slow page loads',
      'S2|H|S1|Database queries causing latency',
      'S3|E|S2|Query logs show 2s avg response',
      'S4|H|S3|Missing index on users.email',
      'S5|E|S4|EXPLAIN shows full table scan',
      'S6|C|S4,S5|∴ Add index on users.email',
      'S7|P|S6|1. Create migration 2. Apply to staging 3. Verify 4. Deploy',
    ];
    const steps = [
      'S1 O () User reports slow page loads',
      'S2 H (follows 1) Database queries causing latency',
      'S3 E (supports 2) Query logs show 2s avg response',
      'S4 H (follows 3) Missing index on users.email',
      'S5 E (supports 4) EXPLAIN shows full table scan',
      'S6 C (follows 4, follows 5) ∴ Add index on users.email',
      'S7 P (follows 6) 1. Create migration 2. Apply to staging 3. Verify 4. Deploy',
    ];
    for (const end of ['\n', '\r\n', '\r', '\n\n']) expect(short(chain.join(end))).toEqual(steps);
    expect(parseCipher(chain.join('\n'))[5]?.ops).toEqual(['∴']);
  });

  it('[TH33] in prose has no steps', () => {
    expect(parseCipher('The cache is cold.\n\nIt is not the database | perhaps.')).toEqual([]);
  });

  it('[TH33] lines after a step belong to it, up to a blank one', () => {
    const text = 'Intro\nS1|O|first\n  second  \n| third |\n   \nprose\nS2|H|S1|last\r\nand more';
    expect(short(text)).toEqual([
      'S1 O () first\n  second\n| third |',
      'S2 H (follows 1) last\nand more',
    ]);
  });

  it('[TH33] a step may have its content below it', () => {
    expect(short(`S1|P|\n1. this ${at(2)}\n2. that`)).toEqual([
      `S1 P (follows 2) 1. this ${at(2)}\n2. that`,
    ]);
  });

  it('[TH33] lists the operators it uses, each once', () => {
    const all = Object.keys(OPERATORS);
    expect(all).toHaveLength(9);
    for (const sign of all) expect(parseCipher(`S1|H|a ${sign} b ${sign}`)[0]?.ops).toEqual([sign]);
    expect(parseCipher(`S1|H|${[...all].reverse().join('')}`)[0]?.ops).toEqual(all);
    expect(parseCipher('S1|H|a and b')[0]?.ops).toEqual([]);
  });

  it('[TH34] has at most 100 steps, each of at most 50 references', () => {
    const lines = Array.from({ length: 150 }, (_, n) => `S${n}|O|line ${n}`);
    const steps = parseCipher(lines.join('\n'));
    expect(steps).toHaveLength(100);
    expect(steps.at(-1)?.content).toBe('line 99');
    expect(parseCipher('S1|C|S1-S999999999|x')[0]?.refs).toHaveLength(50);
    const inline = Array.from({ length: 90 }, (_, n) => at(n)).join(' ');
    expect(parseCipher(`S1|C|S1-S40|${inline}`)[0]?.refs).toHaveLength(50);
  });
});

const MOST = 200_000;

/** Runs of characters on which a careless pattern would take quadratic time. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['spaces inside', `S1|O|a${' '.repeat(MOST)}b`],
  ['spaces before', `${' '.repeat(MOST)}S1|O|a`],
  ['spaces behind the label', `S1${' '.repeat(MOST)}x`],
  ['spaces for references', `S1|O|${' '.repeat(MOST)}|a`],
  ['spaces between references', `S1|O|S1${' '.repeat(MOST)}S2|a`],
  ['dashes between references', `S1|O|${'– '.repeat(MOST / 2)}|a`],
  ['spaces behind a bullet', `-${' '.repeat(MOST)}x`],
  ['tabs and dashes', `S1|O|${'\t-'.repeat(MOST / 2)}|a`],
  ['carets', `S1|O|${'^'.repeat(MOST)}`],
  ['carets and spaces', `S1|O|${'^ '.repeat(MOST / 2)}`],
  ['brackets', `S1|O|${'['.repeat(MOST)}`],
  ['brackets and spaces', `S1|O|${'[ '.repeat(MOST / 2)}`],
  ['a bracket, then spaces', `S1|O|[${' '.repeat(MOST)}x`],
  ['an open reference', `S1|O|${'[S1 '.repeat(MOST / 4)}`],
  ['labels', `S1|O|${'S1,'.repeat(MOST / 3)}|a`],
  ['ranges', `S1|O|${'S1-S9,'.repeat(MOST / 6)}|a`],
  ['bars', `S1|O|${'|'.repeat(MOST)}`],
  ['digits', `S${'1'.repeat(MOST)}|O|a`],
  ['blank lines', `S1|O|a${'\n'.repeat(MOST)}`],
  ['lines of a space', `S1|O|a\n${'x \n'.repeat(MOST / 3)}`],
  ['carriage returns', '\r'.repeat(MOST)],
  ['operators', `S1|O|${'⊕ '.repeat(MOST / 2)}`],
];

/** A generous limit, which only stops a run that would never end. */
const HANG_MS = 5_000;

describe('anything', () => {
  it.each(HOSTILE)('[TH34] is parsed quickly with many %s', (_name, text) => {
    const began = performance.now();
    parseCipher(text);
    expect(performance.now() - began).toBeLessThan(HANG_MS);
  });

  it('[TH34] is parsed without failing, deterministically and within the limits', () => {
    const piece = fc.constantFrom(
      ...['S1', 'S2', 'S', '|', '|O|', '|E|', '^', '[', ']', ',', '-', ' ', '\t', '\n', '\r\n'],
      ...['⊕', '⊖', '∴', 'text', '0', '999999999', '9999999999', '\u2028', '🧭', '\ud800'],
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
      fc.array(piece, { maxLength: 30 }).map((pieces) => `S7|H|${pieces.join('')}`),
      fc.string({ unit: 'binary' }),
    );
    const property = fc.property(text, (said) => {
      const steps = parseCipher(said);
      expect(parseCipher(said)).toEqual(steps);
      expect(steps.length).toBeLessThanOrEqual(100);
      for (const { label, marker, refs, ops, content } of steps) {
        expect(Number.isSafeInteger(label) && label >= 0).toBe(true);
        expect(Object.keys(MARKERS)).toContain(marker);
        expect(refs.length).toBeLessThanOrEqual(50);
        for (const ref of refs) {
          expect(Number.isSafeInteger(ref.label) && ref.label >= 0).toBe(true);
          expect(RELATIONS).toContain(ref.rel);
        }
        expect(new Set(ops).size).toBe(ops.length);
        expect(content.trim()).toBe(content);
        expect(content).not.toBe('');
      }
    });
    fc.assert(property, { seed: 20_261_116, numRuns: 2_000 });
  });
});
