/** The frame of the page in a real browser, named by the rules in docs/spec/observatory.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyPlace } from '../support/engines.ts';
import { startHttpServer } from '../support/http-server.ts';
import { runWaymark } from '../support/waymark-command.ts';
import { openPage } from './support/browser.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';

let scene: Observed;

beforeAll(async () => {
  scene = await observe();
  await scene.agent.call('tasks_macro_start', { task_title: 'Look on' });
});
afterAll(() => scene.close());

const LIVE = /live · seq \d+/;

describe('the page', () => {
  it('[OB40] is a shell without data under a strict policy, the same for every address', async () => {
    const answers = await Promise.all(
      ['', 'w/acme/tasks', 'go/TASK-001'].map((path) => fetch(scene.server.observatoryUrl + path)),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).not.toContain('Look on');
    const policy = answers[0]?.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("trusted-types 'none'");
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    const script = /src="(\/assets\/[^"]+)"/.exec(texts[0] ?? '')?.[1] ?? '';
    const asset = await fetch(new URL(script, scene.server.observatoryUrl));
    expect(asset.headers.get('cache-control')).toContain('immutable');
  });

  it('[OB41] opens the workspace that changed last, and remembers the one that was chosen', async () => {
    const { page, faults, close } = await scene.open('/');
    await page.getByText(LIVE).waitFor();
    await expect.poll(() => page.url()).toContain(`/w/${WORKSPACE}/now`);
    expect(await page.title()).toBe(`Now · ${WORKSPACE} · Waymark`);
    await page.getByRole('link', { name: 'Tasks' }).click();
    expect(page.url()).toContain(`/w/${WORKSPACE}/tasks`);
    await page.goBack();
    expect(page.url()).toContain(`/w/${WORKSPACE}/now`);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB42] works by keys alone: views, help, commands, theme', async () => {
    const { page, faults, close } = await scene.open();
    await page.getByText(LIVE).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expect.poll(() => page.url()).toContain('/history');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('go to Tasks').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('go to Mem');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('/memory');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.keyboard.press('t');
    await page.keyboard.press('t');
    expect(await background()).not.toBe(light);
    await page.reload();
    await page.getByText(LIVE).waitFor();
    expect(await background()).not.toBe(light);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB42] letters can be switched off, and are not taken from a field', async () => {
    const { page, close } = await scene.open();
    await page.getByText(LIVE).waitFor();
    await page.keyboard.press('?');
    await page.getByLabel('Single letters work as keys').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForTimeout(100);
    expect(page.url()).not.toContain('/history');
    await close();
  });

  it('[OB43] /go/ID finds the place of an id', async () => {
    const { page, faults, close } = await scene.open('/go/TASK-001');
    await expect.poll(() => page.url()).toContain(`/w/${WORKSPACE}/tasks/TASK-001`);
    await page.goto(new URL('/go/TASK-999', scene.server.observatoryUrl).href);
    await page.getByText('Nothing is known as TASK-999').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB44] keeps what it shows while the server is away, and goes on when it is back', async () => {
    const { place } = scene;
    const first = await startHttpServer({ flags: place.flags, workspace: WORKSPACE });
    const { port } = new URL(first.observatoryUrl);
    const opened = await openPage(scene.browser, `${first.observatoryUrl}w/${WORKSPACE}`);
    const { page, faults } = opened;
    await page.getByText(LIVE).waitFor();
    await first.stop('SIGKILL');
    await page.getByText(/Reconnecting \(\d+\)… showing seq \d+/).waitFor();
    await scene.agent.call('notes_commit', { content: 'written while nobody looked' });
    const again = await startHttpServer({
      flags: place.flags,
      workspace: WORKSPACE,
      more: ['--observatory-port', port],
    });
    await page.getByText(LIVE).waitFor();
    const seq = async () => Number(/seq (\d+)/.exec(await page.getByText(LIVE).innerText())?.[1]);
    const before = await seq();
    await scene.agent.call('notes_commit', { content: 'seen at once' });
    await expect.poll(seq).toBeGreaterThan(before);
    expect(faults).toEqual([]);
    await opened.close();
    await again.stop();
  });

  it('[OB44] says that all connections are in use, and connects when one is free', async () => {
    const server = await startHttpServer({
      flags: scene.place.flags,
      workspace: WORKSPACE,
      env: { THOUGHTBOX_OBSERVATORY_MAX_CONNECTIONS: '1' },
    });
    const url = `${server.observatoryUrl}w/${WORKSPACE}`;
    const first = await openPage(scene.browser, url);
    await first.page.getByText(LIVE).waitFor();
    const second = await openPage(scene.browser, url);
    await second.page.getByText('the server has all connections in use').waitFor();
    await first.close();
    await second.page.getByText(LIVE).waitFor();
    expect([...first.faults, ...second.faults]).toEqual([]);
    await second.close();
    await server.stop();
  });

  it('[OB45] asks for the token where one is needed, and keeps it', async () => {
    const { place, browser } = scene;
    const token = 'a-token-for-people';
    const locked = await startHttpServer({
      flags: place.flags,
      workspace: WORKSPACE,
      more: ['--token', token],
    });
    const opened = await openPage(browser, `${locked.observatoryUrl}w/${WORKSPACE}`);
    const { page } = opened;
    await page.getByText('This memory asks for a token').waitFor();
    await page.getByLabel('Token').fill('wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('did not accept').waitFor();
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText(LIVE).waitFor();
    await page.reload();
    await page.getByText(LIVE).waitFor();
    expect(page.url()).not.toContain(token);
    await opened.close();
    await locked.stop();
  });

  it('[OB46] an empty memory says how to connect, and turns live with the first call', async () => {
    const place = await anyPlace();
    const server = await startHttpServer({ flags: place.flags });
    const opened = await openPage(scene.browser, server.observatoryUrl);
    await opened.page.getByText('Waiting for the first call').waitFor();
    await runWaymark(['call', 'init', '{}', '--workspace', 'fresh', ...place.flags]);
    await expect.poll(() => opened.page.url()).toContain('/w/fresh/now');
    expect(opened.faults).toEqual([]);
    await opened.close();
    await server.stop();
    await place.remove();
  });

  it('[OB47] fits a narrow window', async () => {
    const { page, close } = await scene.open(undefined, { width: 360, height: 640 });
    await page.getByText(LIVE).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    await close();
  });
});
