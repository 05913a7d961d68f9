/** What a call proposes holds when it is taken up, named by the rules in docs/spec/tasks.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  makeTask,
  openTaskWorld,
  STEPS,
  type TaskWorld,
} from '../../../test/support/task-world.ts';

const REAL = ['CMD: npm test, 12 passed', 'LINK: https://ci.example/7'];

describe.each(MAIN_ENGINES)('proposals on $name', (engine) => {
  let world: TaskWorld;
  beforeAll(async () => {
    world = await openTaskWorld(engine);
  });
  afterAll(() => world.close());
  beforeEach(() => world.next());

  /** Makes a call that is refused, then the one it proposes. */
  async function recover(tool: string, args: object) {
    const reply = await world.server.call(tool, { workspace: world.workspace, ...args });
    expect(reply.isError, reply.text).toBe(true);
    const [next] = reply.suggestions;
    if (next?.action !== 'call_tool') throw new Error('nothing was proposed');
    const filled = JSON.stringify(next.params).replaceAll(/<fill: [^>]*>/g, 'npm test');
    return world.ask(next.target, JSON.parse(filled));
  }

  it('[TA48] the macro repeats the proof and the checkpoints it was given', async () => {
    await world.ask('tasks_macro_start', { task_title: 'T', template: 'principal-task' });
    const given = { path: 's:3', note: 'n', proof: REAL, checkpoints: { criteria: true } };
    expect((await recover('tasks_macro_close_step', given)).step.path).toBe('s:3');
    await world.ask('tasks_macro_start', { task_title: 'U', template: 'principal-task' });
    const docs = { path: 's:3', checks: REAL, checkpoint: 'docs' };
    await world.ask('tasks_evidence_capture', docs);
    const bare = { path: 's:3', checkpoints: { criteria: true, tests: true, docs: true } };
    expect((await recover('tasks_macro_close_step', bare)).step.path).toBe('s:3');
  });

  it('[TA35] a dry run is refused where the real one would be', async () => {
    await makeTask(world);
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Done', steps: STEPS.slice(1) });
    const close = { task: 'TASK-002', path: 's:0', checkpoints: 'gate' };
    await world.ask('tasks_close_step', close);
    await world.ask('tasks_edit', { task: 'TASK-001', depends_on: ['TASK-002'] });
    const waitFor = (value: string) => ({
      task: 'TASK-002',
      patches: [{ ops: [{ op: 'append', field: 'depends_on', value }] }],
    });
    expect(await world.refused('tasks_close_task', waitFor('TASK-001'))).toBe('CONFLICT');
    expect(await world.refused('tasks_close_task', waitFor('TASK-009'))).toBe('UNKNOWN_ID');
  });

  it('[TA28] tags that are appended keep the order of tags', async () => {
    await makeTask(world);
    const append = (value: string) => ({
      task: 'TASK-001',
      ops: [{ op: 'append', field: 'tags', value }],
    });
    await world.ask('tasks_patch', append('parser'));
    await world.ask('tasks_patch', append('Alpha'));
    expect((await world.entity('TASK-001')).root.tags).toEqual(['alpha', 'parser']);
  });
});
