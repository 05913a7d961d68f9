/** `waymark ui`, named by the rules in docs/spec/observatory.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyPlace, type TestPlace } from '../support/engines.ts';
import { type HttpServer, startHttpServer } from '../support/http-server.ts';
import { exitOf, runWaymark, startWaymark } from '../support/waymark-command.ts';

let place: TestPlace;
let server: HttpServer;

beforeAll(async () => {
  place = await anyPlace();
  server = await startHttpServer({ flags: place.flags, workspace: 'acme' });
  await runWaymark(['call', 'init', '{}', '--workspace', 'acme', ...place.flags]);
});
afterAll(async () => {
  await server.stop();
  await place.remove();
});

const portOf = (url: string) => new URL(url).port;

describe('waymark ui', () => {
  it('[OB100] shows the page of a server that already serves this memory, and ends', async () => {
    const port = ['--observatory-port', portOf(server.observatoryUrl)];
    const ended = await runWaymark(['ui', '--workspace', 'acme', ...port, ...place.flags]);
    expect(ended.stderr).toBe('');
    expect(ended).toMatchObject({
      code: 0,
      stdout: `Observatory  ${server.observatoryUrl}w/acme  (served already)\n`,
    });
  });

  it('[OB100] does not take the page of another memory for its own', async () => {
    const other = await anyPlace();
    const port = ['--observatory-port', portOf(server.observatoryUrl)];
    const ended = await runWaymark(['ui', ...port, ...other.flags]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/Port \d+ is in use.*--observatory-port PORT/);
    await other.remove();
  });

  it('[OB100] serves the page where no server does, and prints its address', async () => {
    const child = startWaymark(['ui', '--no-open', '--observatory-port', '0', ...place.flags]);
    const exited = exitOf(child);
    const url = await new Promise<string>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const found = /^Observatory {2}(http\S+)$/m.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    expect(await (await fetch(url)).text()).toContain('<title>Waymark</title>');
    child.kill('SIGTERM');
    expect(await exited).toMatchObject({ code: 0 });
  });

  it('[TP54] every port that is taken is named at once, and the page of this memory', async () => {
    const [port, page] = [portOf(server.mcpUrl), portOf(server.observatoryUrl)];
    const ports = ['--port', port, '--observatory-port', page];
    const same = await runWaymark(['serve', '--workspace', 'acme', ...ports, ...place.flags]);
    expect(same).toMatchObject({ code: 2, stdout: '' });
    expect(same.stderr).toBe(
      `waymark: Port ${port} (MCP) and port ${page} (Observatory) are in use. ` +
        `This memory is served already: its page is ${server.observatoryUrl} ` +
        'Choose another: waymark serve --port PORT --observatory-port PORT\n',
    );
    const other = await anyPlace();
    const foreign = await runWaymark(['serve', '--workspace', 'acme', ...ports, ...other.flags]);
    expect(foreign.code).toBe(2);
    expect(foreign.stderr).toContain(`port ${page} (Observatory) are in use. Choose another:`);
    await other.remove();
  });

  it('[OB100] tells nobody where the memory is kept', async () => {
    const health = await (await fetch(`${server.observatoryUrl}health`)).text();
    expect(health).not.toContain(place.dataDir);
  });
});
