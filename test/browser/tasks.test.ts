/** Tasks in a real browser, named by the rules in docs/spec/observatory.md. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { nestSteps } from '../support/deep-task.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';
import { ask, HOSTILE, plantTasks, type TaskScene } from './support/task-scene.ts';

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

const at = (path: string) => `/w/${WORKSPACE}/tasks${path}`;
const row = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name });

/** The box of an element, which must exist. */
async function boxOf(page: Page, name: string) {
  const box = await row(page, name).boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  return box;
}

describe('the list of tasks', () => {
  it('[OB70] shows plans with their tasks: state, progress, focus and what stops them', async () => {
    const { page, faults, close } = await scene.open(at(''));
    const tree = page.getByRole('tree', { name: 'Plans and tasks' });
    await tree.waitFor();
    await expect.poll(() => row(page, /PLAN-001/).getAttribute('aria-level')).toBe('1');
    expect(await row(page, /TASK-001/).getAttribute('aria-level')).toBe('2');
    await expect.poll(() => row(page, /TASK-001/).innerText()).toMatch(/1\/3/);
    const first = await row(page, /TASK-001/).innerText();
    for (const word of ['To do', 'Read numbers', 'bob', 'Blocked', 'high']) {
      expect(first).toContain(word);
    }
    expect(await row(page, /TASK-002/).innerText()).toContain('waits for 1');
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB70] is filtered by state and by words, in the address', async () => {
    const { page, close } = await scene.open(at('?state=BLOCKED'));
    await row(page, /TASK-001/).waitFor();
    await page.getByRole('button', { name: /To do/ }).click();
    expect(page.url()).toContain('state=TODO');
    await page.getByRole('searchbox').fill('READ n');
    await expect.poll(() => row(page, /TASK-/).count()).toBe(1);
    expect(page.url()).toContain('q=READ');
    await page.reload();
    await expect.poll(() => row(page, /TASK-/).count()).toBe(1);
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByText('No plan or task fits').waitFor();
    await close();
  });

  it('[OB70] a hostile title is text, and keys alone lead to a task and back', async () => {
    const { page, faults, close } = await scene.open(at(''));
    await row(page, /TASK-002/).waitFor();
    expect(await row(page, /TASK-002/).innerText()).toContain(HOSTILE);
    expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
    for (const key of ['j', 'j', 'k']) await page.keyboard.press(key);
    await expect.poll(() => row(page, /PLAN-001/).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('h');
    await expect.poll(() => row(page, /TASK-001/).count()).toBe(0);
    expect(await row(page, /PLAN-001/).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('l');
    await row(page, /TASK-001/).waitFor();
    await page.keyboard.press('j');
    await expect.poll(() => row(page, /TASK-001/).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain(at('/TASK-001'));
    await page.getByRole('tree', { name: 'Steps of TASK-001' }).waitFor();
    await page.keyboard.press('u');
    await expect.poll(() => page.url()).toMatch(/\/tasks$/);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('one task', () => {
  it('[OB71] shows each checkpoint with who, when and how much evidence', async () => {
    const { page, faults, close } = await scene.open(at('/TASK-001'));
    const first = row(page, /s:0/);
    await first.waitFor();
    const words = await first.innerText();
    expect(words).toMatch(/✓ criteria · ada · \d/);
    expect(words).toMatch(/✓ tests · bob · \d.* · evidence 1/);
    expect(words).toContain('Done');
    expect(await row(page, /s:1/).innerText()).toMatch(/○ criteria/);
    expect(await row(page, /s:2/).innerText()).toContain('The grammar is undecided');
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB72] an address with a step opens it, and its evidence opens beside it', async () => {
    const { page, faults, close } = await scene.open(at('/TASK-001/s:0'));
    const panel = page.getByRole('complementary', { name: 'Step' });
    await panel.getByText('-1 is read as a number').waitFor();
    await panel.getByText('The test fails as it should.').waitFor();
    expect(await row(page, /s:0/).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('e');
    const evidence = page.getByRole('complementary', { name: 'Evidence' });
    await evidence.getByText('CMD: npm test, 12 passed').waitFor();
    expect(await evidence.innerText()).toContain(HOSTILE);
    expect(await evidence.innerText()).not.toContain('\u202e');
    expect(await evidence.getByText('exit 0').count()).toBe(1);
    const link = evidence.getByRole('link', { name: 'open ci.example ↗' });
    expect(await link.getAttribute('rel')).toContain('noreferrer');
    expect(await row(page, /s:0/).isVisible()).toBe(true);
    expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
    await page.keyboard.press('Escape');
    await expect.poll(() => evidence.count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB74] a step that another process closes is closed here, and nothing moves', async () => {
    const { page, faults, close } = await scene.open(at('/TASK-001/s:2'));
    await page.getByRole('complementary', { name: 'Step' }).getByText('Blocked').first().waitFor();
    await row(page, /s:2/).focus();
    const before = await boxOf(page, 's:2');
    await ask(agents.bob, 'tasks_verify', { task: 'TASK-001', path: 's:1', checkpoints: 'gate' });
    await ask(agents.bob, 'tasks_close_step', {
      task: 'TASK-001',
      path: 's:1',
      checkpoints: 'gate',
    });
    await expect.poll(() => row(page, /s:1/).innerText()).toMatch(/Done.*✓ criteria · bob/s);
    await page.getByText('2/3').first().waitFor();
    expect(await boxOf(page, 's:2')).toEqual(before);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('s:2');
    await ask(agents.ada, 'tasks_block', { task: 'TASK-001', path: 's:2', blocked: false });
    await expect.poll(() => row(page, /s:2/).innerText()).not.toContain('Blocked');
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB72] radar and handoff are the words that an agent gets, and follow the task', async () => {
    const { page, faults, close } = await scene.open(at('/TASK-001?tab=radar'));
    const shown = page.getByLabel('tasks_radar', { exact: true });
    const plain = (text: string) => text.replace(/"timestamp":"[^"]*"/, '');
    const told = async (tool: string) =>
      plain(await ask(agents.bob, tool, { target: 'TASK-001', workspace: WORKSPACE }));
    await expect
      .poll(async () => plain((await shown.textContent()) ?? ''))
      .toBe(await told('tasks_radar'));
    await ask(agents.ada, 'tasks_edit', { task: 'TASK-001', title: 'Read all numbers' });
    await expect.poll(() => shown.textContent()).toContain('Read all numbers');
    await page.getByRole('tab', { name: 'Handoff' }).click();
    const handoff = page.getByLabel('tasks_handoff', { exact: true });
    await expect
      .poll(async () => plain((await handoff.textContent()) ?? ''))
      .toBe(await told('tasks_handoff'));
    await page.getByRole('tab', { name: 'About' }).click();
    await page.getByText('The reader stops at the exponent.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB73] 300 levels are walked by keys, and little of them is in the document', async () => {
    await ask(agents.ada, 'tasks_create', { kind: 'task', parent: 'PLAN-001', title: 'Deep' });
    const store = await openStore(scene.place);
    const made = await store.read(WORKSPACE, (tx) => tx.targets.latest({ kind: 'task' }, 1));
    const id = made[0]?.id ?? '';
    await nestSteps(store, WORKSPACE, id, 300);
    await store.close();
    const { page, faults, close } = await scene.open(at(`/${id}`));
    await row(page, /Level 0/).waitFor();
    await row(page, /Level 0/).click();
    const last = row(page, /Level 299/);
    // The steps come in two pages, and the end is that of those that have come.
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return last.count();
      })
      .toBe(1);
    await expect.poll(() => last.getAttribute('aria-level')).toBe('300');
    expect(await last.innerText()).toContain('level 300');
    expect(await page.getByRole('treeitem').count()).toBeLessThan(60);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => row(page, /Level 298/).getAttribute('aria-selected')).toBe('true');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(1280);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB72] a task that is deleted says so, where it was shown', async () => {
    await ask(agents.ada, 'tasks_create', { kind: 'task', parent: 'PLAN-001', title: 'Doomed' });
    const { page, faults, close } = await scene.open(at(''));
    const doomed = row(page, /Doomed/);
    await doomed.waitFor();
    await doomed.click();
    await page.getByText('No steps yet').waitFor();
    const id = /TASK-\d+/.exec(page.url())?.[0] ?? '';
    await ask(agents.ada, 'tasks_delete', { task: id });
    await page.getByText(`${id} does not exist`).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB47] works in a window of 360 pixels', async () => {
    const { page, faults, close } = await scene.open(at('/TASK-001'), { width: 360 });
    await row(page, /s:0/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await row(page, /s:0/).click();
    await page.getByRole('complementary', { name: 'Step' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await row(page, /s:0/).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});
