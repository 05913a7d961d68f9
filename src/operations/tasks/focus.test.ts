/** Which tools move the focus of an agent, and which never do. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';
import type { Caller } from '../../surface/caller.ts';

const READER: Caller = { agent: 'reader', role: 'read' };
const MOVING = ['tasks_resume', 'tasks_resume_pack', 'tasks_resume_super', 'tasks_snapshot'];
const RESTING = [
  'tasks_radar',
  'tasks_handoff',
  'tasks_context_pack',
  'tasks_mirror',
  'tasks_lint',
];

describe.each(MAIN_ENGINES)('the focus on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const focus = async () => (await world.ask('tasks_focus_get')).focus;

  it('[TA10] only a few tools move the focus', async () => {
    await world.ask('tasks_focus_set', { target: 'TASK-001' });
    const quiet: [string, object][] = [
      ['tasks_create', { parent: 'PLAN-001', title: 'B' }],
      ['tasks_bootstrap', { plan: 'PLAN-001', task_title: 'C', template: 'basic-task' }],
      ['tasks_scaffold', { template: 'basic-task', title: 'D', parent: 'PLAN-001' }],
      ['tasks_radar', { target: 'TASK-002' }],
      ['tasks_handoff', { target: 'TASK-002' }],
      ['tasks_context_pack', { target: 'TASK-002' }],
      ['tasks_mirror', { target: 'TASK-002' }],
      ['tasks_note', { task: 'TASK-003', path: 's:0', note: 'x' }],
      ['tasks_snapshot', { target: 'TASK-002', read_only: true }],
    ];
    for (const [tool, args] of quiet) {
      await world.ask(tool, args);
      expect(await focus(), tool).toBe('TASK-001');
    }
    const views = ['tasks_resume', 'tasks_resume_pack', 'tasks_resume_super', 'tasks_snapshot'];
    for (const view of views) {
      await world.ask('tasks_focus_set', { target: 'TASK-001' });
      const shown = await world.ask(view, { target: 'TASK-002' });
      expect([shown.focus_restored, shown.focus_previous], view).toEqual([true, 'TASK-001']);
      expect(await focus()).toBe('TASK-002');
      expect((await world.ask(view)).focus_restored).toBeUndefined();
    }
    await world.ask('tasks_macro_close_step', { task: 'TASK-001' });
    expect(await focus()).toBe('TASK-001');
    await world.ask('tasks_delete', { task: 'TASK-001' });
    expect(await focus()).toBeNull();
  });

  it.each(MOVING)('[TV1] %s sets the focus to the named target and reports it', async (tool) => {
    await world.ask('tasks_focus_set', { target: 'PLAN-001' });
    const before = await world.head();
    expect(await world.ask(tool, { ...TASK, read_only: true })).toMatchObject({
      focus: 'PLAN-001',
      target: { id: 'TASK-001' },
    });
    expect(await world.ask(tool)).not.toHaveProperty('focus_restored');
    const args = { workspace: world.workspace, ...TASK };
    expect((await world.server.call(tool, args, READER)).isError).toBe(false);
    expect(await world.head()).toBe(before);
    expect(await world.ask(tool, { target: 'TASK-001' })).toMatchObject({
      focus: 'TASK-001',
      focus_restored: true,
      focus_previous: 'PLAN-001',
    });
    expect(await world.head()).toBe(before + 1);
    expect(await world.ask(tool, TASK)).not.toHaveProperty('focus_restored');
    expect(await world.head()).toBe(before + 1);
    expect(await focus()).toBe('TASK-001');
  });

  it.each(RESTING)('[TV2] %s changes nothing', async (tool) => {
    const before = await world.head();
    await world.ask(tool, { target: 'TASK-001' });
    await world.ask(tool, { plan: 'PLAN-001' });
    expect(await world.head()).toBe(before);
    expect(await world.refused(tool)).toBe('INVALID_INPUT');
  });

  it.each(['tasks_context', 'tasks_delta'])('[TV2] %s ignores the focus', async (tool) => {
    const all = await world.ask(tool);
    await world.ask('tasks_focus_set', TASK);
    const before = await world.head();
    expect(await world.ask(tool)).toEqual(all);
    expect(await world.head()).toBe(before);
  });

  it('[TV55] a call that moves the focus says what was in focus before', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Two' });
    await world.ask('tasks_focus_set', { target: 'TASK-001' });
    const [moved] = await world.lines('tasks_snapshot', { target: 'TASK-002' });
    expect(moved).toContain(' | focus was TASK-001');
    const [same] = await world.lines('tasks_snapshot', { target: 'TASK-002' });
    expect(same).not.toContain('focus was');
    const [kept] = await world.lines('tasks_snapshot', { target: 'TASK-001', read_only: true });
    expect(kept).not.toContain('focus was');
    const [closed] = await world.lines('tasks_macro_close_step', { target: 'TASK-001' });
    expect(closed).toContain(' | focus was TASK-002');
    const [started] = await world.lines('tasks_macro_start', { task_title: 'New' });
    expect(started).toContain(' | focus was TASK-001');
  });
});
