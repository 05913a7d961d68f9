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
    expect(codes(lint.issues)).toEqual(['MISSING_CRITERIA', 'MISSING_TESTS', 'BLOCKED_STEPS']);
    expect(lint.summary).toEqual({ errors: 0, warnings: 3, total: 3 });
    expect(lint.context_health).toMatchObject({ status: 'warn', issues: [{}] });
    const all = [...codes(lint.issues), 'CONTEXT_EMPTY'];
    for (const target of [TASK, { target: { id: 'TASK-001', kind: 'task' } }]) {
      const found = await world.ask('diagnostics', target);
      expect(codes(found.issues)).toEqual(all);
      expect(found).toMatchObject({ target: 'TASK-001', focus: null, summary: { total: 4 } });
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
});
