/** `tasks_lint` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  type Shown,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_lint on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TV27] [TV29] lint and diagnostics report the same issues', async () => {
    await world.ask('tasks_block', FIRST_STEP);
    const lint = await world.ask('tasks_lint', TASK);
    const codes = (issues: readonly Shown[]) => issues.map((issue) => issue.code);
    expect(codes(lint.issues)).toEqual(['BLOCKED_STEPS']);
    expect(lint.summary).toEqual({ errors: 0, warnings: 1, total: 1 });
    expect(lint.context_health).toMatchObject({ status: 'warn', issues: [{}] });
    const all = [...codes(lint.issues), 'CONTEXT_EMPTY'];
    for (const target of [TASK, { target: { id: 'TASK-001', kind: 'task' } }]) {
      const found = await world.ask('diagnostics', target);
      expect(codes(found.issues)).toEqual(all);
      expect(found).toMatchObject({ target: 'TASK-001', focus: null, summary: { total: 2 } });
    }
    await world.ask('tasks_focus_set', TASK);
    expect(codes((await world.ask('diagnostics')).issues)).toEqual(all);
    await world.ask('tasks_note', { ...FIRST_STEP, note: 'Half of it.' });
    expect((await world.ask('tasks_lint', TASK)).context_health).toEqual({
      status: 'ok',
      stats: {
        notes_present: true,
        trace_present: false,
        cards_present: false,
        reasoning_ref: 'stored',
      },
      issues: [],
    });
  });

  it.each(['basic-task', 'principal-task'])('[TV57] a fresh %s is clean', async (template) => {
    const { task_id: task } = await world.ask('tasks_macro_start', { task_title: 'T', template });
    expect((await world.ask('tasks_lint', { task })).issues).toEqual([]);
  });

  it('[TV57] the cure of a step without tests is to define them', async () => {
    await world.ask('tasks_define', { ...FIRST_STEP, tests: [] });
    const { issues } = await world.ask('tasks_lint', TASK);
    expect(issues).toMatchObject([
      {
        code: 'MISSING_TESTS',
        message: 'no tests: s:0',
        call: {
          tool: 'tasks_define',
          args: {
            ...{ task: 'TASK-001', step_id: 'STEP-00000001' },
            tests: ['<fill: what shows that it works>'],
          },
        },
      },
    ]);
  });

  it('[TV51] finds what was reopened after a task or plan was done', async () => {
    for (const path of ['s:0', 's:1']) {
      await world.ask('tasks_close_step', { ...TASK, path, checkpoints: 'gate' });
    }
    await world.ask('tasks_complete', TASK);
    await world.ask('tasks_progress', { ...FIRST_STEP, completed: false });
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Open' });
    await world.ask('tasks_complete', { plan: 'PLAN-001' });
    const found = async (target: string) =>
      (await world.ask('tasks_lint', { target })).issues.map((issue: Shown) => issue.code);
    expect(await found('TASK-001')).toEqual(['DONE_WITH_OPEN_STEPS']);
    expect(await found('PLAN-001')).toEqual(['DONE_WITH_OPEN_TASKS', 'TASKS_NOT_DONE']);
    const [state] = await world.lines('tasks_snapshot', { target: 'TASK-001' });
    expect(state).toContain('1 of 2 steps done | next s:0');
    const plan = await world.plainLines('tasks_snapshot', { target: 'PLAN-001' });
    expect(plan[0]).toContain('next TASK-002');
    expect(plan).toContain('tasks_snapshot target=TASK-002');
  });

  it('[TV53] a plan goes on with the task that can be worked on', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Before' });
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Small' });
    await world.ask('tasks_edit', { ...TASK, depends_on: ['TASK-002'] });
    const plan = await world.ask('tasks_resume_super', { plan: 'PLAN-001' });
    expect(plan.capsule.action.args).toEqual({ target: 'TASK-002' });
    const done = await world.plainLines('tasks_macro_close_step', { target: 'TASK-003' });
    expect(done).toEqual([
      'focus TASK-003 — Small | done; PLAN-001 goes on with TASK-002 (1 of 3 tasks done)' +
        ' | focus was PLAN-001',
      'tasks_snapshot target=TASK-002',
    ]);
  });
});
