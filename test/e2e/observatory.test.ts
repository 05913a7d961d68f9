/** The page for people: what it shows is safe to show, and it starts completely or not at all. */

import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, type TestPlace } from '../support/engines.ts';
import { type HttpServer, startHttpServer } from '../support/http-server.ts';
import { runWaymark } from '../support/waymark-command.ts';

describe('the Observatory', () => {
  let place: TestPlace;
  let server: HttpServer;

  beforeAll(async () => {
    const [engine] = ENGINES;
    if (!engine) throw new Error('no engine to test on');
    place = await engine.migrated();
    const note = { name: '<b>&"bold"</b> ghp_A1b2C3d4E5f6G7h8', content: 'hi' };
    const words = ['call', 'macro_branch_note', JSON.stringify(note), '--workspace', 'w'];
    expect(await runWaymark([...words, ...place.flags])).toMatchObject({ code: 0 });
    server = await startHttpServer({ flags: place.flags, workspace: 'w' });
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  it('[TP21] is a shell without data at every address, and its status has no secrets', async () => {
    const page = await (await fetch(server.observatoryUrl)).text();
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).not.toMatch(/bold|redacted|ghp_/);
    const deep = await fetch(`${server.observatoryUrl}w/w/thinking/%3Cb%3E`);
    expect(await deep.text()).toBe(page);
    expect(deep.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const api = await (await fetch(`${server.observatoryUrl}api/status`)).json();
    const checkout = '<b>&"bold"</b> <redacted>';
    expect(api).toMatchObject({
      engine: 'sqlite',
      workspaces: [{ workspace: 'w', events: 4, checkout }],
    });
    expect(JSON.stringify(api)).not.toContain('ghp_');
    const health = await (await fetch(`${server.observatoryUrl}health`)).json();
    expect(health).toEqual({
      status: 'ok',
      server: 'waymark',
      version: expect.any(String),
      memory: expect.stringMatching(/^[0-9a-f]{16}$/),
      asksToken: false,
    });
  });

  it('[TP20] [TP22] is neither cached nor sniffed, and accepts only GET', async () => {
    const page = await fetch(server.observatoryUrl);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const posted = await fetch(server.observatoryUrl, { method: 'POST', body: '{}' });
    expect(posted.status).toBe(405);
    const missing = await fetch(`${server.observatoryUrl}assets/app.js`);
    expect(missing.status).toBe(404);
    expect((await fetch(`${server.observatoryUrl}assets/index.html`)).status).toBe(404);
  });

  it('[TP25] closes the MCP port again when its own is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const ports = ['--port', '0', '--observatory-port', `${port}`];
    const ended = await runWaymark(['serve', ...ports, '--workspace', 'w', ...place.flags]);
    other.close();
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /^waymark: Port \d+ \(Observatory\) is in use.*--observatory-port PORT/,
    );
  });
});
