/** Now and History in a real browser, named by the rules in docs/spec/observatory.md. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StdioClient } from '../support/stdio-client.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';
import { ask, plantTasks, type TaskScene } from './support/task-scene.ts';

let scene: Observed;
let agents: TaskScene;

beforeAll(async () => {
  scene = await observe();
  agents = await plantTasks(scene);
});
afterAll(async () => {
  await agents.close();
  await scene.close();
});

const at = (path: string) => `/w/${WORKSPACE}/${path}`;
const line = (page: Page, name: string | RegExp) =>
  page.locator('.list').getByRole('option', { name });
const note = (client: StdioClient, content: string) =>
  ask(client, 'macro_branch_note', { content });

describe('now', () => {
  it('[OB75] has a line for each agent: presence, what it holds, its last call and its age', async () => {
    await ask(agents.bob, 'graph_plan', {
      project: 'p',
      nodes: [{ summary: 'Find the slow query' }],
    });
    await ask(agents.bob, 'graph_next', { project: 'p', claim: true });
    const { page, faults, close } = await scene.open(at('now'));
    const bob = line(page, /^bob/);
    await expect.poll(() => bob.innerText()).toContain('graph_next');
    await expect.poll(() => bob.innerText()).toMatch(/\d+ s ago/);
    const words = await bob.innerText();
    expect(words).toContain('here');
    expect(words).toContain('Find the slow query');
    expect(words).toContain('holds 1');
    await expect.poll(() => line(page, /^ada/).innerText()).toContain('here');
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB75] ages count on without moving anything, and who leaves is away', async () => {
    const eve = await StdioClient.start({
      flags: scene.place.flags,
      workspace: WORKSPACE,
      more: ['--agent', 'eve'],
    });
    await note(eve, 'I was here.');
    const { page, faults, close } = await scene.open(at('now'));
    const last = line(page, /^eve/);
    await expect.poll(() => last.innerText()).toContain('committed a note');
    const [box, words] = [await line(page, /^ada/).boundingBox(), await last.innerText()];
    await expect.poll(() => last.innerText()).not.toBe(words);
    expect(await line(page, /^ada/).boundingBox()).toEqual(box);
    await eve.close();
    await expect.poll(() => last.innerText()).toContain('away');
    expect(await line(page, /^ada/).boundingBox()).toEqual(box);
    await page.keyboard.press('j');
    await page.getByRole('complementary', { name: 'Agent' }).getByText('Everything it did').click();
    await expect.poll(() => page.url()).toMatch(/history\?agent=/);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('history', () => {
  it('[OB76] is the journal in plain words, and an event opens with its payload', async () => {
    const { page, faults, close } = await scene.open(at('history?entity=TASK-001'));
    const closed = line(page, /closed step s:0 of TASK-001/);
    await closed.waitFor();
    expect(await closed.innerText()).toContain('ada');
    await closed.click();
    const panel = page.getByRole('complementary', { name: 'Event' });
    await panel.getByText('"path": "s:0"').waitFor();
    await panel.getByRole('link', { name: 'Show it where it is' }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('/tasks/TASK-001/s:0');
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB77] filters are in the address and can be taken away', async () => {
    const { page, faults, close } = await scene.open(at('history'));
    await line(page, /./).first().waitFor();
    await page.getByLabel('Only one agent').selectOption('bob');
    await expect.poll(() => page.url()).toContain('agent=bob');
    await expect.poll(() => line(page, /ada/).count()).toBe(0);
    await page.getByLabel('Only one type').selectOption('step_verified');
    await expect.poll(() => line(page, /./).count()).toBe(1);
    await page.reload();
    await expect.poll(() => line(page, /./).count()).toBe(1);
    await page.getByRole('button', { name: 'Remove the filter agent bob' }).click();
    await expect.poll(() => line(page, /./).count()).toBeGreaterThan(1);
    expect(page.url()).not.toContain('agent=');
    await page.goto(new URL(at('history?agent=nobody'), scene.server.observatoryUrl).href);
    await page.getByText('No event fits').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB77] new lines are counted instead of moving what is read, and the past has an end', async () => {
    for (let n = 0; n < 260; n++) await note(agents.ada, `Note ${n}`);
    const { page, faults, close } = await scene.open(at('history'));
    const list = page.locator('.list');
    await line(page, /Note 259/).waitFor();
    await list.evaluate((element) => element.scrollTo({ top: 2_000 }));
    const seen = line(page, /Note 20\d/).first();
    await seen.waitFor();
    const name = (await seen.innerText()).match(/Note \d+/)?.[0] ?? '';
    const before = await line(page, new RegExp(`${name}\\b`)).boundingBox();
    for (let n = 0; n < 3; n++) await note(agents.bob, `Later ${n}`);
    await page.getByRole('button', { name: /^\d+ new ↑$/ }).waitFor();
    expect(await line(page, new RegExp(`${name}\\b`)).boundingBox()).toEqual(before);
    await page.getByRole('button', { name: /^\d+ new ↑$/ }).click();
    await line(page, /Later 2/).waitFor();
    await expect
      .poll(async () => {
        await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
        return line(page, /initialized the workspace/).count();
      })
      .toBe(1);
    expect(await line(page, /./).count()).toBeLessThan(80);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB79] what was not seen is marked by hand only, survives a reload, and is walked by keys', async () => {
    const { page, faults, close } = await scene.open(at('history'));
    await line(page, /./).first().waitFor();
    await page.getByText('Nothing marked as seen yet').waitFor();
    const kept = () =>
      page.evaluate((key) => localStorage.getItem(key), `waymark.seen.${WORKSPACE}`);
    expect(await kept()).toBeNull();
    await page.keyboard.press('m');
    await page.getByText('All seen').waitFor();
    const mark = await kept();
    expect(Number(mark)).toBeGreaterThan(0);
    await note(agents.bob, 'Unseen one');
    await note(agents.bob, 'Unseen two');
    await page.getByText(/^[2-9] unseen$/).waitFor();
    await page.reload();
    await page.getByText(/^[2-9] unseen$/).waitFor();
    expect(await kept()).toBe(mark);
    await expect.poll(() => line(page, /unseen.*Unseen two/s).count()).toBe(1);
    await page.getByText('seen from here on').waitFor();
    await page.keyboard.press(']');
    await expect.poll(() => line(page, /Unseen one/).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press(']');
    await expect.poll(() => line(page, /Unseen two/).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('[');
    await expect.poll(() => line(page, /Unseen one/).getAttribute('aria-selected')).toBe('true');
    expect(await kept()).toBe(mark);
    await page.getByRole('button', { name: 'Mark as seen' }).click();
    await page.getByText('All seen').waitFor();
    expect(Number(await kept())).toBeGreaterThan(Number(mark));
    expect(faults).toEqual([]);
    await close();
  });
});
