import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  dispatchReply,
  eachInSession,
  NOBODY,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';
import { followView, lookAt } from '../../../../test/support/view-follower.ts';
import { wholeView } from '../../../../test/support/whole-view.ts';
import { placeNamed, THOUGHTS_VIEW, type ThoughtRow } from './thoughts-view.ts';

const CRITIQUE = { kind: 'sampling', text: 'Why?', model: 'claude' } as const;

describe.each(MAIN_ENGINES)('thoughts as rows on $name', (engine) => {
  let world: ThoughtWorld;
  let session: string;
  eachInSession(engine, (opened, id) => {
    world = opened;
    session = id;
  });

  const follow = (id = session) =>
    followView<ThoughtRow>(world.server, world.workspace, THOUGHTS_VIEW, { session: id });

  it('[OB52] every thought of every chain is a row, after every kind of event', async () => {
    const list = await follow();
    await world.think('S1|O|Users report slow pages\nand S1 is prose');
    expect((await list.catchUp()).get('1')).toMatchObject({
      ...{ chain: '', number: 1, from: undefined, by: 'tester' },
      ...{ text: 'Users report slow pages\nand S1 is prose' },
      ...{ marks: ['saw'], labels: [1], refs: undefined, isLast: undefined },
    });
    await world.think('S2|H|S1|The cache is cold\nS3|E|[S2],S1|Hit rate 2%');
    expect((await list.catchUp()).get('2')).toMatchObject({
      text: 'The cache is cold\nHit rate 2%',
      marks: ['guess', 'proof'],
      refs: [1],
    });
    await world.think('another way', { branchId: 'cache', branchFromThought: 2 });
    expect((await list.catchUp()).get('cache:1')).toMatchObject({ chain: 'cache', from: 2 });
    await world.think('its end', { branchId: 'cache', nextThoughtNeeded: false });
    const grown = await list.catchUp();
    expect(grown.get('cache:2')).toMatchObject({ isLast: true, from: undefined });
    expect(grown.get('cache:1')?.isLast).toBeUndefined();
    await world.think('no: it is warm', { revisesThought: 1, branchId: 'cache' });
    await world.think('no, not so', { revisesThought: 2 });
    const revised = await list.catchUp();
    expect(revised.get('cache:3')).toMatchObject({ revises: 'cache:1' });
    expect(revised.get('3')).toMatchObject({ revises: '2' });
    await world.think('done', { nextThoughtNeeded: false, thoughtNumber: 12 });
    expect((await list.catchUp()).get('12')).toMatchObject({ isLast: true });
    const seqs = [...list.rows.values()].map(({ seq }) => seq);
    expect(new Set(seqs).size).toBe(list.rows.size);
    expect([...list.rows.keys()]).toEqual(['1', '2', 'cache:1', 'cache:2', 'cache:3', '3', '12']);
  });

  it('[OB52] a critique touches the thought that it is about', async () => {
    const thought = { operation: 'thought', thought: 'S1|Q|Which?', nextThoughtNeeded: true };
    const list = await follow();
    const { ask } = await dispatchReply(world, { ...thought, critique: true });
    expect((await list.catchUp()).get('1')?.hasCritique).toBeUndefined();
    await dispatchReply(world, { ...thought, critique: true }, { ...CRITIQUE, state: ask.state });
    expect((await list.catchUp()).get('1')?.hasCritique).toBe(true);
    expect(list.touched).toEqual(['1']);
  });

  it('[OB52] a long thought is cut, and says so; one of another session touches nothing', async () => {
    const long = `S1|C|${'é'.repeat(100_000)}`;
    await world.think(long);
    const list = await follow();
    const row = list.rows.get('1') as ThoughtRow;
    expect(row.more).toBe(true);
    expect(Buffer.byteLength(row.text)).toBeLessThanOrEqual(303);
    expect(row.text).toMatch(/^é+…$/);
    await world.begin();
    await world.think('elsewhere');
    await list.catchUp();
    expect(list.touched).toEqual([]);
    expect((await follow(NOBODY)).rows.size).toBe(0);
  });

  it('[OB52] long sessions come page by page, each thought once', async () => {
    for (let count = 0; count < 520; count++) await world.think(`thought ${count + 1}`);
    await lookAt(world.server, world.workspace, async (look) => {
      const keys: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await THOUGHTS_VIEW.page(look, { session }, cursor);
        keys.push(...page.rows.map(({ key }) => key));
        cursor = page.next;
        pages += 1;
      } while (cursor !== undefined);
      expect(pages).toBe(3);
      expect(keys).toEqual(Array.from({ length: 520 }, (_, index) => String(index + 1)));
      expect((await THOUGHTS_VIEW.page(look, { session }, 'nonsense')).rows[0]?.key).toBe('1');
      expect(
        (await wholeView({ ...look, project: 'other' }, THOUGHTS_VIEW, { session })).size,
      ).toBe(0);
    });
  });
});

describe('places', () => {
  it('[OB52] are a number, on a branch with its name', () => {
    expect(placeNamed('13')).toEqual({ chain: '', number: 13 });
    expect(placeNamed('a-b:2')).toEqual({ chain: 'a-b', number: 2 });
    for (const bad of ['', 'x', ':1', '1:', 'A:1', '../1', '1.5', '9999999999']) {
      expect(placeNamed(bad)).toBeUndefined();
    }
  });
});
