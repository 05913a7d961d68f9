/** Recording a thought, named by the rules in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../kernel/refusal.ts';
import { isSlug } from '../../kernel/slug.ts';
import { parseCipher } from './cipher.ts';
import { linksOf, namedSteps } from './cipher-cards.ts';
import {
  placesOf,
  type Recorded,
  recordThought,
  type Surrounding,
  type ThoughtRequest,
} from './record-thought.ts';
import { type Chain, MAIN } from './session.ts';

const SESSION = { seq: 7, id: 'session-id' };

function chainOf(name: string, numbers: readonly number[], more: Partial<Chain> = {}): Chain {
  return {
    name,
    count: numbers.length,
    first: numbers[0] ?? 0,
    last: numbers.at(-1) ?? 0,
    highest: Math.max(...numbers),
    total: Math.max(...numbers),
    origin: undefined,
    isComplete: false,
    firstSeq: 1,
    lastSeq: numbers.length,
    ...more,
  };
}

/** A session by the numbers of its chains. */
function around(chains: Record<string, readonly number[]>, request: ThoughtRequest): Surrounding {
  const named = (name: string) => {
    const numbers = chains[name];
    return numbers && chainOf(name, numbers, name === MAIN ? {} : { origin: 1 });
  };
  return {
    session: SESSION,
    chain: named(request.branchId ?? MAIN),
    main: named(MAIN),
    has: (chain, number) => chains[chain]?.includes(number) ?? false,
    isLabelled: () => false,
    // Labels are the numbers of thoughts here.
    resolve: ({ label }) =>
      [request.branchId ?? MAIN, MAIN]
        .map((chain) => ({ chain, number: label }))
        .find(({ chain, number }) => chains[chain]?.includes(number)),
  };
}

function decide(chains: Record<string, readonly number[]>, request: Partial<ThoughtRequest> = {}) {
  const whole = { thought: 'x', nextThoughtNeeded: true, ...request };
  return recordThought(whole, parseCipher(whole.thought), around(chains, whole));
}

function recorded(...args: Parameters<typeof decide>): Recorded {
  const outcome = decide(...args);
  if (isRefusal(outcome)) throw new Error(outcome.message);
  return outcome;
}

function refused(...args: Parameters<typeof decide>) {
  const outcome = decide(...args);
  if (!isRefusal(outcome)) throw new Error('it was not refused');
  return outcome;
}

describe('a number', () => {
  it('[TH23] is the highest of the chain plus one if none is given', () => {
    expect(recorded({}).number).toBe(1);
    expect(recorded({ [MAIN]: [1, 2] }).number).toBe(3);
    expect(recorded({ [MAIN]: [9, 2] }).number).toBe(10);
    expect(recorded({ [MAIN]: [1, 2], b: [1] }, { branchId: 'b' }).number).toBe(2);
  });

  it('[TH23] may be lower or higher, and leave gaps', () => {
    for (const thoughtNumber of [1, 4, 900]) {
      expect(recorded({ [MAIN]: [5] }, { thoughtNumber }).number).toBe(thoughtNumber);
    }
  });

  it('[TH24] that is taken is refused, with the next free one', () => {
    const refusal = refused({ [MAIN]: [1, 5] }, { thoughtNumber: 5 });
    expect(refusal.code).toBe('INVALID_INPUT');
    expect(refusal.details).toMatchObject({ field: 'thoughtNumber', nextThoughtNumber: 6 });
    expect(refusal.reason).toMatchObject({
      kind: 'number_taken',
      correction: { thoughtNumber: 6 },
    });
    expect(recorded({ [MAIN]: [1], b: [2] }, { branchId: 'b', thoughtNumber: 1 }).number).toBe(1);
  });

  it('[TH25] is never above the total', () => {
    expect(recorded({}, { totalThoughts: 5 }).payload.total).toBe(5);
    expect(recorded({ [MAIN]: [1, 2] }).payload.total).toBe(3);
    expect(recorded({}, { thoughtNumber: 8, totalThoughts: 5 }).payload.total).toBe(8);
    const kept = chainOf(MAIN, [1, 2], { total: 12 });
    const request = { thought: 'x', nextThoughtNeeded: true };
    const outcome = recordThought(request, [], { ...around({}, request), chain: kept, main: kept });
    expect(outcome).toMatchObject({ payload: { number: 3, total: 12 } });
  });
});

