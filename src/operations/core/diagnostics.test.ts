/** What an agent lacks to continue, by the rules in docs/spec/task-views.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, type Shown, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('diagnostics on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  const codes = (issues: readonly Shown[]) => issues.map((issue) => issue.code);

  it('[TV29] refuses a target that does not exist, and two targets', async () => {
    expect(await world.refused('diagnostics', { task: 'TASK-999' })).toBe('UNKNOWN_ID');
    expect(await world.refused('diagnostics', { ...TASK, plan: 'PLAN-001' })).toBe('INVALID_INPUT');
  });

  it('[TI15] without a target, finds the notes, trace and cards of the checkout', async () => {
    const empty = await world.ask('diagnostics');
    expect(empty).toMatchObject({ checkout: 'main', target: null, focus: null });
    expect(codes(empty.issues)).toEqual(['NO_TARGET', 'CONTEXT_EMPTY']);
    expect(empty.summary).toEqual({ errors: 0, warnings: 2, total: 2 });
    await world.ask('think_card', { card: { id: 'd1', type: 'decision', title: 'A table' } });
    await world.ask('notes_commit', { content: 'A note.' });
    const found = await world.ask('diagnostics');
    expect(codes(found.issues)).toEqual(['NO_TARGET']);
    expect(found.context_health.stats).toEqual({
      notes_present: true,
      trace_present: true,
      cards_present: true,
    });
  });
});
