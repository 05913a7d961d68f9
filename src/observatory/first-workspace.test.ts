/** Watching a workspace before its first event, named by the rules in docs/spec/observatory.md. */

import { afterEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../test/support/engines.ts';
import { FeedClient, isEvent } from '../../test/support/feed-client.ts';
import {
  openTestObservatory,
  type TestObservatory,
  type TestObservatoryOptions,
} from '../../test/support/observatory.ts';
import { VIEWS } from './views/all-views.ts';

const GRANT = { token: 'a-long-secret', visitor: { role: 'read', workspaces: ['mine'] } } as const;
const BEARER = `waymark.bearer.${Buffer.from(GRANT.token).toString('base64url')}`;

/** Each view takes what it knows of these. */
const ARGS = {
  ...{ id: 'x', session: '01a1ecda-fc05-71bf-a866-14597583db42', place: '1', project: 'p' },
  ...{ branch: 1, doc: 'notes', seq: 1, notebook: 'n', cell: 'c', task: 'TASK-001', step: 's:0' },
};

describe.each(MAIN_ENGINES)('before the first event on $name', (engine) => {
  let server: TestObservatory;
  const clients: FeedClient[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.terminate();
    await server.close();
  });

  async function open(options: TestObservatoryOptions = {}, protocols: readonly string[] = []) {
    server = await openTestObservatory({ engine, httpApi: true, ...options });
    return watch(protocols);
  }

  async function watch(protocols: readonly string[] = []) {
    const client = await FeedClient.open(server.url, { protocols });
    clients.push(client);
    return client;
  }

  const start = (workspace: string) =>
    server.call('thoughtbox_gateway', { operation: 'start_new', sessionTitle: 'First', workspace });

  const workspaces = () => server.surface.store.workspaces();

  it.each(['sessions', 'observatory', 'reasoning'])(
    '[OB123] the channel %s is kept, and hears everything',
    async (channel) => {
      const client = await open();
      client.send({ action: 'subscribe', channel, workspace: 'w' });
      const { data } = await client.next(isEvent('subscribed'));
      expect(data).toMatchObject({ workspace: 'w', seq: 0 });
      if (channel !== 'reasoning') {
        const list = await client.next(isEvent('sessions:list'));
        expect(list.data).toMatchObject({ sessions: [], total: 0 });
      }
      expect(await workspaces(), 'watching creates nothing').toEqual([]);
      await start('w');
      for (const operation of ['cipher', 'thought']) {
        const words = operation === 'thought' ? { thought: 'x', nextThoughtNeeded: true } : {};
        await server.call('thoughtbox_gateway', { operation, workspace: 'w', ...words });
      }
      const awaited = channel === 'sessions' ? 'session:started' : 'thought:added';
      expect(await client.next(isEvent(awaited))).toMatchObject({ channel, workspace: 'w' });
    },
  );

  it('[OB123] without a name, the first workspace that appears is meant', async () => {
    const client = await open();
    client.send({ action: 'subscribe', channel: 'sessions' });
    expect((await client.next(isEvent('subscribed'))).data).toMatchObject({ workspace: null });
    client.send({ action: 'subscribe', channel: 'view', id: 's', view: 'sessions' });
    await client.next(isEvent('view:ready', 's'));
    expect(await (await fetch(new URL('/api/sessions', server.url))).json()).toEqual({
      ...{ sessions: [], total: 0, hasMore: false, seq: 0 },
    });
    await start('shop');
    expect(await client.next(isEvent('session:started'))).toMatchObject({ workspace: 'shop' });
    const { data } = await client.next(isEvent('view:upsert', 's'));
    expect(data.rows).toMatchObject([{ title: 'First' }]);
  });

  it('[OB123] every view is empty, then has its rows', async () => {
    const client = await open();
    const names = [...VIEWS.keys()];
    for (const view of names) {
      const read = { action: 'read', id: view, view, args: ARGS, workspace: 'w' };
      client.send(read);
      const { data } = await client.next(isEvent('reply', view));
      expect(data, `${view}: ${JSON.stringify(data)}`).toMatchObject({ ok: true, seq: 0 });
    }
    client.send({ action: 'subscribe', channel: 'view', id: 't', view: 'tasks', workspace: 'w' });
    await client.next(isEvent('view:ready', 't'));
    await server.call('tasks_create', { title: 'One', kind: 'plan', workspace: 'w' });
    const { data } = await client.next(isEvent('view:upsert', 't'));
    expect(data.rows).toHaveLength(1);
  });

  it('[OB123] a list has the workspaces that are expected, and a token sees no others', async () => {
    const client = await open({ guards: { grants: [GRANT] } }, ['waymark.v1', BEARER]);
    client.send({ action: 'read', id: 'r', view: 'workspaces', args: {} });
    const { data } = await client.next(isEvent('reply', 'r'));
    expect(data.result.rows).toMatchObject([{ key: 'mine', head: 0 }]);
    client.send({ action: 'subscribe', channel: 'sessions', workspace: 'other' });
    await client.next(isEvent('error'));
    client.send({ action: 'subscribe', channel: 'sessions', workspace: 'mine' });
    expect((await client.next(isEvent('subscribed'))).data).toMatchObject({ workspace: 'mine' });
  });

  it('[OB123] a name that cannot be one is refused, and so are too many', async () => {
    const client = await open();
    client.send({ action: 'subscribe', channel: 'sessions', workspace: '-x' });
    expect((await client.next(isEvent('error'))).data.message).toContain('workspace:');
    const ids = Array.from({ length: 64 }, (_, at) => `v${at}`);
    const others = [client, await watch(), await watch()];
    for (const [at, id] of ids.entries()) {
      const by = others[at % 3] as FeedClient;
      by.send({ action: 'subscribe', channel: 'view', id, view: 'head', workspace: id });
      await by.next(isEvent('view:ready', id));
    }
    client.send({ action: 'subscribe', channel: 'sessions', workspace: 'more' });
    const { data } = await client.next(
      ({ event, data }) => event === 'error' && data.message.includes('At most 64'),
    );
    expect(data.code).toBe('INVALID_PAYLOAD');
    const one = await fetch(new URL('/api/sessions?workspace=typo', server.url));
    expect(one.status).toBe(404);
  });
});
