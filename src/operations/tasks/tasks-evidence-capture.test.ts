/** `tasks_evidence_capture` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  RECEIPTS,
  shownStep,
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
    expect(await refused({ items: [item, item], max_items: 1 })).toBe('INVALID_INPUT');
    expect(await refused({ items: [item], max_artifact_bytes: 5 })).toBe('INVALID_INPUT');
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
});
