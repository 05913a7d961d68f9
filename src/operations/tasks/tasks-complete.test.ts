/** `tasks_complete` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_complete on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA23] a task can be completed only when all its steps are closed', async () => {
    expect(await world.refused('tasks_complete', TASK)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    await world.ask('tasks_complete', { ...TASK, status: 'ACTIVE' });
    for (const path of ['s:0', 's:1']) {
      await world.ask('tasks_close_step', { ...TASK, path, checkpoints: 'gate' });
    }
    expect((await world.ask('tasks_complete', TASK)).task.status).toBe('DONE');
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Bare' });
    await world.ask('tasks_complete', { task: 'TASK-002' });
    const plan = await world.ask('tasks_complete', { plan: 'PLAN-001' });
    expect([plan.plan.status, plan.event.type]).toEqual(['DONE', 'plan_updated']);
    expect(await world.refused('tasks_complete', { ...TASK, status: 'done' })).toBe(
      'INVALID_INPUT',
    );
  });

  const close = async (path: string) =>
    world.ask('tasks_close_step', { ...TASK, path, checkpoints: 'gate' });

  const FINISHES = [
    ['tasks_complete', TASK],
    ['tasks_close_task', { ...TASK, apply: true }],
    ['tasks_macro_finish', TASK],
    ['tasks_macro_close_step', TASK],
    ['tasks_batch', { operations: [{ tool: 'tasks_complete', args: TASK }] }],
  ] as const;

  it.each([
    ['withdrawn', 'tasks_verify', { checkpoints: { criteria: false } }, 'criteria'],
    ['outdated by new tests', 'tasks_define', { tests: ['other'] }, 'tests'],
    [
      'outgrown by evidence',
      'tasks_evidence_capture',
      { checks: ['CMD: npm audit'], checkpoint: 'security' },
      'security',
    ],
  ])('[TA72] a task is not done while a confirmation is %s', async (_how, tool, args, kind) => {
    await close('s:0');
    await close('s:1');
    await world.ask(tool, { ...FIRST_STEP, ...args });
    for (const [finish, aim] of FINISHES) {
      const text = await world.refusal(finish, aim);
      expect(text, finish).toContain(`TASK-001 is not done: s:0 is not confirmed: ${kind}`);
    }
    const again = { ...FIRST_STEP, checkpoints: { [kind]: true } };
    const lines = await world.lines('tasks_macro_close_step', again);
    expect(lines[0]).toContain('| next finish');
    expect((await world.ask('tasks_complete', TASK)).task.status).toBe('DONE');
  });

  it('[TA72] a task that was done is asked again', async () => {
    for (const path of ['s:0', 's:1']) await close(path);
    await world.ask('tasks_complete', TASK);
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: { tests: false } });
    for (const [finish, aim] of FINISHES) {
      expect(await world.refusal(finish, aim)).toContain('CHECKPOINTS_NOT_CONFIRMED');
    }
    await world.ask('tasks_complete', { ...TASK, status: 'ACTIVE' });
  });

  it('[TA22] [TA72] a forced step is shown, and keeps its task from being done', async () => {
    await close('s:0');
    await world.ask('tasks_progress', { ...TASK, path: 's:1', force: true });
    expect(await world.refused('tasks_complete', TASK)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    const { steps } = await world.ask('tasks_mirror', TASK);
    expect(steps[1]).toMatchObject({
      completed: true,
      forced: true,
      missing: ['criteria', 'tests'],
    });
    const { issues } = await world.ask('tasks_lint', TASK);
    expect(issues[0]).toMatchObject({
      code: 'CLOSED_UNCONFIRMED',
      message: 'closed, but not confirmed: s:1 (criteria, tests; forced)',
    });
    const { handoff } = await world.ask('tasks_handoff', TASK);
    expect(handoff.risks).toContain('s:1 was forced without criteria, tests');
    const snapshot = await world.lines('tasks_snapshot', TASK);
    expect(snapshot).toContain('closed, but not confirmed: s:1 (criteria, tests; forced)');
    await world.ask('tasks_verify', { ...TASK, path: 's:1', checkpoints: 'gate' });
    await world.ask('tasks_complete', TASK);
    await world.ask('tasks_progress', { ...TASK, path: 's:1', completed: false });
    expect((await world.target('TASK-001')).steps[1]?.forced).toBe(false);
  });

  it('[TA72] no patch on the way completes a task that it undoes', async () => {
    for (const path of ['s:0', 's:1']) await close(path);
    const ops = [{ op: 'append', field: 'tests', value: 'x' }];
    const patches = [{ kind: 'step', path: 's:0', ops }];
    for (const apply of [true, false]) {
      expect(await world.refused('tasks_close_task', { ...TASK, apply, patches })).toBe(
        'CHECKPOINTS_NOT_CONFIRMED',
      );
    }
  });
});
