/** `tasks_evidence_capture` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  RECEIPTS,
  shownStep,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_evidence_capture on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA25] limits the number and the size of captured items', async () => {
    const item = { kind: 'cmd_output', command: 'npm test', stdout: 'ok', exit_code: 0 };
    const many = Array.from({ length: 21 }, () => item);
    const refused = (args: object) =>
      world.refused('tasks_evidence_capture', { ...FIRST_STEP, ...args });
    expect(await refused({ items: many })).toBe('INVALID_INPUT');
    const long = { kind: 'diff', diff: 'é'.repeat(128_001) };
    expect(await refused({ items: [long] })).toBe('INVALID_INPUT');
    expect(await refused({ items: [{ kind: 'video', url: 'x' }] })).toBe('INVALID_INPUT');
    expect(await refused({ checks: RECEIPTS, checkpoint: 'speed' })).toBe('INVALID_INPUT');
    await world.ask('tasks_evidence_capture', { ...FIRST_STEP, items: many.slice(0, 20) });
    await world.ask('tasks_evidence_capture', {
      ...FIRST_STEP,
      items: [{ kind: 'diff', diff: 'é'.repeat(128_000) }],
    });
    expect((await shownStep(world, 's:0')).completed).toBe(false);
  });

  it('[TA26] returns the captured evidence redacted', async () => {
    const items = [
      { kind: 'cmd_output', command: 'curl -H "Authorization: Bearer abcdefghij0123456789"' },
      { kind: 'url', url: 'https://ci.example/7', meta: { runner: 'linux' } },
    ];
    const args = {
      items,
      checks: RECEIPTS,
      attachments: ['report.html'],
      checkpoint: ['docs', 'tests'],
    };
    const { event } = await world.ask('tasks_evidence_capture', { ...FIRST_STEP, ...args });
    expect(event.payload).toMatchObject({
      entity_kind: 'step',
      artifacts: 2,
      checks: 2,
      attachments: 1,
      checkpoints: ['tests', 'docs'],
    });
    await world.ask('tasks_evidence_capture', { plan: 'PLAN-001', checks: ['CMD: made build'] });
    const { evidence } = await shownStep(world, 's:0');
    expect(evidence[0]).toMatchObject({ checks: RECEIPTS, attachments: ['report.html'] });
    expect(JSON.stringify(evidence)).not.toContain('abcdefghij0123456789');
    expect(JSON.stringify(evidence)).toContain('https://ci.example/7');
    const notes = await world.ask('show', { target: 'TASK-001', doc_kind: 'notes' });
    expect(notes.entries[0]).toMatchObject({
      title: 'Evidence captured',
      meta: { source: 'tasks_evidence', task_id: 'TASK-001', path: 's:0' },
    });
  });

  it('[TA80] keeps to the bounds of the caller, and says what it left out', async () => {
    const item = { kind: 'cmd_output', command: 'npm test', stdout: 'ok so far', exit_code: 0 };
    const { structured } = await world.reply('tasks_evidence_capture', {
      ...FIRST_STEP,
      ...{ items: [item, item, item], max_items: 2, max_artifact_bytes: 12 },
    });
    expect(structured.warnings).toMatchObject([
      { code: 'EVIDENCE_BOUNDED', message: '1 artifact left out, 2 artifacts shortened' },
    ]);
    const { evidence } = await shownStep(world, 's:0');
    const [kept] = evidence[0].items;
    expect(evidence[0].items).toHaveLength(2);
    expect(kept).toMatchObject({ kind: 'cmd_output', command: 'npm test', exit_code: 0 });
    expect(Buffer.byteLength(kept.command + kept.stdout)).toBeLessThanOrEqual(12);
    const fits = { ...FIRST_STEP, items: [item], max_items: 5, max_artifact_bytes: 500 };
    expect((await world.reply('tasks_evidence_capture', fits)).structured.warnings).toEqual([]);
  });

  it('[TA79] evidence for a whole task requires no checkpoint of it', async () => {
    const whole = { ...TASK, checks: RECEIPTS, checkpoint: 'security' };
    await world.ask('tasks_evidence_capture', whole);
    for (const path of ['s:0', 's:1']) {
      await world.ask('tasks_close_step', { ...TASK, path, checkpoints: 'gate' });
    }
    await world.ask('tasks_complete', TASK);
    const { evidence } = await world.ask('tasks_resume', TASK);
    expect(evidence).toMatchObject([{ checkpoints: ['security'], checks: RECEIPTS }]);
  });
});
