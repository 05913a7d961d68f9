import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { FeedClient, type FeedClientOptions, isEvent } from '../../test/support/feed-client.ts';
import { openTestObservatory, type TestObservatory } from '../../test/support/observatory.ts';

const GRANT = { token: 'a-long-secret', visitor: { role: 'read', workspaces: ['one'] } } as const;

const bearer = (token: string) => `waymark.bearer.${Buffer.from(token).toString('base64url')}`;

let server: TestObservatory;
const clients: FeedClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate();
  await server.close();
});

async function open(options: FeedClientOptions = {}): Promise<FeedClient> {
  const client = await FeedClient.open(server.url, options);
  clients.push(client);
  return client;
}

describe('who may connect', () => {
  const port = () => new URL(server.url).port;

  /** Whether a page of that origin gets a connection to that host. */
  async function upgrade(origin: string | undefined, host = `127.0.0.1:${port()}`) {
    const headers = { host, ...(origin === undefined ? {} : { origin }) };
    return open({ headers }).then(
      () => 'open',
      ({ message }: Error) => message,
    );
  }

  it('[OB18] is the own page, by its exact origin, and programs', async () => {
    server = await openTestObservatory();
    const own = `127.0.0.1:${port()}`;
    for (const host of [own, `localhost:${port()}`, `[::1]:${port()}`]) {
      expect(await upgrade(`http://${host}`, host), host).toBe('open');
    }
    expect(await upgrade(undefined)).toBe('open');
    const foreign = [
      'http://127.0.0.1:3000',
      'http://127.0.0.1',
      `https://${own}`,
      `http://localhost:${port()}`,
      'http://localhost:9999',
      'https://localhost',
      'https://evil.example',
      `http://evil.example:${port()}`,
      `http://${own}.evil.example`,
      'null',
      'file://',
      '',
    ];
    for (const origin of foreign) {
      expect(await upgrade(origin), JSON.stringify(origin)).toBe('refused with 403');
    }
  });

  it('[OB18] is nobody by another name, as after DNS rebinding', async () => {
    server = await openTestObservatory();
    const host = `evil.example:${port()}`;
    expect(await upgrade(`http://${host}`, host)).toBe('refused with 403');
    expect(await upgrade(undefined, host)).toBe('refused with 403');
  });

  it('[OB18] is a page of a listed origin, which reads like the own', async () => {
    const origins = ['https://board.example'];
    server = await openTestObservatory({ guards: { origins } });
    expect(await upgrade('https://board.example')).toBe('open');
    expect(await upgrade('https://board.example:8443')).toBe('refused with 403');
    expect(await upgrade('http://board.example')).toBe('refused with 403');
  });

  it('[OB18] behind a proxy with TLS is the page of the proxy', async () => {
    const guards = { hosts: ['waymark.example'] };
    server = await openTestObservatory({ guards });
    expect(await upgrade('https://waymark.example', 'waymark.example')).toBe('open');
    expect(await upgrade('https://waymark.example:444', 'waymark.example')).toMatch('403');
  });

  it('[OB18] only at / and /ws', async () => {
    server = await openTestObservatory();
    await open({ path: '/' });
    await open({ path: '/ws?anything' });
    await expect(open({ path: '/api/ws' })).rejects.toThrow('refused with 404');
  });

  it('[OB19] needs the token, by subprotocol or header, and never by the address', async () => {
    server = await openTestObservatory({ guards: { grants: [GRANT] } });
    const protocols = ['waymark.v1', bearer(GRANT.token)];
    const client = await open({ protocols });
    expect(client.socket.protocol).toBe('waymark.v1');
    await open({ headers: { authorization: `Bearer ${GRANT.token}` } });
    const refused: FeedClientOptions[] = [
      {},
      { protocols: ['waymark.v1'] },
      { protocols: ['waymark.v1', bearer('another')] },
      { protocols: ['waymark.v1', bearer('')] },
      { path: `/ws?token=${GRANT.token}` },
      { path: `/ws?access_token=${GRANT.token}` },
    ];
    for (const options of refused) await expect(open(options)).rejects.toThrow('with 401');
    const origin = 'http://127.0.0.1:3000';
    await expect(open({ protocols, headers: { origin } })).rejects.toThrow('with 403');
  });
});