describe('a branch', () => {
  it.each(['a', '0', 'other-cause', '-', 'x'.repeat(64)])('[TH27] can have the name %s', (name) => {
    expect(isSlug(name)).toBe(true);
  });

  it.each(['', 'A', 'a b', 'a/b', '../a', 'ä', 'a_b', 'a.b'])(
    '[TH27] cannot have the name %j',
    (name) => {
      expect(isSlug(name)).toBe(false);
    },
  );

  it('[TH27] begins at a thought of the main chain', () => {
    const begun = recorded({ [MAIN]: [1, 2] }, { branchId: 'b', branchFromThought: 2 });
    expect(begun).toMatchObject({ chain: 'b', number: 1, payload: { branch: 'b', from: 2 } });
    const unknown = refused({ [MAIN]: [1], a: [1, 2] }, { branchId: 'b', branchFromThought: 2 });
    expect(unknown.code).toBe('THOUGHT_NOT_FOUND');
    expect(unknown.message).toContain('its highest is 1');
  });

  it('[TH27] continues with its origin or without, but not with another', () => {
    const chains = { [MAIN]: [1, 2], b: [1] };
    for (const more of [{}, { branchFromThought: 1 }]) {
      const { payload } = recorded(chains, { branchId: 'b', ...more });
      expect(payload).toMatchObject({ branch: 'b', number: 2 });
      expect(payload).not.toHaveProperty('from');
    }
    expect(refused(chains, { branchId: 'b', branchFromThought: 2 }).message).toContain('thought 1');
  });

  it('[TH27] needs a name and an origin', () => {
    const nameless = refused({ [MAIN]: [1] }, { branchFromThought: 1 });
    expect(nameless.details).toMatchObject({ field: 'branchId' });
    const forkless = refused({ [MAIN]: [1] }, { branchId: 'b' });
    expect(forkless.details).toMatchObject({ field: 'branchFromThought' });
    expect(forkless.reason).toMatchObject({
      kind: 'thought_incomplete',
      correction: { branchFromThought: 1 },
    });
    expect(refused({}, { branchId: 'b' }).code).toBe('INVALID_INPUT');
    expect(refused({}, { branchId: 'b', branchFromThought: 1 }).code).toBe('THOUGHT_NOT_FOUND');
  });
});

