/** Work in a real browser: every lens, live, by keyboard alone, hostile and large. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StdioClient } from '../support/stdio-client.ts';
import { focusedBehind } from './support/keys.ts';
import { seedTree } from './support/large-work.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';

let scene: Observed;
beforeAll(async () => {
  scene = await observe();
});
afterAll(() => scene.close());

type Reply = { readonly [name: string]: unknown };

async function call(tool: string, args: object, agent = scene.agent): Promise<Reply> {
  const { isError, text, json = {} } = await agent.call(tool, args);
  if (isError) throw new Error(`${tool}: ${text}`);
  return json;
}

/** A project of its own for each test; ids by ref. */
async function openProject(project: string, goal = `Goal of ${project}`): Promise<string> {
  const { root } = await call('graph_open', { project, goal });
  return (root as { id: string }).id;
}

async function plan(nodes: readonly object[]): Promise<Record<string, string>> {
  const { created } = await call('graph_plan', { nodes });
  return Object.fromEntries(
    (created as { ref: string; id: string }[]).map(({ ref, id }) => [ref, id]),
  );
}

const resolve = (...ids: readonly (string | undefined)[]) =>
  call('graph_update', {
    updates: ids.map((node_id) => ({
      node_id,
      resolved: true,
      add_evidence: [{ type: 'test', ref: 'npm test: 12 passed' }],
    })),
  });

const claim = (project: string, agent: StdioClient) =>
  call('graph_next', { project, claim: true }, agent);

const lens = (project: string, rest = '') => `/w/${WORKSPACE}/work/${project}${rest}`;

/** Not the choices of the workspace switcher, which are options too. */
const options = (page: Page) => page.locator('[role="option"]');

const row = (page: Page, text: string) => page.getByRole('treeitem').filter({ hasText: text });

const secondAgent = (name: string) =>
  StdioClient.start({
    ...{ flags: scene.place.flags, workspace: WORKSPACE, more: ['--agent', name] },
  });

