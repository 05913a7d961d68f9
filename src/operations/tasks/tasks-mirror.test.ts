/** `tasks_mirror` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  type Shown,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_mirror on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TV26] a mirror lists all steps, or those at a path and below', async () => {
    const below = { ...TASK, parent: 's:0', steps: [{ title: 'B', success_criteria: ['x'] }] };
    await world.ask('tasks_decompose', below);
    await world.ask('tasks_task_add', { ...TASK, parent_step: 's:0.s:0', title: 'Ask' });
    await world.ask('tasks_evidence_capture', { ...FIRST_STEP, checks: ['CMD: npm test'] });
    const paths = (steps: readonly Shown[]) => steps.map((step) => step.path);
    const whole = await world.ask('tasks_mirror', TASK);
    expect(paths(whole.steps)).toEqual(['s:0', 's:0.s:0', 's:1']);
    expect(whole).toMatchObject({ total: 3, has_more: false, nodes: [{ path: 's:0.s:0.t:0' }] });
    expect(whole).not.toHaveProperty('evidence');
    const part = await world.ask('tasks_mirror', FIRST_STEP);
    expect(paths(part.steps)).toEqual(['s:0', 's:0.s:0']);
    expect(part.evidence).toMatchObject([{ checks: ['CMD: npm test'] }]);
    const short = await world.ask('tasks_mirror', { ...TASK, limit: 2 });
    expect(short).toMatchObject({ count: 2, total: 3, has_more: true });
    const rest = await world.ask('tasks_mirror', { ...TASK, cursor: short.next_cursor });
    expect(paths(rest.steps)).toEqual(['s:1']);
    expect(rest).toMatchObject({ count: 1, total: 3, has_more: false });
    const gone = { ...TASK, cursor: 'STEP-99999999' };
    expect(await world.refused('tasks_mirror', gone)).toBe('INVALID_INPUT');
    const other = await world.ask('tasks_mirror', { ...TASK, path: 's:1' });
    expect(other).toMatchObject({ nodes: [], evidence: [] });
    expect(await world.refused('tasks_mirror', { ...TASK, path: 's:9' })).toBe('UNKNOWN_ID');
  });

  it('[TV26] a mirror of a plan has its checklist and tasks', async () => {
    await world.ask('tasks_plan', { plan: 'PLAN-001', steps: ['Clarify'], doc: 'notes' });
    await world.ask('tasks_close_step', { ...FIRST_STEP, checkpoints: 'gate' });
    expect(await world.ask('tasks_mirror', { plan: 'PLAN-001' })).toMatchObject({
      checklist: { doc: 'notes', current: 0, steps: ['Clarify'] },
      tasks: [{ id: 'TASK-001', parent: 'PLAN-001', steps: { total: 2, done: 1 }, progress: 50 }],
      total: 1,
    });
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Second' });
    const [first, second] = [{ plan: 'PLAN-001', limit: 1 }, { plan: 'PLAN-001' }];
    const page = await world.ask('tasks_mirror', first);
    expect(page).toMatchObject({ count: 1, total: 2, has_more: true, next_cursor: 'TASK-001' });
    const rest = await world.ask('tasks_mirror', { ...second, cursor: page.next_cursor });
    expect(rest).toMatchObject({ tasks: [{ id: 'TASK-002' }], has_more: false });
    const path = { plan: 'PLAN-001', path: 's:0' };
    expect(await world.refused('tasks_mirror', path)).toBe('INVALID_INPUT');
  });

  it('[TV50] a mirror shows what a closed step lacks', async () => {
    await world.ask('tasks_close_step', { ...FIRST_STEP, checkpoints: 'gate' });
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: { tests: false } });
    const { steps } = await world.ask('tasks_mirror', TASK);
    expect(steps[0]).toMatchObject({ completed: true, missing: ['tests'] });
  });
});
