/** Hints for lines that nearly are cipher; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { parseCipher } from './cipher.ts';
import { cipherHint } from './cipher-hint.ts';

describe('a line that was meant as a step', () => {
  it.each([
    ['S3|Z|x', 'no step: type Z is none of HECQRPOAX; write S3|O|…'],
    ['[S3]|12|x', 'no step; write S3|O|…, type one of HECQRPOAX'],
    ['S3|H', 'no step: write S3|H|content'],
    ['S3|H|', 'no step: write S3|H|content'],
    ['S3:H:the cache', 'no step: write S3|H|…'],
    ['3/E/the log', 'no step: write S3|E|…'],
    ['S5|C|S1 or S3|x', '"S1 or S3" is no reference; write S5|C|S1,S3|…'],
    ['S5|C|S1/S3|x', '"S1/S3" is no reference; write S5|C|S1,S3|…'],
    ['S5|E|4|x', '"4" is no reference; write S5|E|S4|…'],
    ['S1|O|fine\nS2|H', 'no step: write S2|H|content'],
  ])('[TH81] %j gets the right line', (text, hint) => {
    expect(cipherHint(text)).toBe(hint);
    const [right] = /S\d+\|.*$/.exec(hint) ?? [];
    expect(parseCipher((right ?? '').split(',')[0] ?? ''), 'the hint is cipher').toHaveLength(1);
  });

  it.each([
    ...['S1|O|fine', 's1|h|fine', '- S1|H|S2;S3|fine', '2|E|1|fine', 'S2|H|a|b', 'S2|H|x||y'],
    ...['12:30: the alarm', '3/4 of them', '1. S2 is wrong', 'S3 holds', '| 1 | A | b |', '2:C'],
    ...['S1|O|S2 was right about the cache and more | or less', '7|days', 'Plain prose.', ''],
    'S1|P|\n1. this\n2. that',
  ])('[TH81] %j gets none', (text) => {
    expect(cipherHint(text)).toBeUndefined();
  });
});
