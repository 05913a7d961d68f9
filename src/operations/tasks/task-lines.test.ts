/** The lines of tasks, named by the rules in docs/spec/task-views.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { filled } from '../../../test/support/filled.ts';
import { codeIn } from '../../../test/support/reply.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';

const steps = ['Write', 'Read', 'Ship'].map((title) => ({
  title,
  success_criteria: [`${title} works`],
  tests: ['npm test'],
}));

const CLOSE_FIRST = 'tasks_macro_close_step step_id=STEP-00000001 target=TASK-001';

describe.each(MAIN_ENGINES)('lines on $name', (engine) => {
  let server: TestSurface;
  beforeAll(async () => {
    server = await openTestSurface({ engine, defaultWorkspace: 'home' });
  });
  afterAll(() => server.close());
  let workspace = 'home';
  let used = 0;
  beforeEach(() => {
    workspace = `home${++used}`;
  });

  const say = async (tool: string, args: object = {}) => {
    const reply = await server.call(tool, { workspace, ...args });
    expect(codeIn(reply.text), reply.text).toBe('');
    return reply;
  };
  /** Without the workspace, which goes without saying in the server's own. */
  const lines = async (tool: string, args: object = {}) =>
    (await say(tool, args)).text.replaceAll(` workspace=${workspace}`, '').split('\n');
  const make = async (more: object = {}) => {
    await say('tasks_create', { title: 'Plan' });
    await say('tasks_create', { parent: 'PLAN-001', title: 'Fix parser', steps, ...more });
    await say('tasks_focus_set', { target: 'TASK-001' });
  };
  const close = (path: string) =>
    say('tasks_close_step', { task: 'TASK-001', path, checkpoints: 'gate' });

  it('[TV19] [TV20] tell the gate of the next step, the end, and that it is done', async () => {
    await make();
    expect(await lines('tasks_snapshot')).toEqual([
      'focus TASK-001 — Fix parser | next gate s:0 checkpoints(criteria tests) — Write',
      's:0 criteria: Write works | tests: npm test',
      CLOSE_FIRST,
    ]);
    await close('s:0');
    await say('tasks_verify', { path: 's:1', checkpoints: { criteria: true } });
    expect((await lines('tasks_snapshot'))[0]).toBe(
      'focus TASK-001 — Fix parser | next gate s:1 checkpoints(tests) — Read',
    );
    await close('s:1');
    await close('s:2');
    expect(await lines('tasks_snapshot')).toEqual([
      'focus TASK-001 — Fix parser | next finish',
      'tasks_macro_close_step target=TASK-001',
    ]);
    await say('tasks_macro_close_step');
    expect(await lines('tasks_snapshot')).toEqual(['focus TASK-001 — Fix parser | done']);
  });

  it('[TV19] [TV20] ask for the proof that is owed', async () => {
    await say('tasks_scaffold', { template: 'principal-task', title: 'T', plan_title: 'P' });
    for (const path of ['s:0', 's:1', 's:2']) {
      await say('tasks_progress', { task: 'TASK-001', path, force: true });
    }
    const [state, , command] = await lines('tasks_snapshot', { target: 'TASK-001' });
    expect(state).toMatch(
      /\| next gate s:3 checkpoints\(criteria tests\) proof\(tests\) — Verify with proof$/,
    );
    expect(command).toMatch(
      /^tasks_macro_close_step proof=\["CMD: <fill: .*>","LINK: <fill: .*>"\] step_id=STEP-0{7}4 target=TASK-001$/,
    );
  });

  it('[TV19] [TV20] tell what it waits for, with a way around', async () => {
    await make();
    await say('tasks_create', { parent: 'PLAN-001', title: 'Before' });
    await say('tasks_edit', { task: 'TASK-001', depends_on: ['TASK-002'] });
    const shown = await lines('tasks_snapshot');
    expect(shown[0]).toBe('focus TASK-001 — Fix parser | waits for TASK-002');
    expect(shown.slice(-2)).toEqual(['tasks_snapshot target=TASK-002', CLOSE_FIRST]);
  });

  it('[TV19] shorten a long title, and say what is not in focus', async () => {
    await make({ title: `A ${'long '.repeat(30)}title` });
    const [state] = await lines('tasks_snapshot');
    expect(state).toMatch(/^focus TASK-001 — A (long )+lo?n?g?.*\.\.\. \| next gate s:0/);
    expect(state?.length).toBeLessThan(140);
    const [plan] = await lines('tasks_snapshot', { target: 'PLAN-001', read_only: true });
    expect(plan).toBe('plan PLAN-001 — Plan | next TASK-001');
    await say('tasks_block', { task: 'TASK-001', path: 's:0', reason: 'CI is down' });
    expect((await lines('tasks_snapshot'))[0]).toMatch(/ blocked\(CI is down\) — Write$/);
    await say('tasks_plan', { plan: 'PLAN-001', steps: ['Two\nlines', 'Three'] });
    const [point] = await lines('tasks_snapshot', { target: 'PLAN-001' });
    expect(point).toBe('focus PLAN-001 — Plan | next checklist 0/2 Two lines');
  });

  it('[TV20] the next call runs as it stands, through a whole task', async () => {
    await make({ steps: undefined });
    for (let turn = 0; turn < 9; turn++) {
      const { suggestions } = await say('tasks_snapshot');
      const [next] = suggestions;
      if (next?.action !== 'call_tool') break;
      await say(next.target, filled(next.params));
    }
    const done = await server.surface.store.read(workspace, (tx) => tx.targets.summary('TASK-001'));
    expect(done?.status).toBe('DONE');
  });

  it('[TV21] a snapshot tells the newest decision and the newest note', async () => {
    await make();
    const told = async () => (await lines('tasks_snapshot'))[2];
    await say('think_add_decision', { card: { id: 'd1', title: 'Two\npasses', text: 'Long.' } });
    expect(await told()).toBe('decision d1: Two passes');
    await say('tasks_note', { path: 's:0', note: 'Half\n of it.' });
    expect(await told()).toBe('decision d1: Two passes');
    expect((await lines('tasks_snapshot'))[3]).toMatch(/^note @\d+: .*Half of it\.$/);
    await say('think_add_decision', { card: { id: 'd2', text: 'ü'.repeat(300) } });
    const long = await told();
    expect(long).toMatch(/^decision d2: ü+\.\.\.$/);
    expect(Buffer.byteLength(long ?? '')).toBeLessThanOrEqual(160);
  });

  it('[TV21] a snapshot tells the blocker of the next step', async () => {
    await make({ steps: [{ ...steps[0], blockers: ['No grammar'] }] });
    expect((await lines('tasks_snapshot'))[1]).toBe(
      's:0 blocker: No grammar | criteria: Write works | tests: npm test',
    );
  });

  it('[TV21] [RP6] MORE has the cursors of what has more, behind the commands', async () => {
    await make();
    expect((await lines('tasks_snapshot')).at(-1)).toBe(CLOSE_FIRST);
    for (let n = 1; n <= 12; n++) await say('tasks_note', { path: 's:0', note: `${n}` });
    const { structured } = await say('tasks_snapshot', { trace_limit: 200 });
    const { memory } = structured as { memory: { notes: { pagination: { next_cursor: number } } } };
    const more = `MORE: notes_cursor=${memory.notes.pagination.next_cursor}`;
    expect((await lines('tasks_snapshot', { trace_limit: 200 })).slice(-2)).toEqual([
      CLOSE_FIRST,
      more,
    ]);
    const all = await lines('tasks_snapshot', { notes_limit: 1, trace_limit: 1, cards_limit: 1 });
    expect(all.at(-1)).toMatch(/^MORE: notes_cursor=\d+ trace_cursor=\d+$/);
    const next = await lines('tasks_snapshot', {
      notes_cursor: memory.notes.pagination.next_cursor,
      trace_limit: 200,
    });
    expect(next.at(-1)).toBe(CLOSE_FIRST);
  });

  it('[TV22] a task of three steps costs little', async () => {
    workspace = 'home';
    const answers = [
      await server.call('tasks_macro_start', { task_title: 'Fix the parser of numbers', steps }),
    ];
    for (let n = 0; n < 4; n++) answers.push(await server.call('tasks_macro_close_step'));
    for (const { isError, text } of answers) {
      expect(isError, text).toBe(false);
      expect(text.split('\n').length).toBeLessThanOrEqual(2);
      expect(text).not.toContain('workspace=');
    }
    expect(answers.at(-1)?.text).toMatch(/ \| done$/);
    const cost = answers.reduce((sum, { text }) => sum + text.length, 0);
    expect(cost).toBeLessThanOrEqual(1_600);
  });

  it('[TV28] status tells the task in focus, else the newest, else how to start', async () => {
    const shown = async () => {
      const [state = '', ...more] = await lines('status');
      expect(more).toHaveLength(1);
      return [state, ...more];
    };
    await say('init');
    expect((await shown())[1]).toBe('tasks_macro_start task_title="<fill: what to do>"');
    await make();
    const [state, next] = await shown();
    expect(state).toContain(
      'ready checkout=main | focus TASK-001 — Fix parser (TODO) | last event=',
    );
    expect(next).toBe('tasks_snapshot target=TASK-001');
    await say('tasks_create', { parent: 'PLAN-001', title: 'Newer' });
    await say('tasks_focus_clear');
    expect((await shown())[1]).toBe('tasks_snapshot target=TASK-002');
    await say('tasks_delete', { task: 'TASK-002' });
    expect((await shown())[1]).toBe('tasks_snapshot target=TASK-001');
    await say('tasks_delete', { task: 'TASK-001' });
    expect((await shown())[1]).toContain('tasks_macro_start');
  });
});
