/** `tasks_radar` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_radar on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TV3] [TV4] a radar shows what is next, the steps below a step before it', async () => {
    await world.ask('tasks_decompose', {
      ...TASK,
      parent: 's:0',
      steps: [{ title: 'Below', success_criteria: ['deep'] }],
    });
    const { radar, steps } = await world.ask('tasks_radar', TASK);
    expect(steps).toMatchObject({ total: 3, open: 3, first_open: { path: 's:0.s:0' } });
    expect(radar).toMatchObject({
      now: 'task TASK-001 — Task (TODO)',
      verify: ['s:0.s:0 criteria: deep', 's:0.s:0 tests: to be confirmed'],
      next: [
        's:0.s:0 Below: confirm criteria, tests, and close it',
        ...['then s:0 First', 'then s:1 Second'],
      ],
    });
  });

  it('[TV5] a radar shows the blockers', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Before' });
    await world.ask('tasks_edit', { ...TASK, depends_on: ['TASK-002'] });
    await world.ask('tasks_block', { ...FIRST_STEP, reason: 'CI is "down"' });
    await world.ask('tasks_define', { ...TASK, path: 's:1', blockers: ['No grammar'] });
    const blockers = async () => (await world.ask('tasks_radar', TASK)).radar.blockers;
    expect(await blockers()).toEqual([
      'waits for TASK-002 — Before (TODO)',
      's:0 blocked: CI is "down"',
      's:1: No grammar',
    ]);
    await world.ask('tasks_complete', { task: 'TASK-002' });
    await world.ask('tasks_block', { ...FIRST_STEP, blocked: false });
    expect(await blockers()).toEqual(['s:1: No grammar']);
  });

  it('[TV6] the radar of a plan shows its checklist and tasks', async () => {
    await world.ask('tasks_plan', { plan: 'PLAN-001', steps: ['Clarify', 'Build'], advance: true });
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Other' });
    await world.ask('tasks_complete', { task: 'TASK-002', status: 'ACTIVE' });
    const plan = await world.ask('tasks_radar', { plan: 'PLAN-001' });
    expect(plan.radar).toMatchObject({
      verify: ['checklist 1/2', 'tasks 0/2 done'],
      next: ['checklist: Build', 'TASK-002 — Other (ACTIVE)', 'TASK-001 — Task (TODO)'],
    });
    expect(plan.tasks).toMatchObject({ total: 2, open: 2, completed: 0 });
    expect(plan.target).toMatchObject({ plan_progress: '1/2', contract: null });
  });
});
