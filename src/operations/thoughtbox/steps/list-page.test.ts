/** Lists of sessions: order, filters, pages and search; docs/spec/thoughts.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import {
  connected,
  openThoughtWorld,
  type ThoughtWorld,
} from '../../../../test/support/thought-world.ts';

/** The titles are not in order, so that each sort has another result. */
const SESSIONS: readonly (readonly [string, object, readonly string[]])[] = [
  ['Delta', { sessionTags: ['web', 'Slow'], task: 'login' }, ['The database is slow']],
  ['alpha', { sessionTags: ['web'], description: 'About the cache_layer' }, ['100% of pages']],
  ['Charlie', { sessionTags: ['web', 'slow', 'old'], task: 'login', aspect: 'ui' }, ['Nothing']],
  ['Bravo', { sessionTags: ['website', 'on', '!'], task: 'logout' }, ['one half', 'other half']],
];

describe.each(MAIN_ENGINES)('lists of sessions on $name', (engine) => {
  let world: ThoughtWorld;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    await world.next();
    for (const [sessionTitle, more, texts] of SESSIONS) {
      // A caller for each session: a task or aspect would stay set for the next one.
      const caller = connected('maker');
      ids[sessionTitle] = await world.begin({ sessionTitle, ...more }, caller);
      for (const text of texts) await world.think(text, {}, caller);
    }
    const maker = connected('maker');
    await world.begin({}, maker);
    const aside = { branchId: 'b', branchFromThought: 1, sessionId: ids.Delta };
    await world.think('GRÖSSE on a branch', aside, maker);
    await world.ask('start_new');
  });
  afterAll(() => world.close());

  const found = async (what: string, args: object = {}): Promise<string[]> =>
    (await world.ask(what, args)).sessions
      .map(({ title }: Shown) => title)
      .filter((title: string) => !title.startsWith('Reasoning'));
  const list = (args: object = {}) => found('session list', args);

  it('[TH38] are sorted by change, newest first, unless another order is given', async () => {
    expect(await list()).toEqual(['Delta', 'Bravo', 'Charlie', 'alpha']);
    expect(await found('list_sessions')).toEqual(await list());
    const orders: Readonly<Record<string, readonly string[]>> = {
      updatedAt: ['alpha', 'Charlie', 'Bravo', 'Delta'],
      createdAt: ['Delta', 'alpha', 'Charlie', 'Bravo'],
      title: ['alpha', 'Bravo', 'Charlie', 'Delta'],
    };
    for (const [sortBy, order] of Object.entries(orders)) {
      expect(await list({ sortBy, sortOrder: 'asc' }), sortBy).toEqual(order);
      expect(await list({ sortBy, sortOrder: 'desc' }), sortBy).toEqual([...order].reverse());
      expect(await list({ sortBy }), sortBy).toEqual([...order].reverse());
    }
  });

  it('[TH38] all tags must match, whole and in any case', async () => {
    expect(await list({ tags: ['web'] })).toEqual(['Delta', 'Charlie', 'alpha']);
    expect(await list({ tags: ['web', 'slow'] })).toEqual(['Delta', 'Charlie']);
    expect(await list({ tags: ['WEB', 'Slow', 'old'] })).toEqual(['Charlie']);
    expect(await list({ tags: ['we'] })).toEqual([]);
    expect(await list({ tags: ['web', 'website'] })).toEqual([]);
    expect(await list({ tags: ['%'] })).toEqual([]);
    expect(await list({ tags: ['!'] })).toEqual(['Bravo']);
    expect(await list({ tags: ['ON'] })).toEqual(['Bravo']);
    expect(await list({ tags: ['on', 'website'] })).toEqual(['Bravo']);
    expect(await list({ tags: ['on', 'web'] })).toEqual([]);
    expect(await list({ tags: [] })).toHaveLength(4);
  });

  it('[TH38] project, task and aspect can be combined', async () => {
    expect(await list({ task: 'login' })).toEqual(['Delta', 'Charlie']);
    expect(await list({ task: 'login', aspect: 'ui' })).toEqual(['Charlie']);
    expect(await list({ task: 'logout', aspect: 'ui' })).toEqual([]);
    expect(await list({ task: 'login', tags: ['old'], search: 'charlie' })).toEqual(['Charlie']);
    expect(await list({ project: '_default' })).toHaveLength(4);
    expect(await list({ project: 'other' })).toEqual([]);
  });

  it('[TH38] have pages of 1 to 100, by default 20', async () => {
    const page = (args: object) => world.ask('session list', { sortBy: 'title', ...args });
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { sessions, hasMore, nextOffset, count }: Shown = await page({ limit: 2, offset });
      expect(count).toBe(sessions.length);
      expect(hasMore).toBe(nextOffset !== undefined);
      seen.push(...sessions.map(({ id }: Shown) => id));
      offset = nextOffset;
    }
    const whole = await page({});
    expect(seen).toEqual(whole.sessions.map(({ id }: Shown) => id));
    expect(new Set(seen).size).toBe(6);
    expect(await page({ offset: 100 })).toEqual({ sessions: [], count: 0, hasMore: false });
    for (const wrong of [
      ...[0, -1, 101, 1.5, '5'].map((limit) => ({ limit })),
      ...[-1, 0.5].map((offset) => ({ offset })),
      ...[{ sortBy: 'id' }, { sortOrder: 'up' }, { tags: 'web' }, { search: 7 }],
    ]) {
      for (const what of ['list_sessions', 'session list']) {
        expect((await world.refused(what, wrong)).code).toBe('INVALID_PAYLOAD');
      }
    }
    const many = connected('many');
    for (let n = 0; n < 20; n++) await world.ask('start_new', { project: 'many' }, many);
    expect(await world.ask('session list', {}, many)).toMatchObject({ count: 20, hasMore: false });
    await world.ask('start_new', {}, many);
    expect(await world.ask('session list', {}, many)).toMatchObject({
      count: 20,
      hasMore: true,
      nextOffset: 20,
    });
    expect((await world.ask('session list', { limit: 100 }, many)).count).toBe(21);
  });

  it.each([
    ['delta', ['Delta']],
    ['CACHE_layer', ['alpha']],
    ['old', ['Charlie']],
    ['task:login', ['Delta', 'Charlie']],
    ['DATABASE', ['Delta']],
    ['slow database', ['Delta']],
    ['grösse', ['Delta']],
    ['100%', ['alpha']],
    ['%', ['alpha']],
    ['_', ['alpha']],
    ['THE', ['Delta', 'alpha']],
    ['is', ['Delta']],
    ['of', ['alpha']],
    ['not', []],
    ['layer', ['alpha']],
    ['databases', ['Delta']],
    ['datab', ['Delta']],
    ['atabase', []],
    ['one half', ['Bravo']],
    ['half', ['Bravo']],
    ['one other', []],
    ['delta database', []],
    ["'", []],
    ['\\', []],
    ['!', ['Bravo']],
    ['web alpha', ['alpha']],
  ])('[TH39] search for %j', async (query, titles) => {
    const view = await world.ask('session search', { query, limit: 100 });
    expect(view.query).toBe(query);
    expect(await found('session search', { query })).toEqual(titles);
    expect(await list({ search: query })).toEqual(titles);
    expect(await found('list_sessions', { search: query })).toEqual(titles);
  });

  it('[TH39] search needs words, and is paged and sorted like lists', async () => {
    for (const query of [undefined, '', '  ', 7, 'x'.repeat(1_001), 'a\nb']) {
      const refusal = await world.refused('session search', { query });
      expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'query' } });
    }
    const first = await world.ask('session search', { query: 'web', limit: 1, sortBy: 'title' });
    expect(first).toMatchObject({ count: 1, hasMore: true, nextOffset: 1 });
    const order = { query: 'web', sortBy: 'title', sortOrder: 'asc' };
    expect(await found('session search', order)).toEqual(['alpha', 'Bravo', 'Charlie', 'Delta']);
  });

  it('[TH40] reading and loading do not change the order', async () => {
    const before = await list();
    const reader = connected('reader');
    const sessionId = ids.alpha;
    const { session } = await world.ask('session get', { sessionId });
    await world.ask('load_context', { sessionId }, reader);
    await world.ask('session resume', { sessionId }, reader);
    for (const sub of ['get', 'export', 'analyze', 'extract_learnings']) {
      await world.ask(`session ${sub}`, { sessionId });
    }
    expect(await list()).toEqual(before);
    const after = (await world.ask('session get', { sessionId })).session;
    expect(after.updatedAt).toBe(session.updatedAt);
    expect(after.lastAccessedAt > session.lastAccessedAt).toBe(true);
  });

  it('[TH101] titles are in the order of a dictionary, also across pages', async () => {
    const caller = connected('sorter');
    const titles = ['zoo', 'Step 10', 'épée', 'Step 2', 'Zebra', 'Éclair', 'apple'];
    const project = 'titles';
    for (const sessionTitle of titles) {
      await world.begin({ sessionTitle, project }, caller);
      await world.think('x', {}, caller);
    }
    const sorted = ['apple', 'Éclair', 'épée', 'Step 2', 'Step 10', 'Zebra', 'zoo'];
    const page = (args: object) => list({ project, sortBy: 'title', sortOrder: 'asc', ...args });
    expect(await page({})).toEqual(sorted);
    expect(await page({ sortOrder: 'desc' })).toEqual([...sorted].reverse());
    const paged = [0, 3, 6].map((offset) => page({ offset, limit: 3 }));
    expect((await Promise.all(paged)).flat()).toEqual(sorted);
    expect(await page({ search: 'step' })).toEqual(['Step 2', 'Step 10']);
  });

  it('[TH102] sessions without thoughts come last, in every order and on every page', async () => {
    const caller = connected('idle');
    const project = 'idle';
    const thought = async (sessionTitle: string) => {
      await world.begin({ sessionTitle, project }, caller);
      await world.think('x', {}, caller);
    };
    await thought('b');
    await world.ask('start_new', { sessionTitle: 'empty a', project }, caller);
    await thought('c');
    for (const sessionTitle of ['empty z', 'empty y']) {
      await world.ask('start_new', { sessionTitle, project }, caller);
    }
    const page = (args: object = {}) => list({ project, ...args });
    const all = ['c', 'b', 'empty y', 'empty z', 'empty a'];
    expect(await page()).toEqual(all);
    expect(await found('list_sessions', { project })).toEqual(all);
    expect(await page({ sortBy: 'title', sortOrder: 'asc' })).toEqual([
      ...['b', 'c', 'empty a', 'empty y', 'empty z'],
    ]);
    for (const limit of [1, 2, 3, 4]) {
      const pages = [0, 1, 2, 3, 4].map((at) => page({ limit, offset: at * limit }));
      expect((await Promise.all(pages)).flat(), `${limit} at once`).toEqual(all);
    }
    expect(await page({ offset: 5 })).toEqual([]);
    expect(await page({ search: 'empty', limit: 2 })).toEqual(['empty y', 'empty z']);
  });
});
