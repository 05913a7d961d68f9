/** Memory in a real browser, named by the rules in docs/spec/observatory.md. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeKnowledge, writeMemory } from './support/memory-scene.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';

let scene: Observed;
let conflict: string;

beforeAll(async () => {
  scene = await observe();
  conflict = await writeMemory(scene.agent);
  await writeKnowledge(scene.agent);
});
afterAll(() => scene.close());

const MEMORY = `/w/${WORKSPACE}/memory`;
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name });
const branch = (page: Page, name: string) =>
  page.getByRole('tree', { name: 'Branches' }).getByRole('treeitem').filter({ hasText: name });

async function call(tool: string, args: object) {
  const reply = await scene.agent.call(tool, args);
  expect(reply.isError, reply.text).toBe(false);
}

describe('memory', () => {
  it('[OB90] shows branches, and every kind of memory of one', async () => {
    const { page, faults, close } = await scene.open(MEMORY);
    await page.getByText('After a deploy').waitFor();
    expect(await branch(page, 'main').innerText()).toContain('here');
    expect(await branch(page, 'main').innerText()).toContain('⚠ 1');
    const late = branch(page, 'idea/warm-up-late');
    expect(await late.getAttribute('aria-level')).toBe('3');
    await tab(page, 'Trace').click();
    await page.getByText('Read the logs of the last deploy.').waitFor();
    await tab(page, 'Cards').click();
    await page.getByRole('button', { name: /Why are reads slow/ }).waitFor();
    await tab(page, /Conflicts/).click();
    await page.getByText('differs in title, text').waitFor();
    await tab(page, 'Patterns').click();
    await page.getByRole('option', { name: /Warm up before the switch/ }).click();
    await page.getByRole('complementary', { name: 'Pattern' }).getByText('nothing warms').waitFor();
    await tab(page, 'Tags').click();
    await page.getByRole('option', { name: /before-rewrite/ }).click();
    await page.getByRole('complementary', { name: 'Entry' }).getByText('Copy the text').waitFor();
    await branch(page, 'idea/warm-up').first().click();
    await expect.poll(() => page.url()).toContain('/memory/idea%2Fwarm-up');
    await tab(page, 'Notes').click();
    await page.getByText('Warm the cache before the switch.').waitFor();
    await page.getByText('from main', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('Warm the cache before the switch.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB140] shows branches of tasks at once while they are few, and hides them by a button', async () => {
    await call('tasks_macro_start', { task_title: 'Warm the cache' });
    await call('remember', { text: 'The cache needs 90 s after a deploy.', about: 'TASK-001' });
    // What other tests write is for main.
    await call('tasks_focus_clear', {});
    const { page, faults, close } = await scene.open(MEMORY);
    await branch(page, 'task/TASK-001').click();
    await tab(page, 'Cards').click();
    await page.getByRole('button', { name: /The cache needs 90 s/ }).waitFor();
    await branch(page, 'main').first().click();
    await page.getByRole('button', { name: /^hide \d+ of tasks$/ }).click();
    await branch(page, 'task/TASK-001').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB90] what comes from another process waits, and moves nothing', async () => {
    const { page, faults, close } = await scene.open(`${MEMORY}/idea%2Fwarm-up`);
    const note = page.getByText('Warm the cache before the switch.');
    await note.waitFor();
    const before = await note.boundingBox();
    for (const content of ['first later', 'second later']) {
      await call('notes_commit', { content, branch: 'idea/warm-up' });
    }
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await note.boundingBox()).toEqual(before);
    expect(await page.getByText('second later').count()).toBe(0);
    await page.getByRole('button', { name: '2 new' }).click();
    await page.getByText('second later').waitFor();
    await call('branch_create', { name: 'fresh', from: 'main' });
    await branch(page, 'fresh').waitFor();
    await call('branch_rename', { old: 'fresh', new: 'renamed' });
    await branch(page, 'renamed').waitFor();
    await call('branch_delete', { name: 'renamed' });
    await expect.poll(() => branch(page, 'renamed').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB90] older notes come on demand', async () => {
    await call('branch_create', { name: 'long', from: 'idea/warm-up-late' });
    const { page, close } = await scene.open(`${MEMORY}/long?tab=trace`);
    await page.getByText('Read the logs').waitFor();
    await close();
    for (let at = 1; at <= 105; at++) {
      await call('notes_commit', { content: `note ${at}.`, doc: 'many' });
    }
    const opened = await scene.open(`${MEMORY}/main/many`);
    await opened.page.getByText('note 105.').waitFor();
    expect(await opened.page.getByText('note 3.', { exact: true }).count()).toBe(0);
    await opened.page.getByRole('button', { name: 'Show older' }).click();
    await opened.page.getByText('note 3.', { exact: true }).waitFor({ state: 'attached' });
    expect(opened.faults).toEqual([]);
    await opened.close();
  });

  it('[OB92] lanes draw the edges of the selected card, and an address opens one', async () => {
    const { page, faults, close } = await scene.open(`${MEMORY}/main?tab=cards&card=h1`);
    const panel = page.getByRole('complementary', { name: 'Card' });
    await panel.getByText('40 % of reads miss for 90 s').waitFor();
    expect(await page.locator('.elbow').count()).toBe(3);
    await page.getByRole('button', { name: /supports →.*40 % of reads miss/ }).waitFor();
    const second = page.locator('[data-card=h2]');
    const place = await second.boundingBox();
    await second.click();
    expect(await second.boundingBox()).toEqual(place);
    await panel.getByText('changed status to refuted').waitFor();
    expect(await page.locator('.rel-blocks .elbow').count()).toBe(1);
    expect(page.url()).toContain('card=h2');
    const question = page.locator('[data-card=q1]');
    const before = await question.boundingBox();
    await call('think_card', { card: { id: 'h9', type: 'hypothesis', title: 'A late idea' } });
    await page.getByRole('button', { name: /A late idea/ }).waitFor();
    await call('think_set_status', { targets: ['q1'], status: 'answered' });
    await question.getByText('✓ answered').waitFor();
    expect(await question.boundingBox()).toEqual(before);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB92] more than 500 cards are a list with counts', async () => {
    await call('branch_create', { name: 'crowd', from: 'main' });
    for (let part = 0; part < 3; part++) {
      const ops = Array.from({ length: 180 }, (_, at) => ({
        ...{ op: 'node_upsert', id: `c${part}-${at}`, type: 'question', title: `Q ${part} ${at}` },
      }));
      await call('graph_apply', { branch: 'crowd', ops });
    }
    const { page, faults, close } = await scene.open(`${MEMORY}/crowd?tab=cards`);
    await page.getByRole('button', { name: /^Questions 541/ }).waitFor();
    expect(await page.getByRole('option').count()).toBeLessThan(60);
    await page.getByRole('button', { name: /^Evidence/ }).click();
    await page.getByRole('option', { name: /40 % of reads miss/ }).click();
    await page.getByRole('complementary', { name: 'Card' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB93] a conflict has its sides beside each other, and tells when it is decided', async () => {
    const { page, faults, close } = await scene.open(`${MEMORY}/conflicts/${conflict}`);
    const row = page.getByRole('row', { name: /title/ });
    await row.waitFor();
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      'Leave the build id out of the key',
      'Warm the cache up',
      'Use a key without the build',
    ]);
    expect(await row.innerText()).toContain('≠ differs');
    expect(await page.getByRole('row', { name: /^type/ }).innerText()).not.toContain('differs');
    const text = `graph_conflict_resolve {"conflict_id":"${conflict}","resolution":"use_from"}`;
    await page.getByText(text).waitFor();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await call('graph_apply', {
      ...{ branch: 'main', ops: [{ op: 'edge_upsert', from: 'f1', rel: 'supports', to: 'd1' }] },
    });
    await page.getByText('What rests on it').waitFor();
    await page.getByText('Deploys should not be felt').waitFor();
    await call('graph_conflict_resolve', { conflict_id: conflict, resolution: 'use_from' });
    await page.getByText('Decided').waitFor();
    await page.getByText(/Theirs \(idea\/warm-up\) was taken by/).waitFor();
    await page.goto(new URL(`/go/${conflict}`, scene.server.observatoryUrl).href);
    await page.getByText('Decided').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB91] hostile Markdown stays text', async () => {
    const content = [
      '<script>document.title = "taken"</script> <img src=x onerror="document.title=1">',
      '[good](https://example.org/) [bad](javascript:document.title=1) ![i](https://example.org/i.png)',
      'safe\u202eesrever\u202c <b>bold</b> javascript:alert(1)',
      '```\n<iframe src="https://example.org"></iframe>\n```',
    ].join('\n\n');
    await call('notes_commit', { content, doc: 'hostile', title: '<h1>title' });
    const { page, faults, close } = await scene.open(`${MEMORY}/main/hostile`);
    await page.getByText('<script>document.title').waitFor();
    await page.getByText('<script>document.title').click();
    await page.getByRole('complementary', { name: 'Entry' }).getByText('<b>bold</b>').waitFor();
    const inside = await page.locator('.markdown').evaluateAll((all) => ({
      elements: all.map((each) => each.querySelectorAll('script,img,iframe,b,object').length),
      links: all.flatMap((each) => [...each.querySelectorAll('a')].map((link) => link.href)),
      text: all.map((each) => each.textContent).join(),
    }));
    expect(new Set(inside.elements)).toEqual(new Set([0]));
    expect(new Set(inside.links)).toEqual(
      new Set(['https://example.org/', 'https://example.org/i.png']),
    );
    expect(inside.text).not.toMatch(/[\u202a-\u202e]/);
    expect(await page.title()).toBe(`Memory · ${WORKSPACE} · Waymark`);
    const relations = await page
      .locator('.markdown a')
      .evaluateAll((all) => all.map((each) => each.getAttribute('rel')));
    expect(new Set(relations)).toEqual(new Set(['noreferrer noopener']));
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB90] works by keys alone', async () => {
    const { page, faults, close } = await scene.open(`/w/${WORKSPACE}`);
    await page.getByText(/live · seq/).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByText('After a deploy').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Entry' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('complementary', { name: 'Entry' }).count()).toBe(0);
    await tab(page, 'Notes').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await tab(page, 'Cards').getAttribute('aria-selected')).toBe('true');
    await page.getByRole('button', { name: /Why are reads slow/ }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Card' }).waitFor();
    expect(page.url()).toContain('card=h1');
    await branch(page, 'main').first().focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.url()).not.toContain('/memory/main');
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB90] says which call writes the first of everything, and shows it at once', async () => {
    await call('init', { workspace: 'bare' });
    const { page, faults, close } = await scene.open('/w/bare/memory');
    await page.getByText('No notes yet').waitFor();
    await page.getByText('notes_commit {').waitFor();
    const words = ['No trace yet', 'No cards yet', 'No open conflicts', 'No patterns', 'No tags'];
    for (const [at, name] of ['Trace', 'Cards', 'Conflicts', 'Patterns', 'Tags'].entries()) {
      await tab(page, name).click();
      await page.getByText(words[at] ?? '').waitFor();
    }
    await tab(page, 'Notes').click();
    await call('notes_commit', { content: 'The very first.', workspace: 'bare' });
    await page.getByText('The very first.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB90] the chosen branch is in sight, however many there are', async () => {
    for (let at = 0; at < 30; at++)
      await call('branch_create', { name: `side-${at}`, from: 'main' });
    const { page, close } = await scene.open(`${MEMORY}/main`);
    await page.getByText('After a deploy').waitFor();
    const seen = async () => {
      const box = await branch(page, '◉ here').boundingBox();
      return box !== null && box.y + box.height <= 800;
    };
    await expect.poll(seen).toBe(true);
    const before = await page.getByText(/live · seq/).innerText();
    await call('branch_create', { name: 'one-more', from: 'main' });
    await expect.poll(() => page.getByText(/live · seq/).innerText()).not.toBe(before);
    expect(await seen()).toBe(true);
    await close();
  });

  it('[OB90] fits a narrow window', async () => {
    const { page, faults, close } = await scene.open(`${MEMORY}/none`, { width: 360, height: 640 });
    await page.getByText('There is no branch none').waitFor();
    for (const path of ['main', 'main?tab=cards', 'main?tab=tags', `conflicts/${conflict}`]) {
      await page.goto(new URL(`${MEMORY}/${path}`, scene.server.observatoryUrl).href);
      await page.getByRole('tree', { name: 'Branches' }).waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(360);
    }
    expect(faults).toEqual([]);
    await close();
  });
});
