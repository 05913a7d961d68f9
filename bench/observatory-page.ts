/** The page in a real browser: its size, its first paint, and how soon it shows a commit. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../test/browser/support/browser.ts';
import { type Benchmark, type Ground, type HttpGround, WORKSPACE } from './benchmark.ts';
import { median } from './measure.ts';
import { type Row, row, within } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const KB = 1024;
const MAX_SCRIPT = 60 * KB;
const MAX_STYLE = 10 * KB;

/** The packed bytes of everything that a view loads. */
async function sizes(browser: Browser, url: string, view: string): Promise<readonly Row[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}w/${WORKSPACE}/${view}`);
  await page.waitForSelector('main *');
  await page.waitForTimeout(500);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  await context.close();
  const total = { script: 0, style: 0 };
  for (const name of new Set(loaded)) {
    const kind = name.endsWith('.css') ? 'style' : 'script';
    if (!/\.(js|css)$/.test(name)) continue;
    const body = Buffer.from(await (await fetch(name)).arrayBuffer());
    total[kind] += gzipSync(body).length;
  }
  const bytes = (what: string, value: number) => ({ what, value, unit: 'bytes' }) as const;
  return [
    within(bytes(`scripts of ${view}, gzip`, total.script), MAX_SCRIPT),
    within(bytes(`style of ${view}, gzip`, total.style), MAX_STYLE),
  ];
}

/** The least that a page can be, with the same head. */
async function emptyPage(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Empty</title><p>Empty</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Milliseconds until something was painted, and until `selector` was there, in a new context. */
async function paint(browser: Browser, url: string, selector: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  // Noted by the page itself: asking it again and again would slow it down, and be late.
  await page.addInitScript((wanted) => {
    const watcher = new MutationObserver(() => {
      if (!document.querySelector(wanted)) return;
      watcher.disconnect();
      performance.mark('wanted');
    });
    watcher.observe(document, { childList: true, subtree: true });
  }, selector);
  await page.goto(url);
  const times = await page.evaluate(async () => {
    const at = async (name: string) => {
      const entries = () => performance.getEntriesByName(name);
      while (entries().length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
      return entries()[0]?.startTime ?? 0;
    };
    return { first: await at('first-contentful-paint'), wanted: await at('wanted') };
  });
  await context.close();
  return times;
}

const ROW = '[data-row]';

async function firstPaint(ground: Ground, browser: Browser, url: string): Promise<readonly Row[]> {
  const empty = await emptyPage();
  const times = { page: [] as number[], empty: [] as number[], row: [] as number[] };
  for (let round = -1; round < ground.times(9, 1); round++) {
    const ours = await paint(browser, `${url}w/${WORKSPACE}/history`, ROW);
    const theirs = await paint(browser, empty.url, 'p');
    if (round < 0) continue;
    times.page.push(ours.first);
    times.row.push(ours.wanted);
    times.empty.push(theirs.first);
  }
  empty.close();
  const ms = (what: string, value: number) => ({ what, value, unit: 'ms' }) as const;
  const first = ms('first paint of the page, median', median(times.page));
  return [
    row(first, ms('of an empty page', median(times.empty)), { atMost: 2 }),
    row(ms('first row of 10,000 events', median(times.row)), first, { atMost: 2 }),
  ];
}

const MAX_PIXEL_MS = 150;

/**
 * From before the call in another process until the frame after the change. What is looked at does
 * not move, so a new line is counted at the top of the list; with each round, one more.
 */
async function commitToPixel(
  ground: Ground,
  page: Page,
  writer: StdioClient,
): Promise<readonly Row[]> {
  const taken: number[] = [];
  for (let round = 0; round < ground.times(60, 3); round++) {
    const seen = page.evaluate(
      (wanted) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const isThere = document.querySelector('.list-new')?.textContent?.includes(wanted);
            if (!isThere) return requestAnimationFrame(look);
            return requestAnimationFrame(() => resolve(Date.now()));
          };
          look();
        }),
      `${round + 1} new`,
    );
    await new Promise((resolve) => setTimeout(resolve, 37 + (round % 11) * 13));
    const sent = Date.now();
    await writer.call('thoughtbox_gateway', {
      ...{ workspace: WORKSPACE, operation: 'thought' },
      ...{ thought: `Round ${round}.`, nextThoughtNeeded: true },
    });
    taken.push((await seen) - sent);
  }
  const sorted = taken.toSorted((a, b) => a - b);
  const p95 = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
  const ms = (what: string, value: number) => ({ what, value, unit: 'ms' }) as const;
  return [
    within(ms('commit of another process to pixel, p50', median(taken)), 4 * 16.7),
    within(ms('commit of another process to pixel, p95', p95), MAX_PIXEL_MS),
  ];
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** How many thoughts at once wait in the pipe of the writer. */
const IN_FLIGHT = 50;

async function think(writer: StdioClient, count: number): Promise<void> {
  for (let done = 0; done < count; done += IN_FLIGHT) {
    await Promise.all(
      Array.from({ length: Math.min(IN_FLIGHT, count - done) }, (_, index) =>
        writer.call('thoughtbox_gateway', {
          ...{ workspace: WORKSPACE, operation: 'thought', nextThoughtNeeded: true },
          thought: `Thought ${done + index}: the parser accepts one more case than before.`,
        }),
      ),
    );
  }
}

/** The page keeps at most 20,000 lines, so that after more events nothing grows any further. */
async function heapGrowth(ground: Ground, page: Page, writer: StdioClient): Promise<Row> {
  const half = ground.times(25_000, 250);
  const heapAfter = async (count: number) => {
    await think(writer, count);
    await page.waitForTimeout(2_000);
    return heapOf(page);
  };
  const [early, late] = [await heapAfter(half), await heapAfter(half)];
  const mb = (what: string, bytes: number) =>
    ({ what, value: bytes / KB / KB, unit: 'MB' }) as const;
  return row(mb(`heap of the tab after ${half * 2} events`, late), mb(`after ${half}`, early), {
    atMost: 1.5,
  });
}

async function measure(ground: Ground, server: HttpGround, writer: StdioClient) {
  const browser = await openBrowser();
  try {
    const light = await sizes(browser, server.observatoryUrl, 'history');
    const heavy = await sizes(browser, server.observatoryUrl, 'thinking');
    await think(writer, ground.times(10_000, 20));
    const painted = await firstPaint(ground, browser, server.observatoryUrl);
    const page = await browser.newPage();
    await page.goto(`${server.observatoryUrl}w/${WORKSPACE}/history`);
    await page.waitForSelector(ROW);
    const seen = await commitToPixel(ground, page, writer);
    return [...light, ...heavy, ...painted, ...seen, await heapGrowth(ground, page, writer)];
  } finally {
    await browser.close();
  }
}

export const observatoryPage: Benchmark = {
  name: 'observatory-page',
  async run(ground) {
    const directory = ground.directory();
    const server = await ground.waymarkHttp(directory);
    const writer = await ground.waymark(directory).initialize();
    try {
      await writer.call('thoughtbox_gateway', {
        ...{ workspace: WORKSPACE, operation: 'start_new', title: 'Bench' },
      });
      await writer.call('thoughtbox_gateway', { workspace: WORKSPACE, operation: 'cipher' });
      return await measure(ground, server, writer);
    } finally {
      await Promise.all([server.close(), writer.close()]);
    }
  },
};