describe('the lenses', () => {
  let ids: Record<string, string>;
  beforeAll(async () => {
    const root = await openProject('lenses', 'Read every number');
    ids = await plan([
      { ref: 'grammar', parent_ref: root, summary: 'Write the grammar' },
      { ref: 'rfc', parent_ref: 'grammar', summary: 'Read the RFC' },
      { ref: 'reader', parent_ref: root, summary: 'Write the reader', depends_on: ['grammar'] },
      { ref: 'digits', parent_ref: root, summary: 'Digits', properties: { priority: 3 } },
      { ref: 'signs', parent_ref: root, summary: 'Signs' },
    ]);
    await resolve(ids.rfc);
    await call('graph_update', {
      updates: [{ node_id: ids.signs, state: { at: 'minus' }, add_context_links: ['src/a.ts'] }],
    });
  });

  it('[OB68] projects show their progress and lead to the outline', async () => {
    const { page, faults, close } = await scene.open(`/w/${WORKSPACE}/work`);
    const card = options(page).filter({ hasText: 'lenses' });
    await card.getByText('1 of 6 done').waitFor();
    await card.getByText('3 ready').waitFor();
    await card.getByText('1 blocked').waitFor();
    await card.getByRole('link').click();
    await row(page, 'Write the grammar').waitFor();
    expect(page.url()).toContain('work/lenses');
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB68] the outline is a tree of what is not finished, with states in words', async () => {
    const { page, faults, close } = await scene.open(lens('lenses'));
    await row(page, 'Write the grammar').waitFor();
    expect(await page.getByRole('tree').ariaSnapshot()).toMatch(
      /treeitem "Read every number, open, 4 open below, 1 done below" \[expanded\] \[level=1\]/,
    );
    expect(await row(page, 'Read the RFC').count()).toBe(0);
    expect(await row(page, 'Write the grammar').innerText()).toMatch(/ready[\s\S]*✓ 1/);
    expect(await row(page, 'Write the reader').innerText()).toContain('blocked');
    expect(await row(page, 'Digits').innerText()).toContain('P3');
    await row(page, 'Write the grammar').click();
    await page.getByText('finishing this frees 1').waitFor();
    await page.getByTitle('waits for the selected one').waitFor();
    await page.getByRole('button', { name: 'Show finished' }).click();
    await page.keyboard.press('l');
    await row(page, 'Read the RFC').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB68] ready shows ranks with reasons, claims who holds what', async () => {
    const { page, faults, close } = await scene.open(lens('lenses', '?lens=ready'));
    const first = options(page).first();
    await first.getByText('Digits').waitFor();
    expect(await first.innerText()).toContain('Higher priority than the next: 3, not 0.');
    expect(await options(page).count()).toBe(3);
    await page.getByRole('link', { name: 'Claims' }).click();
    await page.getByText('Nobody holds anything').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB69] map and icicle are drawn, and their nodes can be reached and read', async () => {
    const { page, faults, close } = await scene.open(lens('lenses', '?lens=map'));
    await page.locator('canvas[data-nodes="5"]').waitFor();
    const node = page.locator('.canvas-proxy');
    expect(await node.getAttribute('aria-label')).toContain('Read every number, open');
    await page.getByRole('link', { name: 'All' }).click();
    await page.locator('canvas[data-nodes="6"]').waitFor();
    expect(await node.getAttribute('aria-label')).toContain('16 % done');
    expect(await differentColours(page)).toBeGreaterThan(3);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB68] a deep link opens lens, node and detail; an id leads there', async () => {
    const at = lens('lenses', `/${ids.signs}?lens=map&panel=node%3A${ids.signs}`);
    const { page, faults, close } = await scene.open(at);
    const panel = page.getByRole('complementary');
    await panel.getByText('"at": "minus"').waitFor();
    await panel.getByText('src/a.ts', { exact: true }).waitFor();
    expect(await page.locator('.canvas-proxy').getAttribute('data-node')).toBe(ids.signs);
    await page.goto(new URL(`/go/${ids.grammar}`, scene.server.observatoryUrl).href);
    await panel.getByText('Waits for this (1)').waitFor();
    await panel.getByRole('link', { name: 'Write the reader' }).click();
    await panel.getByText('Depends on (1)').waitFor();
    expect(page.url()).toContain(ids.reader ?? '?');
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB68] without work, the page says by which call it begins', async () => {
    const { page, close } = await scene.open(lens('nowhere'));
    await page.getByText('No project is called nowhere').waitFor();
    await page.getByText('graph_plan').waitFor();
    await close();
  });
});

/** How many colours the canvas shows. */
function differentColours(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const image = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(image?.data.buffer ?? new ArrayBuffer(0))).size;
  });
}

