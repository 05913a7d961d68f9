/** The view Thinking in a real browser, named by the rules in docs/spec/observatory.md. */

import { describe, expect, it } from 'vitest';
import { WORKSPACE } from './support/observed.ts';
import { manyThoughts } from './support/thinker.ts';
import { card, selected, thinkingScene } from './support/thinking-scene.ts';

const scene = thinkingScene();

describe('the snake', () => {
  it('[OB54] [OB55] who joins late sees everything: branches, revisions, markers and critiques', async () => {
    const id = await scene.recordParser();
    await scene.crowd.criticise(id, 1, 'How do you know that it is 2 s?');
    const page = await scene.open(`/${id}`);
    await card(page, '4').waitFor();
    expect(await page.locator('.thought').count()).toBe(7);
    expect(await page.locator('.branch-head').allInnerTexts()).toEqual([
      '▾ regex · 2',
      '▾ native · 1',
    ]);
    expect(await card(page, '1').innerText()).toMatch(/1\s+saw\s+✎ critique\s+The parser stalls/);
    expect(await card(page, '3').innerText()).toContain('revised by 4');
    expect(await card(page, '4').innerText()).toMatch(/revises\s+↺ 3\s+It does, after a \+/);
    expect(await card(page, 'regex:2').innerText()).toMatch(/rejects\s+■ end/);
    const decoration = (place: string) =>
      card(page, place)
        .locator('.thought-text')
        .evaluate((element) => getComputedStyle(element).textDecorationLine);
    expect(await decoration('3')).toBe('line-through');
    expect(await decoration('2')).toBe('none');
    const box = async (place: string) => (await card(page, place).boundingBox()) ?? { x: 0, y: 0 };
    expect((await box('regex:1')).y).toBeGreaterThan((await box('2')).y);
    expect((await box('regex:1')).x).toBeGreaterThan((await box('1')).x);
    expect(await page.locator('.session-head').innerText()).toMatch(
      /7 thoughts · 2 branches · 1 revision/,
    );
  });

  it('[OB55] thoughts, branches, revisions and critiques of another process appear at once', async () => {
    const id = await scene.thinker.begin('Live');
    await scene.thinker.think('first');
    const page = await scene.open(`/${id}`);
    await card(page, '1').waitFor();
    await scene.thinker.think('second, just now');
    await card(page, '2').getByText('second, just now').waitFor();
    await scene.thinker.think('another way', { branchId: 'way', branchFromThought: 1 });
    await card(page, 'way:1').waitFor();
    await page.getByText('▾ way · 1').waitFor();
    await scene.thinker.think('not so', { revisesThought: 2 });
    await card(page, '2').getByText('revised by 3').waitFor();
    await card(page, '3').getByText('↺ 2').waitFor();
    await scene.crowd.criticise(id, 1, 'Really?');
    await card(page, '1').getByText('critique').waitFor();
    await scene.thinker.think('done', { nextThoughtNeeded: false });
    await card(page, '4').getByText('end').waitFor();
    await page.locator('.session-head').getByText('completed').waitFor();
    expect(await page.locator('.session-head').innerText()).toContain('5 thoughts');
  });

  it('[OB55] selecting a revision draws its arc; references light up, also under the pointer', async () => {
    const id = await scene.recordParser();
    const page = await scene.open(`/${id}`);
    await card(page, '4').waitFor();
    expect(await page.locator('.snake-edges .arc').count()).toBe(0);
    await card(page, '2').hover();
    expect(await page.locator('.thought.lit').count()).toBe(2);
    await card(page, '4').click();
    await page.locator('.snake-edges .arc').waitFor({ state: 'attached' });
    await page.mouse.move(1, 1);
    const lit = await page
      .locator('.thought.lit')
      .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset.place));
    expect(lit).toEqual(['3']);
  });
});

describe('the detail', () => {
  it('[OB53] [OB57] opens by a click, has links both ways, and follows the session', async () => {
    const id = await scene.recordParser();
    await scene.crowd.criticise(id, 2, 'Look at the trace first.');
    const page = await scene.open(`/${id}`);
    await card(page, '2').click();
    const panel = page.locator('.panel');
    await panel.getByRole('heading', { name: 'Thought 2' }).waitFor();
    const text = await panel.innerText();
    expect(text).toContain('S2|H|S1|The lexer takes e as an identifier');
    expect(text).toContain('Critique by critic-1');
    expect(text).toContain('Look at the trace first.');
    expect(text).toMatch(/follows S1 in\s+1/);
    expect(text).toMatch(/3\s+S3 follows S2/);
    expect(text).toMatch(/⑂ regex · 2/);
    await panel.locator('.thought-ways .place', { hasText: '3' }).click();
    await panel.getByText('revised by').waitFor();
    expect(await selected(page)).toBe('3');
    expect(new URL(page.url()).pathname).toBe(`/w/${WORKSPACE}/thinking/${id}/3`);
    await panel.locator('.thought-ways .warned .place').click();
    await panel.getByRole('heading', { name: 'Thought 4' }).waitFor();
    await scene.thinker.think('and so on');
    await panel.locator('.thought-ways').getByText('5').waitFor();
  });

  it('[OB57] a link to a place leads there, opens its branch, and survives a reload', async () => {
    const id = await scene.thinker.begin('Deep');
    await scene.crowd.record(id, manyThoughts(1, 400, 'thought'));
    await scene.crowd.record(id, [
      ...Array.from({ length: 9 }, (_, index) => ({
        ...{ chain: `way-${index}`, number: 1, from: 350, text: `way ${index}` },
      })),
    ]);
    const page = await scene.open(`/${id}/way-2:1`);
    await card(page, 'way-2:1').waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('.thought.selected')?.getBoundingClientRect();
      return box !== undefined && box.top > 100 && box.bottom < innerHeight;
    });
    expect(await selected(page)).toBe('way-2:1');
    await page.reload();
    await card(page, 'way-2:1').waitFor();
    expect(await selected(page)).toBe('way-2:1');
    await page.goto(new URL(`/w/${WORKSPACE}/thinking/${id}/12`, page.url()).href);
    await card(page, '12').waitFor();
    expect(await selected(page)).toBe('12');
  });

  it('[OB57] an address that names nothing says so', async () => {
    const page = await scene.open('/00000000-0000-7000-8000-000000000000');
    await page.getByText('No such session').waitFor();
  });
});

