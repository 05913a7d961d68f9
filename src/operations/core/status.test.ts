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

  it('[BN4] [RP10] of a missing workspace reports that it is new, and suggests how to begin', async () => {
    expect(await lines('status', { workspace: 'missing' })).toEqual([
      'new workspace=missing',
      'tasks_macro_start task_title="<fill: what to do>" workspace=missing',
    ]);
    const { structured } = await home.server.call('status', { workspace: 'missing' });
    expect(structured).toMatchObject({ workspace_exists: false, checkout: null });
    expect(structured).not.toHaveProperty('last_event');
  });

  it('[BN3] of a workspace without entries shows checkout and last event', async () => {
    await home.server.call('init', { workspace: 'bare' });
    expect(await lines('status', { workspace: 'bare' })).toEqual([
      'ready checkout=main | last event=evt_0000000000000001',
      'tasks_macro_start task_title="<fill: what to do>" workspace=bare',
    ]);
  });

  it('[BN3] [RP10] of a workspace with entries shows the last one', async () => {
    await home.server.call('notes_commit', { workspace: 'full', content: 'one' });
    await home.server.call('branch_create', { workspace: 'full', name: 'idea' });
    await home.server.call('notes_commit', {
      workspace: 'full',
      branch: 'idea',
      doc: 'my risks',
      content: 'two',
    });
    await home.server.call('checkout', { workspace: 'full', ref: 'idea' });
    expect(await lines('status', { workspace: 'full' })).toEqual([
      'ready checkout=idea | last event=evt_0000000000000005 | last entry=idea/my risks@4',
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
      last_doc_entry: { seq: 4, branch: 'idea', doc: 'my risks', kind: 'note' },
    });
  });
});

describe.each(MAIN_ENGINES)('targets in status on $name', (engine) => {
  const world = useTaskWorld(engine);

  it('[TV28] status shows the task in focus, else the newest, else how to start', async () => {
    const shown = async () => {
      const [state = '', ...more] = await world.plainLines('status');
      expect(more).toHaveLength(1);
      return [state, ...more];
    };
    expect((await shown())[1]).toBe('tasks_macro_start task_title="<fill: what to do>"');
    await createTask(world);
    await world.ask('tasks_focus_set', TASK);
    const [state, next] = await shown();
    expect(state).toContain('ready checkout=main | focus TASK-001 — Task (TODO) | last event=');
    expect(next).toBe('tasks_snapshot target=TASK-001');
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Newer' });
    await world.ask('tasks_focus_clear');
    expect((await shown())[1]).toBe('tasks_snapshot target=TASK-002');
    await world.ask('tasks_delete', { task: 'TASK-002' });
    expect((await shown())[1]).toBe('tasks_snapshot target=TASK-001');
    await world.ask('tasks_delete', { task: 'TASK-001' });
    expect((await shown())[1]).toContain('tasks_macro_start');
  });
});
