/** The view Thinking in a real browser, named by the rules in docs/spec/observatory.md. */

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageOptions, WatchedPage } from './support/browser.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';
import { BulkThinker, type Draft, manyThoughts, Thinker } from './support/thinker.ts';

let scene: Observed;
let thinker: Thinker;
let crowd: BulkThinker;
let opened: WatchedPage[] = [];

beforeAll(async () => {
  scene = await observe();
  thinker = new Thinker(scene.agent);
  await scene.agent.call('init', {});
  crowd = await BulkThinker.open(scene.place, WORKSPACE);
});
afterAll(async () => {
  await crowd.close();
  await scene.close();
});
beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  for (const { faults, close } of opened) {
    expect(faults, 'what went wrong in the page').toEqual([]);
    await close();
  }
});

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await scene.open(`/w/${WORKSPACE}/thinking${path}`, options);
  opened.push(page);
  await page.page.getByText(/live · seq/).waitFor();
  return page.page;
}

const card = (page: Page, place: string): Locator =>
  page.locator(`.thought[data-place="${place}"]`);
const selected = (page: Page) =>
  page.locator('.thought[aria-selected=true]').getAttribute('data-place');

/** Two branches at one fork, and a revision, in real calls. */
async function parserSession(): Promise<string> {
  const id = await thinker.begin('Why does the parser stall?', { sessionTags: ['bug'] });
  await thinker.thinkAll([
    'S1|O|The parser stalls for 2 s on 1e3',
    'S2|H|S1|The lexer takes e as an identifier',
    'S3|C|S2|The exponent never reaches the reader',
  ]);
  await thinker.think('S9|H|Use a regular expression', { branchId: 'regex', branchFromThought: 2 });
  await thinker.think('S10|X|S9|Too slow', { branchId: 'regex', nextThoughtNeeded: false });
  await thinker.think('Hand it to Number()', { branchId: 'native', branchFromThought: 2 });
  await thinker.think('S4|R|^S3|It does, after a +', { revisesThought: 3 });
  return id;
}

describe('the snake', () => {
  it('[OB54] [OB55] who joins late sees everything: branches, revisions, markers and critiques', async () => {
    const id = await parserSession();
    await crowd.criticise(id, 1, 'How do you know that it is 2 s?');
    const page = await open(`/${id}`);
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
    const id = await thinker.begin('Live');
    await thinker.think('first');
    const page = await open(`/${id}`);
    await card(page, '1').waitFor();
    await thinker.think('second, just now');
    await card(page, '2').getByText('second, just now').waitFor();
    await thinker.think('another way', { branchId: 'way', branchFromThought: 1 });
    await card(page, 'way:1').waitFor();
    await page.getByText('▾ way · 1').waitFor();
    await thinker.think('not so', { revisesThought: 2 });
    await card(page, '2').getByText('revised by 3').waitFor();
    await card(page, '3').getByText('↺ 2').waitFor();
    await crowd.criticise(id, 1, 'Really?');
    await card(page, '1').getByText('critique').waitFor();
    await thinker.think('done', { nextThoughtNeeded: false });
    await card(page, '4').getByText('end').waitFor();
    await page.locator('.session-head').getByText('completed').waitFor();
    expect(await page.locator('.session-head').innerText()).toContain('5 thoughts');
  });

  it('[OB55] selecting a revision draws its arc; references light up, also under the pointer', async () => {
    const id = await parserSession();
    const page = await open(`/${id}`);
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
    const id = await parserSession();
    await crowd.criticise(id, 2, 'Look at the trace first.');
    const page = await open(`/${id}`);
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
    await thinker.think('and so on');
    await panel.locator('.thought-ways').getByText('5').waitFor();
  });

  it('[OB57] a link to a place leads there, opens its branch, and survives a reload', async () => {
    const id = await thinker.begin('Deep');
    await crowd.record(id, manyThoughts(1, 400, 'thought'));
    await crowd.record(id, [
      ...Array.from({ length: 9 }, (_, index) => ({
        ...{ chain: `way-${index}`, number: 1, from: 350, text: `way ${index}` },
      })),
    ]);
    const page = await open(`/${id}/way-2:1`);
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
    const page = await open('/00000000-0000-7000-8000-000000000000');
    await page.getByText('No such session').waitFor();
  });
});

