import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRegistryProxy, type RegistryProxy } from './registry-proxy.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-proxy-'));
const socket = join(folder, 'socket');
let registry: Server;
let proxy: RegistryProxy;
let port = 0;

beforeAll(async () => {
  registry = createServer((client) => client.on('error', () => {}).pipe(client));
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const address = registry.address();
  port = typeof address === 'object' && address ? address.port : 0;
  proxy = await openRegistryProxy(`https://127.0.0.1:${port}/npm/`, socket);
});
afterAll(() => {
  proxy.close();
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What comes back for what is sent, until the other side has been silent for a moment. */
function exchange(...parts: string[]): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const client = connect(socket, () => client.write(parts.shift() ?? ''));
    const end = () => {
      client.destroy();
      resolve(heard);
    };
    client.on('error', end).on('close', end);
    client.on('data', (bytes) => {
      heard += bytes;
      const next = parts.shift();
      if (next === undefined) setTimeout(end, 30);
      else client.write(next);
    });
  });
}

it('[RN65] the registry is reached, as if there were no proxy', async () => {
  const heard = await exchange(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`, 'hello');
  expect(heard).toBe('HTTP/1.1 200 Connection Established\r\n\r\nhello');
});

it.each([
  ['another host', (own: number) => `CONNECT evil.example:${own} HTTP/1.1\r\n\r\n`],
  ['another port', () => 'CONNECT 127.0.0.1:22 HTTP/1.1\r\n\r\n'],
  ['another name of the host', (own: number) => `CONNECT localhost:${own} HTTP/1.1\r\n\r\n`],
  [
    'a name behind it',
    (own: number) => `CONNECT 127.0.0.1:${own}.evil.example:443 HTTP/1.1\r\n\r\n`,
  ],
  [
    'a request without encryption',
    (own: number) => `GET http://127.0.0.1:${own}/ HTTP/1.1\r\nHost: x\r\n\r\n`,
  ],
  ['a request for another', () => 'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a request for itself', () => 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
])('[RN65] %s is refused', async (_, words) => {
  const before = proxy.refused.length;
  expect(await exchange(words(port))).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  expect(proxy.refused.length).toBe(before + 1);
});
