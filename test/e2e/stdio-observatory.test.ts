/** The Observatory beside a stdio server, named by the rules in docs/spec/configuration.md. */

import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyPlace, type TestPlace } from '../support/engines.ts';
import { type Child, exitOf, startWaymark } from '../support/waymark-command.ts';

const GREETING = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

describe('a stdio server', () => {
  let place: TestPlace;
  beforeAll(async () => {
    place = await anyPlace();
  });
  afterAll(() => place.remove());

  function start(env: Readonly<Record<string, string>>): Child {
    const child = startWaymark(['mcp', '--workspace', 'w', ...place.flags], { env });
    child.stdin.write(`${JSON.stringify(GREETING)}\n`);
    return child;
  }

  /** The rest of the line on stderr that begins with `Observatory:`. */
  function said(child: Child): Promise<string> {
    let log = '';
    return new Promise((resolve) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text;
        const found = /^Observatory: (.+)\n/m.exec(log)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
  }

  /** Closes the input, as a client does, and expects an orderly end. */
  async function end(child: Child): Promise<void> {
    const exited = exitOf(child);
    child.stdin.end();
    expect(await exited).toMatchObject({ code: 0 });
  }

  it.each(['THOUGHTBOX_OBSERVATORY_ENABLED', 'WAYMARK_OBSERVATORY'])(
    '[CO55] serves it if %s is true; a second one says where it is',
    async (variable) => {
      const first = start({ [variable]: 'true', WAYMARK_OBSERVATORY_PORT: '0' });
      const url = await said(first);
      expect(await (await fetch(url)).text()).toContain('<title>Waymark</title>');
      const { port } = new URL(url);
      const second = start({ [variable]: 'true', WAYMARK_OBSERVATORY_PORT: port });
      expect(await said(second)).toBe(`${url} (served by another process of this memory)`);
      await end(second);
      await end(first);
    },
  );

  it('[CO55] goes on without it if the port is taken by something else', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = `${typeof address === 'object' ? address?.port : 0}`;
    const child = start({ WAYMARK_OBSERVATORY: 'true', WAYMARK_OBSERVATORY_PORT: port });
    expect(await said(child)).toMatch(/^not served\. Port \d+ is in use/);
    await end(child);
    other.close();
  });

  it('[CO55] opens no port unless a setting says so', async () => {
    const child = start({});
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    await end(child);
    expect(log).not.toContain('Observatory');
  });
});
