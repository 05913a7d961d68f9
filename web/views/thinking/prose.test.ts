import { describe, expect, it } from 'vitest';
import { proseOf } from './prose.ts';

describe('prose', () => {
  it('[OB55] leaves out the labels and references before steps, and nothing else', () => {
    expect(proseOf('S11|R|^S5|Correction: it does')).toBe('Correction: it does');
    expect(proseOf('S1|O|seen\nplain S2|x\n S3|E|S1,[S2]-S4|proof')).toBe(
      'seen\nplain S2|x\nproof',
    );
    expect(proseOf('S1|O|a|b')).toBe('a|b');
    expect(proseOf('S1|O|-|b')).toBe('b');
    expect(proseOf('no steps')).toBe('no steps');
  });
});
