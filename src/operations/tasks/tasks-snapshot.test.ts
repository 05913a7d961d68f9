/** `tasks_snapshot` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { filled } from '../../../test/support/filled.ts';
import { useTaskWorld } from '../../../test/support/task-world.ts';

const steps = ['Write', 'Read', 'Ship'].map((title) => ({
  title,
  success_criteria: [`${title} works`],
  tests: ['npm test'],
}));

const CLOSE_FIRST =
  'tasks_macro_close_step proof=["CMD: <fill: command and its result>"] step_id=STEP-00000001 target=TASK-001';

describe.each(MAIN_ENGINES)('tasks_snapshot on $name', (engine) => {
  const world = useTaskWorld(engine);

  const make = async (more: object = {}) => {
    await world.ask('tasks_create', { title: 'Plan' });
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Fix parser', steps, ...more });
    await world.ask('tasks_focus_set', { target: 'TASK-001' });
  };
  const close = (path: string) =>
    world.ask('tasks_close_step', { task: 'TASK-001', path, checkpoints: 'gate' });

  it('[TV19] [TV20] shows the gate of the next step, then finish, then done', async () => {
    await make();
    expect(await world.plainLines('tasks_snapshot')).toEqual([
      'focus TASK-001 — Fix parser | next gate s:0 checkpoints(criteria tests) — Write',
      's:0 criteria: Write works | tests: npm test',
      CLOSE_FIRST,
    ]);
    await close('s:0');
    await world.ask('tasks_verify', { path: 's:1', checkpoints: { criteria: true } });
    expect((await world.plainLines('tasks_snapshot'))[0]).toBe(
      'focus TASK-001 — Fix parser | next gate s:1 checkpoints(tests) — Read',
    );
    await close('s:1');
    await close('s:2');
    expect(await world.plainLines('tasks_snapshot')).toEqual([
      'focus TASK-001 — Fix parser | next finish',
      'tasks_macro_close_step target=TASK-001',
    ]);
    await world.ask('tasks_macro_close_step');
    expect(await world.plainLines('tasks_snapshot')).toEqual([
      'focus TASK-001 — Fix parser | done',
    ]);
  });

  it('[TV19] [TV20] asks for the required proof', async () => {
    await world.ask('tasks_scaffold', { template: 'principal-task', title: 'T', plan_title: 'P' });
    for (const path of ['s:0', 's:1', 's:2']) {
      await world.ask('tasks_progress', { task: 'TASK-001', path, force: true });
    }
    const [state, , command] = await world.plainLines('tasks_snapshot', { target: 'TASK-001' });
    expect(state).toMatch(
      /\| next gate s:3 checkpoints\(criteria tests\) proof\(tests\) — Verify with proof$/,
    );
    expect(command).toMatch(
      /^tasks_macro_close_step proof=\["CMD: <fill: .*>","LINK: <fill: .*>"\] step_id=STEP-0{7}4 target=TASK-001$/,
    );
  });

  it('[TV19] [TV20] shows the open dependency, with a backup call', async () => {
    await make();
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Before' });
    await world.ask('tasks_edit', { task: 'TASK-001', depends_on: ['TASK-002'] });
    const shown = await world.plainLines('tasks_snapshot');
    expect(shown[0]).toBe('focus TASK-001 — Fix parser | waits for TASK-002');
    expect(shown.slice(-2)).toEqual(['tasks_snapshot target=TASK-002', CLOSE_FIRST]);
  });

  it('[TV19] shortens a long title, and shows the kind of a target not in focus', async () => {
    await make({ title: `A ${'long '.repeat(30)}title` });
    const [state] = await world.plainLines('tasks_snapshot');
    expect(state).toMatch(/^focus TASK-001 — A (long )+lo?n?g?.*\.\.\. \| next gate s:0/);
    expect(state?.length).toBeLessThan(140);
    const [plan] = await world.plainLines('tasks_snapshot', {
      target: 'PLAN-001',
      read_only: true,
    });
    expect(plan).toBe('plan PLAN-001 — Plan | next TASK-001');
    await world.ask('tasks_block', { task: 'TASK-001', path: 's:0', reason: 'CI is down' });
    expect((await world.plainLines('tasks_snapshot'))[0]).toMatch(
      / blocked\(CI is down\) — Write$/,
    );
    await world.ask('tasks_plan', { plan: 'PLAN-001', steps: ['Two\nlines', 'Three'] });
    const [point] = await world.plainLines('tasks_snapshot', { target: 'PLAN-001' });
    expect(point).toBe('focus PLAN-001 — Plan | next checklist 0/2 Two lines');
  });

  it('[TV20] the next call runs as it stands, through a whole task', async () => {
    await make({ steps: undefined });
    for (let turn = 0; turn < 9; turn++) {
      const { suggestions } = await world.reply('tasks_snapshot');
      const [next] = suggestions;
      if (next?.action !== 'call_tool') break;
      await world.ask(next.target, filled(next.params));
    }
    expect((await world.target('TASK-001')).root.status).toBe('DONE');
  });

  it('[TV21] shows the newest decision and the newest note', async () => {
    await make();
    const thirdLine = async () => (await world.plainLines('tasks_snapshot'))[2];
    await world.ask('think_add_decision', {
      card: { id: 'd1', title: 'Two\npasses', text: 'Long.' },
    });
    expect(await thirdLine()).toBe('decision d1: Two passes');
    await world.ask('tasks_note', { path: 's:0', note: 'Half\n of it.' });
    expect(await thirdLine()).toBe('decision d1: Two passes');
    expect((await world.plainLines('tasks_snapshot'))[3]).toMatch(/^note @\d+: .*Half of it\.$/);
    await world.ask('think_add_decision', { card: { id: 'd2', text: 'ü'.repeat(300) } });
    const long = await thirdLine();
    expect(long).toMatch(/^decision d2: ü+\.\.\.$/);
    expect(Buffer.byteLength(long ?? '')).toBeLessThanOrEqual(160);
  });

  it('[TV21] shows the blocker of the next step', async () => {
    await make({ steps: [{ ...steps[0], blockers: ['No grammar'] }] });
    expect((await world.plainLines('tasks_snapshot'))[1]).toBe(
      's:0 blocker: No grammar | criteria: Write works | tests: npm test',
    );
  });

  it('[TV21] [RP6] MORE after the commands lists the cursors of longer sections', async () => {
    await make();
    expect((await world.plainLines('tasks_snapshot')).at(-1)).toBe(CLOSE_FIRST);
    for (let n = 1; n <= 12; n++) await world.ask('tasks_note', { path: 's:0', note: `${n}` });
    const { memory } = await world.ask('tasks_snapshot', { trace_limit: 200 });
    const more = `MORE: notes_cursor=${memory.notes.pagination.next_cursor}`;
    expect((await world.plainLines('tasks_snapshot', { trace_limit: 200 })).slice(-2)).toEqual([
      CLOSE_FIRST,
      more,
    ]);
    const all = await world.plainLines('tasks_snapshot', {
      notes_limit: 1,
      trace_limit: 1,
      cards_limit: 1,
    });
    expect(all.at(-1)).toMatch(/^MORE: notes_cursor=\d+ trace_cursor=\d+$/);
    const next = await world.plainLines('tasks_snapshot', {
      notes_cursor: memory.notes.pagination.next_cursor,
      trace_limit: 200,
    });
    expect(next.at(-1)).toBe(CLOSE_FIRST);
  });
});
