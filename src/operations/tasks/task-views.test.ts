/** What the views of plans and tasks tell, named by the rules in docs/spec/task-views.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  makeTask,
  openTaskWorld,
  type Shown,
  type TaskWorld,
} from '../../../test/support/task-world.ts';
import type { Caller } from '../../surface/caller.ts';

const READER: Caller = { agent: 'reader', role: 'read' };
const task = { task: 'TASK-001' };
const first = { ...task, path: 's:0' };
const MOVING = ['tasks_resume', 'tasks_resume_pack', 'tasks_resume_super', 'tasks_snapshot'];
const RESTING = [
  'tasks_radar',
  'tasks_handoff',
  'tasks_context_pack',
  'tasks_mirror',
  'tasks_lint',
];

describe.each(MAIN_ENGINES)('views on $name', (engine) => {
  let world: TaskWorld;
  beforeAll(async () => {
    world = await openTaskWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    await world.next();
    await makeTask(world);
  });

  const focus = async () => (await world.ask('tasks_focus_get')).focus;

  it.each(MOVING)('[TV1] %s puts what is named into focus, and says so', async (tool) => {
    await world.ask('tasks_focus_set', { target: 'PLAN-001' });
    const before = await world.head();
    expect(await world.ask(tool, { ...task, read_only: true })).toMatchObject({
      focus: 'PLAN-001',
      target: { id: 'TASK-001' },
    });
    expect(await world.ask(tool)).not.toHaveProperty('focus_restored');
    const args = { workspace: world.workspace, ...task };
    expect((await world.server.call(tool, args, READER)).isError).toBe(false);
    expect(await world.head()).toBe(before);
    expect(await world.ask(tool, { target: 'TASK-001' })).toMatchObject({
      focus: 'TASK-001',
      focus_restored: true,
      focus_previous: 'PLAN-001',
    });
    expect(await world.head()).toBe(before + 1);
    expect(await world.ask(tool, task)).not.toHaveProperty('focus_restored');
    expect(await world.head()).toBe(before + 1);
    expect(await focus()).toBe('TASK-001');
  });

  it.each(RESTING)('[TV2] %s leaves everything as it was', async (tool) => {
    const before = await world.head();
    await world.ask(tool, { target: 'TASK-001' });
    await world.ask(tool, { plan: 'PLAN-001' });
    expect(await world.head()).toBe(before);
    expect(await world.refused(tool)).toBe('INVALID_INPUT');
  });

  it.each(['tasks_context', 'tasks_delta'])('[TV2] %s minds no focus', async (tool) => {
    const all = await world.ask(tool);
    await world.ask('tasks_focus_set', task);
    const before = await world.head();
    expect(await world.ask(tool)).toEqual(all);
    expect(await world.head()).toBe(before);
  });

  it('[TV3] [TV4] a radar tells what is next, in the order of the tree', async () => {
    await world.ask('tasks_decompose', {
      ...task,
      parent: 's:0',
      steps: [{ title: 'Below', success_criteria: ['deep'] }],
    });
    await world.ask('tasks_close_step', { ...first, checkpoints: 'gate' });
    const { radar, steps } = await world.ask('tasks_radar', task);
    expect(steps).toMatchObject({ total: 3, open: 2, first_open: { path: 's:0.s:0' } });
    expect(radar).toMatchObject({
      now: 'task TASK-001 — Task (TODO)',
      verify: ['s:0.s:0 criteria: deep', 's:0.s:0 tests: to be confirmed'],
      next: ['s:0.s:0 Below: confirm criteria, tests, and close it', 'then s:1 Second'],
    });
  });

  it('[TV5] a radar tells what is in the way', async () => {
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Before' });
    await world.ask('tasks_edit', { ...task, depends_on: ['TASK-002'] });
    await world.ask('tasks_block', { ...first, reason: 'CI is "down"' });
    await world.ask('tasks_define', { ...task, path: 's:1', blockers: ['No grammar'] });
    const blockers = async () => (await world.ask('tasks_radar', task)).radar.blockers;
    expect(await blockers()).toEqual([
      'waits for TASK-002 — Before (TODO)',
      's:0 blocked: CI is "down"',
      's:1: No grammar',
    ]);
    await world.ask('tasks_complete', { task: 'TASK-002' });
    await world.ask('tasks_block', { ...first, blocked: false });
    expect(await blockers()).toEqual(['s:1: No grammar']);
  });

  it('[TV6] a plan tells its checklist and tasks', async () => {
    await world.ask('tasks_plan', { plan: 'PLAN-001', steps: ['Clarify', 'Build'], advance: true });
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Other' });
    await world.ask('tasks_complete', { task: 'TASK-002', status: 'ACTIVE' });
    const plan = await world.ask('tasks_radar', { plan: 'PLAN-001' });
    expect(plan.radar).toMatchObject({
      verify: ['checklist 1/2', 'tasks 0/2 done'],
      next: ['checklist: Build', 'TASK-002 — Other (ACTIVE)', 'TASK-001 — Task (TODO)'],
    });
    expect(plan.tasks).toMatchObject({ total: 2, open: 2, completed: 0 });
    expect(plan.target).toMatchObject({ plan_progress: '1/2', contract: null });
  });

  it('[TV7] a handoff of a plan names the tasks that were made last', async () => {
    const { id: plan } = await world.ask('tasks_create', { title: 'Plan' });
    const made: string[] = [];
    for (const title of ['A', 'B', 'C']) {
      const { id } = await world.ask('tasks_create', { parent: plan, title });
      await world.ask('tasks_complete', { task: id });
      made.push(`${id} — ${title}`);
    }
    const { handoff, totals } = await world.ask('tasks_handoff', { plan, limit: 2 });
    expect(handoff.done).toEqual(made.slice(1));
    expect(totals.done).toBe(3);
  });

  it('[TV7] a handoff keeps to its limit and tells the totals', async () => {
    const steps = Array.from({ length: 5 }, (_, n) => ({ title: `${n}`, success_criteria: ['x'] }));
    await world.ask('tasks_decompose', { ...task, steps });
    for (const path of ['s:0', 's:1', 's:2']) {
      await world.ask('tasks_progress', { ...task, path, force: true });
    }
    const { handoff, totals } = await world.ask('tasks_handoff', { ...task, limit: 2 });
    expect(handoff.done).toEqual(['s:1 Second', 's:2 0']);
    expect(handoff.remaining).toEqual(['s:3 1', 's:4 2']);
    expect(handoff.risks).toHaveLength(2);
    expect(totals).toEqual({ done: 3, remaining: 4, risks: 7 });
    const whole = await world.ask('tasks_handoff', task);
    expect(whole.handoff.risks).toContain('s:0 was closed without criteria, tests');
  });

  it('[TV14] a resume has every step in order, with what was captured', async () => {
    const steps = Array.from({ length: 9 }, (_, n) => ({ title: `${n}`, success_criteria: ['x'] }));
    await world.ask('tasks_decompose', { ...task, steps });
    const items = [{ kind: 'cmd_output', command: 'npm test', stdout: 'ok', exit_code: 0 }];
    await world.ask('tasks_evidence_capture', { ...first, items, checkpoint: 'tests' });
    await world.ask('tasks_evidence_capture', { ...first, checks: ['CMD: npm test'] });
    await world.ask('tasks_evidence_capture', { ...task, attachments: ['log.txt'] });
    await world.ask('tasks_task_add', { ...task, parent_step: 's:1', title: 'Ask' });
    const shown = await world.ask('tasks_resume', { ...task, events_limit: 3 });
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

  it('[TV14] twenty captures are read, and more are told', async () => {
    for (let n = 1; n <= 21; n++) {
      await world.ask('tasks_evidence_capture', { ...first, checks: [`CMD: run ${n}`] });
    }
    const { steps, evidence_has_more } = await world.ask('tasks_resume', task);
    expect(steps[0].evidence).toHaveLength(20);
    expect(steps[0].evidence[0].checks).toEqual(['CMD: run 21']);
    expect(evidence_has_more).toBe(true);
  });

  it('[TV15] packs tell the radar, what happened, and the cards that matter', async () => {
    const card = (id: string, type: string, tags: string[] = []) =>
      world.ask('think_card', { target: 'TASK-001', card: { id, type, text: id, tags } });
    await card('d1', 'decision');
    await card('e1', 'evidence');
    await card('q1', 'question', ['blocker']);
    await card('d2', 'decision');
    const pack = await world.ask('tasks_resume_pack', { ...task, decisions_limit: 1 });
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
    const brief = await world.ask('tasks_context_pack', { ...task, delta_limit: 1 });
    expect(brief.delta).toMatchObject({
      limit: 1,
      has_more: true,
      events: [{ type: 'step_defined', path: 's:1' }],
    });
    expect(brief.radar).toEqual(pack.radar);
  });

  it('[TV26] a mirror lists steps flat, or what lies at a path', async () => {
    const below = { ...task, parent: 's:0', steps: [{ title: 'B', success_criteria: ['x'] }] };
    await world.ask('tasks_decompose', below);
    await world.ask('tasks_task_add', { ...task, parent_step: 's:0.s:0', title: 'Ask' });
    await world.ask('tasks_evidence_capture', { ...first, checks: ['CMD: npm test'] });
    const paths = (steps: readonly Shown[]) => steps.map((step) => step.path);
    const whole = await world.ask('tasks_mirror', task);
    expect(paths(whole.steps)).toEqual(['s:0', 's:0.s:0', 's:1']);
    expect(whole).toMatchObject({ total: 3, has_more: false, nodes: [{ path: 's:0.s:0.t:0' }] });
    expect(whole).not.toHaveProperty('evidence');
    const part = await world.ask('tasks_mirror', first);
    expect(paths(part.steps)).toEqual(['s:0', 's:0.s:0']);
    expect(part.evidence).toMatchObject([{ checks: ['CMD: npm test'] }]);
    const short = await world.ask('tasks_mirror', { ...task, limit: 2 });
    expect(short).toMatchObject({ count: 2, total: 3, has_more: true });
    const other = await world.ask('tasks_mirror', { ...task, path: 's:1' });
    expect(other).toMatchObject({ nodes: [], evidence: [] });
    expect(await world.refused('tasks_mirror', { ...task, path: 's:9' })).toBe('UNKNOWN_ID');
  });

  it('[TV26] a mirror of a plan has its checklist and tasks', async () => {
    await world.ask('tasks_plan', { plan: 'PLAN-001', steps: ['Clarify'], doc: 'notes' });
    await world.ask('tasks_close_step', { ...first, checkpoints: 'gate' });
    expect(await world.ask('tasks_mirror', { plan: 'PLAN-001' })).toMatchObject({
      checklist: { doc: 'notes', current: 0, steps: ['Clarify'] },
      tasks: [{ id: 'TASK-001', parent: 'PLAN-001', steps: { total: 2, done: 1 }, progress: 50 }],
      total: 1,
    });
    const path = { plan: 'PLAN-001', path: 's:0' };
    expect(await world.refused('tasks_mirror', path)).toBe('INVALID_INPUT');
  });

  it('[TV27] [TV29] lint finds what is missing, and diagnostics repeats it', async () => {
    await world.ask('tasks_block', first);
    const lint = await world.ask('tasks_lint', task);
    const codes = (issues: readonly Shown[]) => issues.map((issue) => issue.code);
    expect(codes(lint.issues)).toEqual(['MISSING_CRITERIA', 'MISSING_TESTS', 'BLOCKED_STEPS']);
    expect(lint.summary).toEqual({ errors: 0, warnings: 3, total: 3 });
    expect(lint.context_health).toMatchObject({ status: 'warn', issues: [{}] });
    const all = [...codes(lint.issues), 'CONTEXT_EMPTY'];
    for (const target of [task, { target: { id: 'TASK-001', kind: 'task' } }]) {
      const found = await world.ask('diagnostics', target);
      expect(codes(found.issues)).toEqual(all);
      expect(found).toMatchObject({ target: 'TASK-001', focus: null, summary: { total: 4 } });
    }
    await world.ask('tasks_focus_set', task);
    expect(codes((await world.ask('diagnostics')).issues)).toEqual(all);
    await world.ask('tasks_note', { ...first, note: 'Half of it.' });
    expect((await world.ask('tasks_lint', task)).context_health).toEqual({
      status: 'ok',
      stats: {
        notes_present: true,
        trace_present: false,
        cards_present: false,
        reasoning_ref: 'stored',
      },
      issues: [],
    });
    expect(await world.refused('diagnostics', { task: 'TASK-999' })).toBe('UNKNOWN_ID');
    expect(await world.refused('diagnostics', { ...task, plan: 'PLAN-001' })).toBe('INVALID_INPUT');
  });

  it('[TV29] an export has the target with its metadata', async () => {
    await world.ask('tasks_complete', { ...task, status: 'ACTIVE' });
    const { revision, createdMs, updatedMs } = await world.entity('TASK-001');
    const exported = await world.ask('export', { target: 'TASK-001' });
    expect(exported.target).toEqual({
      id: 'TASK-001',
      kind: 'task',
      revision,
      parent: 'PLAN-001',
      title: 'Task',
      status: 'ACTIVE',
      created_at_ms: createdMs,
      updated_at_ms: updatedMs,
    });
    expect(exported.trace.entries.at(-1)).toMatchObject({ event_type: 'task_completed' });
    const plan = await world.ask('export', { target: 'PLAN-001' });
    expect(plan.target).not.toHaveProperty('parent');
  });
});
