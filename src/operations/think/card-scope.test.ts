/**
 * On which branch cards are recorded and found, whichever tool does it, by the rules in
 * docs/spec/thinking.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('the scope of cards on $name', (engine) => {
  const world = thinkScenes(engine);
  const { ask, cards, refused } = world;

  it('[TI17] records cards of a target on its own branch, or on a named one', async () => {
    await ask('tasks_create', { title: 'Ship it' });
    await ask('tasks_create', { parent: 'PLAN-001', title: 'Read numbers' });
    await ask('notes_commit', { content: 'On the checkout.' });
    const empty = await world.server.call('context_pack', {
      workspace: world.workspace,
      target: 'TASK-001',
    });
    expect(JSON.parse(empty.text)).toMatchObject({
      result: { branch: 'task/TASK-001', bridge: { checkout: 'main', has: { notes: true } } },
      warnings: [{ code: 'CONTEXT_EMPTY_FOR_TARGET' }],
    });
    await ask('branch_create', { name: 'what-if', from: 'task/TASK-001' });
    const here = await ask('think_card', { target: 'TASK-001', card: { id: 'a', text: 'here' } });
    expect(here).toMatchObject({ branch: 'task/TASK-001', graph_doc: 'TASK-001-graph' });
    const there = { target: 'TASK-001', branch: 'what-if', card: { id: 'b', text: 'there' } };
    expect(await ask('think_card', there)).toMatchObject({
      branch: 'what-if',
      trace_doc: 'TASK-001-trace',
    });
    await refused('think_query', { target: 'TASK-001', ref: 'what-if' });
    expect((await cards({ target: 'TASK-001' })).map(({ id }) => id)).toEqual(['a']);
    const pack = await ask('context_pack', { target: 'TASK-001' });
    expect(pack.bridge).toBeUndefined();
    const whole = await ask('export', { target: 'TASK-001' });
    expect(whole).toMatchObject({
      target: { id: 'TASK-001', kind: 'task' },
      reasoning_ref: { branch: 'task/TASK-001', trace_doc: 'TASK-001-trace' },
    });
    expect(whole.trace.entries.at(-1)).toMatchObject({ content: 'here' });
  });

  it('[TI16] changes on a branch are visible only there', async () => {
    await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    await ask('branch_create', { name: 'idea' });
    await ask('think_set_status', { targets: 'q1', status: 'closed', ref: 'idea' });
    await ask('think_card', { card: { id: 'h1', text: 'only here' }, branch: 'idea' });
    expect((await cards({ ref: 'idea' })).map(({ id, status }) => [id, status])).toEqual([
      ['h1', 'open'],
      ['q1', 'closed'],
    ]);
    expect((await cards()).map(({ id, status }) => [id, status])).toEqual([['q1', 'open']]);
  });
});
