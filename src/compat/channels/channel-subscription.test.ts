import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { FeedClient, type FeedFrame, isEvent } from '../../../test/support/feed-client.ts';
import { serveTestObservatory } from '../../../test/support/observatory.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import {
  dispatchReply,
  NOBODY,
  openThoughtWorld,
  type ThoughtWorld,
} from '../../../test/support/thought-world.ts';

type Served = Awaited<ReturnType<typeof serveTestObservatory>>;

const BRANCH = { branchId: 'cache', branchFromThought: 1 };

describe.each(MAIN_ENGINES)('the published channels on $name', (engine) => {
  let world: ThoughtWorld;
  let served: Served;
  const clients: FeedClient[] = [];

  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    served = await serveTestObservatory(world.server);
  });
  beforeEach(() => world.next());
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    expect(served.log).toEqual([]);
  });
  afterAll(async () => {
    await served.close();
    await world.close();
  });

  async function connect(): Promise<FeedClient> {
    const client = await FeedClient.open(served.url);
    clients.push(client);
    return client;
  }

  async function subscribe(channel: string, more: object = {}): Promise<FeedClient> {
    const client = await connect();
    client.send({ action: 'subscribe', channel, workspace: world.workspace, ...more });
    await client.next(isEvent('subscribed'));
    return client;
  }

  /** Everything up to the last event of the journal has arrived. */
  async function settle(client: FeedClient): Promise<readonly FeedFrame[]> {
    const { sessionId } = await world.ask('start_new', { sessionTitle: 'the end' });
    await client.next(({ data }) => data.sessionId === sessionId);
    return client.frames;
  }

  it('[OB2] acknowledge, and tell every change of a session in both published shapes', async () => {
    const client = await subscribe('observatory');
    expect(client.frames[0]).toEqual({
      channel: 'observatory',
      event: 'subscribed',
      data: { channel: 'observatory', workspace: world.workspace, seq: 1, resumed: false },
    });
    expect(client.frames[1]).toMatchObject({ event: 'sessions:list', data: { sessions: [] } });
    const id = await world.begin({ sessionTitle: 'Slow pages', sessionTags: ['web'] });
    await world.think('Users report slow pages', { totalThoughts: 6 });
    await world.think('The cache is cold');
    await world.think('Hit rate 2%', { ...BRANCH, revisesThought: 1 });
    await world.think('Warm it', { branchId: 'cache' });
    await world.think('No, it is warm', { revisesThought: 2 });
    await world.think('Add the index', { nextThoughtNeeded: false });
    const frames = (await settle(client)).filter(({ data }) => data.sessionId === id);
    const session = { id, title: 'Slow pages', tags: ['web'], completedAt: null, status: 'active' };
    const numbered = (thoughtNumber: number) => ({ thoughtNumber, nextThoughtNeeded: true });
    expect(frames).toMatchObject([
      { event: 'session:started', data: { title: 'Slow pages', session } },
      {
        event: 'thought:added',
        data: {
          event: 'thought:added',
          nodeId: `${id}:1`,
          parentId: null,
          thought: { id: `${id}:1`, thought: 'Users report slow pages', totalThoughts: 6 },
        },
      },
      { event: 'thought:added', data: { parentId: `${id}:1`, thought: numbered(2) } },
      {
        event: 'thought:branched',
        data: {
          branchId: 'cache',
          fromThoughtNumber: 1,
          originNodeId: `${id}:1`,
          newNodeId: `${id}:cache:1`,
          parentId: `${id}:1`,
          thought: { branchId: 'cache', branchFromThought: 1, isRevision: true },
        },
      },
      { event: 'thought:added', data: { parentId: `${id}:cache:1`, nodeId: `${id}:cache:2` } },
      {
        event: 'thought:revised',
        data: {
          revisedNodeId: `${id}:2`,
          originalThoughtNumber: 2,
          newNodeId: `${id}:3`,
          parentId: `${id}:2`,
          thought: { isRevision: true, revisesThought: 2 },
        },
      },
      { event: 'thought:added', data: { thought: { nextThoughtNeeded: false } } },
      { event: 'session:ended', data: { event: 'session:ended', finalThoughtCount: 6 } },
    ]);
    for (const frame of frames) {
      expect(frame).toMatchObject({
        channel: 'observatory',
        workspace: world.workspace,
        seq: expect.any(Number),
        agent: 'tester',
        ts: expect.stringMatching(/Z$/),
      });
    }
  });

  it('[OB2] tell resumed sessions, new titles and critiques', async () => {
    const id = await world.begin();
    const client = await subscribe('reasoning', { sessionId: id });
    const said = { thought: 'It is the cache', nextThoughtNeeded: true, critique: true };
    const call = { operation: 'thought', ...said, sessionTags: ['named'] };
    const { ask } = await dispatchReply(world, call);
    const reply = { kind: 'sampling', text: 'Is it warm?', model: 'm', state: ask.state } as const;
    await dispatchReply(world, call, reply);
    const tagged = await client.next(isEvent('session:updated'));
    expect(tagged.data).toMatchObject({ tags: ['named'], session: { id, tags: ['named'] } });
    await world.ask('load_context', { sessionId: id });
    const opened = await client.next(({ data }) => data.resumed === true);
    expect(opened.data).toMatchObject({ sessionId: id, resumed: true, session: { id } });
    const told = await client.next(isEvent('thought:critiqued'));
    expect(told.data).toMatchObject({
      nodeId: `${id}:1`,
      critique: { text: 'Is it warm?', model: 'm', timestamp: expect.any(String) },
    });
  });

  it('[OB3] show a late joiner everything, with branches as an object', async () => {
    const id = await world.begin({ sessionTitle: 'Late' });
    await world.think('one');
    await world.think('two');
    await world.think('aside', BRANCH);
    const client = await subscribe('reasoning', { sessionId: id });
    const { data } = await client.next(isEvent('session:snapshot'));
    expect(data).toMatchObject({
      session: { id, title: 'Late', status: 'active', completedAt: null, thoughtCount: 3 },
      thoughts: [
        { id: `${id}:1`, thought: 'one' },
        { id: `${id}:2`, thought: 'two' },
      ],
      branches: {
        cache: {
          id: 'cache',
          name: 'cache',
          fromThoughtNumber: 1,
          thoughts: [{ thought: 'aside' }],
        },
      },
      seq: await world.head(),
    });
    expect(data.truncated).toBeUndefined();
    await world.think('three');
    const next = await client.next(isEvent('thought:added'));
    expect(next.data.thought.thought).toBe('three');
    expect(client.frames.filter(({ event }) => event === 'thought:added')).toHaveLength(1);
  });

  it('[OB4] give each channel its own events, and a session only its own', async () => {
    const id = await world.begin({ sessionTitle: 'One' });
    const [reasoning, sessions, one] = [
      await subscribe('reasoning'),
      await subscribe('sessions'),
      await subscribe('reasoning', { sessionId: id, snapshot: false }),
    ];
    expect(reasoning.frames.map(({ event }) => event)).toEqual(['subscribed']);
    const other = await world.begin({ sessionTitle: 'Other' });
    await world.think('elsewhere');
    await world.think('here', { sessionId: id, nextThoughtNeeded: false });
    await one.next(isEvent('session:ended'));
    await sessions.next(isEvent('session:ended'));
    await reasoning.next(isEvent('session:ended'));
    const told = (client: FeedClient) =>
      client.frames.slice(1).map(({ event, data }) => [event, data.sessionId]);
    expect(told(one)).toEqual([
      ['thought:added', id],
      ['session:ended', id],
    ]);
    expect(told(sessions)).toEqual([
      ['sessions:list', undefined],
      ['session:started', other],
      ['session:ended', id],
    ]);
    expect(told(reasoning)).toEqual([
      ['thought:added', other],
      ['thought:added', id],
      ['session:ended', id],
    ]);
  });

  it('[TH56] report the title that a first thought gives to its session', async () => {
    const id = await world.begin();
    const sessions = await subscribe('sessions');
    await world.think('Pages are slow');
    const { data } = await sessions.next(isEvent('session:updated'));
    expect(data).toMatchObject({ sessionId: id, title: 'Pages are slow' });
    await world.think('Very slow', { nextThoughtNeeded: false });
    await sessions.next(isEvent('session:ended'));
    expect(sessions.frames.filter(({ event }) => event === 'session:updated')).toHaveLength(1);
  });

  it('[OB5] go on from since, without a gap or a repeat', async () => {
    const id = await world.begin();
    await world.think('before');
    const since = await world.head();
    await world.think('while it was away');
    const client = await subscribe('reasoning', { sessionId: id, since });
    expect(client.frames[0]?.data).toMatchObject({ seq: since, resumed: true });
    await world.think('afterwards');
    await client.next(({ data }) => data.thought?.thought === 'afterwards');
    expect(client.frames.slice(1).map(({ data }) => data.thought.thought)).toEqual([
      'while it was away',
      'afterwards',
    ]);
    const seqs = client.frames.slice(1).map(({ seq }) => seq);
    expect(seqs).toEqual([since + 1, since + 2]);
  });

  it('[OB5] send a snapshot if since is not of this journal', async () => {
    const id = await world.begin();
    const client = await subscribe('reasoning', { sessionId: id, since: 1_000 });
    expect(client.frames[0]?.data).toMatchObject({ resumed: false });
    await client.next(isEvent('session:snapshot'));
  });

  it('[OB6] refuse an unknown session, and keep no subscription to it', async () => {
    const client = await connect();
    const message = { channel: 'reasoning', sessionId: NOBODY, workspace: world.workspace };
    client.send({ action: 'subscribe', ...message });
    const refused = await client.next(isEvent('error'));
    expect(refused).toEqual({
      channel: 'error',
      event: 'error',
      data: {
        code: 'SESSION_NOT_FOUND',
        message: `There is no session ${NOBODY}.`,
        details: { channel: 'reasoning', sessionId: NOBODY },
      },
    });
    await world.begin();
    await world.think('nobody hears this');
    client.send({ action: 'subscribe', channel: 'reasoning', workspace: world.workspace });
    await client.next(isEvent('subscribed'));
    expect(client.frames).toHaveLength(2);
  });

  it('[OB7] end with unsubscribe, one session or all of a channel', async () => {
    const id = await world.begin();
    const client = await subscribe('reasoning', { sessionId: id, snapshot: false });
    client.send({ action: 'subscribe', channel: 'reasoning', workspace: world.workspace });
    await client.next(isEvent('subscribed'), { from: 1 });
    await world.think('twice');
    await client.next(isEvent('thought:added'), { from: 3 });
    client.send({ action: 'unsubscribe', channel: 'reasoning', sessionId: id });
    await client.next(isEvent('unsubscribed'));
    await world.think('once');
    await client.next(({ data }) => data.thought?.thought === 'once');
    client.send({ action: 'unsubscribe', channel: 'reasoning' });
    await client.next(({ event, data }) => event === 'unsubscribed' && !data.sessionId);
    const from = client.frames.length;
    await world.think('never');
    client.send({ action: 'subscribe', channel: 'sessions', workspace: world.workspace });
    await client.next(isEvent('sessions:list'), { from });
    expect(client.frames.slice(from).map(({ event }) => event)).toEqual([
      'subscribed',
      'sessions:list',
    ]);
  });
});

