/** The text filter of the work graph does not read secrets; docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { workScenes } from '../../../test/support/work-world.ts';

const SECRET = '9f3ac81b77de40c2a951';
const TEXT = `billing webhook: api_key=${SECRET} rotate in May`;
const PARTS = [SECRET, SECRET.slice(0, 3), SECRET.slice(0, 9), SECRET.slice(4, 12), 'c8'];

describe.each(MAIN_ENGINES)('secrets in work on $name', (engine) => {
  const world = workScenes(engine);

  it('[WO61] [RC120] no part of one is found, before and after changes', async () => {
    const { a = '', b = '' } = await world.plan(
      { ref: 'a', summary: TEXT },
      { ref: 'b', summary: 'Other' },
    );
    const found = async (text: string) => {
      const { nodes, total } = await world.ask('graph_query', { project: 'p', filter: { text } });
      expect(nodes.length).toBe(total);
      return nodes.map(({ id }: { id: string }) => id);
    };
    const expectHidden = async () => {
      for (const part of PARTS) expect(await found(part), part).toEqual([]);
    };
    await expectHidden();
    expect(await found('webhook')).toEqual([a]);
    expect(await found('> ROTATE in')).toEqual([a]);
    await world.update(b, { summary: `Other ${TEXT}` });
    await expectHidden();
    await world.update(a, { summary: 'Nothing' });
    const { store } = world.server.surface;
    expect(await store.check()).toEqual([]);
    await store.rebuild();
    expect(await found('webhook')).toEqual([b]);
    await expectHidden();
  });
});
