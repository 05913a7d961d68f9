/** Thinking when much happens, much is there, or what is there means harm. */

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { WORKSPACE } from './support/observed.ts';
import { type Draft, manyThoughts } from './support/thinker.ts';
import { card, thinkingScene } from './support/thinking-scene.ts';

const scene = thinkingScene();

describe('densities and time', () => {
  it('[OB56] d goes through Cards, Dots and Read; each shows the same thoughts', async () => {
    const id = await scene.recordParser();
    await scene.thinker.think(`It ends with ${'many '.repeat(200)}THE END`);
    const page = await scene.open(`/${id}/2`);
    await card(page, '5').waitFor();
    await page.keyboard.press('d');
    await page.locator('.dots canvas').waitFor();
    const inked = await page.locator('.dots canvas').evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pen = (canvas as HTMLCanvasElement).getContext('2d');
      const { data } = pen?.getImageData(0, 0, width, height) ?? { data: [] };
      let count = 0;
      for (let at = 3; at < data.length; at += 4) if (data[at]) count += 1;
      return count;
    });
    expect(inked).toBeGreaterThan(8 * 40);
    const dot = page.locator('.dot-focus');
    expect(await dot.getAttribute('aria-label')).toMatch(/^Thought 2, guess\. The lexer/);
    await page.keyboard.press('l');
    await page.waitForFunction(
      () => (document.querySelector('.dot-focus') as HTMLElement | null)?.dataset.place === '3',
    );
    const { x = 0, y = 0 } = (await dot.boundingBox()) ?? {};
    await page.mouse.click(x - 16 + 9, y + 9);
    await page.locator('.panel').getByRole('heading', { name: 'Thought 2' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await card(page, '5').getByText('THE END').waitFor();
    expect(await page.locator('.thought').count()).toBe(8);
    expect(await page.getByRole('button', { name: 'Read' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await page.reload();
    await card(page, '5').getByText('THE END').waitFor();
    // Heights are known once the cards are in the document, and whole texts come later.
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll('.thought')];
      const boxes = all.map((each) => each.getBoundingClientRect()).sort((a, b) => a.top - b.top);
      return boxes.every(({ top }, index) => top >= (boxes[index - 1]?.bottom ?? top));
    });
  });

  it('[OB56] the strip of time marks what is seen, and leads anywhere', async () => {
    const id = await scene.thinker.begin('Long');
    for (let part = 0; part < 8; part++) {
      await scene.crowd.record(id, manyThoughts(part * 50 + 1, part * 50 + 50, 'thought'));
    }
    const page = await scene.open(`/${id}`);
    await card(page, '1').waitFor();
    const strip = page.getByRole('slider', { name: 'The session in time' });
    await strip.waitFor();
    const { x = 0, y = 0, width = 0 } = (await strip.boundingBox()) ?? {};
    await page.mouse.click(x + width - 2, y + 10);
    await card(page, '400').waitFor();
    expect(await selectedCount(page), 'looking is not selecting').toBe(0);
    const seen = await page.locator('.time-seen').boundingBox();
    expect((seen?.x ?? 0) + (seen?.width ?? 0)).toBeGreaterThan(x + width - 8);
    await page.mouse.move(x + width - 2, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + 1, y + 10, { steps: 5 });
    await page.mouse.up();
    await card(page, '1').waitFor();
    await strip.press('End');
    await card(page, '400').waitFor();
  });
});

const selectedCount = (page: Page) => page.locator('.thought[aria-selected=true]').count();

describe('nothing jumps', () => {
  it('[OB58] 200 thoughts above, below and on branches leave the selected card, the focus and the scroll alone', async () => {
    const id = await scene.thinker.begin('Steady');
    await scene.crowd.record(id, manyThoughts(1, 120, 'thought'));
    await scene.crowd.record(id, [{ chain: 'early', number: 1, from: 3, text: 'a way' }]);
    const page = await scene.open(`/${id}/60`);
    await card(page, '60').waitFor();
    await card(page, '60').focus();
    await page.waitForFunction(() => !document.body.innerText.includes('loading'));
    await page.waitForTimeout(300);
    const at = () =>
      page.evaluate(() => {
        const { top, left } = document
          .querySelector('.thought.selected')
          ?.getBoundingClientRect() ?? { top: -1, left: -1 };
        const focused = (document.activeElement as HTMLElement | null)?.dataset.place;
        return { top: Math.round(top), left: Math.round(left), focused };
      });
    const before = await at();
    expect(before).toMatchObject({ focused: '60' });
    const heights: number[] = [];
    for (let step = 0; step < 20; step++) {
      const drafts: Draft[] = [
        ...manyThoughts(121 + step * 4, 124 + step * 4, 'more'),
        ...[0, 1, 2, 3].map((each) => ({
          ...{ chain: 'early', number: 2 + step * 4 + each, text: 'on the way' },
        })),
        { chain: `new-${step}`, number: 1, from: 10, text: 'another' },
        { number: 1_000 + step, text: 'no', revises: 60 },
      ];
      await scene.crowd.record(id, drafts);
      await page.waitForTimeout(60);
      expect(await at()).toEqual(before);
      heights.push(await page.evaluate(() => document.querySelector('.snake')?.clientHeight ?? 0));
    }
    await page.getByRole('button', { name: /^\d+ new/ }).waitFor();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.session-news button')].some((each) =>
        each.textContent?.startsWith('200 new'),
      ),
    );
    expect(await at()).toEqual(before);
    expect(heights.at(-1), 'there was something to push').toBeGreaterThan((heights[0] ?? 0) + 400);
  });

  it('[OB58] f follows new thoughts; without it they are only counted', async () => {
    const id = await scene.thinker.begin('Followed');
    await scene.crowd.record(id, manyThoughts(1, 200, 'thought'));
    const page = await scene.open(`/${id}`);
    await card(page, '1').waitFor();
    const scrollTop = () =>
      page.evaluate(() => document.querySelector('.session-scroll')?.scrollTop ?? -1);
    await scene.thinker.think('unseen');
    await page.getByRole('button', { name: '1 new ↓' }).waitFor();
    expect(await scrollTop()).toBe(0);
    await page.getByRole('button', { name: '1 new ↓' }).click();
    await card(page, '201').waitFor();
    expect(await page.getByRole('button', { name: /new/ }).count()).toBe(0);
    await page.evaluate(() => document.querySelector('.session-scroll')?.scrollTo({ top: 0 }));
    await page.keyboard.press('f');
    await card(page, '201').waitFor();
    for (let each = 0; each < 12; each++) await scene.thinker.think(`followed ${each}`);
    await card(page, '213').getByText('followed 11').waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('[data-place="213"]')?.getBoundingClientRect();
      return box !== undefined && box.bottom <= innerHeight;
    });
  });
});

