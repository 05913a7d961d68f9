/** `tasks_close_step` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createPrincipalTask,
  createTask,
  FIRST_STEP,
  PROVEN_STEP,
  RECEIPTS,
  type Shown,
  shownStep,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_close_step on $name', (engine) => {
  const world = useTaskWorld(engine);

  it.each(['security', 'perf', 'docs'])('[TA16] evidence makes %s required', async (checkpoint) => {
    await createTask(world);
    await world.ask('tasks_evidence_capture', { ...FIRST_STEP, checks: RECEIPTS, checkpoint });
    const gate = { ...FIRST_STEP, checkpoints: 'gate' };
    const refusal = await world.refusal('tasks_close_step', gate);
    expect(refusal).toContain(`s:0 is not confirmed: ${checkpoint}"`);
    await world.ask('tasks_close_step', {
      ...FIRST_STEP,
      checkpoints: { criteria: true, tests: true, [checkpoint]: true },
    });
    await world.ask('tasks_close_step', { ...TASK, path: 's:1', checkpoints: 'gate' });
  });

  it('[TA16] a checkpoint that the call names becomes required', async () => {
    await createTask(world);
    const no = { ...FIRST_STEP, checkpoints: { criteria: true, tests: true, security: false } };
    expect(await world.refused('tasks_close_step', no)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    await world.ask('tasks_close_step', { ...FIRST_STEP, checkpoints: 'all' });
  });

  it('[TA19] confirms and closes in one operation', async () => {
    await createTask(world);
    const half = { ...FIRST_STEP, checkpoints: { criteria: true } };
    expect(await world.refused('tasks_close_step', half)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    expect((await world.target('TASK-001')).steps[0]?.confirmed).toEqual([]);
    const before = (await world.target('TASK-001')).revision;
    const closed = await world.ask('tasks_close_step', { ...FIRST_STEP, checkpoints: 'gate' });
    expect(closed.revision).toBe(before + 1);
    expect(closed.events.map((event: Shown) => event.type)).toEqual(['step_verified', 'step_done']);
    for (const tool of ['tasks_close_step', 'tasks_done', 'tasks_progress']) {
      const args =
        tool === 'tasks_close_step' ? { ...FIRST_STEP, checkpoints: 'gate' } : FIRST_STEP;
      expect(await world.refused(tool, args)).toBe('INVALID_INPUT');
    }
    expect((await shownStep(world, 's:0')).completed).toBe(true);
  });

  it('[TA20] a step that requires proof closes only with proof', async () => {
    await createPrincipalTask(world);
    const close = { ...PROVEN_STEP, checkpoints: 'gate' };
    const refusal = JSON.parse(await world.refusal('tasks_close_step', close));
    expect(refusal.error.code).toBe('PROOF_REQUIRED');
    expect(refusal.suggestions[0]).toMatchObject({
      target: 'tasks_evidence_capture',
      params: { task: 'TASK-001', step_id: 'STEP-00000004', checkpoint: 'tests' },
    });
    await world.ask('tasks_evidence_capture', { ...PROVEN_STEP, checks: RECEIPTS });
    expect(await world.refused('tasks_close_step', close)).toBe('PROOF_REQUIRED');
    await world.ask('tasks_evidence_capture', {
      ...TASK,
      path: 's:2',
      checks: RECEIPTS,
      checkpoint: 'tests',
    });
    expect(await world.refused('tasks_close_step', close)).toBe('PROOF_REQUIRED');
    await world.ask('tasks_evidence_capture', {
      ...PROVEN_STEP,
      checks: RECEIPTS,
      checkpoint: ['tests'],
    });
    await world.ask('tasks_close_step', close);
  });

  it('[TA71] a step closes only after the steps below it', async () => {
    await createTask(world);
    const below = { ...TASK, parent: 's:0', steps: [{ title: 'B', success_criteria: ['x'] }] };
    await world.ask('tasks_decompose', below);
    const gate = { ...FIRST_STEP, checkpoints: 'gate' };
    expect(await world.refusal('tasks_close_step', gate)).toContain(
      's:0 has 1 open step below it, the first is s:0.s:0',
    );
    await world.ask('tasks_verify', gate);
    for (const tool of ['tasks_done', 'tasks_progress', 'tasks_macro_close_step']) {
      expect(await world.refused(tool, FIRST_STEP)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    }
    await world.ask('tasks_close_step', { ...gate, path: 's:0.s:0' });
    await world.ask('tasks_done', FIRST_STEP);
    await world.ask('tasks_decompose', below);
    const { issues } = await world.ask('tasks_lint', TASK);
    expect(issues[0]).toMatchObject({
      code: 'CLOSED_ABOVE_OPEN_STEPS',
      message: 'closed above open steps: s:0',
    });
  });

  it('[TA78] wants criteria or tests to be mentioned', async () => {
    await createTask(world);
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: 'gate' });
    const alone = { ...FIRST_STEP, checkpoints: { security: true } };
    expect(await world.refusal('tasks_close_step', alone)).toContain('criteria, tests');
    const both = { ...FIRST_STEP, checkpoints: { tests: true, security: true } };
    await world.ask('tasks_close_step', both);
  });

  it.each([
    ['tasks_close_step', { checkpoints: 'gate' }],
    ['tasks_done', {}],
    ['tasks_progress', {}],
    ['tasks_macro_close_step', {}],
  ])('[TA83] %s says that the proof is weak', async (tool, args) => {
    await createTask(world);
    const weak = { ...FIRST_STEP, checks: ['CMD: npm test, 3 passed'], checkpoint: 'tests' };
    await world.ask('tasks_evidence_capture', weak);
    await world.ask('tasks_verify', { ...FIRST_STEP, checkpoints: 'gate' });
    const { text } = await world.reply(tool, { ...FIRST_STEP, ...args });
    expect(text).toContain('PROOF_WEAK');
    expect(text).toContain('no LINK receipt');
    const second = { ...TASK, path: 's:1' };
    for (const check of ['CMD: npm test', 'LINK: https://ci.example/7']) {
      const capture = { ...second, checks: [check], checkpoint: 'tests' };
      await world.ask('tasks_evidence_capture', capture);
    }
    await world.ask('tasks_verify', { ...second, checkpoints: 'gate' });
    const strong = await world.reply(tool, { ...second, ...args });
    expect(strong.text).not.toContain('PROOF_WEAK');
  });
});