describe('live', () => {
  it('[OB68] a claim of another process appears, and ends with it', async () => {
    const root = await openProject('claims');
    await plan([{ ref: 'a', parent_ref: root, summary: 'Take me' }]);
    const { page, faults, close } = await scene.open(lens('claims'));
    await row(page, 'Take me').getByText('ready').waitFor();
    const ada = await secondAgent('ada');
    await claim('claims', ada);
    await row(page, 'Take me').getByText('claimed').waitFor();
    await row(page, 'Take me').getByText('ada').waitFor();
    await page.getByText('1 claimed').waitFor();
    await page.getByRole('link', { name: 'Claims', exact: true }).click();
    await page.getByText('or until its process ends').waitFor();
    await ada.close();
    await page.getByText('stale: its process ended').waitFor();
    await page.getByRole('link', { name: 'Outline' }).click();
    await row(page, 'Take me').getByText('stale').waitFor();
    await row(page, 'Take me').getByText('ready').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB68] finishing a node unblocks what waited for it, and folds it away', async () => {
    const root = await openProject('unblock');
    const { a } = await plan([
      { ref: 'a', parent_ref: root, summary: 'First' },
      { ref: 'b', parent_ref: root, summary: 'Second', depends_on: ['a'] },
    ]);
    const { page, faults, close } = await scene.open(lens('unblock'));
    await row(page, 'Second').getByText('blocked').waitFor();
    await resolve(a);
    await row(page, 'Second').getByText('ready').waitFor();
    await expect.poll(() => row(page, 'First').count()).toBe(0);
    await page.getByText('1 of 3 done').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('by keyboard alone', () => {
  it('[OB69] one goes from the projects to the detail, and through the map', async () => {
    const root = await openProject('keys');
    await plan([
      { ref: 'a', parent_ref: root, summary: 'Part one' },
      { ref: 'a0', parent_ref: 'a', summary: 'Leaf one' },
      { ref: 'b', parent_ref: root, summary: 'Part two' },
    ]);
    const { page, faults, close } = await scene.open();
    await page.getByText(/live · seq/).waitFor();
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await press('g', 'w');
    await options(page).first().waitFor();
    // The project that changed last is the first.
    await press('j');
    await page.locator('[aria-selected="true"]:focus').waitFor();
    await press('Enter');
    await row(page, 'Part one').waitFor();
    await press('j', 'j');
    await expect.poll(focused).toContain('Part one, open');
    await press('h');
    await expect.poll(() => row(page, 'Leaf one').count()).toBe(0);
    await press('l', 'l');
    await expect.poll(focused).toContain('Leaf one, ready');
    await press('ArrowLeft');
    await expect.poll(focused).toContain('Part one');
    expect(await focusedBehind(page, 'l')).toContain('Leaf one');
    expect(await focusedBehind(page, 'h')).toContain('Part one');
    await press('ArrowDown', 'Enter');
    await page.getByRole('complementary').getByText('Leaf one').first().waitFor();
    await press('Escape');
    await expect.poll(() => page.getByRole('complementary').count()).toBe(0);
    await press('2');
    await page.locator('canvas[data-nodes="4"]').waitFor();
    await press('h');
    await expect.poll(focused).toContain('Part one');
    await press('ArrowDown');
    await expect.poll(focused).toContain('Part two');
    await press('+', '-', '0', 'Shift+ArrowLeft');
    await expect.poll(focused).toContain('Part two');
    await press('Enter');
    await page.getByRole('complementary').getByText('Part two').first().waitFor();
    await press('Escape');
    expect(await focusedBehind(page, 'k')).toContain('Part one');
    await press('u');
    await options(page).first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('hostile content', () => {
  it('[OB69] is text everywhere, and turns nothing around', async () => {
    const root = await openProject('hostile', '<script>alert(1)</script>');
    const markup = '<img src=x onerror=alert(1)> & "quotes" {{x}}';
    const { a } = await plan([
      { ref: 'a', parent_ref: root, summary: markup, properties: { priority: 1e300 } },
      { ref: 'b', parent_ref: root, summary: 'ل'.repeat(400) },
      { ref: 'c', parent_ref: root, summary: 'W'.repeat(1_000) },
    ]);
    await call('graph_update', {
      updates: [
        {
          node_id: a,
          add_context_links: ['javascript:alert(1)', 'https://example.com/x'],
          add_evidence: [{ type: 'test', ref: `\u202egnp.exe ${markup}` }],
          properties: { __proto__x: '<b>', constructor: null },
        },
      ],
    });
    const { page, faults, close } = await scene.open(lens('hostile', `/${a}?panel=node%3A${a}`));
    await row(page, 'onerror').waitFor();
    const panel = page.getByRole('complementary');
    await panel.getByText('javascript:alert(1)').first().waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(await panel.locator('a[href^="javascript"]').count()).toBe(0);
    const out = panel.getByRole('link', { name: 'https://example.com/x' });
    expect(await out.getAttribute('rel')).toContain('noreferrer');
    expect(await panel.innerText()).not.toContain('\u202e');
    for (const each of ['map', 'all', 'ready', 'claims']) {
      await page.goto(new URL(lens('hostile', `?lens=${each}`), scene.server.observatoryUrl).href);
      await page.getByText('<script>alert(1)</script>').first().waitFor();
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, 'nothing is wider than the window').toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('nothing jumps', () => {
  it('[OB69] two hundred events leave the selected line, the focus and the map where they are', async () => {
    const root = await openProject('steady');
    const parts = await plan(
      Array.from({ length: 40 }, (_, at) => ({
        ...{ ref: `p${at}`, parent_ref: root, summary: `Part ${at}` },
      })),
    );
    const ids = await plan([{ ref: 'x', parent_ref: parts.p20, summary: 'Look here' }]);
    const { page, faults, close } = await scene.open(lens('steady'));
    await row(page, 'Part 5').first().waitFor();
    await page.getByRole('tree').evaluate((tree) => {
      if (tree.parentElement) tree.parentElement.scrollTop = 500;
    });
    await row(page, 'Look here').click();
    await row(page, 'Look here').focus();
    const mapPage = await scene.open(lens('steady', `/${parts.p20}?lens=map`));
    await mapPage.page.locator('canvas[data-nodes="42"]').waitFor();
    const boxes = async () => ({
      line: await row(page, 'Look here').boundingBox(),
      focus: await page.evaluate(() => document.activeElement?.getAttribute('data-row')),
      node: await mapPage.page.locator('.canvas-proxy').boundingBox(),
    });
    await mapPage.page.waitForTimeout(300);
    const before = await boxes();
    for (let turn = 0; turn < 50; turn++) {
      const parent_ref = parts[`p${turn % 40}`];
      const made = await plan(
        Array.from({ length: 2 }, (_, at) => ({
          ...{ ref: `n${at}`, parent_ref, summary: `New ${turn} ${at}` },
        })),
      );
      await resolve(made.n0);
      if (turn % 2 === 0) await claim('steady', scene.agent);
    }
    await resolve(ids.x);
    await mapPage.page.locator('canvas[data-nodes="91"]').waitFor();
    await page.getByText('51 of 142 done').waitFor();
    // Finished things leave the outline, but not the one that somebody looks at.
    await row(page, 'Look here').getByText('done').waitFor();
    const after = await boxes();
    expect(after.focus).toBe(before.focus);
    expect(after.line).toEqual(before.line);
    expect(Math.abs((after.node?.y ?? 0) - (before.node?.y ?? 99))).toBeLessThan(1);
    expect(Math.abs((after.node?.x ?? 0) - (before.node?.x ?? 99))).toBeLessThan(1);
    expect([...faults, ...mapPage.faults]).toEqual([]);
    await close();
    await mapPage.close();
  });
});

describe('ten thousand nodes', () => {
  const NODES = 10_000;
  beforeAll(() => seedTree(scene.place, 'large', NODES));

  it('[OB68] an address of a node far down brings it into sight', async () => {
    const { page, close } = await scene.open('/w/large/work/large/n00000005050');
    const line = row(page, 'Read the 5050th kind');
    await line.waitFor();
    const top = async () => (await line.boundingBox())?.y ?? Number.NaN;
    await expect.poll(top).toBeLessThan(740);
    expect(await top()).toBeGreaterThan(200);
    await close();
  });

  it.each([
    ['outline', ''],
    ['map', '?lens=map'],
    ['all', '?lens=all'],
    ['ready', '?lens=ready'],
  ])('[OB69] the %s keeps the document small', async (name, query) => {
    const at = `/w/large/work/large${query}`;
    const { page, faults, close } = await scene.open(at);
    if (name === 'outline') await page.getByText(`of ${NODES + 1} nodes`).waitFor();
    else if (name === 'ready') await page.getByText(/the first 100 of \d+ ready/).waitFor();
    else await page.locator(`canvas[data-nodes="${NODES + 1}"]`).waitFor();
    const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
    expect(await elements()).toBeLessThanOrEqual(1_500);
    const tree = page.locator('.list');
    if (name === 'outline') {
      await tree.evaluate((list) => {
        list.scrollTop = list.scrollHeight / 2;
      });
      await page.getByRole('treeitem').nth(20).waitFor();
      expect(await elements()).toBeLessThanOrEqual(1_500);
    } else if (name !== 'ready') {
      for (let turn = 0; turn < 30; turn++) await page.keyboard.press('-');
      await page.waitForTimeout(200);
      const drawn = Number(await page.locator('canvas').getAttribute('data-drawn'));
      expect(drawn).toBeLessThanOrEqual(8_000);
      expect(await differentColours(page)).toBeGreaterThan(1);
    }
    expect(faults).toEqual([]);
    await close();
  });
});
