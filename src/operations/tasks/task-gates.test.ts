/** When steps and tasks may close, and what proves it, named by the rules in docs/spec/tasks.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  makeTask,
  openTaskWorld,
  type Shown,
  type TaskWorld,
} from '../../../test/support/task-world.ts';

const task = { task: 'TASK-001' };
const first = { ...task, path: 's:0' };
const proven = { ...task, path: 's:3' };
const REAL = ['CMD: npm test, 12 passed', 'LINK: https://ci.example/7'];

describe.each(MAIN_ENGINES)('gates on $name', (engine) => {
  let world: TaskWorld;
  beforeAll(async () => {
    world = await openTaskWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(() => world.next());

  const step = async (path: string) => {
    const { steps } = await world.ask('tasks_resume', { ...task, read_only: true });
    return steps.find((each: Shown) => each.path === path);
  };
  const principal = () =>
    world.ask('tasks_scaffold', { template: 'principal-task', title: 'T', plan_title: 'P' });

  it('[TA15] criteria and tests are always required', async () => {
    await makeTask(world, [{ title: 'Bare', success_criteria: ['x'] }]);
    expect(await world.refused('tasks_done', first)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    await world.ask('tasks_verify', { ...first, checkpoints: { criteria: true } });
    const half = await world.refusal('tasks_done', first);
    expect(half).toContain('tests=true');
    expect(half).not.toContain('criteria=true');
    await world.ask('tasks_verify', { ...first, checkpoints: { tests: { confirmed: true } } });
    expect((await world.ask('tasks_done', first)).event.type).toBe('step_done');
  });

  it.each(['security', 'perf', 'docs'])('[TA16] evidence makes %s required', async (checkpoint) => {
    await makeTask(world);
    await world.ask('tasks_evidence_capture', { ...first, checks: REAL, checkpoint });
    const gate = { ...first, checkpoints: 'gate' };
    expect(await world.refusal('tasks_close_step', gate)).toContain(`${checkpoint}=true`);
    await world.ask('tasks_close_step', {
      ...first,
      checkpoints: { criteria: true, tests: true, [checkpoint]: true },
    });
    await world.ask('tasks_close_step', { ...task, path: 's:1', checkpoints: 'gate' });
  });

  it('[TA16] a mention makes it required too', async () => {
    await makeTask(world);
    const no = { ...first, checkpoints: { criteria: true, tests: true, security: false } };
    expect(await world.refused('tasks_close_step', no)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    await world.ask('tasks_close_step', { ...first, checkpoints: 'all' });
  });

  it('[TA17] reads checkpoints in each of their spellings', async () => {
    await makeTask(world);
    const said = { criteria: { confirmed: true }, tests: true, docs: null };
    const { event } = await world.ask('tasks_verify', { ...first, checkpoints: said });
    expect(event.payload).toEqual({
      ...{ task: 'TASK-001', step_id: 'STEP-00000001', path: 's:0' },
      ...{ criteria_confirmed: true, tests_confirmed: true },
    });
    await world.ask('tasks_verify', { ...first, checkpoints: { tests: false } });
    expect((await world.entity('TASK-001')).steps[0]?.confirmed).toEqual(['criteria']);
    for (const wrong of [{}, { tests: null }, 'none', { speed: true }, { tests: 'yes' }, null]) {
      const args = { ...first, checkpoints: wrong };
      expect(await world.refused('tasks_verify', args), JSON.stringify(wrong)).toBe(
        'INVALID_INPUT',
      );
    }
  });

  it('[TA18] new criteria or tests are not confirmed', async () => {
    await makeTask(world);
    await world.ask('tasks_verify', { ...first, checkpoints: 'gate' });
    await world.ask('tasks_define', { ...first, tests: ['npm run lint'] });
    expect((await world.entity('TASK-001')).steps[0]?.confirmed).toEqual(['criteria']);
    const ops = [{ op: 'append', field: 'success_criteria', value: 'more' }];
    await world.ask('tasks_patch', { ...first, kind: 'step', ops });
    expect((await world.entity('TASK-001')).steps[0]?.confirmed).toEqual([]);
    await world.ask('tasks_verify', { ...first, checkpoints: 'gate' });
    await world.ask('tasks_define', { ...first, title: 'New', blockers: ['b'] });
    expect((await world.entity('TASK-001')).steps[0]?.confirmed).toEqual(['criteria', 'tests']);
  });

  it('[TA19] confirms and closes as one', async () => {
    await makeTask(world);
    const half = { ...first, checkpoints: { criteria: true } };
    expect(await world.refused('tasks_close_step', half)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    expect((await world.entity('TASK-001')).steps[0]?.confirmed).toEqual([]);
    const before = (await world.entity('TASK-001')).revision;
    const closed = await world.ask('tasks_close_step', { ...first, checkpoints: 'gate' });
    expect(closed.revision).toBe(before + 1);
    expect(closed.events.map((event: Shown) => event.type)).toEqual(['step_verified', 'step_done']);
    for (const tool of ['tasks_close_step', 'tasks_done', 'tasks_progress']) {
      const args = tool === 'tasks_close_step' ? { ...first, checkpoints: 'gate' } : first;
      expect(await world.refused(tool, args)).toBe('INVALID_INPUT');
    }
    expect((await step('s:0')).completed).toBe(true);
  });

  it('[TA20] a step that wants proof closes with proof only', async () => {
    await principal();
    const close = { ...proven, checkpoints: 'gate' };
    const refusal = JSON.parse(await world.refusal('tasks_close_step', close));
    expect(refusal.error.code).toBe('PROOF_REQUIRED');
    expect(refusal.suggestions[0]).toMatchObject({
      target: 'tasks_evidence_capture',
      params: { task: 'TASK-001', step_id: 'STEP-00000004', checkpoint: 'tests' },
    });
    await world.ask('tasks_evidence_capture', { ...proven, checks: REAL });
    expect(await world.refused('tasks_close_step', close)).toBe('PROOF_REQUIRED');
    await world.ask('tasks_evidence_capture', {
      ...task,
      path: 's:2',
      checks: REAL,
      checkpoint: 'tests',
    });
    expect(await world.refused('tasks_close_step', close)).toBe('PROOF_REQUIRED');
    await world.ask('tasks_evidence_capture', { ...proven, checks: REAL, checkpoint: ['tests'] });
    await world.ask('tasks_close_step', close);
  });

  it('[TA21] what is empty or a placeholder proves nothing, through any tool', async () => {
    await principal();
    const tests = { ...proven, checkpoint: 'tests' };
    expect(await world.refused('tasks_evidence_capture', tests)).toBe('INVALID_INPUT');
    const empty = { ...tests, items: [], checks: [], attachments: [] };
    expect(await world.refused('tasks_evidence_capture', empty)).toBe('INVALID_INPUT');
    const hollow = [
      { checks: ['CMD: <fill: command>', 'LINK: <fill: link>', 'CMD:', '  ', 'link: '] },
      { items: [{ kind: 'cmd_output' }, { kind: 'cmd_output', stdout: ' <FILL: x> ' }] },
      { attachments: ['', '<fill: file>'] },
    ];
    const head = await world.head();
    for (const args of hollow) {
      const { event, revision } = await world.ask('tasks_evidence_capture', { ...tests, ...args });
      expect([event, revision]).toEqual([null, (await world.entity('TASK-001')).revision]);
    }
    const pasted = ['<fill: command>', ['CMD: <fill: a>', ' '], { checks: ['<fill: b>'] }, '', []];
    for (const proof of pasted) {
      const text = await world.refusal('tasks_macro_close_step', { ...proven, proof });
      expect(text).toMatch(/^ERROR: PROOF_REQUIRED /);
    }
    expect(await world.head()).toBe(head);
    const gate = { ...proven, checkpoints: 'gate' };
    expect(await world.refused('tasks_close_step', gate)).toBe('PROOF_REQUIRED');
    await world.ask('tasks_verify', gate);
    expect(await world.refused('tasks_done', proven)).toBe('PROOF_REQUIRED');
    expect(await world.refused('tasks_progress', proven)).toBe('PROOF_REQUIRED');
    const batch = { operations: [{ tool: 'tasks_progress', args: proven }], atomic: true };
    expect(await world.refusal('tasks_batch', batch)).toContain('PROOF_REQUIRED');
  });

  it('[TA22] force closes without a gate, and reopening keeps confirmations', async () => {
    await principal();
    await world.ask('tasks_progress', { ...proven, force: true });
    await world.ask('tasks_progress', { ...proven, completed: false });
    expect((await step('s:3')).completed).toBe(false);
    await world.ask('tasks_close_step', { ...first, checkpoints: 'gate' });
    const reopened = await world.ask('tasks_progress', { ...first, completed: false });
    expect(reopened.event.type).toBe('step_reopened');
    expect((await world.entity('TASK-001')).steps[0]).toMatchObject({
      confirmed: ['criteria', 'tests'],
      completed_at_ms: null,
    });
    await world.ask('tasks_done', first);
  });

  it('[TA23] a task is done when all its steps are', async () => {
    await makeTask(world);
    expect(await world.refused('tasks_complete', task)).toBe('CHECKPOINTS_NOT_CONFIRMED');
    await world.ask('tasks_complete', { ...task, status: 'ACTIVE' });
    for (const path of ['s:0', 's:1']) {
      await world.ask('tasks_close_step', { ...task, path, checkpoints: 'gate' });
    }
    expect((await world.ask('tasks_complete', task)).task.status).toBe('DONE');
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Bare' });
    await world.ask('tasks_complete', { task: 'TASK-002' });
    const plan = await world.ask('tasks_complete', { plan: 'PLAN-001' });
    expect([plan.plan.status, plan.event.type]).toEqual(['DONE', 'plan_updated']);
    expect(await world.refused('tasks_complete', { ...task, status: 'done' })).toBe(
      'INVALID_INPUT',
    );
  });

  it('[TA24] a blocked step says why, and closes all the same', async () => {
    await makeTask(world);
    const why = 'The "grammar" is undecided';
    const { event } = await world.ask('tasks_block', { ...first, reason: why });
    expect([event.type, event.payload.reason]).toEqual(['step_blocked', why]);
    const { radar } = await world.ask('tasks_radar', task);
    expect(radar.blockers.join()).toContain(why);
    await world.ask('tasks_close_step', { ...first, checkpoints: 'gate' });
    await world.ask('tasks_block', { ...first, blocked: false });
    expect((await world.entity('TASK-001')).steps[0]).toMatchObject({
      blocked: false,
      blocked_reason: null,
    });
  });

  it('[TA25] bounds what is captured', async () => {
    await makeTask(world);
    const item = { kind: 'cmd_output', command: 'npm test', stdout: 'ok', exit_code: 0 };
    const many = Array.from({ length: 21 }, () => item);
    const refused = (args: object) =>
      world.refused('tasks_evidence_capture', { ...first, ...args });
    expect(await refused({ items: many })).toBe('INVALID_INPUT');
    expect(await refused({ items: [item, item], max_items: 1 })).toBe('INVALID_INPUT');
    expect(await refused({ items: [item], max_artifact_bytes: 5 })).toBe('INVALID_INPUT');
    const long = { kind: 'diff', diff: 'é'.repeat(128_001) };
    expect(await refused({ items: [long] })).toBe('INVALID_INPUT');
    expect(await refused({ items: [{ kind: 'video', url: 'x' }] })).toBe('INVALID_INPUT');
    expect(await refused({ checks: REAL, checkpoint: 'speed' })).toBe('INVALID_INPUT');
    await world.ask('tasks_evidence_capture', { ...first, items: many.slice(0, 20) });
    await world.ask('tasks_evidence_capture', {
      ...first,
      items: [{ kind: 'diff', diff: 'é'.repeat(128_000) }],
    });
    expect((await step('s:0')).completed).toBe(false);
  });

  it('[TA26] gives back what was captured, scrubbed', async () => {
    await makeTask(world);
    const items = [
      { kind: 'cmd_output', command: 'curl -H "Authorization: Bearer abcdefghij0123456789"' },
      { kind: 'url', url: 'https://ci.example/7', meta: { runner: 'linux' } },
    ];
    const args = {
      items,
      checks: REAL,
      attachments: ['report.html'],
      checkpoint: ['docs', 'tests'],
    };
    const { event } = await world.ask('tasks_evidence_capture', { ...first, ...args });
    expect(event.payload).toMatchObject({
      entity_kind: 'step',
      artifacts: 2,
      checks: 2,
      attachments: 1,
      checkpoints: ['tests', 'docs'],
    });
    await world.ask('tasks_evidence_capture', { plan: 'PLAN-001', checks: ['CMD: made build'] });
    const { evidence } = await step('s:0');
    expect(evidence[0]).toMatchObject({ checks: REAL, attachments: ['report.html'] });
    expect(JSON.stringify(evidence)).not.toContain('abcdefghij0123456789');
    expect(JSON.stringify(evidence)).toContain('https://ci.example/7');
    const notes = await world.ask('show', { target: 'TASK-001', doc_kind: 'notes' });
    expect(notes.entries[0]).toMatchObject({
      title: 'Evidence captured',
      meta: { source: 'tasks_evidence', task_id: 'TASK-001', path: 's:0' },
    });
  });
});
