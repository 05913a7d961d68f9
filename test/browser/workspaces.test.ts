/**
 * The page of a workspace that is new, unknown or one of several, and without its server; named by
 * the rules in docs/spec/observatory.md.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyPlace } from '../support/engines.ts';
import { startHttpServer } from '../support/http-server.ts';
import { runWaymark } from '../support/waymark-command.ts';
import { audit } from './support/audit.ts';
import { openPage } from './support/browser.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';

let scene: Observed;

const call = (workspace: string, tool: string, args: object, flags = scene.place.flags) =>
  runWaymark(['call', tool, JSON.stringify(args), '--workspace', workspace, ...flags]);

beforeAll(async () => {
  scene = await observe();
  await scene.agent.call('tasks_macro_start', { task_title: 'Look on' });
});
afterAll(() => scene.close());

const LIVE = /live · seq \d+/;

describe('the page of a workspace', () => {
  it('[OB124] that is new invites, and turns live with the first call', async () => {
    const place = await anyPlace();
    const server = await startHttpServer({ flags: place.flags, workspace: 'fresh' });
    const opened = await openPage(scene.browser, server.observatoryUrl);
    const { page, faults } = opened;
    await expect.poll(() => page.url()).toContain('/w/fresh/now');
    for (const view of ['now', 'thinking', 'tasks', 'history']) {
      await page.goto(`${server.observatoryUrl}w/fresh/${view}`);
      await page.getByText('Nothing is remembered in fresh yet').waitFor();
      await page.getByText('waymark init --client claude').waitFor();
      await page.getByText('connected · no event yet').waitFor();
    }
    await call('fresh', 'tasks_macro_start', { task_title: 'The first' }, place.flags);
    await page.getByText(LIVE).waitFor();
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByText('The first').first().waitFor();
    expect(faults).toEqual([]);
    await opened.close();
    await server.stop();
    await place.remove();
  });

  it('[OB125] that does not exist says so, with the nearest name and those that do', async () => {
    const { page, faults, close } = await scene.open('/w/acmee/tasks');
    await page.getByRole('heading', { name: 'There is no workspace acmee' }).waitFor();
    await page.getByText('Did you mean').waitFor();
    expect(await page.getByText(LIVE).count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Views' }).count()).toBe(0);
    expect(await audit(page)).toEqual([]);
    const list = page.getByRole('listitem').getByRole('link');
    expect(await list.allInnerTexts()).toEqual([WORKSPACE]);
    await page.getByText('Did you mean').getByRole('link').click();
    await page.getByText(LIVE).waitFor();
    expect(page.url()).toContain(`/w/${WORKSPACE}/now`);
    await page.goto(new URL('/w/late/now', page.url()).href);
    await page.getByRole('heading', { name: 'There is no workspace late' }).waitFor();
    await call('late', 'init', {});
    await page.getByText(LIVE).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB126] /go/ID goes to the workspace that was looked at last, or asks', async () => {
    for (const workspace of ['shop', 'bank']) {
      await call(workspace, 'tasks_macro_start', { task_title: `Of ${workspace}` });
    }
    const { page, faults, close } = await scene.open('/go/TASK-001');
    await page.getByRole('heading', { name: 'Which TASK-001?' }).waitFor();
    const choices = page.getByRole('listitem').getByRole('link');
    expect((await choices.allInnerTexts()).sort()).toEqual([WORKSPACE, 'bank', 'shop']);
    expect(await audit(page)).toEqual([]);
    await page.getByRole('link', { name: 'shop' }).click();
    await expect.poll(() => page.url()).toContain('/w/shop/tasks/TASK-001');
    await page.getByText('Of shop').first().waitFor();
    // Another workspace was written to last, and this one is meant all the same.
    await call('bank', 'notes_commit', { content: 'later' });
    await page.goto(new URL('/go/TASK-001', page.url()).href);
    await expect.poll(() => page.url()).toContain('/w/shop/tasks/TASK-001');
    await page.goto(new URL('/go/TASK-001?w=bank', page.url()).href);
    await expect.poll(() => page.url()).toContain('/w/bank/tasks/TASK-001');
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB127] another view while the server is away says so, and comes when it is back', async () => {
    const { flags } = scene.place;
    const first = await startHttpServer({ flags, workspace: WORKSPACE });
    const { port } = new URL(first.observatoryUrl);
    const opened = await openPage(scene.browser, `${first.observatoryUrl}w/${WORKSPACE}/tasks`);
    const { page, faults } = opened;
    await page.getByText('Look on').first().waitFor();
    await page.waitForLoadState('networkidle');
    await first.stop('SIGKILL');
    await page.getByText(/Reconnecting/).waitFor();
    for (const name of ['Thinking', 'Work', 'Notebooks', 'History']) {
      await page.getByRole('link', { name }).click();
      await page.getByText('Not connected to the server').waitFor();
    }
    await page.getByRole('link', { name: 'Tasks' }).click();
    await page.getByText('Look on').first().waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('Not connected to the server').waitFor();
    const more = ['--observatory-port', port];
    const again = await startHttpServer({ flags, workspace: WORKSPACE, more });
    await page.getByText(LIVE).waitFor();
    await expect.poll(() => page.getByText('Not connected to the server').count()).toBe(0);
    await page.getByText('Look on').first().waitFor();
    expect(faults).toEqual([]);
    await opened.close();
    await again.stop();
  });
});
