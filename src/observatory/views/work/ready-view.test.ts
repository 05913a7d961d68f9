import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { lookAt, rowsOf } from '../../../../test/support/view-rows.ts';
import { ALICE, BOB, workScenes } from '../../../../test/support/work-world.ts';
import { READY_VIEW, type ReadyRow } from './ready-view.ts';

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  const world = workScenes(engine);
  const ready = () => rowsOf<ReadyRow>(world.server, world.workspace, READY_VIEW, { project: 'p' });

  it('[OB63] the order is that of graph_next, and each rank has its reason', async () => {
    const { low, left } = await world.plan(
      { ref: 'high', properties: { priority: 2 } },
      { ref: 'low' },
      { ref: 'part' },
      { ref: 'deep', parent_ref: 'part' },
      { ref: 'twin', parent_ref: 'part' },
      { ref: 'left' },
    );
    await world.update(low as string, { summary: 'Changed' });
    await world.update(left as string, { summary: 'Changed later' });
    const rows = await ready();
    expect(rows.map(({ key }) => key)).toEqual(await world.ready({}, BOB));
    expect(rows.map(({ rank, summary, reason }) => [rank, summary, reason])).toEqual([
      [1, 'high', 'Higher priority than the next: 2, not 0.'],
      [2, 'deep', 'Like the next in everything, but listed before it in the plan.'],
      [3, 'twin', 'Same priority as the next, but deeper in the tree: level 2, not 1.'],
      [4, 'Changed', 'Same priority and depth as the next, but unchanged for longer.'],
      [5, 'Changed later', 'The last one that is ready.'],
    ]);
  });

  it('[OB63] what an agent holds is not ready, and the only one says so', async () => {
    await world.plan({ ref: 'a' }, { ref: 'b' });
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    const rows = await ready();
    expect(rows.map(({ summary, reason }) => [summary, reason])).toEqual([
      ['b', 'The only one that is ready.'],
    ]);
  });

  it('[OB63] of many the first hundred come, with their number', async () => {
    const some = (from: number) =>
      Array.from({ length: 60 }, (_, at) => ({ ref: `n${from + at}` }));
    await world.plan(...some(0));
    await world.plan(...some(60));
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    await lookAt(world.server, world.workspace, async (look) => {
      const page = await READY_VIEW.page(look, { project: 'p' }, undefined);
      expect(page.rows).toHaveLength(100);
      expect(page.total).toBe(119);
      const last = page.rows.at(-1) as ReadyRow;
      expect(last.reason).not.toContain('last');
    });
  });
});
