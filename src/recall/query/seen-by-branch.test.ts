/** What `recall` finds on a branch, by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('recall on a branch on $name', (engine) => {
  const world = useTaskWorld(engine);

  const card = (id: string, text: string, more: object = {}) => {
    return { op: 'node_upsert', id, type: 'decision', text, ...more };
  };
  const apply = (branch: string, ...ops: readonly object[]) =>
    world.ask('graph_apply', { branch, ops });
  const fork = (name: string, from = 'main') => world.ask('branch_create', { name, from });
  const note = (branch: string, content: string) => world.ask('notes_commit', { branch, content });

  /** The texts of the hits, each with its state. */
  const found = async (args: object): Promise<readonly string[]> => {
    const { hits } = await world.ask('recall', { limit: 100, ...args });
    return hits.map(({ text, state }: Shown) =>
      state === undefined ? text : `${text} (${state})`,
    );
  };
  const on = (branch: string, query: string) => found({ branch, query });

  it('[RC24] [RC44] a card is found by the words of the version that the branch sees', async () => {
    await apply('main', card('a', 'alphaword'));
    await fork('idea');
    await apply('main', card('a', 'betaword'));
    await fork('later');
    await apply('main', card('a', 'gammaword', { type: 'question' }));
    expect(await on('idea', 'alphaword')).toEqual(['alphaword']);
    expect(await on('idea', 'betaword')).toEqual([]);
    expect(await on('idea', 'gammaword')).toEqual([]);
    expect(await on('later', 'betaword')).toEqual(['betaword']);
    expect(await on('later', 'alphaword')).toEqual([]);
    expect(await on('main', 'gammaword')).toEqual(['gammaword']);
    expect(await on('main', 'alphaword')).toEqual([]);
    expect(await found({ query: 'alphaword' })).toEqual([]);
    expect(await found({ branch: 'idea' })).toEqual(['alphaword']);
    expect(await found({ branch: 'later', kinds: ['card'] })).toEqual(['betaword']);
    expect(await found({ branch: 'later', kinds: ['question'] })).toEqual([]);
  });

  it('[RC24] a version of its own hides that of the base', async () => {
    await apply('main', card('a', 'alphaword'), card('b', 'common'));
    await fork('idea');
    await fork('upon', 'idea');
    await apply('idea', card('a', 'betaword'));
    expect(await on('idea', 'alphaword')).toEqual([]);
    expect(await on('idea', 'betaword')).toEqual(['betaword']);
    expect(await found({ branch: 'idea' })).toEqual(['betaword', 'common']);
    expect(await on('main', 'alphaword')).toEqual(['alphaword']);
    expect(await on('upon', 'alphaword')).toEqual(['alphaword']);
    await apply('main', card('a', 'gammaword'));
    await fork('over', 'idea');
    await apply('idea', card('a', 'deltaword'));
    expect(await on('over', 'betaword')).toEqual(['betaword']);
    expect(await on('upon', 'alphaword')).toEqual(['alphaword']);
    for (const word of ['alphaword', 'gammaword', 'deltaword']) {
      expect(await on('over', word)).toEqual([]);
    }
    expect(await found({ branch: 'over' })).toEqual(['betaword', 'common']);
  });

  it('[RC24] its state is that which the branch sees', async () => {
    await apply('main', card('a', 'alphaword'), card('b', 'betaword'), card('c', 'gammaword'));
    await apply('main', card('old', 'oldword'), card('d', 'deltaword'), card('f', 'common'));
    await apply('main', card('e', 'epsilonword', { status: 'rejected' }));
    const replacing = { op: 'edge_upsert', from: 'f', rel: 'supersedes', to: 'old' };
    await apply('main', replacing);
    await fork('idea');
    await apply(
      'main',
      { op: 'node_delete', id: 'a' },
      card('b', 'betaword', { status: 'rejected' }),
    );
    await apply('main', { ...replacing, to: 'c' }, card('e', 'epsilonword'));
    await apply('idea', { op: 'node_delete', id: 'd' });
    const states = async (branch: string) => {
      const words = ['alphaword', 'betaword', 'gammaword', 'oldword', 'deltaword', 'epsilonword'];
      const all: string[] = [];
      for (const query of words) {
        all.push(...(await on(branch, query)).filter((text) => text.startsWith(query)));
      }
      return all;
    };
    const seen = [
      ...['alphaword', 'betaword', 'gammaword', 'oldword (replaced)'],
      ...['deltaword (deleted)', 'epsilonword (rejected)'],
    ];
    expect(await states('idea')).toEqual(seen);
    expect([...(await found({ branch: 'idea' }))].sort()).toEqual([...seen, 'common'].sort());
    expect(await states('main')).toEqual([
      ...['alphaword (deleted)', 'betaword (rejected)', 'gammaword (replaced)'],
      ...['oldword (replaced)', 'deltaword', 'epsilonword'],
    ]);
    await apply('main', card('old', 'newword'), card('e', 'otherword'), card('d', 'changed'));
    expect(await states('idea')).toEqual(seen);
  });

  it('[RC24] versions that say the same are one, wherever the branch began', async () => {
    await apply('main', card('a', 'alphaword'));
    await apply('main', card('a', 'betaword'));
    await apply('main', card('a', 'alphaword'));
    await fork('before');
    await apply('main', card('a', 'alphaword', { status: 'rejected' }));
    await fork('after');
    expect(await on('before', 'alphaword')).toEqual(['alphaword']);
    expect(await on('after', 'alphaword')).toEqual(['alphaword (rejected)']);
    await apply('main', card('a', 'gammaword'));
    for (const [branch, seen] of [
      ['before', 'alphaword'],
      ['after', 'alphaword (rejected)'],
    ] as const) {
      expect(await on(branch, 'alphaword')).toEqual([seen]);
      expect(await found({ branch })).toEqual([seen]);
      const [hit] = (await world.ask('recall', { branch, query: 'alphaword' })).hits;
      expect((await world.ask('recall', { branch })).hits).toEqual([hit]);
      expect(await found({ branch, query: 'alphaword', since: hit.at, until: hit.at })).toEqual([
        seen,
      ]);
      expect(await on(branch, 'betaword')).toEqual([]);
    }
  });

  it('[RC24] [RC29] an earlier version is found by its id, and by a model of the caller', async () => {
    await apply('main', card('cache-key', 'alphaword'));
    await fork('idea');
    await apply('main', card('cache-key', 'betaword'));
    expect(await on('idea', 'cache-key')).toEqual(['alphaword']);
    const similar = ['cache-key'];
    expect(await found({ branch: 'idea', query: 'nothing', similar })).toEqual(['alphaword']);
  });

  it('[RC24] what other branches say does not crowd out what the branch sees', async () => {
    await apply('main', card('a', 'alphaword among many other words of a long text'));
    await fork('idea');
    await apply('main', card('a', 'betaword'));
    for (let n = 0; n < 4; n++) {
      const many = Array.from({ length: 50 }, (_, at) => card(`c${n}-${at}`, `alphaword ${at}`));
      await apply('main', ...many);
    }
    expect(await on('idea', 'alphaword')).toEqual([
      'alphaword among many other words of a long text',
    ]);
    expect(await found({ branch: 'idea' })).toHaveLength(1);
  });

  it('[RC24] [RC25] [RC26] pages list everything once, the newest first', async () => {
    for (let n = 0; n < 12; n++) {
      await apply('main', card(`c${n}`, `First ${n}`));
      await note('main', `Seen ${n}`);
    }
    await fork('idea');
    for (let n = 0; n < 12; n += 2) await apply('main', card(`c${n}`, `Changed ${n}`));
    for (let n = 0; n < 12; n += 3) await apply('idea', card(`c${n}`, `Own ${n}`));
    await note('main', 'Not seen');
    const all = await found({ branch: 'idea' });
    const cards = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? `Own ${n}` : `First ${n}`));
    const notes = Array.from({ length: 12 }, (_, n) => `Seen ${n}`);
    expect([...all].sort()).toEqual([...cards, ...notes].sort());
    const paged: string[] = [];
    let times = '9';
    for (let cursor: string | undefined, page = 0; page < 30; page++) {
      const view = await world.ask('recall', { branch: 'idea', limit: 5, cursor });
      for (const { text, at } of view.hits) {
        expect(at <= times, `${text} ${at} ${times}`).toBe(true);
        times = at;
        paged.push(text);
      }
      cursor = view.cursor;
      if (cursor === undefined) break;
    }
    expect(paged).toEqual(all);
  });
});
