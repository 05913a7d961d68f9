import { beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import {
  dispatchReply,
  eachInSession,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';
import { followView, type ViewFollower } from '../../../../test/support/view-follower.ts';
import { THOUGHT_VIEW, type ThoughtDetail } from './thought-view.ts';

const CRITIQUE = { kind: 'sampling', text: 'Why?', model: 'claude' } as const;

describe.each(MAIN_ENGINES)('a whole thought on $name', (engine) => {
  let world: ThoughtWorld;
  let session: string;
  eachInSession(engine, (opened, id) => {
    world = opened;
    session = id;
  });
  beforeEach(async () => {
    await world.think('S1|O|Users report slow pages');
    await world.think('in prose');
  });

  const follow = (place: string) =>
    followView<ThoughtDetail>(world.server, world.workspace, THOUGHT_VIEW, { session, place });
  const next = async (list: ViewFollower<ThoughtDetail>) =>
    [...(await list.catchUp()).values()][0] as ThoughtDetail;

  it('[OB53] has its text, neighbours, revisions and branches, after every kind of event', async () => {
    const one = await follow('1');
    const two = await follow('2');
    expect(one.rows.get('1')).toMatchObject({
      ...{ session, text: 'S1|O|Users report slow pages', number: 1, by: 'tester' },
      ...{ previous: undefined, following: '2', revisedBy: [], branches: [] },
    });
    expect(two.rows.get('2')).toMatchObject({ previous: '1', following: undefined, steps: [] });
    await world.think('third');
    expect(await next(two)).toMatchObject({ following: '3' });
    await one.catchUp();
    expect(one.touched).toEqual([]);
    await world.think('a way', { branchId: 'way', branchFromThought: 2 });
    expect(await next(two)).toMatchObject({ branches: [{ name: 'way', count: 1 }] });
    await world.think('on it', { branchId: 'way' });
    expect(await next(two)).toMatchObject({ branches: [{ name: 'way', count: 2 }] });
    await world.think('not so', { revisesThought: 2 });
    expect(await next(two)).toMatchObject({ revisedBy: ['4'] });
    await world.think('not so there', { revisesThought: 2, branchId: 'way' });
    const way = await follow('way:2');
    expect(way.rows.get('way:2')).toMatchObject({ revisedBy: ['way:3'], previous: 'way:1' });
    expect((await follow('way:1')).rows.get('way:1')).toMatchObject({ from: '2' });
    await next(one);
    await world.think('end', { nextThoughtNeeded: false });
    await world.ask('session resume', { sessionId: session });
    await next(one);
    await next(two);
  });

  it('[OB53] shows its steps with their references, both ways, and where their cards are', async () => {
    const one = await follow('1');
    await world.think('S5|H|S1,S2,S4|The cache is cold\nS6|E|[S5]|∴ hit rate 2%');
    const branch = `session/${session}`;
    expect(await next(one)).toMatchObject({
      referredBy: [{ place: '3', node: 'S5', rel: 'follows', to: 'S1' }],
      cards: { branch, doc: expect.any(String) },
      steps: [{ node: 'S1', mark: 'saw', text: 'Users report slow pages', refs: [] }],
    });
    const three = (await follow('3')).rows.get('3') as ThoughtDetail;
    expect(three.steps).toMatchObject([
      {
        ...{ node: 'S5', mark: 'guess' },
        refs: [
          { label: 1, rel: 'follows', place: '1', node: 'S1' },
          { label: 2, rel: 'follows', place: '2' },
          { label: 4, rel: 'follows' },
        ],
      },
      { mark: 'proof', operators: ['therefore'], refs: [{ label: 5, place: '3', node: 'S5' }] },
    ]);
    await world.think('S1|X|S1|No', { branchId: 'way', branchFromThought: 1 });
    expect((await next(one)).referredBy).toContainEqual({
      ...{ place: 'way:1', node: 'way:S1', rel: 'contradicts', to: 'S1' },
    });
    const referring = await follow('3');
    await world.think('S30|O|Nothing of that');
    expect((await next(referring)).steps[0]?.refs[2]?.place, 'came later').toBeUndefined();
    await one.catchUp();
    expect(one.touched, 'a step that leads elsewhere').toEqual([]);
    await world.think('S31|E|S1|Seen again');
    expect((await next(one)).referredBy).toContainEqual({
      ...{ place: '5', node: 'S31', rel: 'supports', to: 'S1' },
    });
    await world.tool('graph_apply', {
      branch,
      ops: [{ op: 'edge_delete', from: 'way:S1', rel: 'contradicts', to: 'S1' }],
    });
    expect((await next(one)).referredBy).toHaveLength(2);
  });

  it('[OB53] shows its critique with the model and the time', async () => {
    const thought = { operation: 'thought', thought: 'S3|Q|Which?', nextThoughtNeeded: true };
    const asked = { ...thought, critique: true };
    const { ask } = await dispatchReply(world, asked);
    const three = await follow('3');
    expect(three.rows.get('3')?.critique).toBeUndefined();
    await dispatchReply(world, asked, { ...CRITIQUE, state: ask.state });
    expect((await next(three)).critique).toMatchObject({ text: 'Why?', model: 'claude' });
  });

  it('[OB53] a place without a thought has no row until there is one', async () => {
    const none = await follow('3');
    expect(none.rows.size).toBe(0);
    expect((await follow('../etc')).rows.size).toBe(0);
    await world.think('here it is');
    expect(await next(none)).toMatchObject({ text: 'here it is' });
  });
});
