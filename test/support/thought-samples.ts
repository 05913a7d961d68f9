/** Sessions, chains and thoughts as values, for tests of pure functions. */

import { parseCipher } from '../../src/domain/thoughts/cipher.ts';
import { namedSteps } from '../../src/domain/thoughts/cipher-cards.ts';
import { type Chain, MAIN, type Session } from '../../src/domain/thoughts/session.ts';
import type { Thought } from '../../src/domain/thoughts/thought.ts';

const MORNING_MS = Date.UTC(2026, 0, 5, 9, 0, 0);
const MINUTE_MS = 60_000;

export function someSession(more: Partial<Session> = {}): Session {
  return {
    seq: 2,
    id: '019b8d31-0000-7000-8000-000000000001',
    project: '_default',
    title: 'Slow pages',
    description: undefined,
    tags: [],
    isComplete: false,
    graphBranch: undefined,
    thoughtCount: 0,
    branchCount: 0,
    revisionCount: 0,
    branchThoughts: 0,
    critiqueCount: 0,
    createdMs: MORNING_MS,
    updatedMs: MORNING_MS + 2 * MINUTE_MS,
    accessedMs: MORNING_MS + 3 * MINUTE_MS,
    firstMs: undefined,
    lastMs: undefined,
    ...more,
  };
}

export function someChain(more: Partial<Chain> = {}): Chain {
  return {
    name: MAIN,
    count: 1,
    first: 1,
    last: 1,
    highest: 1,
    total: 9,
    origin: undefined,
    isComplete: false,
    firstSeq: 1,
    lastSeq: 1,
    ...more,
  };
}

/** A thought, with the steps of its text. */
export function someThought(number: number, more: Partial<Thought> = {}): Thought {
  const { text = `Thought ${number}`, chain = MAIN } = more;
  return {
    seq: number,
    chain,
    number,
    text,
    total: 9,
    more: true,
    atMs: MORNING_MS + 1_000 * number,
    previous: undefined,
    following: undefined,
    revises: undefined,
    cells: [],
    unsure: false,
    steps: namedSteps(parseCipher(text), { chain, number }, () => false),
    critique: undefined,
    ...more,
  };
}

/** Thoughts in the order of recording, on one chain or several. */
export function thoughtsOf(...said: readonly (string | Partial<Thought>)[]): Thought[] {
  const counts = new Map<string, number>();
  return said.map((each, index) => {
    const more = typeof each === 'string' ? { text: each } : each;
    const chain = more.chain ?? MAIN;
    const before = counts.get(chain);
    const number = more.number ?? (before ?? 0) + 1;
    counts.set(chain, number);
    return someThought(number, { seq: index + 1, previous: before, ...more });
  });
}
