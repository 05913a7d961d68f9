/** `tasks_resume` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  type Shown,
  TASK,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_resume on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TV14] a resume has every step in order with its evidence', async () => {
    const steps = Array.from({ length: 9 }, (_, n) => ({ title: `${n}`, success_criteria: ['x'] }));
    await world.ask('tasks_decompose', { ...TASK, steps });
    const items = [{ kind: 'cmd_output', command: 'npm test', stdout: 'ok', exit_code: 0 }];
    await world.ask('tasks_evidence_capture', { ...FIRST_STEP, items, checkpoint: 'tests' });
    await world.ask('tasks_evidence_capture', { ...FIRST_STEP, checks: ['CMD: npm test'] });
    await world.ask('tasks_evidence_capture', { ...TASK, attachments: ['log.txt'] });
    await world.ask('tasks_task_add', { ...TASK, parent_step: 's:1', title: 'Ask' });
    const shown = await world.ask('tasks_resume', { ...TASK, events_limit: 3 });
    expect(shown.steps.map((step: Shown) => step.path)).toEqual(
      Array.from({ length: 11 }, (_, n) => `s:${n}`),
    );
    expect(shown.steps[0]).toMatchObject({
      title: 'First',
      completed: false,
      success_criteria: ['it is there'],
      tests: ['npm test'],
      required: ['criteria', 'tests'],
      missing: ['criteria', 'tests'],
      evidence: [{ checks: ['CMD: npm test'] }, { items, checkpoints: ['tests'] }],
    });
    expect(shown.evidence).toMatchObject([{ attachments: ['log.txt'] }]);
    expect(shown.nodes).toMatchObject([{ path: 's:1.t:0', title: 'Ask', status: 'TODO' }]);
    expect(shown.timeline.events.map((event: Shown) => event.type)).toEqual([
      'evidence_captured',
      'evidence_captured',
      'task_node_added',
    ]);
    expect(shown.timeline).toMatchObject({ limit: 3, count: 3, has_more: true });
    const plan = await world.ask('tasks_resume', { plan: 'PLAN-001' });
    expect(plan).toMatchObject({ checklist: null, evidence: [], timeline: { count: 1 } });
  });

  it('[TV14] reads twenty captures and reports that there are more', async () => {
    for (let n = 1; n <= 21; n++) {
      await world.ask('tasks_evidence_capture', { ...FIRST_STEP, checks: [`CMD: run ${n}`] });
    }
    const { steps, ...page } = await world.ask('tasks_resume', TASK);
    expect(steps[0].evidence).toHaveLength(20);
    expect(steps[0].evidence[0].checks).toEqual(['CMD: run 21']);
    expect(page.evidence_has_more).toBe(true);
    const older = { ...TASK, evidence_cursor: page.evidence_next_cursor };
    const rest = await world.ask('tasks_resume', older);
    const checks = rest.steps[0].evidence.map((each: Shown) => each.checks[0]);
    expect([checks, rest.evidence_has_more]).toEqual([['CMD: run 1'], false]);
  });

  it('[TV56] a plan shows its points and its tasks', async () => {
    await world.ask('tasks_plan', { plan: 'PLAN-001', steps: ['Read', 'Print'], advance: true });
    const plan = await world.ask('tasks_resume', { plan: 'PLAN-001' });
    expect(plan).toMatchObject({
      tasks_total: 1,
      tasks: [{ id: 'TASK-001', title: 'Task', status: 'TODO', steps: { total: 2, done: 0 } }],
    });
    const whole = await world.ask('tasks_resume_super', { plan: 'PLAN-001' });
    const steps = { total: 2, open: 1, completed: 1, first_open: { index: 1, title: 'Print' } };
    expect(whole).toMatchObject({ steps, tasks: { total: 1, open: 1 } });
  });
});
