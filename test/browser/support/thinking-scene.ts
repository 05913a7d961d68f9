/** What the tests of Thinking share: a page that must stay without faults, and agents that think. */

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { PageOptions, WatchedPage } from './browser.ts';
import { type Observed, observe, WORKSPACE } from './observed.ts';
import { BulkThinker, Thinker } from './thinker.ts';

export interface ThinkingScene {
  readonly thinker: Thinker;
  readonly crowd: BulkThinker;
  /** Opens an address below the view. */
  open(path: string, options?: PageOptions): Promise<Page>;
  /** Two branches at one fork, and a revision, in real calls; returns the id of the session. */
  recordParser(): Promise<string>;
}

/** Opens one memory for a file of tests, and checks each page that a test opened. */
export function thinkingScene(): ThinkingScene {
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
  return {
    get thinker() {
      return thinker;
    },
    get crowd() {
      return crowd;
    },
    async open(path, options = {}) {
      const watched = await scene.open(`/w/${WORKSPACE}/thinking${path}`, options);
      opened.push(watched);
      await watched.page.getByText(/live · seq/).waitFor();
      return watched.page;
    },
    recordParser: () => recordParser(thinker),
  };
}

export const card = (page: Page, place: string): Locator =>
  page.locator(`.thought[data-place="${place}"]`);

export const selected = (page: Page) =>
  page.locator('.thought[aria-selected=true]').getAttribute('data-place');

async function recordParser(thinker: Thinker): Promise<string> {
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
