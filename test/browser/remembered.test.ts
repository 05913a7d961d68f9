/** Rules and questions in a real browser, named by the rules in docs/spec/observatory.md. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeUpserted } from '../../src/domain/graph/apply-ops.ts';
import { initializeWorkspace } from '../../src/domain/workspace/workspace.ts';
import { openStore } from '../../src/store/open-store.ts';
import { audit } from './support/audit.ts';
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

const at = (path: string) => `/w/${WORKSPACE}/${path}`;
const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name });
const remember = (args: object, agent = agents.ada) => ask(agent, 'remember', args);

/** The id of the card or rule that an answer names first. */
async function stored(args: object, agent = agents.ada): Promise<string> {
  const text = await remember(args, agent);
  return /(CARD|RULE)-\d+/.exec(text)?.[0] ?? expect.fail(text);
}

const waiting = (page: Page) => page.getByRole('region', { name: 'Questions for you' });

async function firstStep(task: string): Promise<string> {
  const store = await openStore(scene.place);
  const target = await store.read(WORKSPACE, (tx) => tx.targets.byId(task));
  await store.close();
  return target?.steps[0]?.id ?? expect.fail(`${task} has no step`);
}

async function topOf(page: Page, name: string): Promise<number> {
  const box = await page.locator('.list').getByRole('option', { name }).boundingBox();
  return box?.y ?? expect.fail(`${name} is not shown`);
}

