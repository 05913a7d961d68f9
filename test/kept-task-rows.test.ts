/** Rows of tasks, agents and history that are kept by what events touch, through random runs. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from './support/engines.ts';
import { KeptView } from './support/kept-view.ts';
import { randomFrom } from './support/random.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';
import { randomCall } from './support/task-model/random-call.ts';
import { ask, newRun, type Run, workspace } from './support/task-model/run.ts';
import { newWorld, type Template } from './support/task-model/world.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_117);
/** Calls between two comparisons with a fresh reader. */
const INTERVAL = 10;
const MAX_TASKS = 12;

async function begin(server: TestSurface): Promise<Run> {
  await server.call('init', { workspace });
  const { structured } = await server.call('tasks_templates_list', { workspace });
  const { templates } = structured.result as unknown as { templates: Template[] };
  const head = await server.surface.store.read(workspace, async (tx) => tx.head);
  return newRun(server, newWorld(workspace, templates), randomFrom(SEED), head);
}

describe.each(MAIN_ENGINES)('rows that are kept on $name', (engine) => {
  const steps = Number(process.env.WAYMARK_STEPS ?? (engine.name === 'postgres' ? 60 : 200));

  it(`[OB74] are as a fresh reader gets them, through ${steps} random calls (seed ${SEED})`, async () => {
    const server = await openTestSurface({ engine });
    try {
      const { store } = server.surface;
      const run = await begin(server);
      // The model counts the ticks of the server's clock.
      const options = { store, now: () => Date.UTC(2026, 0, 5, 12) };
      const views = new Map<string, KeptView>();
      const watch = async (name: string, args = {}) => {
        const view = new KeptView(options, workspace, name, args);
        if (views.has(view.name)) return;
        await view.load();
        views.set(view.name, view);
      };
      await watch('tasks');
      await watch('agents');
      await watch('history');
      await watch('history', { agent: 'tester' });
      await watch('history', { type: 'step_verified' });
      await watch('history', { agent: 'tester', type: 'step_verified' });
      for (run.step = 1; run.step <= steps; run.step++) {
        await ask(run, randomCall(run));
        const made = await store.read(workspace, (tx) =>
          tx.targets.list({ kind: 'task' }, { limit: MAX_TASKS }),
        );
        for (const { id } of made) {
          await watch('task', { id });
          await watch('evidence', { task: id });
        }
        await watch('task', { id: 'PLAN-001' });
        await watch('history', { entity: 'TASK-001' });
        for (const view of views.values()) await view.follow();
        if (run.step % INTERVAL > 0 && run.step < steps) continue;
        const after = `step ${run.step}, ${run.last}`;
        for (const view of views.values()) await view.expectFresh(after);
      }
      expect(views.size).toBeGreaterThan(12);
      const [tasks] = views.values();
      expect(tasks?.resets, 'the list is never read anew').toBe(0);
    } finally {
      await server.close();
    }
  });
});
