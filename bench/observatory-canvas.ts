/**
 * The map and the icicle in a real browser, moved and zoomed at 10,000 and 50,000 nodes; and how
 * the layouts grow.
 */

import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../test/browser/support/browser.ts';
import { plannedTree, shaped } from '../test/support/tree-samples.ts';
import { icicleLayout } from '../web/graph/icicle-layout.ts';
import { layoutSnake } from '../web/graph/snake-layout.ts';
import { tidyLayout } from '../web/graph/tidy-layout.ts';
import { gridFor } from '../web/views/thinking/densities.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { calmMedians, median } from './measure.ts';
import { type Row, row, within } from './row.ts';
import { seedWork } from './work.ts';

const ms = (what: string, value: number) => ({ what, value, unit: 'ms' }) as const;

interface Frames {
  /** Milliseconds of JavaScript in each frame that drew something. */
  readonly times: readonly number[];
  readonly drawn: number;
}

declare global {
  interface Window {
    frameTimes: number[];
  }
}

/** Counts what the callbacks of a frame cost, whoever asked for them. */
function countFrames(): void {
  window.frameTimes = [];
  const ask = window.requestAnimationFrame.bind(window);
  let last = -1;
  window.requestAnimationFrame = (work) =>
    ask((time) => {
      const start = performance.now();
      work(time);
      const spent = performance.now() - start;
      if (time === last) window.frameTimes.push((window.frameTimes.pop() ?? 0) + spent);
      else window.frameTimes.push(spent);
      last = time;
    });
}

async function framesOf(page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    window.frameTimes = [];
  });
  await act();
  return page.evaluate(() => ({
    times: window.frameTimes,
    drawn: Number(document.querySelector('canvas')?.dataset.drawn ?? 0),
  }));
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
}

/** Ten thousand boxes one by one: what this machine can do at all, with whatever else it does. */
function calibrate(page: Page): Promise<readonly number[]> {
  return page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1280, 600];
    const context = canvas.getContext('2d');
    const times: number[] = [];
    for (let round = 0; round < 40; round++) {
      // One picture per frame: more than that would only measure how long they wait for each other.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const start = performance.now();
      for (let box = 0; box < 10_000; box++) {
        context?.fillRect((box * 7) % 1280, (box * 13) % 600, 3, 2);
      }
      times.push(performance.now() - start);
    }
    return times;
  });
}

const CANVAS = '.canvas-box canvas';

/** By mouse: to the overview, across it, and back to single nodes. */
async function roam(page: Page, turns: number): Promise<readonly [string, Frames][]> {
  const box = await page.locator(CANVAS).boundingBox();
  if (!box) throw new Error('there is no canvas');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const wheel = async (by: number) => {
    for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, by);
  };
  const drag = async () => {
    await page.mouse.down();
    for (let turn = 0; turn < turns; turn++) {
      await page.mouse.move(x + ((turn * 17) % 200) - 100, y + ((turn * 29) % 160) - 80);
    }
    await page.mouse.up();
  };
  const out = await framesOf(page, () => wheel(120));
  const pan = await framesOf(page, drag);
  const back = await framesOf(page, () => wheel(-120));
  const close = await framesOf(page, drag);
  return [
    ['zoomed', { times: [...out.times, ...back.times], drawn: Math.max(out.drawn, back.drawn) }],
    ['panned from afar', pan],
    ['panned close up', close],
  ];
}

const MAX_BOXES = 8_000;
const MAX_ELEMENTS = 1_500;

/** The calibration takes less than this in all but one of twenty frames, if little else runs. */
const CALM_MS = 3;

/** By how much a machine that does other things as well delays one frame in twenty. */
function slowness(calibration: readonly number[]): number {
  return Math.max(1, p95(calibration) / CALM_MS);
}

/** `most`: milliseconds of JavaScript in a frame. */
async function canvasRows(
  ground: Ground,
  browser: Browser,
  size: number,
  most: number,
): Promise<readonly Row[]> {
  const directory = ground.directory();
  await seedWork(directory, size);
  const server = await ground.waymarkHttp(directory);
  try {
    const rows: Row[] = [];
    for (const lens of ['map', 'all']) {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.addInitScript(countFrames);
      await page.goto(`${server.observatoryUrl}w/${WORKSPACE}/work/bench?lens=${lens}`);
      await page.waitForSelector(`${CANVAS}[data-nodes="${size + 1}"]`, { timeout: 120_000 });
      const before = await calibrate(page);
      const roamed = await roam(page, ground.times(90, 5));
      const own = [...before, ...(await calibrate(page))];
      for (const [what, { times, drawn }] of roamed) {
        const name = `${lens} of ${size} nodes ${what}`;
        rows.push(
          row(ms(`${name}, p50`, median(times)), ms('10,000 boxes filled, p50', median(own))),
          within(ms(`${name}, p95`, p95(times)), most * slowness(own)),
          within({ what: `${name}, drawn`, value: drawn, unit: 'boxes' }, MAX_BOXES),
        );
      }
      const value = await page.evaluate(() => document.querySelectorAll('*').length);
      const what = `document with the ${lens} of ${size} nodes`;
      rows.push(within({ what, value, unit: 'elements' }, MAX_ELEMENTS));
      await page.close();
    }
    return rows;
  } finally {
    await server.close();
  }
}

const SMALL = 5_000;
const LARGE = 50_000;
const MAX_GROWTH = 15;

async function layoutRows(ground: Ground): Promise<readonly Row[]> {
  const [few, many] = [shaped(plannedTree(SMALL)).shape, shaped(plannedTree(LARGE)).shape];
  const chainsOf = (count: number) => [
    { count: Math.floor(count * 0.9) },
    ...Array.from({ length: 50 }, (_, at) => ({
      count: count / 500,
      fork: { chain: 0, at: at * 20 },
    })),
  ];
  const grid = gridFor('cards', 1280);
  const snake = (count: number) => layoutSnake({ chains: chainsOf(count), ...grid });
  const layouts: readonly (readonly [string, () => unknown, () => unknown])[] = [
    ['tidy', () => tidyLayout(few), () => tidyLayout(many)],
    ['icicle', () => icicleLayout(few), () => icicleLayout(many)],
    ['snake', () => snake(SMALL), () => snake(LARGE)],
  ];
  const rows: Row[] = [];
  for (const [name, small, large] of layouts) {
    const timeOf = (work: () => unknown) => async () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    };
    const sides = { small: timeOf(small), large: timeOf(large) };
    const taken = await calmMedians(sides, { rounds: ground.times(40, 2), warmUp: 5 });
    const what = `${name} layout of ${LARGE} nodes`;
    rows.push(row(ms(what, taken.large), ms(`of ${SMALL}`, taken.small), { atMost: MAX_GROWTH }));
  }
  return rows;
}

export const observatoryCanvas: Benchmark = {
  name: 'observatory-canvas',
  async run(ground) {
    const browser = await openBrowser();
    try {
      return [
        ...(await layoutRows(ground)),
        ...(await canvasRows(ground, browser, 10_000, 8)),
        ...(await canvasRows(ground, browser, ground.times(50_000, 12_000), 16)),
      ];
    } finally {
      await browser.close();
    }
  },
};