describe('size and hostile content', () => {
  it('[OB54] 5,000 thoughts keep the document small, in every density and at every place', async () => {
    const id = await scene.thinker.begin('Huge');
    await scene.crowd.record(id, manyThoughts(1, 5_000, 'a thought with some words in it, number'));
    await scene.crowd.record(
      id,
      Array.from({ length: 50 }, (_, index) => ({
        ...{ chain: `b-${index}`, number: 1, from: 100 * (index + 1), text: 'a way' },
      })),
    );
    const page = await scene.open(`/${id}`);
    await page.getByText('5050 thoughts · 50 branches').waitFor();
    await page.waitForFunction(() => !document.body.innerText.includes('loading'));
    const size = () => page.evaluate(() => document.querySelectorAll('*').length);
    const most: number[] = [];
    for (const name of ['Cards', 'Read', 'Dots']) {
      await page.getByRole('button', { name, exact: true }).click();
      for (const share of [0, 0.31, 0.77, 1]) {
        await page.evaluate((to) => {
          const box = document.querySelector('.session-scroll');
          box?.scrollTo({ top: to * box.scrollHeight });
        }, share);
        await page.waitForTimeout(120);
        most.push(await size());
      }
    }
    expect(Math.max(...most)).toBeLessThanOrEqual(1_500);
    await page.getByRole('button', { name: 'Cards', exact: true }).click();
    await page.evaluate(() => document.querySelector('.session-scroll')?.scrollTo({ top: 1e9 }));
    await card(page, '5000').waitFor();
    await page.getByRole('slider').press('Home');
    await card(page, '1').waitFor();
  });

  it('[OB59] a thousand branches at one fork are three and a chip, and can all be listed', async () => {
    const id = await scene.thinker.begin('Forked');
    await scene.thinker.thinkAll(['one', 'two', 'three']);
    await scene.crowd.record(
      id,
      Array.from({ length: 1_000 }, (_, index) => ({
        ...{ chain: `w-${index}`, number: 1, from: 2, text: `way ${index}` },
      })),
    );
    const page = await scene.open(`/${id}`);
    const chip = page.getByRole('treeitem', { name: '▸ 997 earlier branches' });
    await chip.waitFor();
    expect(await page.locator('.branch-head').count()).toBe(3);
    await chip.click();
    const first = page.getByRole('treeitem', { name: 'w-0 · 1', exact: true });
    await first.waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_500);
    await first.click();
    await card(page, 'w-0:1').getByText('way 0').waitFor();
  });

  it('[OB59] markup, changes of direction and 250 KB are only text, in cards, detail and list', async () => {
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const id = await scene.thinker.begin(`${markup.slice(0, 150)}`);
    await scene.thinker.think(`${markup} [x](javascript:alert(1))`);
    await scene.thinker.think('S1|O|safe\u202Eerus\u2066 \u0007 end');
    await scene.thinker.think(`${'W'.repeat(249_000)} LAST`);
    const page = await scene.open(`/${id}`);
    await card(page, '3').waitFor();
    expect(await card(page, '1').innerText()).toContain('<img src=x onerror=');
    expect(await card(page, '2').innerText()).toContain('safe\u2423erus\u2423');
    expect(await page.locator('.session-head h1').innerText()).toContain('<img src=x');
    expect(await page.locator('.session img, .session script').count()).toBe(0);
    const { width = 0 } = (await card(page, '3').boundingBox()) ?? {};
    expect(width).toBeLessThan(300);
    await card(page, '3').click();
    await page.locator('.panel').getByRole('heading', { name: 'Thought 3' }).waitFor();
    const whole = await page.locator('.panel .thought-whole').evaluate((each) => each.textContent);
    expect(whole?.length).toBe(249_005);
    expect(whole?.endsWith(' LAST')).toBe(true);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await page.title()).toMatch(/^Thinking/);
    await page.goto(new URL(`/w/${WORKSPACE}/thinking`, page.url()).href);
    await page.locator('.session-title', { hasText: '<img src=x' }).waitFor();
  });

  it('[OB54] a page 360 pixels wide has one column, without scrolling sideways', async () => {
    const id = await scene.recordParser();
    const page = await scene.open(`/${id}`, { width: 360, height: 740 });
    await card(page, '1').waitFor();
    const lefts = await page
      .locator('.thought.lane-main')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const inner = await page.evaluate(() => {
      const box = document.querySelector('.session-scroll');
      return (box?.scrollWidth ?? 1) - (box?.clientWidth ?? 0);
    });
    expect(inner).toBe(0);
  });
});