describe('a token', () => {
  it('[OB20] holds for every message: its workspaces, and reading only', async () => {
    server = await openTestObservatory({ guards: { grants: [GRANT] } });
    for (const workspace of ['one', 'two']) await server.call('init', { workspace });
    const client = await open({ protocols: ['waymark.v1', bearer(GRANT.token)] });
    const ask = async (message: object) => {
      const from = client.frames.length;
      client.send(message);
      return client.next(() => true, { from });
    };
    const view = { view: 'head', args: {}, id: 'v' };
    const tool = { action: 'call', id: 'c', tool: 'status', args: {} };
    const workspace = 'two';
    const refused = { code: 'INVALID_PAYLOAD', message: expect.stringContaining('may not see') };
    const subscribe = { action: 'subscribe', workspace };
    expect((await ask({ ...subscribe, channel: 'view', ...view })).data).toMatchObject(refused);
    expect((await ask({ ...subscribe, channel: 'sessions' })).data).toMatchObject(refused);
    const read = await ask({ action: 'read', workspace, ...view });
    expect(read.data).toMatchObject({ ok: false, refusal: refused });
    const called = await ask({ ...tool, workspace });
    expect(called.data).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
    const inside = await ask({ ...tool, args: { workspace } });
    expect(inside.data).toMatchObject({ ok: false });
    const search = { ...tool, tool: 'recall', args: { query: 'x' } };
    const searched = await ask({ ...search, workspace });
    expect(searched.data).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
    // Its own workspace is the only one it sees, so it need not name it.
    const own = await ask({ action: 'subscribe', channel: 'sessions' });
    expect(own).toMatchObject({ event: 'subscribed', data: { workspace: 'one' } });
    expect((await ask(tool)).data).toMatchObject({ ok: true });
    const written = await ask({ ...tool, tool: 'notes_commit', args: { content: 'x' } });
    expect(written.data).toMatchObject({ ok: false, refusal: { code: 'FORBIDDEN' } });
    const heads = await server.surface.store.heads();
    expect(heads.map(({ head }) => head)).toEqual([1, 1]);
  });
});

