/** No tool takes empty evidence or a placeholder as proof. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createPrincipalTask,
  createTask,
  PROVEN_STEP,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('proof on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TA21] no tool accepts empty evidence or a placeholder as proof', async () => {
    await createPrincipalTask(world);
    const tests = { ...PROVEN_STEP, checkpoint: 'tests' };
    expect(await world.refused('tasks_evidence_capture', tests)).toBe('INVALID_INPUT');
    const empty = { ...tests, items: [], checks: [], attachments: [] };
    expect(await world.refused('tasks_evidence_capture', empty)).toBe('INVALID_INPUT');
    const hollow = [
      { checks: ['CMD: npm <fill: command>', 'CMD:', '  ', 'link: '] },
      { items: [{ kind: 'cmd_output' }, { kind: 'cmd_output', stdout: ' ran <FILL: x> ' }] },
      { attachments: ['', 'at <fill: file>'] },
    ];
    const head = await world.head();
    for (const args of hollow) {
      const { event, revision } = await world.ask('tasks_evidence_capture', { ...tests, ...args });
      expect([event, revision]).toEqual([null, (await world.target('TASK-001')).revision]);
    }
    const close = (proof: unknown) =>
      world.refusal('tasks_macro_close_step', { ...PROVEN_STEP, proof });
    const unfilled = ['<fill: a>', ['CMD: <fill: a>', ' '], { checks: ['<fill: a>'] }];
    for (const proof of ['ran <fill: a>', ['CMD: ran <fill: a>', ' '], '', [], ...unfilled]) {
      expect(await close(proof)).toMatch(/^ERROR: PROOF_REQUIRED /);
    }
    expect(await world.head()).toBe(head);
    const gate = { ...PROVEN_STEP, checkpoints: 'gate' };
    expect(await world.refused('tasks_close_step', gate)).toBe('PROOF_REQUIRED');
    await world.ask('tasks_verify', gate);
    expect(await world.refused('tasks_done', PROVEN_STEP)).toBe('PROOF_REQUIRED');
    expect(await world.refused('tasks_progress', PROVEN_STEP)).toBe('PROOF_REQUIRED');
    const batch = { operations: [{ tool: 'tasks_progress', args: PROVEN_STEP }], atomic: true };
    expect(await world.refusal('tasks_batch', batch)).toContain('PROOF_REQUIRED');
  });

  it('[TA85] receipts that are placeholders are ignored with a warning', async () => {
    await createTask(world);
    const close = (path: string, proof: unknown) =>
      world.lines('tasks_macro_close_step', { ...TASK, path, proof });
    const none = await close('s:0', ['CMD: <fill: command and its result>']);
    expect(none.filter((line) => line.startsWith('WARNING: '))).toEqual([
      'WARNING: PROOF_WEAK s:0 closed without proof: no CMD or LINK receipt | ' +
        'fix: add "CMD: ..." and "LINK: ..." to proof',
    ]);
    const half = await close('s:1', ['CMD: npm test, ok', 'LINK: <fill: where to see it>']);
    expect(half).toContainEqual(expect.stringMatching(/^WARNING: PROOF_WEAK no LINK receipt/));
    const { steps } = await world.ask('tasks_resume', { ...TASK, read_only: true });
    expect(steps[0].evidence).toBeUndefined();
    expect(steps[1].evidence[0].checks).toEqual(['CMD: npm test, ok']);
    const empty = { ...TASK, path: 's:0', checks: ['CMD: <fill: x>'], workspace: world.workspace };
    const { text } = await world.server.call('tasks_evidence_capture', empty);
    const captured = JSON.parse(text);
    expect(captured.warnings).toMatchObject([{ code: 'PROOF_WEAK' }]);
    expect(captured.result.event).toBeNull();
  });
});
