/** Notebooks in a real browser, named by the rules in docs/spec/observatory.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNotebook } from './support/memory-scene.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';

let scene: Observed;
let ids: Awaited<ReturnType<typeof writeNotebook>>;

beforeAll(async () => {
  scene = await observe();
  ids = await writeNotebook(scene.agent);
});
afterAll(() => scene.close());

const NOTEBOOKS = `/w/${WORKSPACE}/notebooks`;

async function notebook(subOperation: string, args: object) {
  const named = { operation: 'notebook', subOperation, notebookId: ids.notebookId, ...args };
  const reply = await scene.agent.call('thoughtbox_gateway', named);
  expect(reply.isError, reply.text).toBe(false);
  return reply.json as { readonly cellId: string };
}

describe('notebooks', () => {
  it('[OB97] without any, the call that creates one is shown', async () => {
    await scene.agent.call('init', { workspace: 'bare' });
    const { page, faults, close } = await scene.open('/w/bare/notebooks');
    await page.getByText('No notebooks yet').waitFor();
    await page.getByText('"subOperation":"create"').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB97] a notebook is a document with code, prose, outputs and states', async () => {
    const { page, faults, close } = await scene.open(NOTEBOOKS);
    const line = page.getByRole('option', { name: /Hit rate/ });
    await line.waitFor();
    await expect.poll(() => line.innerText()).toContain('1 ok · 1 failed · 2 never run');
    await line.getByRole('link').click();
    const cell = (name: string) => page.getByRole('region', { name });
    await cell('rate.js').waitFor();
    expect(await cell('rate.js').innerText()).toMatch(/✓ ok/);
    expect(await cell('fails.js').innerText()).toMatch(/✕ failed/);
    expect(await cell('later.js').innerText()).toMatch(/○ never run/);
    await page.getByText('nothing warms it up').waitFor();
    const ok = cell('rate.js');
    await ok.getByText('stdout', { exact: true }).waitFor();
    await ok.getByText('stderr', { exact: true }).waitFor();
    expect(await ok.locator('.code-numbers').innerText()).toBe('1\n2\n3');
    expect(await ok.innerText()).not.toContain('30 6.66');
    await ok.getByRole('button', { name: 'Show all 30 lines' }).click();
    expect(await ok.innerText()).toContain('30 6.66');
    await cell('fails.js').getByText('Error: no such file').first().waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB97] the address of a cell opens it, with its whole output and its runs', async () => {
    const path = `${NOTEBOOKS}/${ids.notebookId}/${ids.ok}`;
    const { page, faults, close } = await scene.open(path);
    const panel = page.getByRole('complementary', { name: 'Cell' });
    await panel.getByText('30 6.66').waitFor();
    await panel.getByText('Its last run').waitFor();
    expect(await panel.locator('.runs li').count()).toBe(1);
    expect(await panel.locator('.runs li').innerText()).toMatch(/✓ ok/);
    await page.goto(new URL(`/go/${ids.notebookId}`, scene.server.observatoryUrl).href);
    await expect.poll(() => page.url()).toContain(`/notebooks/${ids.notebookId}`);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB98] runs and edits of another process appear, and move nothing above them', async () => {
    const { page, faults, close } = await scene.open(`${NOTEBOOKS}/${ids.notebookId}`);
    const first = page.getByRole('region', { name: 'rate.js' });
    await first.waitFor();
    const before = await first.boundingBox();
    const later = page.getByRole('region', { name: 'later.js' });
    await notebook('run_cell', { cellId: ids.never });
    await later.getByText('✓ ok').waitFor({ state: 'attached' });
    await notebook('update_cell', { cellId: ids.never, content: 'console.log("changed")' });
    await later.getByText('≠ changed since').waitFor({ state: 'attached' });
    const { cellId } = await notebook('add_cell', { type: 'markdown', content: 'A new end.' });
    await page.getByText('A new end.').waitFor({ state: 'attached' });
    await notebook('delete_cell', { cellId });
    await expect.poll(() => page.getByText('A new end.').count()).toBe(0);
    expect(await first.boundingBox()).toEqual(before);
    await page.setViewportSize({ width: 1280, height: 400 });
    await later.scrollIntoViewIfNeeded();
    const seen = await later.boundingBox();
    const above = { type: 'markdown', content: 'Above.\n\n'.repeat(30), position: 2 };
    const added = await notebook('add_cell', above);
    await page.getByText('Above.').first().waitFor({ state: 'attached' });
    expect(await later.boundingBox()).toEqual(seen);
    await notebook('delete_cell', { cellId: added.cellId });
    await expect.poll(() => page.getByText('Above.').count()).toBe(0);
    expect(await later.boundingBox()).toEqual(seen);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB98] the longest notebook opens at once, and cells far away are not laid out', async () => {
    const create = { operation: 'notebook', subOperation: 'create', name: 'Long' };
    const made = await scene.agent.call('thoughtbox_gateway', create);
    const { notebookId } = made.json as { readonly notebookId: string };
    for (let at = 1; at <= 198; at++) {
      const cell = {
        type: 'code',
        filename: `c${at}.js`,
        content: `// ${at}\n${'x();\n'.repeat(20)}`,
      };
      await notebook('add_cell', { notebookId, ...cell });
    }
    const { page, faults, close } = await scene.open(`${NOTEBOOKS}/${notebookId}`);
    const last = page.getByRole('region', { name: 'c198.js' });
    await last.waitFor({ state: 'attached' });
    const laidOut = () =>
      page
        .locator('.cell .code-box')
        .evaluateAll(
          (all) =>
            all.filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length,
        );
    expect(await laidOut()).toBeLessThan(40);
    await last.scrollIntoViewIfNeeded();
    await last.getByText('// 198').waitFor();
    expect(await laidOut()).toBeLessThan(60);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB97] works by keys alone, and hostile cells stay text', async () => {
    await notebook('add_cell', {
      ...{ type: 'markdown', content: `<img src=x onerror=alert(1)> \u202e[a](javascript:x)` },
    });
    await notebook('add_cell', {
      ...{
        type: 'code',
        filename: 'z.js',
        content: `// </pre><script>1</script>\n// \u202egnihton`,
      },
    });
    const { page, faults, close } = await scene.open(`/w/${WORKSPACE}`);
    await page.getByText(/live · seq/).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.getByRole('option', { name: /Hit rate/ }).waitFor();
    await page.keyboard.press('j');
    while (!(await page.getByRole('option', { name: /Hit rate/, selected: true }).count())) {
      await page.keyboard.press('j');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'rate.js' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Cell' });
    await panel.getByText('</pre><script>').waitFor();
    expect(await panel.innerText()).not.toContain('\u202e');
    expect(
      await page.locator('.notebook img, .notebook script, .notebook a[href^=j]').count(),
    ).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('[OB97] fits a narrow window in the dark', async () => {
    const path = `${NOTEBOOKS}/${ids.notebookId}`;
    const options = { width: 360, height: 640, scheme: 'dark' } as const;
    const { page, close } = await scene.open(path, options);
    await page.getByRole('region', { name: 'rate.js' }).waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    await close();
  });
});