describe('a connection', () => {
  it('[OB16] is asked and answered whether it lives', async () => {
    server = await openTestObservatory();
    const client = await open();
    client.send('ping');
    await expect.poll(() => client.texts).toEqual(['pong']);
  });

  it('[OB16] that has stopped answering is ended, and no other', async () => {
    server = await openTestObservatory({ heartbeatMs: 100 });
    const { hostname, port, host } = new URL(server.url);
    const dead = connect(Number(port), hostname);
    const upgrade = [
      ...['GET /ws HTTP/1.1', `Host: ${host}`, 'Upgrade: websocket', 'Connection: Upgrade'],
      ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''],
    ];
    dead.write(upgrade.join('\r\n'));
    const begun = performance.now();
    const living = await open();
    await new Promise((resolve) => dead.resume().once('close', resolve));
    expect(performance.now() - begun).toBeGreaterThan(200);
    living.send('ping');
    await expect.poll(() => living.texts).toEqual(['pong']);
  });

  it('[OB17] ends with 1001 when the server stops, also if nobody answers', async () => {
    server = await openTestObservatory();
    const [client, deaf] = [await open(), await open()];
    deaf.socket.pause();
    await server.close();
    expect(await client.closed).toEqual({ code: 1001, reason: 'the server is stopping' });
    server = await openTestObservatory();
  });

  it('[OB101] may carry its first messages in its address, which count like any other', async () => {
    server = await openTestObservatory({ guards: { grants: [GRANT] } });
    for (const workspace of ['one', 'two']) await server.call('init', { workspace });
    const head = { action: 'subscribe', channel: 'view', view: 'head', args: {} };
    const said = [
      { ...head, id: 'a', workspace: 'one' },
      { ...head, id: 'b', workspace: 'two' },
    ];
    const texts = [...said.map((each) => JSON.stringify(each)), 'not json', 'ping'];
    const path = `/ws?${new URLSearchParams(texts.map((text) => ['say', text]))}`;
    await expect(open({ path })).rejects.toThrow('refused with 401');
    const client = await open({ path, protocols: ['waymark.v1', bearer(GRANT.token)] });
    await client.next(({ event, data }) => event === 'view:ready' && data.id === 'a');
    const refused = client.frames.filter(({ event }) => event === 'error');
    expect(refused.map(({ data }) => data.code)).toEqual(['INVALID_PAYLOAD', 'INVALID_PAYLOAD']);
    expect(JSON.stringify(client.frames)).not.toContain('"id":"b","rows"');
    expect(client.texts).toEqual(['pong']);
    // What came with the address can be ended like what is sent.
    client.send({ action: 'unsubscribe', channel: 'view', id: 'a' });
    client.send({ action: 'read', id: 'r', view: 'head', args: {}, workspace: 'one' });
    await client.next(isEvent('reply'));
    const from = client.frames.length;
    await server.call('notes_commit', { workspace: 'one', content: 'x' });
    client.send({ ...head, id: 'c', workspace: 'one' });
    await client.next(({ data }) => data.id === 'c', { from });
    expect(client.frames.slice(from).some(({ data }) => data.id === 'a')).toBe(false);
  });

  it('[OB101] that says too much in its address is closed like any other', async () => {
    server = await openTestObservatory();
    const path = `/ws?${new URLSearchParams(Array.from({ length: 11 }, () => ['say', '{}']))}`;
    const client = await open({ path });
    expect((await client.closed).code).toBe(1008);
  });

  it('[OB14] is told what it got wrong, and closed with 1008 after ten times', async () => {
    server = await openTestObservatory();
    const client = await open();
    const wrong = [
      'not json',
      '{}',
      '[]',
      'null',
      '{"action":"subscribe","channel":"nothing"}',
      '{"action":"subscribe","channel":"view","id":"x"}',
      '{"action":"subscribe","channel":"reasoning","since":-1}',
      `"${'x'.repeat(64 * 1024)}"`,
    ];
    for (const text of wrong) client.send(text);
    client.socket.send(Buffer.from([1, 2, 3]), { binary: true });
    client.send('{"action":"login"}');
    await client.next((_frame) => client.frames.length === wrong.length + 2);
    for (const frame of client.frames) {
      expect(frame).toMatchObject({ channel: 'error', data: { code: 'INVALID_PAYLOAD' } });
    }
    expect(client.frames[7]?.data.message).toBe('A message has at most 65536 bytes.');
    client.send('once more');
    expect(await client.closed).toEqual({ code: 1008, reason: 'too many mistakes' });
    expect(server.log).toEqual([]);
  });

  it('[OB14] is cut off by a message that nobody would send', async () => {
    server = await openTestObservatory();
    const client = await open();
    client.send('x'.repeat(1024 * 1024));
    expect((await client.closed).code).toBe(1009);
  });

  it('[OB14] has at most 32 subscriptions, of all kinds', async () => {
    server = await openTestObservatory();
    await server.call('init', { workspace: 'w' });
    const client = await open();
    for (let n = 0; n < 20; n++) {
      client.send({ action: 'subscribe', channel: 'view', id: `v${n}`, view: 'head', args: {} });
    }
    for (let n = 0; n < 13; n++) {
      client.send({ action: 'subscribe', channel: 'sessions', since: 0, sessionId: `s${n}` });
    }
    const refused = await client.next(
      ({ data }) => data.message === 'A connection has at most 32 subscriptions.',
    );
    expect(refused.data.details).toEqual({ channel: 'sessions' });
    // One that is replaced before it is ready never is.
    await client.next(isEvent('view:ready', 'v0'));
    // Named again, a subscription is replaced.
    client.send({ action: 'subscribe', channel: 'view', id: 'v0', view: 'head', args: {} });
    await expect.poll(() => client.frames.filter(isEvent('view:ready', 'v0')).length).toBe(2);
  });

  it('[OB14] may send 50 messages in a second', async () => {
    server = await openTestObservatory();
    const client = await open();
    for (let n = 0; n < 55; n++) client.send('ping');
    await expect.poll(() => client.frames.length).toBe(5);
    expect(client.frames[0]?.data.message).toContain('50 messages in a second');
    expect(client.texts).toHaveLength(50);
  });

  it('[OB14] that breaks off during the upgrade harms nobody', async () => {
    server = await openTestObservatory();
    const { hostname, port, host } = new URL(server.url);
    const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
    for (const path of ['/ws', '/nowhere']) {
      for (const last of ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Key: x']) {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => {});
        const head = [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...upgrade, last, '', ''];
        socket.write(head.join('\r\n'), () => socket.resetAndDestroy());
        await new Promise((resolve) => socket.once('close', resolve));
      }
    }
    const client = await open();
    client.send('ping');
    await expect.poll(() => client.texts).toEqual(['pong']);
  });
});
