/** Cards that say the same, named by the rules in docs/spec/thinking.md. */

import { expect, it } from 'vitest';
import type { NodeVersion } from '../graph/version.ts';
import { similarCards } from './similar-cards.ts';

function card(seq: number, text: string): NodeVersion {
  const key = `CARD-${seq}`;
  const state = { id: key, type: 'note', text, tags: [] };
  return { kind: 'node', key, seq, state } as unknown as NodeVersion;
}

const othersOf = (...texts: readonly string[]) =>
  similarCards(
    texts.map((text, at) => card(at + 1, text)),
    10,
  ).map(({ canonical, others }) => [canonical.key, ...others.map(({ key }) => key)]);

it('[TI13] cards of more than 8,000 characters say the same only if they are equal', () => {
  const short = Array.from({ length: 100 }, (_, at) => `word${at}`).join(' ');
  expect(othersOf(short, `${short} more`)).toEqual([['CARD-1', 'CARD-2']]);
  const long = Array.from({ length: 1_500 }, (_, at) => `word${at}`).join(' ');
  expect(othersOf(long, `${long} more`, long)).toEqual([['CARD-1', 'CARD-3']]);
});
