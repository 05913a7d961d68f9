/** `tasks_block` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, FIRST_STEP, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_block on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA24] a blocked step shows its reason and can still be closed', async () => {
    const why = 'The "grammar" is undecided';
    const { event } = await world.ask('tasks_block', { ...FIRST_STEP, reason: why });
    expect([event.type, event.payload.reason]).toEqual(['step_blocked', why]);
    const { radar } = await world.ask('tasks_radar', TASK);
    expect(radar.blockers.join()).toContain(why);
    await world.ask('tasks_block', { ...FIRST_STEP, blocked: false });
    expect((await world.target('TASK-001')).steps[0]).toMatchObject({
      blocked: false,
      blocked_reason: null,
    });
  });

  it('[TA76] closing a blocked step lifts the block and says so', async () => {
    await world.ask('tasks_block', { ...FIRST_STEP, reason: 'CI is down' });
    const lines = await world.lines('tasks_macro_close_step', FIRST_STEP);
    expect(lines).toContain(
      'WARNING: BLOCK_LIFTED s:0 was blocked: CI is down | fix: reopen and block it if that still holds',
    );
    expect((await world.target('TASK-001')).steps[0]).toMatchObject({
      blocked: false,
      blocked_reason: null,
    });
    const second = { ...TASK, path: 's:1' };
    await world.ask('tasks_block', second);
    const { structured } = await world.reply('tasks_progress', { ...second, force: true });
    expect(structured.warnings).toMatchObject([{ code: 'BLOCK_LIFTED' }, {}]);
    await world.ask('tasks_undo', TASK);
    expect((await world.target('TASK-001')).steps[1]?.blocked).toBe(true);
  });

  it('[TV54] a snapshot shows why steps are blocked, even while the task waits', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Before' });
    await world.ask('tasks_edit', { ...TASK, depends_on: ['TASK-002'] });
    await world.ask('tasks_block', { ...FIRST_STEP, reason: 'CI is down' });
    await world.ask('tasks_block', { ...TASK, path: 's:1' });
    const lines = await world.lines('tasks_snapshot', TASK);
    expect(lines[0]).toContain('waits for TASK-002');
    expect(lines).toContain('s:0 blocked by: CI is down');
    expect(lines).toContain('s:1 blocked by: no reason given');
  });
});
