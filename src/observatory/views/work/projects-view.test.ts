import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { lookAt, rowsOf } from '../../../../test/support/view-rows.ts';
import { ALICE, workScenes } from '../../../../test/support/work-world.ts';
import { PROJECTS_VIEW, type ProjectRow } from './projects-view.ts';

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  const world = workScenes(engine);

  it('[OB62] a project has its goal, its counts and its last change', async () => {
    const { a } = await world.plan({ ref: 'a' }, { ref: 'b' }, { ref: 'c', depends_on: ['a'] });
    await world.resolve(a as string);
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    await world.ask('graph_open', { project: 'q' });
    const rows = await rowsOf<ProjectRow>(world.server, world.workspace, PROJECTS_VIEW);
    expect(rows.map(({ key, summary }) => [key, summary])).toEqual([
      ['p', 'Goal'],
      ['q', 'q'],
    ]);
    const counts = { total: 4, resolved: 1, ready: 1, blocked: 0, claimed: 1 };
    expect(rows[0]).toMatchObject({ root: world.root, ...counts });
    expect(rows[0]?.changedMs).toBeGreaterThan(0);
    const later = { nowMs: 0, claims: { staleMs: Date.UTC(2030, 0), present: undefined } };
    const [after] = await rowsOf<ProjectRow>(
      ...([world.server, world.workspace, PROJECTS_VIEW, {}, later] as const),
    );
    expect(after, 'a claim that has ended').toMatchObject({ ready: 2, claimed: 0 });
  });

  it('[OB62] a project continues behind a name', async () => {
    await world.ask('graph_open', { project: 'q' });
    await lookAt(world.server, world.workspace, async (look) => {
      const page = await PROJECTS_VIEW.page(look, {}, 'p');
      expect(page.rows.map(({ key }) => key)).toEqual(['q']);
      expect(await PROJECTS_VIEW.rows(look, {}, ['p', 'nowhere'])).toHaveLength(1);
    });
  });
});
