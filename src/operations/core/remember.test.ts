/** `remember` by the rules in docs/spec/way-back.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { createTask, TASK, useTaskWorld } from '../../../test/support/task-world.ts';
import type { Reading } from '../../store/port.ts';

describe.each(MAIN_ENGINES)('remember on $name', (engine) => {
  const world = useTaskWorld(engine);
  const remember = (args: object) => world.plainLines('remember', args);
  const view = (args: object) => world.ask('remember', args);
  const read = <Result>(look: (tx: Reading) => Promise<Result>) =>
    world.server.surface.store.read(world.workspace, look);
  const check = () => world.server.surface.store.check();
  const holding = () =>
    read(async (tx) => (await tx.rules.holding({ limit: 100 })).map(({ id, text }) => [id, text]));

  it('[WB2] [WB3] [WB10] numbers rules, takes a list, and enters a text that holds only once', async () => {
    expect(await remember({ kind: 'rule', text: ['One.', 'Two.', 'Three.'] })).toEqual([
      'Saved RULE-001 to RULE-003 (user, by tester).',
    ]);
    const head = await world.head();
    expect(await remember({ kind: 'rule', text: ' Two. ' })).toEqual([
      'RULE-002 says that already: Two.',
    ]);
    expect(await world.head()).toBe(head);
    expect(await view({ kind: 'rule', text: 'Four.', source: 'Ann' })).toMatchObject({
      ids: ['RULE-004'],
      source: 'Ann, by tester',
    });
    expect(await holding()).toEqual([
      ['RULE-001', 'One.'],
      ['RULE-002', 'Two.'],
      ['RULE-003', 'Three.'],
      ['RULE-004', 'Four.'],
    ]);
    expect(await check()).toEqual([]);
  });

  it('[WB4] replaces and retires rules, and never gives a number again', async () => {
    await remember({ kind: 'rule', text: 'Old.', source: 'Ann' });
    expect(await remember({ replaces: 'RULE-001', text: 'New.' })).toEqual([
      'Saved RULE-002 (Ann, by tester), replacing RULE-001.',
    ]);
    const [rule] = await read((tx) => tx.rules.holding({ limit: 9 }));
    expect(rule).toMatchObject({ id: 'RULE-002', source: 'Ann' });
    expect(await world.refusal('remember', { replaces: 'RULE-001', text: 'Newer.' })).toContain(
      'RULE-001 no longer holds; RULE-002 took its place',
    );
    expect(await remember({ replaces: 'RULE-002' })).toEqual(['RULE-002 no longer holds']);
    expect(await holding()).toEqual([]);
    expect(await view({ kind: 'rule', text: 'Third.' })).toMatchObject({ ids: ['RULE-003'] });
    expect(await world.refused('remember', { replaces: 'RULE-009' })).toBe('UNKNOWN_ID');
    expect(await check()).toEqual([]);
  });

  it('[WB1] takes the kind from the other arguments, and refuses contradictions', async () => {
    await createTask(world);
    expect(await view({ text: 'It is slow.' })).toMatchObject({ kind: 'fact' });
    expect(await view({ text: 'Why?', to: 'user' })).toMatchObject({ kind: 'question' });
    for (const args of [
      { kind: 'fact', replaces: 'RULE-001', text: 'x' },
      { kind: 'rule', answers: 'CARD-1', text: 'x' },
      { kind: 'decision', to: 'user', text: 'x' },
      { kind: 'rule' },
      { text: ' ' },
      { text: [] },
    ]) {
      expect(await world.refused('remember', args), JSON.stringify(args)).toBe('INVALID_INPUT');
    }
  });

  it('[WB5] refuses a rule that is too long', async () => {
    expect(await world.refusal('remember', { kind: 'rule', text: 'x'.repeat(1_001) })).toContain(
      'at most 1000 characters',
    );
    await remember({ kind: 'fact', text: 'x'.repeat(5_000) });
  });

  it('[WB6] [WB7] stores cards with what they are about, else with the focus', async () => {
    await createTask(world);
    await world.ask('tasks_focus_set', TASK);
    expect(await remember({ kind: 'decision', text: 'Use WAL.' })).toEqual([
      expect.stringMatching(/^CARD-\d+ stored as decision with TASK-001$/),
    ]);
    const { steps } = await world.target('TASK-001');
    const step = steps[0]?.id;
    expect(await view({ kind: 'question', text: 'Now?', about: step })).toMatchObject({
      with: step,
    });
    const [question] = await read((tx) => tx.graph.openCards({ type: 'question', limit: 9 }));
    expect(question).toMatchObject({ doc: 'TASK-001-graph', state: { meta: { about: step } } });
    const plan = await view({ kind: 'fact', text: 'Big.', about: 'PLAN-001' });
    expect(plan).toMatchObject({ with: 'PLAN-001' });
    expect(await view({ kind: 'rule', text: 'Here only.', about: 'TASK-001' })).toMatchObject({
      with: 'TASK-001',
    });
    for (const about of ['TASK-404', 'STEP-99999999', 'nothing', '0190-bad']) {
      expect(await world.refused('remember', { text: 'x', about })).toBe('UNKNOWN_ID');
    }
    const free = await view({ kind: 'fact', text: 'Wide.', about: 'workspace' });
    expect(free).not.toHaveProperty('with');
  });

  it('[WB8] an answer closes its question, wherever that was asked, and is linked to it', async () => {
    await createTask(world);
    const asked = await view({ kind: 'question', text: 'Which?', about: 'TASK-001' });
    const [question = ''] = asked.ids as string[];
    expect(await remember({ answers: question, text: 'The first.' })).toEqual([
      expect.stringMatching(new RegExp(`^CARD-\\d+ answers ${question}, which is closed$`)),
    ]);
    expect(await read((tx) => tx.graph.openCards({ type: 'question', limit: 9 }))).toEqual([]);
    const { edges, nodes } = await world.ask('graph_query', { target: 'TASK-001' });
    expect(nodes).toEqual(
      expect.arrayContaining([expect.objectContaining({ title: 'Which?', text: 'The first.' })]),
    );
    expect(edges).toEqual(
      expect.arrayContaining([expect.objectContaining({ rel: 'supports', to: question })]),
    );
    expect(await world.refused('remember', { answers: question, text: 'No.' })).toBe('UNKNOWN_ID');
  });
});