describe('by keys alone', () => {
  it('[OB57] from the list into a session, along the chain, through branches, and back', async () => {
    const id = await parserSession();
    const page = await open('');
    await page.getByText('Why does the parser stall?').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await card(page, '1').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/w/${WORKSPACE}/thinking/${id}`);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      await page.waitForTimeout(50);
      return selected(page);
    };
    expect(await press('l')).toBe('1');
    expect(await press('l')).toBe('2');
    expect(await press('ArrowRight')).toBe('3');
    expect(await press('h')).toBe('2');
    expect(await press('j')).toBe('regex:1');
    expect(await press('l')).toBe('regex:2');
    expect(await press('ArrowDown')).toBe('native:1');
    expect(await press('k', 'h')).toBe('2');
    expect(await press('j', 'u')).toBe('2');
    const hasFocus = () =>
      page.evaluate(() => (document.activeElement as HTMLElement).dataset.place);
    expect(await hasFocus()).toBe('2');
    await press('Enter');
    await page.locator('.panel').getByRole('heading', { name: 'Thought 2' }).waitFor();
    await press('l');
    await page.locator('.panel').getByRole('heading', { name: 'Thought 3' }).waitFor();
    await press('Escape');
    expect(await page.locator('.panel').count()).toBe(0);
    await press('y');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(copied).pathname).toBe(`/w/${WORKSPACE}/thinking/${id}/3`);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.querySelector('.thought.selected') === null);
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Thinking' }).waitFor();
  });

  it('[OB57] expands a thought in place, and what is below moves down', async () => {
    const id = await thinker.begin('Grow');
    await thinker.thinkAll([`long ${'word '.repeat(300)}END`, 'b', 'c', 'd', 'e', 'f', 'g']);
    const page = await open(`/${id}/1`);
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

describe('densities and time', () => {
  it('[OB56] d goes through Cards, Dots and Read; each shows the same thoughts', async () => {
    const id = await parserSession();
    await thinker.think(`It ends with ${'many '.repeat(200)}THE END`);
    const page = await open(`/${id}/2`);
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
    await page.waitForTimeout(200);
    const overlaps = await page.locator('.thought').evaluateAll((all) => {
      const boxes = all.map((each) => each.getBoundingClientRect()).sort((a, b) => a.top - b.top);
      return boxes.filter(({ top }, index) => top < (boxes[index - 1]?.bottom ?? top)).length;
    });
    expect(overlaps).toBe(0);
  });

  it('[OB56] the strip of time marks what is seen, and leads anywhere', async () => {
    const id = await thinker.begin('Long');
    for (let part = 0; part < 8; part++) {
      await crowd.record(id, manyThoughts(part * 50 + 1, part * 50 + 50, 'thought'));
    }
    const page = await open(`/${id}`);
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
    const id = await thinker.begin('Steady');
    await crowd.record(id, manyThoughts(1, 120, 'thought'));
    await crowd.record(id, [{ chain: 'early', number: 1, from: 3, text: 'a way' }]);
    const page = await open(`/${id}/60`);
    await card(page, '60').waitFor();
    await card(page, '60').focus();
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
      await crowd.record(id, drafts);
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
    const id = await thinker.begin('Followed');
    await crowd.record(id, manyThoughts(1, 200, 'thought'));
    const page = await open(`/${id}`);
    await card(page, '1').waitFor();
    const scrollTop = () =>
      page.evaluate(() => document.querySelector('.session-scroll')?.scrollTop ?? -1);
    await thinker.think('unseen');
    await page.getByRole('button', { name: '1 new ↓' }).waitFor();
    expect(await scrollTop()).toBe(0);
    await page.getByRole('button', { name: '1 new ↓' }).click();
    await card(page, '201').waitFor();
    expect(await page.getByRole('button', { name: /new/ }).count()).toBe(0);
    await page.evaluate(() => document.querySelector('.session-scroll')?.scrollTo({ top: 0 }));
    await page.keyboard.press('f');
    await card(page, '201').waitFor();
    for (let each = 0; each < 12; each++) await thinker.think(`followed ${each}`);
    await card(page, '213').getByText('followed 11').waitFor();
    await page.waitForFunction(() => {
      const box = document.querySelector('[data-place="213"]')?.getBoundingClientRect();
      return box !== undefined && box.bottom <= innerHeight;
    });
  });
});

describe('size and hostile content', () => {
  it('[OB54] 5,000 thoughts keep the document small, in every density and at every place', async () => {
    const id = await thinker.begin('Huge');
    await crowd.record(id, manyThoughts(1, 5_000, 'a thought with some words in it, number'));
    await crowd.record(
      id,
      Array.from({ length: 50 }, (_, index) => ({
        ...{ chain: `b-${index}`, number: 1, from: 100 * (index + 1), text: 'a way' },
      })),
    );
    const page = await open(`/${id}`);
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
    const id = await thinker.begin('Forked');
    await thinker.thinkAll(['one', 'two', 'three']);
    await crowd.record(
      id,
      Array.from({ length: 1_000 }, (_, index) => ({
        ...{ chain: `w-${index}`, number: 1, from: 2, text: `way ${index}` },
      })),
    );
    const page = await open(`/${id}`);
    const chip = page.getByRole('button', { name: '▸ 997 earlier branches' });
    await chip.waitFor();
    expect(await page.locator('.branch-head').count()).toBe(3);
    await chip.click();
    const first = page.getByRole('button', { name: 'w-0 · 1', exact: true });
    await first.waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_500);
    await first.click();
    await card(page, 'w-0:1').getByText('way 0').waitFor();
  });

  it('[OB59] markup, changes of direction and 250 KB are only text, in cards, detail and list', async () => {
    const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
    const id = await thinker.begin(`${markup.slice(0, 150)}`);
    await thinker.think(`${markup} [x](javascript:alert(1))`);
    await thinker.think('S1|O|safe\u202Eerus\u2066 \u0007 end');
    await thinker.think(`${'W'.repeat(249_000)} LAST`);
    const page = await open(`/${id}`);
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
    const id = await parserSession();
    const page = await open(`/${id}`, { width: 360, height: 740 });
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

describe('the list', () => {
  it('[OB50] [OB51] has live sessions first, is searched on the server, and narrowed by status', async () => {
    const done = await thinker.begin('Zebra crossing', { sessionTags: ['stripes'] });
    await thinker.think('it is black and white', { nextThoughtNeeded: false });
    const live = await thinker.begin('Zebra herd');
    await thinker.think('they run');
    const page = await open('?q=zebra');
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
    await thinker.think('faster', { nextThoughtNeeded: false });
    await page.locator('.list-row', { hasText: 'Zebra herd' }).getByText('completed').waitFor();
    await page.locator('.session-row', { hasText: 'Zebra herd' }).click();
    await page.waitForURL(`**/thinking/${live}`);
    await page.goBack();
    await page.getByText('Zebra crossing').click();
    await page.waitForURL(`**/thinking/${done}`);
  });

  it('[OB53] a session is copied as Markdown', async () => {
    const id = await parserSession();
    const page = await open(`/${id}`);
    await card(page, '1').waitFor();
    await page.getByRole('button', { name: 'Copy Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('# Why does the parser stall?');
    expect(copied).toContain('## Branch regex, from thought 2');
  });
});