describe('what waits for the user', () => {
  it('[OB115] stands on Now with its words as it is asked elsewhere, and nothing moves', async () => {
    const { page, faults, close } = await scene.open(at('now'));
    await waiting(page).getByText('No question waits for you.').waitFor();
    await page.locator('.list').getByRole('option', { name: 'ada' }).waitFor();
    const before = await topOf(page, 'ada');
    const tab = await page.getByRole('link', { name: 'Thinking' }).boundingBox();
    const text = `May I drop the old table? ${HOSTILE}`;
    const first = await stored({ kind: 'question', to: 'user', text, about: 'TASK-001' });
    await waiting(page).getByText('1 question waits for you').waitFor();
    const words = await waiting(page).innerText();
    for (const word of [text, 'ada', 'TASK-001', 'Read numbers']) expect(words).toContain(word);
    await page.getByRole('link', { name: 'Now 1 question waits for you' }).waitFor();
    expect(await page.title()).toMatch(/^\(1\) Now/);
    const second = await stored({ kind: 'question', to: 'user', text: 'Which one?' }, agents.bob);
    await remember({ kind: 'question', text: 'Who owns the lexer?' }, agents.bob);
    await waiting(page).getByText('2 questions wait for you').waitFor();
    expect(await waiting(page).innerText(), 'what is read stays').toContain('May I drop');
    await waiting(page).getByRole('button', { name: 'All 3 open questions' }).waitFor();
    expect(await topOf(page, 'ada')).toBe(before);
    expect(await page.getByRole('link', { name: 'Thinking' }).boundingBox()).toEqual(tab);
    await remember({ answers: first, text: 'Yes.' }, agents.bob);
    await waiting(page).getByText('Which one?').waitFor();
    await remember({ answers: second, text: 'The first.' });
    await waiting(page).getByText('No question waits for you.').waitFor();
    expect(await topOf(page, 'ada')).toBe(before);
    expect(await page.title()).toMatch(/^Now/);
    expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB115] is opened by keys, says how it is answered, and fits 360 pixels', async () => {
    const id = await stored({ kind: 'question', to: 'user', text: `Why ${'so '.repeat(120)}?` });
    const { page, faults, close } = await scene.open(at('now'), { width: 360, scheme: 'dark' });
    await waiting(page).getByText('1 question waits for you').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await audit(page)).toEqual([]);
    await waiting(page).getByRole('button', { name: /^Why/ }).focus();
    await page.keyboard.press('Enter');
    const card = panelOf(page, 'Card');
    await card.getByText(`remember {"answers":"${id}","text":"…"}`).waitFor();
    expect(await audit(page)).toEqual([]);
    await remember({ answers: id, text: 'It is done.' });
    await card.getByText('answered').first().waitFor();
    await expect.poll(() => card.getByText('To answer it').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('where nobody has been for days', () => {
  it('[OB115] the question still stands there, and so does how to connect', async () => {
    const store = await openStore(scene.place);
    const nowMs = Date.now() - 3 * 24 * 60 * 60_000;
    await store.write({ workspace: 'quiet', agent: 'ada', nowMs }, async (tx) => {
      const [first] = await tx.append([initializeWorkspace()]);
      const card = { id: 'CARD-2', type: 'question', title: 'May I?', status: 'open', tags: [] };
      const place = { branch: first?.seq ?? 0, doc: 'graph', target: undefined };
      await tx.append([nodeUpserted(place, { ...card, meta: { to: 'user' } })]);
    });
    await store.close();
    const { page, faults, close } = await scene.open('/w/quiet/now');
    await waiting(page).getByText('May I?').waitFor();
    expect(await waiting(page).innerText()).toContain('ada 3 d ago');
    await page.getByText('Nobody is here').waitFor();
    expect(await audit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('rules and questions beside tasks', () => {
  it('[OB116] are empty at first, and say by which call they come', async () => {
    const { page, faults, close } = await scene.open(at('tasks'));
    await page.getByRole('button', { name: 'Rules 0' }).waitFor();
    await page.keyboard.press('r');
    await panelOf(page, 'Rules').getByText('No rules yet').waitFor();
    await page.keyboard.press('q');
    await panelOf(page, 'Open questions').getByText('Who owns the lexer?').waitFor();
    await page.getByRole('button', { name: 'Questions 1', pressed: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB116] those that hold come first; what comes and ends elsewhere moves nothing', async () => {
    await remember({ kind: 'rule', text: ['Spaces, never tabs.', HOSTILE, 'No emoji.'] });
    await remember({ replaces: 'RULE-001', text: 'Tabs.' });
    const { page, faults, close } = await scene.open(at('tasks?panel=rules:'));
    const panel = panelOf(page, 'Rules');
    const everywhere = panel.getByRole('list', { name: 'In the whole workspace' });
    await everywhere.getByText('Tabs.').waitFor();
    const ended = panel.getByRole('list', { name: 'No longer in force' });
    expect(await ended.innerText()).toContain('Spaces, never tabs.');
    expect(await everywhere.innerText()).toContain(HOSTILE);
    expect(await everywhere.innerText()).toMatch(/RULE-002 \(user, by ada\)/);
    const before = await everywhere.getByText('Tabs.').boundingBox();
    await remember({ replaces: 'RULE-002' }, agents.bob);
    await everywhere.getByText('∅ retired').waitFor();
    await remember({ kind: 'rule', text: 'Later.' }, agents.bob);
    await page.getByRole('button', { name: 'Rules 3' }).waitFor();
    expect(await everywhere.getByText('Later.').count()).toBe(0);
    expect((await everywhere.getByText('Tabs.').boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await panel.getByRole('button', { name: '1 new' }).click();
    await everywhere.getByText('Later.').waitFor();
    await expect.poll(() => ended.innerText()).toContain(HOSTILE);
    expect(await audit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB116] a task has those about it, its plan and its steps', async () => {
    const step = await firstStep('TASK-001');
    await remember({ kind: 'rule', text: 'RFC 8259 only.', about: 'PLAN-001' });
    await remember({ kind: 'rule', text: 'No floats.', about: step });
    await remember({ kind: 'rule', text: 'Elsewhere.', about: 'TASK-002' });
    await remember({ kind: 'question', text: 'Is -0 a number?', about: step });
    const { page, faults, close } = await scene.open(at('tasks/TASK-001'), { scheme: 'dark' });
    await page.getByRole('button', { name: 'Rules 2' }).click();
    const own = panelOf(page, 'Rules').getByRole('list', { name: 'About TASK-001' });
    await own.getByText('No floats.').waitFor();
    expect(await own.innerText()).toContain('RFC 8259 only.');
    expect(await panelOf(page, 'Rules').innerText()).not.toContain('Elsewhere.');
    expect(await panelOf(page, 'Rules').innerText()).toContain('Tabs.');
    expect(await audit(page)).toEqual([]);
    await page.getByRole('button', { name: 'Questions 2' }).click();
    await panelOf(page, 'Open questions').getByText('Is -0 a number?').waitFor();
    await panelOf(page, 'Open questions')
      .getByRole('link', { name: /a step of TASK-001/ })
      .click();
    const detail = panelOf(page, 'Step');
    await detail.getByText('No floats.').waitFor();
    await detail.getByText('Is -0 a number?').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB114] an address with the id of a rule, a card or a step leads to it', async () => {
    const card = await stored({ kind: 'question', text: 'Is 1e400 a number?' });
    const { page, faults, close } = await scene.open(`/go/RULE-001?w=${WORKSPACE}`);
    const panel = panelOf(page, 'Rule');
    await panel.getByText('Spaces, never tabs.').waitFor();
    await panel.getByRole('button', { name: 'replaced by RULE-004' }).click();
    await panel.getByText('Tabs.').waitFor();
    await panel.getByRole('button', { name: 'in place of RULE-001' }).waitFor();
    await panel.getByRole('link', { name: 'Its events' }).click();
    const line = page
      .locator('.list')
      .getByRole('option', { name: /replaced RULE-001 by RULE-004/ });
    await line.click();
    await panelOf(page, 'Event').getByRole('link', { name: 'Show it where it is' }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('panel=rule:RULE-004');
    await page.goto(new URL(`/go/${card}?w=${WORKSPACE}`, scene.server.observatoryUrl).href);
    await panelOf(page, 'Card').getByText('Is 1e400 a number?').waitFor();
    expect(page.url()).toContain('/memory/');
    await page.goto(new URL(at('tasks?panel=rules:'), scene.server.observatoryUrl).href);
    await panelOf(page, 'Rules').getByRole('link', { name: /STEP-/ }).click();
    await panelOf(page, 'Step').getByText('No floats.').waitFor();
    expect(page.url()).toContain('/tasks/TASK-001/STEP-');
    expect(faults).toEqual([]);
    await close();
  });
});
