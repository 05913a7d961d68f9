/** Which plan, task or step a call is about, and how a caller guards against another one. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { examplesFor } from '../../../test/support/examples.ts';
import { createTask, useTaskWorld } from '../../../test/support/task-world.ts';
import { CATALOGUE } from '../catalogue.ts';

const first = { path: 's:0', checkpoints: 'gate' };

const AIMED = CATALOGUE.filter((each) => each.aim).map((operation) => ({
  operation,
  name: operation.name,
  guarded: 'expected_target_id' in operation.fields,
}));

describe.each(MAIN_ENGINES)('targets on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA9] uses the named target, else the focus', async () => {
    const empty = await world.refusal('tasks_radar');
    expect(empty).toContain('tasks_macro_start');
    await createTask(world);
    const lost = await world.refusal('tasks_radar');
    expect(lost).toContain('"target":"tasks_snapshot","reason":"Look at TASK-001"');
    for (const named of [
      { target: 'TASK-001' },
      { target: { id: 'TASK-001', kind: 'task' } },
      { task: 'TASK-001' },
      { plan: 'TASK-001' },
    ]) {
      expect((await world.ask('tasks_radar', named)).target.id).toBe('TASK-001');
    }
    await world.ask('tasks_focus_set', { plan: 'PLAN-001' });
    expect((await world.ask('tasks_radar')).target.id).toBe('PLAN-001');
    expect((await world.ask('tasks_radar', { task: 'TASK-001' })).target.id).toBe('TASK-001');
    for (const wrong of [
      { target: 'TASK-001', task: 'TASK-001' },
      { task: 'TASK-001', plan: 'PLAN-001' },
      { target: { id: 'TASK-001', kind: 'plan' } },
      { task: 'task-1' },
    ]) {
      expect(await world.refused('tasks_radar', wrong)).toBe('INVALID_INPUT');
    }
  });

  it('[TA12] refuses a write to another target than the expected one', async () => {
    await createTask(world);
    await world.ask('tasks_focus_set', { target: 'TASK-001' });
    const other = { ...first, expected_target_id: 'TASK-002' };
    const text = await world.refusal('tasks_close_step', other);
    expect(text).toContain('EXPECTED_TARGET_MISMATCH');
    expect(text).toContain('expected=TASK-002 actual=TASK-001');
    const strict = { ...first, strict_targeting: true };
    expect(await world.refused('tasks_close_step', strict)).toBe(
      'STRICT_TARGETING_REQUIRES_EXPECTED_TARGET_ID',
    );
    await world.ask('tasks_close_step', { ...strict, expected_target_id: 'TASK-001' });
  });

  it.each(AIMED)(
    '[TA9] [TA12] [TA14] $name checks the target and its guards',
    async ({ operation, name, guarded }) => {
      const [example] = examplesFor(operation).examples;
      for (const { tool, args } of example?.before ?? []) {
        await world.ask(tool, { ...args, workspace: world.workspace });
      }
      const { target: _t, task: _k, plan: _p, ...rest } = example?.args ?? {};
      const args = { ...rest, workspace: world.workspace };
      const given = (more: object) => world.refused(name, { ...args, ...more });
      expect(await given({ target: 'TASK-999' })).toBe('UNKNOWN_ID');
      if (operation.aim !== 'either') {
        const other = operation.aim === 'plan' ? 'TASK' : 'PLAN';
        if (other === 'TASK') {
          await world.ask('tasks_create', { parent: 'PLAN-001', title: 'T' });
        }
        expect(await given({ target: `${other}-001` })).toBe('INVALID_INPUT');
      }
      if (!guarded) return;
      const id = operation.aim === 'plan' ? 'PLAN-001' : 'TASK-001';
      const mismatch = { target: id, expected_target_id: 'TASK-777' };
      expect(await given(mismatch)).toBe('EXPECTED_TARGET_MISMATCH');
      expect(await given({ target: id, strict_targeting: true })).toBe(
        'STRICT_TARGETING_REQUIRES_EXPECTED_TARGET_ID',
      );
      expect(await given({ target: id, expected_revision: 999 })).toBe('REVISION_MISMATCH');
    },
  );

  it('[TA13] finds a step by id, by path, or by both if they agree', async () => {
    await createTask(world);
    const verify = (where: object) => ({ task: 'TASK-001', checkpoints: 'gate', ...where });
    for (const where of [
      { step_id: 'STEP-00000001' },
      { path: 's:0' },
      { path: 's:00' },
      { step_id: 'STEP-00000001', path: 's:0' },
    ]) {
      const { step } = await world.ask('tasks_verify', verify(where));
      expect(step).toEqual({ step_id: 'STEP-00000001', path: 's:0' });
    }
    const wrong: [object, string][] = [
      [{}, 'INVALID_INPUT'],
      [{ step_id: 'STEP-00000002', path: 's:0' }, 'INVALID_INPUT'],
      [{ path: 's:9' }, 'UNKNOWN_ID'],
      [{ path: 's:0.s:0' }, 'UNKNOWN_ID'],
      [{ step_id: 'STEP-0000ABCD' }, 'UNKNOWN_ID'],
      [{ path: '0' }, 'INVALID_INPUT'],
      [{ step_id: '1' }, 'INVALID_INPUT'],
    ];
    for (const [where, code] of wrong) {
      expect(await world.refused('tasks_verify', verify(where)), JSON.stringify(where)).toBe(code);
    }
  });
});