describe('a revision', () => {
  it('[TH26] refers to its own chain first, then to the main one', () => {
    const chains = { [MAIN]: [1, 2, 3], b: [1, 2] };
    const revised = (revisesThought: number, branchId?: string) =>
      recorded(chains, { revisesThought, branchId }).payload.revises;
    expect(revised(2)).toEqual({ chain: MAIN, number: 2 });
    expect(revised(2, 'b')).toEqual({ chain: 'b', number: 2 });
    expect(revised(3, 'b')).toEqual({ chain: MAIN, number: 3 });
  });

  it('[TH96] no branch is called main; one that exists goes on', () => {
    const forked = refused({ [MAIN]: [1] }, { branchId: 'main', branchFromThought: 1 });
    expect(forked).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'branchId' } });
    expect(forked.reason).toMatchObject({ correction: { branchId: 'another-way' } });
    const plain = refused({ [MAIN]: [1] }, { branchId: 'main' });
    expect(plain.reason).toMatchObject({ correction: { branchId: undefined } });
    expect(recorded({ [MAIN]: [1], main: [1] }, { branchId: 'main' }).number).toBe(2);
  });

  it('[TH97] an unknown thought is told of the chain that lacks it', () => {
    const message = (request: object) =>
      refused({ [MAIN]: [1, 23, 3], b: [1, 2] }, request).message;
    expect(message({ revisesThought: 9 })).toBe(
      'revisesThought: no thought 9 on the main chain; its highest is 23',
    );
    expect(message({ revisesThought: 9, branchId: 'b' })).toBe(
      'revisesThought: no thought 9 on branch b or the main chain; highest: b 2, main 23',
    );
    expect(message({ branchId: 'c', branchFromThought: 2 })).toContain('on the main chain');
  });

  it('[TH26] of an unknown thought is refused, and so is one that contradicts itself', () => {
    expect(refused({ [MAIN]: [1] }, { revisesThought: 2 }).code).toBe('THOUGHT_NOT_FOUND');
    expect(refused({ [MAIN]: [1], b: [9] }, { revisesThought: 9 }).code).toBe('THOUGHT_NOT_FOUND');
    const which = refused({ [MAIN]: [1] }, { isRevision: true });
    expect(which.details).toMatchObject({ field: 'revisesThought' });
    const neither = refused({ [MAIN]: [1] }, { isRevision: false, revisesThought: 1 });
    expect(neither.details).toMatchObject({ field: 'isRevision' });
    expect(recorded({ [MAIN]: [1] }, { isRevision: false }).payload).not.toHaveProperty('revises');
  });

  it.each([
    ['S4|R|^S2|no', {}, '2'],
    ['S4|R|S2|no', { isRevision: true }, '2'],
    ['S4|H|not ^[S1] but this', { isRevision: false }, '1'],
    ['S4|R|^S2|no', { revisesThought: 1 }, '1'],
    ['S4|R|^S2|no', { branchId: 'b' }, 'b2'],
    ['S4|R|^S3|no', { branchId: 'b' }, '3'],
    ['S4|R|^S9,^S3|no', {}, '3'],
    ['S2|O|a\nS4|R|^S2|of the same thought', {}, undefined],
    ['S4|X|S2|rejected, not revised', {}, undefined],
    ['Prose about ^[S2]', {}, undefined],
  ])('[TH82] %j with %j revises %s', (thought, request, place) => {
    const chains = { [MAIN]: [1, 2, 3], b: [1, 2] };
    const { revises } = recorded(chains, { thought, ...request }).payload;
    expect(revises && `${revises.chain}${revises.number}`).toBe(place);
  });
});

it('[TH24] [TH26] [TH27] every place that a request names is looked up', () => {
  const request = { thought: 'x', nextThoughtNeeded: true };
  expect(placesOf(request)).toEqual([]);
  const all = {
    ...request,
    branchId: 'b',
    thoughtNumber: 4,
    revisesThought: 3,
    branchFromThought: 2,
  };
  expect(placesOf(all)).toEqual([
    { chain: 'b', number: 4 },
    { chain: 'b', number: 3 },
    { chain: MAIN, number: 3 },
    { chain: MAIN, number: 2 },
  ]);
});

describe('steps', () => {
  const steps = parseCipher('S1|O|a\nS2|H|S1|b\nS1|R|^S1|c\nS1|R|S1,S9|d');

  it('[TH36] have ids of label and chain, and of the thought if a label is used again', () => {
    const names = (chain: string, isLabelled = false) =>
      namedSteps(steps, { chain, number: 7 }, () => isLabelled).map(({ node }) => node);
    expect(names(MAIN)).toEqual(['S1', 'S2', 'S1@7.2', 'S1@7.3']);
    expect(names('b')).toEqual(['b:S1', 'b:S2', 'b:S1@7.2', 'b:S1@7.3']);
    expect(names(MAIN, true)).toEqual(['S1@7', 'S2@7', 'S1@7.2', 'S1@7.3']);
  });

  it('[TH37] refer to the last step with a label in the thought, else before it, else to nothing', () => {
    const named = namedSteps(steps, { chain: MAIN, number: 7 }, () => false);
    const { edges, unresolved } = linksOf(named, () => undefined);
    expect(edges.map(({ from, rel, to }) => `${from} ${rel} ${to}`)).toEqual([
      'S2 follows S1',
      'S1@7.2 revises S1',
      'S1@7.3 revises S1@7.2',
    ]);
    expect(unresolved).toEqual([9]);
    const at = { chain: MAIN, number: 3 };
    const thought = linksOf(named, ({ label }) => (label === 9 ? at : undefined));
    expect(thought.unresolved).toEqual([]);
    expect(thought.edges).toHaveLength(3);
    const outside = linksOf(named, ({ label }) => ({ ...at, node: `S${label}@3` }));
    expect(outside.edges.at(-1)).toEqual({ from: 'S1@7.3', rel: 'revises', to: 'S9@3' });
  });
});