describe('by keys alone', () => {
  it('[OB57] from the list into a session, along the chain, through branches, and back', async () => {
    const id = await scene.recordParser();
    const page = await scene.open('');
    await page.getByText('Why does the parser stall?').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await card(page, '1').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/w/${WORKSPACE}/thinking/${id}`);
    const leadTo = async (place: string, ...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      await page.locator(`.thought.selected[data-place="${place}"]`).waitFor();
    };
    await leadTo('1', 'l');
    await leadTo('2', 'l');
    await leadTo('3', 'ArrowRight');
    await leadTo('2', 'h');
    await leadTo('regex:1', 'j');
    await leadTo('regex:2', 'l');
    await leadTo('native:1', 'ArrowDown');
    await leadTo('2', 'k', 'h');
    await leadTo('native:1', 'j', 'j');
    await leadTo('2', 'u');
    await page.waitForFunction(
      () => (document.activeElement as HTMLElement | null)?.dataset.place === '2',
    );
    const panel = page.locator('.panel');
    await page.keyboard.press('Enter');
    await panel.getByRole('heading', { name: 'Thought 2' }).waitFor();
    await leadTo('3', 'l');
    await panel.getByRole('heading', { name: 'Thought 3' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await selected(page)).toBe('3');
    await page.keyboard.press('y');
    await page.getByRole('status').getByText('Copied.').waitFor({ state: 'attached' });
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(copied).pathname).toBe(`/w/${WORKSPACE}/thinking/${id}/3`);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('.thought.selected') === null);
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Thinking' }).waitFor();
  });

  it('[OB57] expands a thought in place, and what is below moves down', async () => {
    const id = await scene.thinker.begin('Grow');
    await scene.thinker.thinkAll([`long ${'word '.repeat(300)}END`, 'b', 'c', 'd', 'e', 'f', 'g']);
    const page = await scene.open(`/${id}/1`);
    await card(page, '7').waitFor();
    const top = async () => (await card(page, '7').boundingBox())?.y ?? 0;
    const before = await top();
    await page.keyboard.press('o');
    await card(page, '1').getByText('END').waitFor();
    await page.waitForFunction(
      (y) =>
        (document.querySelector('[data-place="7"]')?.getBoundingClientRect().top ?? 0) > y + 50,
      before,
    );
    const [first, last] = [
      await card(page, '1').boundingBox(),
      await card(page, '7').boundingBox(),
    ];
    expect(last?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
    await page.keyboard.press('o');
    await page.waitForTimeout(200);
    expect(await top()).toBeCloseTo(before, 0);
  });
});

describe('the list', () => {
  it('[OB50] [OB51] has live sessions first, is searched on the server, and narrowed by status', async () => {
    const done = await scene.thinker.begin('Zebra crossing', { sessionTags: ['stripes'] });
    await scene.thinker.think('it is black and white', { nextThoughtNeeded: false });
    const live = await scene.thinker.begin('Zebra herd');
    await scene.thinker.think('they run');
    const page = await scene.open('?q=zebra');
    const titles = () => page.locator('.session-title').allInnerTexts();
    await page.getByText('2 sessions').waitFor();
    expect(await titles()).toEqual(['Zebra herd', 'Zebra crossing']);
    await page.getByRole('button', { name: 'Completed' }).click();
    await page.getByText('1 session', { exact: true }).waitFor();
    expect(await titles()).toEqual(['Zebra crossing']);
    expect(page.url()).toContain('status=completed');
    await page.getByRole('button', { name: 'All' }).click();
    await page.getByRole('searchbox').fill('black white');
    await page.getByText('1 session', { exact: true }).waitFor();
    expect(await titles()).toEqual(['Zebra crossing']);
    await page.getByRole('searchbox').fill('zebra');
    await page.getByText('2 sessions').waitFor();
    await scene.thinker.think('faster', { nextThoughtNeeded: false });
    await page.locator('.list-row', { hasText: 'Zebra herd' }).getByText('completed').waitFor();
    await page.locator('.session-row', { hasText: 'Zebra herd' }).click();
    await page.waitForURL(`**/thinking/${live}`);
    await page.goBack();
    await page.getByText('Zebra crossing').click();
    await page.waitForURL(`**/thinking/${done}`);
  });

  it('[OB53] a session is copied as Markdown', async () => {
    const id = await scene.recordParser();
    const page = await scene.open(`/${id}`);
    await card(page, '1').waitFor();
    await page.getByRole('button', { name: 'Copy Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('# Why does the parser stall?');
    expect(copied).toContain('## Branch regex, from thought 2');
  });
});
