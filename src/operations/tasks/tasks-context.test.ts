/** `tasks_context` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTaskList, ids } from '../../../test/support/task-list.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_context on $name', (engine) => {
  const world = useTaskWorld(engine, { once: createTaskList });

  const list = (args: object = {}): Promise<Shown> => world.ask('tasks_context', args);

  it('[TV23] lists all plans and tasks with their progress', async () => {
    const all = await list();
    expect(all.counts).toEqual({ plans: 2, tasks: 14 });
    expect(all.by_status).toEqual({
      plans: { TODO: 2, ACTIVE: 0, DONE: 0 },
      tasks: { TODO: 11, ACTIVE: 1, DONE: 2 },
    });
    expect(all.plans[0]).toMatchObject({
      id: 'PLAN-001',
      title: 'Parser',
      status: 'TODO',
      tasks: { total: 10, done: 1 },
      progress: 10,
    });
    expect(all.tasks[1]).toMatchObject({ id: 'TASK-002', parent: 'PLAN-001', priority: 'HIGH' });
    expect(all.tasks_pagination).toMatchObject({ has_more: false, count: 14, total: 14 });
  });

  it.each([
    [{ status: 'DONE' }, [], ['TASK-004', 'TASK-012']],
    [{ status: 'ACTIVE' }, [], ['TASK-003']],
    [{ priority: 'HIGH' }, ['PLAN-002'], ['TASK-002', 'TASK-003']],
    [{ tags: ['SLOW'] }, ['PLAN-002'], ['TASK-002', 'TASK-003']],
    [{ tags: ['slow', 'core'] }, [], ['TASK-002']],
    [{ tags: ['slo'] }, [], []],
    [{ domain: 'store' }, [], ['TASK-002']],
    [{ text: 'größe 1' }, [], ['TASK-001']],
    [{ text: 'GRÖ', status: 'DONE' }, [], ['TASK-004', 'TASK-012']],
    [{ text: 'röße' }, [], []],
    [{ text: '%', plan: 'PLAN-002' }, [], ['TASK-011', 'TASK-012', 'TASK-013', 'TASK-014']],
    [{ text: '%', status: 'ACTIVE' }, [], ['TASK-003']],
    [{ text: 'task-003' }, [], ['TASK-003']],
    [{ text: 'pars', plan: 'PLAN-001' }, ['PLAN-001'], []],
    [{ text: '100%' }, ['PLAN-001'], []],
    [{ text: 'n_14%' }, [], ['TASK-014']],
    [{ plan: 'PLAN-002' }, ['PLAN-002'], ['TASK-011', 'TASK-012', 'TASK-013', 'TASK-014']],
    [{ plan: 'PLAN-002', status: 'DONE' }, [], ['TASK-012']],
    [{ plan: 'PLAN-001', priority: 'HIGH' }, [], ['TASK-002', 'TASK-003']],
  ])('[TV23] filtered by %j', async (filter, plans, tasks) => {
    const found = await list(filter);
    expect(ids(found.plans)).toEqual(plans);
    expect(ids(found.tasks)).toEqual(tasks);
    expect(found.counts).toEqual({ plans: plans.length, tasks: tasks.length });
    const first = await list({ ...filter, tasks_limit: 1, plans_limit: 1 });
    expect(first.counts).toEqual(found.counts);
    expect(first.by_status).toEqual(found.by_status);
  });

  it('[TV23] refuses an unknown plan, a task as plan, and an unknown status', async () => {
    expect(await world.refused('tasks_context', { plan: 'PLAN-999' })).toBe('UNKNOWN_ID');
    expect(await world.refused('tasks_context', { plan: 'TASK-001' })).toBe('INVALID_INPUT');
    expect(await world.refused('tasks_context', { status: 'done' })).toBe('INVALID_INPUT');
  });

  it.each([{ tasks_limit: 3 }, { tasks_limit: 14, max_chars: 900 }, { max_chars: 700 }])(
    '[TV24] the pages return each task once: %j',
    async (page) => {
      const seen: string[] = [];
      let cursor: number | null | undefined = null;
      for (let turn = 0; cursor !== undefined && turn < 40; turn++) {
        const { tasks, tasks_pagination: at }: Shown = await list({
          ...page,
          tasks_cursor: cursor,
        });
        expect(at.count).toBe(tasks.length);
        seen.push(...ids(tasks));
        cursor = at.next_cursor;
      }
      expect(seen).toEqual(ids((await list()).tasks));
    },
  );

  it('[TV24] plans are paged separately', async () => {
    const first = await list({ plans_limit: 1, tasks_limit: 2 });
    expect(ids(first.plans)).toEqual(['PLAN-001']);
    const next = await list({ plans_limit: 1, plans_cursor: first.plans_pagination.next_cursor });
    expect(ids(next.plans)).toEqual(['PLAN-002']);
    expect(next.plans_pagination).toMatchObject({ has_more: false, total: 2 });
    expect(next.tasks).toHaveLength(14);
  });
});
