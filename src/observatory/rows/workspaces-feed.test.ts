import { afterEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../../test/support/engines.ts';
import { FeedClient, isEvent } from '../../../test/support/feed-client.ts';
import { openTestObservatory, type TestObservatory } from '../../../test/support/observatory.ts';

const SUBSCRIBE = { action: 'subscribe', channel: 'view', id: 'w', view: 'workspaces', args: {} };

const GRANT = {
  token: 'only-one',
  visitor: { role: 'read', workspaces: ['one'] },
} as const;

describe.each(ENGINES)('the list of workspaces on $name', (engine) => {
  let server: TestObservatory;
  const clients: FeedClient[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    await server.close();
  });

  async function watch(token?: string): Promise<FeedClient> {
    const bearer = Buffer.from(token ?? '').toString('base64url');
    const protocols = token ? ['waymark.v1', `waymark.bearer.${bearer}`] : [];
    const client = await FeedClient.open(server.url, { protocols });
    clients.push(client);
    client.send(SUBSCRIBE);
    await client.next(isEvent('view:ready', 'w'));
    return client;
  }

  it('[OB1] is followed without a workspace, and tells when one appears and changes', async () => {
    server = await openTestObservatory({ engine });
    const client = await watch();
    expect(client.frames).toMatchObject([
      { channel: 'view', event: 'view:snapshot', data: { first: true, rows: [] } },
      { event: 'view:ready', data: { id: 'w' } },
    ]);
    await server.call('init', { workspace: 'one' });
    const { data } = await client.next(isEvent('view:upsert'));
    expect(data.rows).toEqual([
      {
        key: 'one',
        head: 1,
        lastAtMs: expect.any(Number),
        lastType: expect.any(String),
        agents: 0,
      },
    ]);
    await server.call('macro_branch_note', { workspace: 'one', name: 'n', content: 'c' });
    const later = await client.next(({ event, data }) => {
      return event === 'view:upsert' && data.rows[0].head > 1;
    });
    expect(later.data.rows).toMatchObject([{ key: 'one' }]);
    client.send({ action: 'subscribe', channel: 'view', id: 'h', view: 'head', workspace: 'one' });
    await client.next(isEvent('view:ready', 'h'));
    client.send({ ...SUBSCRIBE, action: 'read', id: 'r' });
    const reply = await client.next(isEvent('reply', 'r'));
    expect(reply.data).toMatchObject({ ok: true, result: { rows: [{ key: 'one' }] } });
  });

  it('[OB1] shows only the workspaces of the token', async () => {
    server = await openTestObservatory({ engine, guards: { grants: [GRANT] } });
    await server.call('init', { workspace: 'other' });
    const client = await watch(GRANT.token);
    await server.call('init', { workspace: 'one' });
    await client.next(isEvent('view:upsert'));
    expect(JSON.stringify(client.frames)).not.toContain('other');
    client.send({ ...SUBSCRIBE, action: 'read', id: 'r' });
    const reply = await client.next(isEvent('reply', 'r'));
    expect(reply.data.result.rows.map(({ key }: { key: string }) => key)).toEqual(['one']);
  });
});
