/** A macro that is refused halfway changes nothing. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { STEPS, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('refused macros on $name', (engine) => {
  const world = useTaskWorld(engine);

  const start = (args: object = {}) => world.ask('tasks_macro_start', { task_title: 'T', ...args });

  it('[TA52] a macro that is refused halfway leaves nothing behind', async () => {
    await start({ template: 'principal-task' });
    const tables = async () => ({
      rows: await world.server.surface.store.read(world.workspace, async (tx) => ({
        head: tx.head,
        state: await tx.state(),
        task: await tx.targets.byId('TASK-001'),
        counters: await tx.targets.counters(),
      })),
      graph: await world.ask('graph_query', { limit: 200 }),
      trace: await world.ask('show', { target: 'TASK-001', limit: 200 }),
    });
    const before = await tables();
    const refusals: [string, object][] = [
      ['tasks_macro_close_step', { path: 's:3', note: 'n', checkpoints: 'all' }],
      ['tasks_macro_close_step', { note: 'n', proof: { checks: ['x'], checkpoint: 'docs' } }],
      ['tasks_macro_start', { task_title: 'T', plan_title: 'P', template: 'nope' }],
      [
        'tasks_bootstrap',
        { plan_title: 'P', plan_template: 'nope', task_title: 'T', steps: STEPS },
      ],
      ['tasks_macro_finish', {}],
      ['tasks_macro_create_done', { plan_title: 'P', task_title: 'T', steps: STEPS }],
      [
        'tasks_close_task',
        { apply: true, patches: [{ ops: [{ op: 'set', field: 'title', value: 'x' }] }] },
      ],
    ];
    for (const [tool, args] of refusals) await world.refusal(tool, args);
    expect(await tables()).toEqual(before);
  });
});
