/** Opening a subgoal, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_subgoal_open on $name', (engine) => {
  const { ask, refused } = thinkScenes(engine);

  it('[TI14] opens a subgoal under an existing question', async () => {
    await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    await refused('think_subgoal_open', { question_id: 'q9' });
    const opened = await ask('think_subgoal_open', { question_id: 'q1', message: 'The disk?' });
    expect((await ask('think_frontier')).frontier.subgoals).toMatchObject([
      { id: opened.subgoal_id },
    ]);
    expect((await ask('graph_query')).edges).toMatchObject([
      { from: 'q1', rel: 'subgoal', to: opened.subgoal_id },
    ]);
  });

  it('[TI89] refuses a card that is no question, and writes nothing', async () => {
    await ask('think_card', { card: { id: 'n1', type: 'note', title: 'A note' } });
    const before = await ask('graph_query');
    expect(await refused('think_subgoal_open', { question_id: 'n1' })).toContain(
      'question_id: n1 is a note, not a question',
    );
    expect(await ask('graph_query')).toEqual(before);
    await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    const { subgoal_id } = await ask('think_subgoal_open', { question_id: 'q1' });
    expect(await ask('think_subgoal_open', { question_id: subgoal_id })).toMatchObject({
      question_id: subgoal_id,
    });
  });

  it('[TI85] opens and closes a subgoal of a target, named or in focus', async () => {
    await ask('tasks_create', { title: 'Ship it' });
    await ask('tasks_create', { parent: 'PLAN-001', title: 'Read numbers' });
    const [target, question_id] = ['TASK-001', 'q1'];
    await ask('think_card', { target, card: { id: 'q1', type: 'question', title: 'Why?' } });
    const opened = await ask('think_subgoal_open', { target, question_id });
    expect(opened).toMatchObject({
      branch: 'task/TASK-001',
      parent: { graph_doc: 'TASK-001-graph', trace_doc: 'TASK-001-trace' },
    });
    await refused('think_subgoal_open', { target, question_id, parent_graph_doc: 'graph' });
    await ask('tasks_focus_set', { target });
    const { subgoal_id } = opened;
    const closed = await ask('think_subgoal_close', { subgoal_id, return_card: 'Fine.' });
    expect(closed).toMatchObject({ branch: 'task/TASK-001', status: 'closed' });
  });
});