describe('a session without an end', () => {
  it('[OB9] is active for a day after its last thought, then abandoned', async () => {
    const [engine] = MAIN_ENGINES;
    if (!engine) throw new Error('no engine to test on');
    const world = await openThoughtWorld(engine);
    await world.next();
    await world.begin({ sessionTitle: 'Left' });
    await world.think('the last one');
    await world.begin({ sessionTitle: 'Ended' });
    await world.think('the end', { nextThoughtNeeded: false });
    const statuses = async (afterMs: number) => {
      const { now } = world.server.surface;
      const surface = { ...world.server.surface, now: () => now() + afterMs };
      const served = await serveTestObservatory({ surface });
      const client = await FeedClient.open(served.url);
      client.send({ action: 'subscribe', channel: 'sessions', workspace: world.workspace });
      const { data } = await client.next(isEvent('sessions:list'));
      await client.close();
      await served.close();
      return data.sessions.map(({ title, status }: Shown) => [title, status]);
    };
    const hourMs = 3_600_000;
    expect(await statuses(23 * hourMs)).toEqual([
      ['Ended', 'completed'],
      ['Left', 'active'],
    ]);
    expect(await statuses(25 * hourMs)).toEqual([
      ['Ended', 'completed'],
      ['Left', 'abandoned'],
    ]);
    await world.close();
  });
});

