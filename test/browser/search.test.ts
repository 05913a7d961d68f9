/** The search of the page in a real browser, named by the rules in docs/spec/observatory.md. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from './support/audit.ts';
import { writeKnowledge, writeMemory, writeNotebook } from './support/memory-scene.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';

let scene: Observed;

async function say(tool: string, args: object): Promise<void> {
  const reply = await scene.agent.call(tool, args);
  if (reply.isError) throw new Error(`${tool}: ${reply.text}`);
}

beforeAll(async () => {
  scene = await observe();
  await writeMemory(scene.agent);
  await writeKnowledge(scene.agent);
  await writeNotebook(scene.agent);
  await say('remember', { kind: 'rule', text: 'Never clear the cache by hand.' });
  await say('remember', { kind: 'rule', text: 'Clear the cache after each deploy.' });
  await say('remember', { kind: 'rule', text: 'Warm it up.', replaces: 'RULE-002' });
  await say('notes_commit', { content: 'beware of <b>markup</b> and \u202eturned words' });
  await say('think_card', { card: { id: 'lost', type: 'note', title: 'A zebra' } });
  await say('graph_apply', { ops: [{ op: 'node_delete', id: 'lost' }] });
  await say('tasks_macro_start', { task_title: 'Warm the cache up before a deploy' });
});
afterAll(() => scene.close());

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const hitsOf = (page: Page) => dialogOf(page).getByRole('option');
const fieldOf = (page: Page) => dialogOf(page).getByRole('combobox');
const hitWith = (page: Page, text: string) => hitsOf(page).filter({ hasText: text });

async function opened(path = `/w/${WORKSPACE}`, options = {}) {
  const watched = await scene.open(path, options);
  await watched.page.getByText(/live · seq \d+/).waitFor();
  return watched;
}

describe('the search', () => {
  it('[OB118] opens by a key, finds while words are typed, and marks them', async () => {
    const { page, faults, close } = await opened();
    await page.keyboard.press('/');
    await dialogOf(page)
      .getByText(/\d+\+? newest/)
      .waitFor();
    await page.keyboard.type('clear cach');
    const hit = hitWith(page, 'Never clear the cache by hand.');
    await expect.poll(() => hit.locator('mark').allInnerTexts()).toEqual(['clear', 'cache']);
    await hit.getByText('RULE-001').waitFor();
    await hit.getByText('rule', { exact: true }).waitFor();
    const old = hitWith(page, 'Clear the cache after each deploy.');
    await old.getByText('replaced').waitFor();
    expect(await old.locator('.superseded').count()).toBe(1);
    expect(await hit.locator('.superseded').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB118] is chosen from by keys, keeps its words, and closes by Escape', async () => {
    const { page, faults, close } = await opened();
    await page.keyboard.press('/');
    await dialogOf(page)
      .getByText(/\d+\+? newest/)
      .waitFor();
    const selected = dialogOf(page).locator('[aria-selected="true"]');
    /** Without its age, which grows. */
    const id = async () => (await selected.innerText()).split('\n')[1];
    const first = await id();
    await page.keyboard.press('ArrowDown');
    await expect.poll(id).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await expect.poll(id).toBe(first);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('by hand');
    await expect.poll(() => selected.innerText()).toContain('Never clear the cache by hand.');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain(`/w/${WORKSPACE}/tasks?panel=rule%3ARULE-001`);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Search the memory' }).click();
    expect(await fieldOf(page).inputValue()).toBe('by hand');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB118] shows the last answer, although an earlier one comes later', async () => {
    const { page, faults, close } = await opened();
    // The first answer to a question with the word «zebra» is held back.
    await page.routeWebSocket(/\/ws/, (route) => {
      const server = route.connectToServer();
      let held: string | undefined;
      route.onMessage((message) => {
        const [, id] = /"query":"zebra".*"id":"(\w+)"/.exec(String(message)) ?? [];
        held ??= id;
        server.send(message);
      });
      server.onMessage((message) => {
        const isHeld = held !== undefined && String(message).includes(`"id":"${held}"`);
        if (isHeld) setTimeout(() => route.send(message), 1_500);
        else route.send(message);
      });
    });
    await page.reload();
    await page.getByText(/live · seq \d+/).waitFor();
    await page.keyboard.press('/');
    await dialogOf(page)
      .getByText(/newest/)
      .waitFor();
    const field = fieldOf(page);
    const isAsked = page.waitForFunction(() => document.querySelector('#hits[aria-busy="true"]'));
    await field.fill('zebra');
    await isAsked;
    await field.fill('never clear');
    await hitWith(page, 'Never clear').waitFor();
    await page.waitForTimeout(2_000);
    expect(await hitWith(page, 'Never clear').count()).toBe(1);
    expect(await hitWith(page, 'zebra').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB118] says why it has no answer, and goes on with the next words', async () => {
    const { page, faults, close } = await opened();
    const refusal = { code: 'STORAGE_ERROR', message: 'The memory cannot be read now.' };
    await page.routeWebSocket(/\/ws/, (route) => {
      const server = route.connectToServer();
      route.onMessage((message) => {
        const [, id] = /"query":"zebra".*"id":"(\w+)"/.exec(String(message)) ?? [];
        if (id === undefined) server.send(message);
        else route.send(JSON.stringify({ event: 'reply', data: { id, ok: false, refusal } }));
      });
    });
    await page.reload();
    await page.getByText(/live · seq \d+/).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('zebra');
    await dialogOf(page).getByRole('status').getByText(refusal.message).waitFor();
    await fieldOf(page).fill('by hand');
    await hitWith(page, 'Never clear the cache by hand.').waitFor();
    expect(await dialogOf(page).getByText(refusal.message).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB118] narrows by kind, and offers words that exist', async () => {
    const { page, faults, close } = await opened();
    await page.keyboard.press('/');
    await page.keyboard.type('cache');
    await hitWith(page, 'hypothesis').or(hitWith(page, 'cold')).first().waitFor();
    await dialogOf(page).getByRole('button', { name: 'Rules' }).click();
    await expect
      .poll(async () => new Set(await hitsOf(page).locator('.chip.accent').allInnerTexts()))
      .toEqual(new Set(['rule']));
    await fieldOf(page).fill('cachette');
    await dialogOf(page).getByText('Nothing was found for these words.').waitFor();
    await dialogOf(page).getByRole('button', { name: 'cache', exact: true }).click();
    await hitWith(page, 'Never clear the cache by hand.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB118] shows words of agents as text', async () => {
    const { page, faults, close } = await opened();
    await page.keyboard.press('/');
    await page.keyboard.type('markup');
    const hit = hitWith(page, 'beware of <b>markup</b>');
    await hit.waitFor();
    expect(await hit.locator('b').count()).toBe(0);
    expect(await hit.innerText()).toContain('\u2423turned words');
    expect(faults).toEqual([]);
    await close();
  });

  it.each([
    ['a rule', 'never clear', 'Never clear the cache', /tasks\?panel=rule%3ARULE-001/],
    ['a note', 'beware turned', 'beware', /memory\/main\/notes\?panel=entry%3A\d+/],
    ['a card', '40 % of reads miss', '40 %', /memory\/main\/\S+panel=card%3A/],
    ['a pattern', 'switch keyed by build', 'Warm up before', /memory\?tab=patterns&panel=pattern/],
    ['a cell', 'console.error reads', 'for (let at', /notebooks\/[0-9a-f-]+\/[0-9a-f-]+/],
  ])('[OB120] leads to the place of %s', async (_what, words, text, address) => {
    const { page, faults, close } = await opened();
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await hitWith(page, text).first().click();
    await expect.poll(() => page.url()).toMatch(address);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB120] opens in the panel what has no place', async () => {
    const { page, faults, close } = await opened();
    await page.keyboard.press('/');
    await page.keyboard.type('zebra');
    await hitWith(page, 'A zebra').click();
    await expect.poll(() => page.url()).toContain('/now?panel=recall%3Alost');
    const panel = page.getByRole('complementary', { name: 'From the memory' });
    await panel.getByText('A zebra').waitFor();
    await panel.getByText('deleted', { exact: true }).waitFor();
    const open = (id: string) =>
      page.goto(new URL(`/w/${WORKSPACE}?panel=recall:${id}`, page.url()).href);
    await open('TASK-001');
    await panel.getByRole('button', { name: /PLAN-001/ }).click();
    await expect.poll(() => page.url()).toContain('/tasks/PLAN-001');
    await open('NONE-1');
    await page.getByText('NONE-1 cannot be shown').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ] as const)('[OB47] [OB118] fits, %s, in a window of %i pixels', async (scheme, width) => {
    const { page, faults, close } = await opened(`/w/${WORKSPACE}`, { scheme, width });
    await page.getByRole('button', { name: 'Search the memory' }).click();
    await page.keyboard.type('cache deploy');
    await dialogOf(page)
      .getByText(/\d+\+? found/)
      .waitFor();
    const isWide = () =>
      page.evaluate(() => {
        const boxes = ['dialog.search', '.hits-scroll', '#hits', 'body'];
        return boxes.filter((name) => {
          const box = document.querySelector(name);
          return box && box.scrollWidth > box.clientWidth;
        });
      });
    expect(await isWide()).toEqual([]);
    expect(await audit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
