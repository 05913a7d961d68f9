/** `tasks_resume_pack` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, type Shown, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_resume_pack on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TV15] packs contain the radar, the latest events and the important cards', async () => {
    const card = (id: string, type: string, tags: string[] = []) =>
      world.ask('think_card', { target: 'TASK-001', card: { id, type, text: id, tags } });
    await card('d1', 'decision');
    await card('e1', 'evidence');
    await card('q1', 'question', ['blocker']);
    await card('d2', 'decision');
    const pack = await world.ask('tasks_resume_pack', { ...TASK, decisions_limit: 1 });
    expect(pack.signals).toMatchObject({
      decisions: [{ id: 'd2' }],
      evidence: [{ id: 'e1' }],
      blockers: [{ id: 'q1' }],
      stats: { decisions: 1, evidence: 1, blockers: 1 },
    });
    expect(pack.timeline.events.map((event: Shown) => event.type)).toEqual([
      'task_created',
      'steps_added',
      'step_defined',
      'step_defined',
    ]);
  });

  it('[TV58] captured evidence is among the signals, newest first', async () => {
    const capture = (more: object) => world.ask('tasks_evidence_capture', more);
    const card = { id: 'e1', type: 'evidence', text: 'Seen' };
    await capture({ ...TASK, path: 's:0', checks: ['CMD: npm test, ok'], checkpoint: 'tests' });
    await world.ask('think_card', { target: 'TASK-001', card });
    await capture({ ...TASK, attachments: ['report.pdf'] });
    await capture({ plan: 'PLAN-001', checks: ['LINK: https://ci.example/7'] });
    const ofTask = [
      { type: 'evidence', text: 'report.pdf' },
      { id: 'e1', text: 'Seen' },
      { type: 'evidence', path: 's:0', text: 'For tests.\nCMD: npm test, ok' },
    ];
    const plan = { plan: 'PLAN-001', read_only: true };
    for (const tool of ['tasks_resume_pack', 'tasks_resume_super']) {
      const { signals } = await world.ask(tool, { ...TASK, read_only: true });
      expect(signals).toMatchObject({ evidence: ofTask, stats: { evidence: 3 } });
      const one = await world.ask(tool, { ...TASK, evidence_limit: 1, read_only: true });
      expect(one.signals.evidence).toMatchObject(ofTask.slice(0, 1));
      expect((await world.ask(tool, plan)).signals.evidence).toMatchObject([
        { text: 'LINK: https://ci.example/7' },
      ]);
    }
  });

  it('[TV58] a handoff names the newest evidence, a mirror of a plan has it', async () => {
    const checks = ['CMD: npm test, ok', 'LINK: https://ci.example/7'];
    await world.ask('tasks_evidence_capture', { ...TASK, path: 's:0', checks });
    await world.ask('tasks_evidence_capture', { plan: 'PLAN-001', checks });
    const line = 'CMD: npm test, ok LINK: https://ci.example/7';
    const { evidence } = await world.ask('tasks_handoff', TASK);
    expect(evidence).toEqual([`s:0 ${line}`]);
    const plan = { plan: 'PLAN-001' };
    expect((await world.ask('tasks_handoff', plan)).evidence).toEqual([line]);
    expect((await world.ask('tasks_mirror', plan)).evidence).toMatchObject([{ checks }]);
  });
});