describe('a server of one project', () => {
  it('[OB8] tells nothing of sessions of others', async () => {
    const [engine] = MAIN_ENGINES;
    if (!engine) throw new Error('no engine to test on');
    const world = await openThoughtWorld(engine);
    await world.next();
    const foreign = await world.begin({ project: 'other' });
    await world.think('secret plan');
    const { facts } = world.server.surface;
    const thoughts = { ...facts.thoughts, project: 'mine' };
    const surface = { ...world.server.surface, facts: { ...facts, thoughts } };
    const served = await serveTestObservatory({ surface });
    const client = await FeedClient.open(served.url);
    const { workspace } = world;
    client.send({ action: 'subscribe', channel: 'observatory', workspace, since: 0 });
    client.send({ action: 'subscribe', channel: 'sessions', workspace });
    client.send({ action: 'subscribe', channel: 'reasoning', workspace, sessionId: foreign });
    await client.next(isEvent('error'));
    const { data } = await client.next(isEvent('sessions:list'));
    expect(data).toMatchObject({ sessions: [], total: 0 });
    const own = await world.begin({ project: 'mine' });
    await world.think('own plan');
    await client.next(isEvent('thought:added'));
    expect(JSON.stringify(client.frames)).not.toContain('secret plan');
    expect(client.frames.map(({ data: told }) => told.sessionId)).toContain(own);
    await client.close();
    await served.close();
    await world.close();
  });
});
