/**
 * The state of a workspace in a few lines, by the rules in docs/spec/branches-and-notes.md and
 * docs/spec/task-views.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { homeServer } from '../../../test/support/home-server.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';

const DEFAULTS = { branch: 'main', docs: { notes: 'notes', graph: 'graph', trace: 'trace' } };

describe('status', () => {
  const home = homeServer();
  const { lines } = home;

  it('[BN4] [WB20] of a missing workspace reports that it is new, and suggests how to begin', async () => {
    expect(await lines('status', { workspace: 'missing' })).toEqual([
      'missing | new: nothing is remembered yet',
      'tasks_macro_start task_title="<fill: what to do>" workspace=missing',
      expect.stringMatching(/remember/),
    ]);
    const { structured } = await home.server.call('status', { workspace: 'missing' });
    expect(structured).toMatchObject({ workspace_exists: false, checkout: null });
    expect(structured).not.toHaveProperty('last_event');
  });

  it('[BN3] of a workspace without entries shows how to begin', async () => {
    await home.server.call('init', { workspace: 'bare' });
    expect(await lines('status', { workspace: 'bare' })).toEqual([
      'bare | no plan or task is in focus',
      'tasks_macro_start task_title="<fill: what to do>" workspace=bare',
    ]);
  });

  it('[BN3] of a workspace with entries names the branch and the last note', async () => {
    await home.server.call('notes_commit', { workspace: 'full', content: 'one' });
    await home.server.call('branch_create', { workspace: 'full', name: 'idea' });
    await home.server.call('notes_commit', { workspace: 'full', branch: 'idea', content: 'two' });
    await home.server.call('checkout', { workspace: 'full', ref: 'idea' });
    expect(await lines('status', { workspace: 'full' })).toEqual([
      'full | branch idea | no plan or task is in focus',
      expect.stringMatching(/^note @4, \d+ \w+ ago: two$/),
      expect.stringMatching(/^note @2, \d+ \w+ ago: one$/),
      'tasks_macro_start task_title="<fill: what to do>" workspace=full',
    ]);
    const { structured } = await home.server.call('status', { workspace: 'full' });
    expect(structured).toMatchObject({
      workspace: 'full',
      schema_version: home.server.surface.facts.schemaVersion,
      workspace_exists: true,
      checkout: 'idea',
      defaults: DEFAULTS,
      last_event: { event_id: 'evt_0000000000000005' },
      last_doc_entry: { seq: 4, branch: 'idea', doc: 'notes', kind: 'note' },
    });
  });
});

describe.each(MAIN_ENGINES)('targets in status on $name', (engine) => {
  const world = useTaskWorld(engine);
  const shown = async () => {
    const lines = await world.plainLines('status');
    return { head: lines[0] ?? '', next: lines.find((line) => /^tasks_/.test(line)) };
  };

  it('[TV28] [WB22] status shows the task in focus, else an open one, else how to start', async () => {
    expect((await shown()).next).toBe('tasks_macro_start task_title="<fill: what to do>"');
    await createTask(world);
    await world.ask('tasks_focus_set', TASK);
    const { head, next } = await shown();
    expect(head).toMatch(/^focus TASK-001 — Task \| 0 of \d steps? done \| next s:0 — /);
    expect(next).toContain('target=TASK-001');
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Newer' });
    await world.ask('tasks_focus_clear');
    expect((await shown()).next).toBe('tasks_snapshot target=TASK-002');
    await world.ask('tasks_delete', { task: 'TASK-002' });
    expect((await shown()).next).toBe('tasks_snapshot target=TASK-001');
    await world.ask('tasks_delete', { task: 'TASK-001' });
    expect((await shown()).next).toContain('tasks_macro_start');
  });

  it('[WB22] a finished task leads on to its plan', async () => {
    await world.ask('tasks_create', { title: 'Plan' });
    for (const title of ['One', 'Two']) {
      const steps = [{ title: 'Only', success_criteria: ['It works'], tests: ['npm test'] }];
      await world.ask('tasks_create', { parent: 'PLAN-001', title, steps });
    }
    await world.ask('tasks_focus_set', { target: 'TASK-001' });
    await world.ask('tasks_macro_close_step', { target: 'TASK-001' });
    await world.ask('tasks_macro_close_step', { target: 'TASK-001' });
    const { head, next } = await shown();
    expect(head).toContain('done; PLAN-001 goes on with TASK-002 (1 of 2 tasks done)');
    expect(next).toBe('tasks_snapshot target=TASK-002');
  });

  it('[WB21] shows what was remembered as a fact, with nothing else in the memory', async () => {
    await world.ask('remember', { text: 'The limit is 100 calls a minute.' });
    const { text } = await world.reply('status', {});
    expect(text).toMatch(/^fact CARD-\d+: The limit is 100 calls a minute\.$/m);
  });

  it('[WB23] [WB25] MORE leads through everything once, to an end, under any budget', async () => {
    const texts = (word: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${word} ${at} ${'of many words '.repeat(at % 9)}.`);
    await world.ask('tasks_create', { title: 'Plan' });
    await world.ask('tasks_create', {
      ...{ parent: 'PLAN-001', title: 'Task', description: 'Why '.repeat(400) },
      steps: [{ title: 'First', success_criteria: texts('Criterion', 20), tests: ['npm test'] }],
    });
    await world.ask('tasks_focus_set', TASK);
    await world.ask('remember', { kind: 'rule', text: texts('Rule', 45) });
    await world.ask('remember', { kind: 'question', text: texts('Question', 12) });
    await world.ask('remember', { kind: 'decision', text: texts('Decision', 12) });
    await world.ask('remember', { kind: 'fact', text: texts('Fact', 12) });
    for (const note of texts('Note', 14)) await world.ask('tasks_note', { path: 's:0', note });
    for (const max_chars of [700, 2_500, 6_000]) {
      const seen = new Map<string, number>();
      let whole = max_chars < 2_500;
      let args: object | undefined = { max_chars };
      for (let page = 0; args && page < 60; page++) {
        const { text } = await world.reply('status', args);
        const body = text.split('\n').filter((line) => !line.startsWith('WARNING'));
        expect(Buffer.byteLength(body.join('\n'))).toBeLessThanOrEqual(max_chars);
        for (const [, id = ''] of text.matchAll(
          /^(RULE-\d+|s:0 criterion: \w+ \d+|(?:question|decision|fact) \S+|note @\d+)\b/gm,
        )) {
          seen.set(id, (seen.get(id) ?? 0) + 1);
        }
        whole ||= text.includes(`why: ${'Why '.repeat(399)}`);
        const [, more] = /^MORE: status more=(\S+)/m.exec(text) ?? [];
        args = more === undefined ? undefined : { max_chars, more };
      }
      expect(whole, 'the description').toBe(true);
      expect(args, `${max_chars} ends`).toBeUndefined();
      expect([...seen.values()].every((times) => times === 1)).toBe(true);
      expect(seen.size, `in ${max_chars}`).toBe(45 + 20 + 12 + 12 + 12 + 14);
    }
  });

  it('[WB23] under small budgets the id and the next call are the last to go', async () => {
    await createTask(world);
    await world.ask('tasks_focus_set', TASK);
    await world.ask('remember', { kind: 'rule', text: ['Keep it small.', 'Keep it true.'] });
    for (const max_chars of [200, 260, 340, 500]) {
      const { text } = await world.reply('status', { max_chars });
      expect(text, `in ${max_chars}`).toMatch(/^focus TASK-001/);
      expect(text, `in ${max_chars}`).toMatch(/^tasks_macro_close_step .*target=TASK-001/m);
    }
  });

  it('[WB20] [WB22] only work, only thoughts: the next call leads on', async () => {
    const last = async () => (await world.plainLines('status')).slice(1);
    await world.ask('graph_plan', { project: 'shop', goal: 'Customers can pay' });
    expect(await last()).toEqual([
      'work shop: nothing is planned yet',
      'graph_plan nodes=[{"summary":"<fill: a piece of work>"}] project=shop',
    ]);
    await world.ask('graph_plan', { project: 'shop', nodes: [{ summary: 'Cart' }] });
    const take = 'graph_next claim=true project=shop';
    expect(await last()).toEqual(['work shop: 0 of 2 done, 1 ready', take]);
    await world.ask('graph_next', { project: 'shop', claim: true });
    expect(await last()).toEqual([
      expect.stringMatching(/^work shop: 0 of 2 done, 0 ready, Cart held by you for \d+ \w+$/),
      take,
    ]);
    await world.next();
    await world.ask('thoughtbox_gateway', { operation: 'start_new' });
    await world.ask('thoughtbox_gateway', { operation: 'cipher' });
    const thought = { operation: 'thought', thought: 'It is slow.', nextThoughtNeeded: true };
    await world.ask('thoughtbox_gateway', thought);
    expect(await last()).toEqual([
      expect.stringMatching(/^unfinished sessions: “It is slow\.?” \(1 thought, .*It is slow\.$/),
      expect.stringMatching(/^thoughtbox_gateway operation=load_context sessionId=/),
    ]);
  });

  it('[WB28] what was stored before the task counts too', async () => {
    await world.ask('remember', { text: 'The log rotates at noon.' });
    await createTask(world);
    await world.ask('tasks_focus_set', TASK);
    await world.ask('remember', { kind: 'decision', text: 'Use WAL.' });
    const { text } = await world.reply('status');
    expect(text).toContain('The log rotates at noon.');
    expect(text).toContain('Use WAL.');
  });

  it('[WB28] a note of the checkout comes back while a task is in focus', async () => {
    await createTask(world);
    await world.ask('notes_commit', { target: 'TASK-001', content: 'First the reader.' });
    await world.ask('tasks_focus_set', TASK);
    await world.ask('macro_branch_note', { content: 'Numbers may be negative.' });
    const { text } = await world.reply('status');
    expect(text).toContain('Numbers may be negative.');
    expect((await world.reply('status', { max_chars: 8_000 })).text).toContain('First the reader.');
  });

  it('[WB20] refuses only a mark that it never printed', async () => {
    expect(await world.refused('status', { more: 'everything' })).toBe('INVALID_INPUT');
    expect((await world.plainLines('status', { more: 'TASK-404+rules' }))[0]).toBe('nothing more');
  });
});
