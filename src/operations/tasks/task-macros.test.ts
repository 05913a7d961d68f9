/** The macros and what they cost, named by the rules in docs/spec/tasks.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  openTaskWorld,
  type Shown,
  STEPS,
  type TaskWorld,
} from '../../../test/support/task-world.ts';

const REAL = ['CMD: npm test, 12 passed', 'LINK: https://ci.example/7'];

describe.each(MAIN_ENGINES)('macros on $name', (engine) => {
  let world: TaskWorld;
  beforeAll(async () => {
    world = await openTaskWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(() => world.next());

  const start = (args: object = {}) => world.ask('tasks_macro_start', { task_title: 'T', ...args });
  const cards = async (target: string) => (await world.ask('think_query', { target })).cards;

  it('[TA43] bootstraps all or nothing', async () => {
    const request = { plan_title: 'P', plan_template: 'basic-plan', task_title: 'T', steps: STEPS };
    const made = await world.ask('tasks_bootstrap', { ...request, think: { frame: 'Which?' } });
    expect(made).toMatchObject({
      plan: { id: 'PLAN-001', created: true },
      task: { id: 'TASK-001', revision: 3 },
      steps: [{ path: 's:0' }, { path: 's:1' }],
      think_pipeline: { cards: [{ stage: 'frame' }] },
    });
    expect(await cards('TASK-001')).toHaveLength(1);
    expect((await world.entity('PLAN-001')).root.checklist?.steps).toHaveLength(3);
    const bare = [{ title: 'A', success_criteria: ['x'], tests: ['none'] }];
    const wrong: [object, string][] = [
      [{ ...request, plan_template: 'nope' }, 'UNKNOWN_ID'],
      [{ ...request, steps: bare }, 'INVALID_INPUT'],
      [{ ...request, steps: [] }, 'INVALID_INPUT'],
      [{ ...request, template: 'basic-task' }, 'INVALID_INPUT'],
      [{ task_title: 'T', steps: STEPS }, 'INVALID_INPUT'],
      [{ task_title: 'T', plan: 'PLAN-001' }, 'INVALID_INPUT'],
      [
        { task_title: 'T', plan: 'PLAN-001', plan_template: 'basic-plan', steps: STEPS },
        'INVALID_INPUT',
      ],
      [{ ...request, think: { frame: 'x', target: 'TASK-001' } }, 'INVALID_INPUT'],
    ];
    for (const [args, code] of wrong) {
      expect(await world.refused('tasks_bootstrap', args), JSON.stringify(args)).toBe(code);
    }
    const reply = await world.server.call('tasks_bootstrap', {
      ...{ workspace: world.workspace, plan: 'PLAN-001', task_title: 'U', steps: STEPS },
      think: { frame: 'Fine', decision: {} },
    });
    expect(reply.text).toContain('THINK_PIPELINE_FAILED');
    expect((await world.entity('TASK-002')).steps).toHaveLength(2);
    expect(await cards('TASK-002')).toEqual([]);
  });

  it('[TA44] chooses plan, steps and frame where nothing is said', async () => {
    const inbox = await start();
    expect([inbox.task_id, inbox.plan_id, inbox.steps.length]).toEqual(['TASK-001', 'PLAN-001', 3]);
    expect((await world.entity('PLAN-001')).root.title).toBe('Inbox');
    await world.ask('tasks_focus_clear');
    expect((await start()).plan_id).toBe('PLAN-001');
    expect((await start({ plan_title: 'Own', plan_template: 'basic-plan' })).plan_id).toBe(
      'PLAN-002',
    );
    expect((await start()).plan_id).toBe('PLAN-002');
    await world.ask('tasks_focus_set', { plan: 'PLAN-001' });
    expect((await start()).plan_id).toBe('PLAN-001');
    expect((await start({ parent: 'PLAN-002', steps: STEPS })).plan_id).toBe('PLAN-002');
    const thought = await start({ template: 'principal-task', description: 'Why' });
    const [frame] = await cards(thought.task_id);
    expect(frame).toMatchObject({ type: 'frame', title: 'T', text: 'Why' });
    const own = await start({ template: 'principal-task', think: { hypothesis: 'It is slow' } });
    expect((await cards(own.task_id)).map((card: Shown) => card.type)).toEqual(['hypothesis']);
    expect(await cards(inbox.task_id)).toEqual([]);
    for (const [args, code] of [
      [{ plan: 'PLAN-009' }, 'UNKNOWN_ID'],
      [{ template: 'basic-task', steps: STEPS }, 'INVALID_INPUT'],
      [{ plan_template: 'basic-plan' }, 'INVALID_INPUT'],
      [{ plan: 'PLAN-001', plan_title: 'x' }, 'INVALID_INPUT'],
    ] as const) {
      expect(await world.refused('tasks_macro_start', { task_title: 'T', ...args })).toBe(code);
    }
  });

  it('[TA45] writes note and proof, and closes; or leaves nothing at all', async () => {
    await start({ template: 'principal-task' });
    await world.ask('tasks_decompose', {
      parent: 's:0',
      steps: [{ title: 'Nested', success_criteria: ['x'] }],
    });
    const note = 'What I found';
    const paths: string[] = [];
    for (let round = 0; round < 4; round++) {
      const { step } = await world.ask('tasks_macro_close_step', { note });
      paths.push(step.path);
    }
    expect(paths).toEqual(['s:0', 's:0.s:0', 's:1', 's:2']);
    await world.refusal('tasks_macro_close_step', { note, proof: '<fill: x>' });
    const stale = { note, proof: REAL, expected_revision: 1 };
    expect(await world.refused('tasks_macro_close_step', stale)).toBe('REVISION_MISMATCH');
    const before = (await world.entity('TASK-001')).revision;
    const closed = await world.ask('tasks_macro_close_step', {
      ...{ note, proof: REAL, expected_revision: before },
    });
    expect(closed).toMatchObject({
      task: 'TASK-001',
      revision: before + 3,
      step: { path: 's:3' },
      note_event: { type: 'step_noted' },
      evidence_event: { type: 'evidence_captured', payload: { checkpoints: ['tests'] } },
    });
    const named = await world.ask('tasks_macro_close_step', { path: 's:4', checkpoints: 'all' });
    expect(named.step.path).toBe('s:4');
    expect(await world.refused('tasks_macro_close_step', { path: 's:4' })).toBe('INVALID_INPUT');
    const part = await world.ask('tasks_macro_start', { task_title: 'T', resume_max_chars: 900 });
    expect(part.resume.budget.used_chars).toBeLessThanOrEqual(900);
    expect(part.resume.capsule.target.id).toBe('TASK-002');
  });

  it('[TA46] reads pasted proof as receipts, and says where it is thin', async () => {
    await start({ steps: [...STEPS, ...STEPS] });
    const pasted = 'npm test\ncmd: npm run lint\nhttps://ci.example/7\n\nLINK: file:///tmp/log';
    await world.lines('tasks_macro_close_step', { proof: pasted });
    const { steps } = await world.ask('tasks_resume', { read_only: true });
    expect(steps[0].evidence[0]).toMatchObject({
      checkpoints: ['tests'],
      checks: [
        ...['CMD: npm test', 'CMD: npm run lint', 'LINK: https://ci.example/7'],
        'LINK: file:///tmp/log',
      ],
    });
    const thin = await world.lines('tasks_macro_close_step', { proof: ['npm test', '<fill: y>'] });
    expect(thin.at(-1)).toMatch(/^WARNING: PROOF_WEAK no LINK receipt \| fix: /);
    const item = { kind: 'cmd_output', command: 'npm test', stdout: 'ok' };
    const proof = { items: [item], checkpoint: ['tests'] };
    const whole = await world.lines('tasks_macro_close_step', { proof });
    expect(whole).toHaveLength(2);
    const security = { checks: REAL, checkpoint: 'security' };
    expect(await world.refused('tasks_macro_close_step', { proof: security })).toBe(
      'CHECKPOINTS_NOT_CONFIRMED',
    );
  });

  it('[TA47] finishes the task when no step is open', async () => {
    await start({ steps: STEPS.slice(0, 1) });
    await world.ask('tasks_macro_close_step');
    const done = await world.ask('tasks_macro_close_step', { note: 'All in', proof: REAL });
    expect([done.step, done.note_event.payload.path]).toEqual([null, 's:0']);
    expect((await world.entity('TASK-001')).root.status).toBe('DONE');
    const head = await world.head();
    const [state, ...more] = await world.lines('tasks_macro_close_step');
    expect(state).toMatch(/^focus TASK-001 — T \| done/);
    expect(more).toEqual([]);
    expect(await world.head()).toBe(head);
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Bare' });
    const bare = await world.lines('tasks_macro_close_step', { task: 'TASK-002', note: 'Hm' });
    expect(bare.at(-1)).toMatch(/^WARNING: NOTE_IGNORED /);
  });

  it('[TA48] proposes itself with what was missing', async () => {
    await start({ template: 'principal-task' });
    const run = async (text: string) => {
      const { suggestions } = await world.server.call('tasks_macro_close_step', {
        ...{ workspace: world.workspace, path: text, note: 'n' },
      });
      const [next] = suggestions;
      if (next?.action !== 'call_tool') throw new Error('nothing was proposed');
      expect(next.target).toBe('tasks_macro_close_step');
      const filled = JSON.parse(JSON.stringify(next.params).replaceAll(/<fill: [^>]*>/g, 'done'));
      return world.ask(next.target, filled);
    };
    expect((await run('s:3')).note_event.payload.path).toBe('s:3');
    await world.ask('tasks_evidence_capture', { path: 's:0', checks: REAL, checkpoint: 'docs' });
    expect((await run('s:0')).step.path).toBe('s:0');
  });

  it('[TA49] finishes with a handoff, and records what is done already', async () => {
    await start({ steps: STEPS.slice(0, 1) });
    expect(await world.refused('tasks_macro_finish')).toBe('CHECKPOINTS_NOT_CONFIRMED');
    await world.ask('tasks_macro_close_step');
    const done = await world.ask('tasks_macro_finish', { handoff_max_chars: 400 });
    expect([done.task, done.status]).toEqual(['TASK-001', 'DONE']);
    expect(done.handoff.budget.used_chars).toBeLessThanOrEqual(400);
    const plan = await world.ask('tasks_macro_finish', { plan: 'PLAN-001' });
    expect(plan.handoff.handoff).toHaveProperty('remaining');
    const record = { plan: 'PLAN-001', task_title: 'Typo', steps: STEPS.slice(0, 1) };
    const made = await world.ask('tasks_macro_create_done', record);
    expect(made.bootstrap.task.id).toBe('TASK-002');
    expect((await world.entity('TASK-002')).root.status).toBe('DONE');
    expect((await world.ask('tasks_focus_get')).focus).toBe('TASK-001');
    for (const steps of [STEPS, [], [{ title: 'A', success_criteria: ['x'] }]]) {
      expect(await world.refused('tasks_macro_create_done', { ...record, steps })).toBe(
        'INVALID_INPUT',
      );
    }
  });

  it('[TA50] a whole task costs five calls and few characters', async () => {
    const title = 'Refuse numbers with a leading zero';
    const steps = ['Write the failing test', 'Refuse the zero', 'Document it'].map((each) => ({
      title: each,
      success_criteria: ['It can be seen'],
      tests: ['npm test'],
    }));
    const calls: [string, object][] = [
      ['tasks_macro_start', { task_title: title, steps }],
      ['tasks_macro_close_step', { note: 'It fails as it should.' }],
      ['tasks_macro_close_step', { proof: REAL }],
      ['tasks_macro_close_step', {}],
      ['tasks_macro_close_step', {}],
    ];
    let characters = 0;
    for (const [tool, args] of calls) {
      const lines = await world.lines(tool, args);
      expect(lines.length).toBeLessThanOrEqual(2);
      expect(lines.every((line) => line.trim() !== '')).toBe(true);
      characters += lines.join('\n').length;
    }
    expect((await world.entity('TASK-001')).root.status).toBe('DONE');
    expect(characters).toBeLessThanOrEqual(1600);
  });

  it('[TA52] a refusal in the middle of a macro leaves nothing', async () => {
    await start({ template: 'principal-task' });
    const tables = async () => ({
      rows: await world.server.surface.store.read(world.workspace, async (tx) => ({
        head: tx.head,
        state: await tx.state(),
        task: await tx.targets.byId('TASK-001'),
        counters: await tx.targets.counters(),
      })),
      graph: await world.ask('graph_query', { limit: 200 }),
      trace: await world.ask('show', { target: 'TASK-001', limit: 200 }),
    });
    const before = await tables();
    const refusals: [string, object][] = [
      ['tasks_macro_close_step', { path: 's:3', note: 'n', checkpoints: 'all' }],
      ['tasks_macro_close_step', { note: 'n', proof: { checks: ['x'], checkpoint: 'docs' } }],
      ['tasks_macro_start', { task_title: 'T', plan_title: 'P', template: 'nope' }],
      [
        'tasks_bootstrap',
        { plan_title: 'P', plan_template: 'nope', task_title: 'T', steps: STEPS },
      ],
      ['tasks_macro_finish', {}],
      ['tasks_macro_create_done', { plan_title: 'P', task_title: 'T', steps: STEPS }],
      [
        'tasks_close_task',
        { apply: true, patches: [{ ops: [{ op: 'set', field: 'title', value: 'x' }] }] },
      ],
    ];
    for (const [tool, args] of refusals) await world.refusal(tool, args);
    expect(await tables()).toEqual(before);
  });
});
