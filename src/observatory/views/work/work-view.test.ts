import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { lookAt, rowsOf } from '../../../../test/support/view-rows.ts';
import { ALICE, workScenes } from '../../../../test/support/work-world.ts';
import { MAX_PAGE } from '../../view.ts';
import { WORK_VIEW, type WorkRow } from './work-view.ts';

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  const world = workScenes(engine);
  const rows = async (lens: 'open' | 'all') => {
    const all = await rowsOf<WorkRow>(world.server, world.workspace, WORK_VIEW, {
      ...{ project: 'p', lens },
    });
    return new Map(all.map((row) => [row.key, row]));
  };

  it('[OB60] a row has its place, state, priority, claim, counts, evidence and dependencies', async () => {
    const { a, b, c } = await world.plan(
      { ref: 'a', properties: { priority: 3 } },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c', depends_on: ['a'] },
    );
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    const evidence = { type: 'test', ref: 'green' };
    await world.update(a as string, { add_evidence: [evidence, evidence] });
    const all = await rows('all');
    expect(all.get(world.root)).toMatchObject({
      depth: 0,
      summary: 'Goal',
      state: 'open',
      below: { actionable: 1, open: 1, blocked: 1, resolved: 0 },
    });
    expect(all.get(a as string)).toMatchObject({
      parent: world.root,
      depth: 1,
      state: 'open',
      priority: 3,
      below: { actionable: 1, open: 0, blocked: 0, resolved: 0 },
      evidence: 2,
    });
    expect(all.get(b as string)).toMatchObject({
      ...{ parent: a, depth: 2, state: 'actionable', claim: { by: 'alice' } },
    });
    expect(all.get(c as string)).toMatchObject({ state: 'blocked', deps: [a] });
    const orders = [a, b, c].map((id) => all.get(id as string)?.order ?? 0);
    expect(orders).toEqual([...orders].sort((one, other) => one - other));
  });

  it('[OB60] the open lens has what is not finished and the way to it', async () => {
    const { a, b, c, d } = await world.plan(
      { ref: 'a' },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c' },
      { ref: 'd', parent_ref: 'c' },
    );
    await world.resolve(b as string, a as string, c as string);
    expect([...(await rows('all')).keys()]).toHaveLength(5);
    const open = await rows('open');
    expect(new Set(open.keys())).toEqual(new Set([world.root, c, d]));
    expect(open.get(c as string)?.state).toBe('resolved');
    expect(open.get(world.root)?.below).toEqual({
      ...{ actionable: 1, open: 0, blocked: 0, resolved: 3 },
    });
  });

  it('[OB60] a long summary is cut, and says so', async () => {
    const { a } = await world.plan({ ref: 'a', summary: 'ä'.repeat(400) });
    const row = (await rows('open')).get(a as string);
    expect(row).toMatchObject({ summary: 'ä'.repeat(150), more: true });
  });

  it('[OB60] a large project comes page by page, and a finished page is empty', async () => {
    const requests = Array.from({ length: 100 }, (_, at) => ({ ref: `n${at}` }));
    for (let batch = 0; batch < 6; batch++) {
      const made = await world.plan(...requests);
      if (batch < 5) await world.resolve(...Object.values(made).slice(0, 50));
      if (batch < 5) await world.resolve(...Object.values(made).slice(50));
    }
    await lookAt(world.server, world.workspace, async (look) => {
      const args = { project: 'p', lens: 'open' };
      const first = await WORK_VIEW.page(look, args, undefined);
      expect(first.rows.map(({ key }) => key)).toEqual([world.root]);
      const second = await WORK_VIEW.page(look, args, first.next);
      expect(second.next).toBeUndefined();
      expect(second.rows).toHaveLength(100);
      const all = await WORK_VIEW.page(look, { ...args, lens: 'all' }, undefined);
      expect(all.rows).toHaveLength(MAX_PAGE);
    });
  });

  it('[OB60] a cursor of nobody begins at the start', async () => {
    await lookAt(world.server, world.workspace, async (look) => {
      const page = await WORK_VIEW.page(look, { project: 'p', lens: 'all' }, 'x; drop table');
      expect(page.rows.map(({ key }) => key)).toEqual([world.root]);
    });
  });
});
