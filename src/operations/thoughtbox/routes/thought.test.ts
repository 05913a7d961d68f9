/** Tests of `thought`: numbers, revisions and branches; the rules are in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import {
  connected,
  eachInSession,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ON_B = { branchId: 'b', branchFromThought: 1 };

describe.each(MAIN_ENGINES)('recording thoughts on $name', (engine) => {
  let world: ThoughtWorld;
  let session: string;
  eachInSession(engine, (given, begun) => {
    world = given;
    session = begun;
  });

  const nodes = async (): Promise<Shown[]> =>
    (await world.ask('session export', { sessionId: session })).nodes;
  const ids = async () => (await nodes()).map(({ id }) => id.slice(session.length + 1));
  const refuse = (args: object) =>
    world.refused('thought', { thought: 'x', nextThoughtNeeded: true, ...args });

  it('[TH28] answers number, total, whether more is needed, and the session', async () => {
    expect(await world.think('It is slow', { totalThoughts: 5 })).toEqual({
      thoughtNumber: 1,
      totalThoughts: 5,
      nextThoughtNeeded: true,
      sessionId: expect.stringMatching(UUID),
    });
  });

  it('[TH23] [TH25] assigns a number if none is given, and keeps the total', async () => {
    await world.think('One', { totalThoughts: 9 });
    expect(await world.think('Two')).toMatchObject({ thoughtNumber: 2, totalThoughts: 9 });
    expect(await world.think('Twelve', { thoughtNumber: 12 })).toMatchObject({ totalThoughts: 12 });
    expect(await world.think('On')).toMatchObject({ thoughtNumber: 13, totalThoughts: 13 });
    const low = { totalThoughts: 2 };
    expect(await world.think('Low', low)).toMatchObject({ thoughtNumber: 14, totalThoughts: 14 });
    expect(await ids()).toEqual(['1', '2', '12', '13', '14']);
  });

  it('[TH23] [TH29] numbers may go backward and leave gaps; links follow the order of recording', async () => {
    for (const thoughtNumber of [5, 4, 9, 1]) await world.think('x', { thoughtNumber });
    expect((await world.think('Next')).thoughtNumber).toBe(10);
    const links = (await nodes()).map(({ prev, next }) =>
      [prev, ...next].map((id) => id && Number(id.slice(session.length + 1))),
    );
    expect(links).toEqual([[null, 4], [5, 9], [4, 1], [9, 10], [1]]);
  });

  it.each([0, -1, 1.5, '1', true, 1e300, 2 ** 53, 1_000_000_000, [1]])(
    '[TH23] %j is not a valid number',
    async (wrong) => {
      await world.think('One');
      for (const field of ['thoughtNumber', 'totalThoughts', 'revisesThought']) {
        const refusal = await refuse({ [field]: wrong });
        expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field } });
      }
      const fork = await refuse({ branchId: 'b', branchFromThought: wrong });
      expect(fork.details.field).toBe('branchFromThought');
      expect(await ids()).toEqual(['1']);
    },
  );

  it('[TH24] a number that is taken is refused with the next free one, on each chain', async () => {
    await world.think('One');
    await world.think('Seven', { thoughtNumber: 7 });
    await world.think('B', ON_B);
    const taken = await refuse({ thoughtNumber: 7 });
    expect(taken).toMatchObject({ code: 'INVALID_PAYLOAD', details: { nextThoughtNumber: 8 } });
    await world.follow(taken);
    const branch = await refuse({ thoughtNumber: 1, branchId: 'b' });
    expect(branch.details.nextThoughtNumber).toBe(2);
    await world.follow(branch);
    await world.think('B seven', { thoughtNumber: 7, branchId: 'b' });
    expect(await ids()).toEqual(['1', '7', 'b:1', '8', 'b:2', 'b:7']);
  });

  it('[TH26] a revision is a thought of its own, linked to the one it revises', async () => {
    await world.think('It is the cache');
    await world.think('B', ON_B);
    await world.think('It is the log', { isRevision: true, revisesThought: 1 });
    await world.think('On its own chain', { branchId: 'b', revisesThought: 1 });
    await world.think('On the main one', { branchId: 'b', revisesThought: 2 });
    await world.think('More', { branchId: 'b' });
    const revised = (await nodes()).map(({ revisesNode, data }) => [
      revisesNode?.slice(session.length + 1) ?? null,
      data.isRevision ?? false,
    ]);
    expect(revised).toEqual([
      [null, false],
      [null, false],
      ['1', true],
      ['b:1', true],
      // Thought 2 of the branch exists by then: it is the revision before.
      ['b:2', true],
      [null, false],
    ]);
    const { session: about } = await world.ask('session get', { sessionId: session });
    expect(about).toMatchObject({ thoughtCount: 6, branchCount: 1 });
  });

  it('[TH26] a revision of an unknown thought, or with contradicting arguments, is refused', async () => {
    await world.think('One');
    const unknown = await refuse({ revisesThought: 9 });
    expect(unknown).toMatchObject({
      code: 'THOUGHT_NOT_FOUND',
      details: { field: 'revisesThought', sessionId: session },
    });
    for (const wrong of [
      { isRevision: true },
      { isRevision: false, revisesThought: 1 },
      { isRevision: 'yes', revisesThought: 1 },
    ]) {
      const refusal = await refuse(wrong);
      expect(refusal.code, JSON.stringify(wrong)).toBe('INVALID_PAYLOAD');
      await world.follow(refusal);
    }
  });

  it('[TH27] [TH29] a branch is a chain of its own that begins at its fork', async () => {
    await world.think('One');
    await world.think('Two');
    expect(await world.think('B', ON_B)).toMatchObject({ thoughtNumber: 1, branchId: 'b' });
    expect(await world.think('B two', { branchId: 'b' })).toMatchObject({ thoughtNumber: 2 });
    await world.think('B three', { ...ON_B, totalThoughts: 7 });
    await world.think('A', { branchId: 'a', branchFromThought: 1, thoughtNumber: 4 });
    const at = (place: string) => `${session}:${place}`;
    expect(
      (await nodes()).map(({ id, prev, next, branchOrigin, branchId }) => ({
        ...{ id, prev, next, branchOrigin, branchId },
      })),
    ).toEqual(
      [
        [at('1'), null, [at('2'), at('a:4'), at('b:1')], null, null],
        [at('2'), at('1'), [], null, null],
        [at('b:1'), at('1'), [at('b:2')], at('1'), 'b'],
        [at('b:2'), at('b:1'), [at('b:3')], at('1'), 'b'],
        [at('b:3'), at('b:2'), [], at('1'), 'b'],
        [at('a:4'), at('1'), [], at('1'), 'a'],
      ].map(([id, prev, next, branchOrigin, branchId]) => ({
        ...{ id, prev, next, branchOrigin, branchId },
      })),
    );
  });

  it('[TH27] a branch with a wrong name or a wrong fork is refused', async () => {
    await world.think('One');
    await world.think('Two');
    for (const branchId of ['', 'B', 'a b', 'a/b', '../x', 'ä', 'x'.repeat(65), 7]) {
      const refusal = await refuse({ branchId, branchFromThought: 1 });
      expect(refusal, String(branchId)).toMatchObject({
        code: 'INVALID_PAYLOAD',
        details: { field: 'branchId' },
      });
    }
    await world.think('Long', { branchId: 'x'.repeat(64), branchFromThought: 1 });
    expect((await refuse({ branchId: 'new', branchFromThought: 9 })).code).toBe(
      'THOUGHT_NOT_FOUND',
    );
    await world.think('B', ON_B);
    for (const wrong of [
      { branchId: 'new' },
      { branchFromThought: 1 },
      { branchId: 'b', branchFromThought: 2 },
    ]) {
      const refusal = await refuse(wrong);
      expect(refusal.code, JSON.stringify(wrong)).toBe('INVALID_PAYLOAD');
      await world.follow(refusal);
    }
  });

  it('[TH23] null counts as omitted', async () => {
    const none = { thoughtNumber: null, revisesThought: null, branchId: null, critique: null };
    expect(await world.think('One', { ...none, branchFromThought: null })).toMatchObject({
      thoughtNumber: 1,
    });
  });

  it('[TH23] after the highest number there is no next one', async () => {
    await world.think('Last', { thoughtNumber: 999_999_999 });
    const refusal = await world.refused('thought', { thought: 'x', nextThoughtNeeded: true });
    expect(refusal).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: { field: 'thoughtNumber' },
    });
    await world.follow(refusal);
    expect(await world.think('First', { thoughtNumber: 1 })).toMatchObject({ thoughtNumber: 1 });
  });

  it('[TH3] a proposed call with its placeholders left in is refused', async () => {
    const refusal = await world.refused('thought', { nextThoughtNeeded: true });
    const [{ args }] = refusal.details.next;
    const again = await world.refused('thought', args);
    expect(again.message).toContain('placeholder');
    const missing = await world.refused('thought', { thought: 'Mine' });
    expect(missing.details.next[0].args).toMatchObject({ thought: 'Mine' });
    const wrong = await world.refused('thought', { thought: 'Mine', revisesThought: 0 });
    expect(wrong.details.next[0].args.thought).toMatch(/^<fill/);
    const nowhere = await world.refused('navigate');
    const task = nowhere.details.next[0].args;
    expect((await world.refused('navigate', task)).message).toContain('placeholder');
  });

  it('[TH28] the answer stays within 200 bytes', async () => {
    const refs = Array.from({ length: 50 }, (_, n) => `S${900_000_000 + n}`).join(',');
    const most = { thoughtNumber: 999_999_999, critique: true, nextThoughtNeeded: false };
    const long = { branchId: 'x'.repeat(64), branchFromThought: 1, critique: true };
    await world.think('One');
    const said: readonly (readonly [string, object])[] = [
      [`S1|C|${refs}|x`, long],
      [`S1|C|${refs}|x`, most],
      ['界'.repeat(80_000), { branchId: 'x'.repeat(64) }],
    ];
    for (const [thought, more] of said) {
      const args = { operation: 'thought', thought, nextThoughtNeeded: true, ...more };
      const reply = await world.server.call(
        GATEWAY,
        { workspace: world.workspace, sessionId: session, ...args },
        world.caller,
      );
      expect(reply.isError, reply.text).toBe(false);
      expect(Buffer.byteLength(reply.text), reply.text).toBeLessThanOrEqual(200);
      expect(JSON.parse(reply.text)).toMatchObject({ sessionId: session });
    }
  });

  it('[TH28] the guide is answered only if asked for', async () => {
    expect(await world.think('One', { totalThoughts: 1 })).not.toHaveProperty('guide');
    const { guide } = await world.think('Two', { includeGuide: true });
    expect(guide).toContain('#');
    expect(guide.length).toBeGreaterThan(1_000);
  });

  it('[TH23] any text is stored unchanged, up to the limit; a blank one is refused', async () => {
    const texts = [
      ' \n x \n ',
      '\r\n',
      '\u2028🧭\u{10ffff}',
      "';drop table thoughts;--",
      '$1%_!\\',
    ];
    for (const text of texts.filter((each) => each.trim() !== '')) await world.think(text);
    const kept = (await nodes()).map(({ data }) => data.thought);
    expect(kept).toEqual(texts.filter((each) => each.trim() !== ''));
    for (const thought of ['', ' \n ', 7, null, 'x'.repeat(256_001), '\u0000', '\ud800']) {
      const refusal = await refuse({ thought });
      expect(refusal.code, String(thought).slice(0, 20)).toBe('INVALID_PAYLOAD');
    }
    await world.think('x'.repeat(256_000));
    for (const nextThoughtNeeded of [undefined, null, 'true', 1]) {
      expect((await refuse({ nextThoughtNeeded })).details.field).toBe('nextThoughtNeeded');
    }
  });

  it('[TH41] needsMoreThoughts is stored', async () => {
    await world.think('Perhaps', { needsMoreThoughts: true });
    expect((await nodes())[0]?.data).toMatchObject({ needsMoreThoughts: true });
  });

  it('[TH30] a refused first thought starts no session', async () => {
    const late = connected('late');
    const closed = await world.begin({}, late);
    await world.think('Over', { nextThoughtNeeded: false }, late);
    const request = { thought: 'x', nextThoughtNeeded: true };
    const titled = async (query: string) => (await world.ask('session search', { query })).count;
    for (const wrong of [
      { sessionTitle: 'Revision', revisesThought: 1 },
      { sessionTitle: 'Branch', branchId: 'b', branchFromThought: 1 },
    ]) {
      const refusal = await world.refused('thought', { ...request, ...wrong }, late);
      expect(refusal.code).toBe('THOUGHT_NOT_FOUND');
      expect(await titled(wrong.sessionTitle)).toBe(0);
      await world.follow(refusal, late);
      expect(await titled(wrong.sessionTitle)).toBe(0);
      await world.think('Over', { nextThoughtNeeded: false, sessionId: closed }, late);
    }
  });

  it('[TH52] thoughts sent at the same time get different numbers', async () => {
    const said = await Promise.all(Array.from({ length: 30 }, (_, n) => world.think(`T ${n}`)));
    expect(said.map(({ thoughtNumber }) => thoughtNumber).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 1),
    );
    const loose = await nodes();
    for (const [n, node] of loose.entries()) {
      expect(node.prev).toBe(loose[n - 1]?.id ?? null);
      expect(node.next).toEqual(n + 1 < loose.length ? [loose[n + 1]?.id] : []);
    }
  });
});
