/** What was said before is not stored again: docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { createTask, type Shown, useTaskWorld } from '../../../../test/support/task-world.ts';

const POOL = 'The pool has 20 connections.';

describe.each(MAIN_ENGINES)('what was said before on $name', (engine) => {
  const world = useTaskWorld(engine);
  const remember = (args: object) => world.plainLines('remember', args);
  const stored = async (args: object): Promise<readonly string[]> =>
    (await world.ask('remember', args)).ids;
  const decide = (text: string | readonly string[], more: object = {}) =>
    stored({ kind: 'decision', text, ...more });
  const unchanged = async (args: object): Promise<Shown> => {
    const head = await world.head();
    const view = await world.ask('remember', args);
    expect(await world.head()).toBe(head);
    return view;
  };

  it('[RC95] a card that says the same and holds is named instead of a second one', async () => {
    const [card] = await decide(POOL);
    const again = { kind: 'decision', text: 'the pool has “20” connections' };
    expect(await unchanged(again)).toMatchObject({ ids: [card], already: [{ id: card }] });
    expect(await remember(again)).toEqual([`${card} says that already: ${POOL}`]);
    const long = `${POOL}\nMore would starve the others. `.repeat(20).trim();
    const [whole] = await decide(long);
    expect(await unchanged({ kind: 'decision', text: long })).toMatchObject({ ids: [whole] });
  });

  it('[RC95] another kind, another subject or another reader is another card', async () => {
    await createTask(world);
    const seen = new Set(await decide(POOL));
    for (const more of [
      { kind: 'fact' },
      { about: 'TASK-001' },
      { about: 'PLAN-001' },
      { kind: 'question' },
      { kind: 'question', to: 'ada' },
    ]) {
      const [id = ''] = await decide(POOL, more);
      expect(seen.has(id), JSON.stringify(more)).toBe(false);
      seen.add(id);
      expect(await unchanged({ kind: 'decision', text: POOL, ...more })).toMatchObject({
        ids: [id],
      });
    }
    const [step] = (await world.target('TASK-001')).steps;
    const [ofStep = ''] = await decide(POOL, { about: step?.id });
    expect(seen.has(ofStep)).toBe(false);
  });

  it('[RC95] [RC96] a fact is not stored with every task; what is stored names the other', async () => {
    await createTask(world);
    const text = 'The CDN purge endpoint needs the X-Purge header.';
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Another' });
    await world.ask('tasks_focus_set', { task: 'TASK-001' });
    const [card] = await stored({ text });
    await world.ask('tasks_focus_set', { task: 'TASK-002' });
    expect(await unchanged({ text })).toMatchObject({ ids: [card], already: [{ id: card }] });
    expect(await remember({ text: 'the CDN purge endpoint needs the X-Purge header' })).toEqual([
      `${card} says that already with TASK-001: ${text}`,
    ]);
    const [own, other] = await remember({ text, about: 'TASK-002' });
    expect(own).toMatch(/^CARD-\d+ stored as fact with TASK-002$/);
    expect(other).toBe(`${card} says the same with TASK-001: ${text}`);
    // Whatever was decided or asked in another task may mean something else there.
    await world.ask('tasks_focus_set', { task: 'TASK-001' });
    const [decision] = await decide('Option B.');
    await world.ask('tasks_focus_set', { task: 'TASK-002' });
    const again = await world.ask('remember', { kind: 'decision', text: 'Option B.' });
    expect(again.ids).not.toContain(decision);
    expect(again.like).toEqual([{ id: decision, text: 'Option B.', with: 'TASK-001' }]);
    expect(again).not.toHaveProperty('ends');
    // What no longer holds there is no reason.
    const ended = { targets: [card], status: 'superseded', target: 'TASK-001' };
    await world.ask('think_set_status', ended);
    expect((await world.ask('remember', { text: `${text} Always.` })).ids).not.toContain(card);
  });

  it('[RC95] what no longer holds may be said again', async () => {
    const [card] = await decide(POOL);
    await world.ask('think_set_status', { targets: [card], status: 'superseded' });
    const [next] = await decide(POOL);
    expect(next).not.toBe(card);
    await world.ask('graph_apply', { ops: [{ op: 'node_delete', id: next }] });
    expect(await decide(POOL)).not.toEqual([next]);
    const [rule] = await stored({ kind: 'rule', text: POOL });
    await world.ask('remember', { replaces: rule });
    expect(await stored({ kind: 'rule', text: POOL })).toEqual(['RULE-002']);
  });

  it('[RC95] a branch sees what its base says, and not what another branch says', async () => {
    const [card] = await decide(POOL);
    await world.ask('branch_create', { name: 'idea/a', from: 'main' });
    await world.ask('branch_create', { name: 'idea/b', from: 'main' });
    await world.ask('checkout', { ref: 'idea/a' });
    expect(await unchanged({ kind: 'decision', text: POOL })).toMatchObject({ ids: [card] });
    const [own] = await decide('The queue is Kafka.');
    await world.ask('checkout', { ref: 'idea/b' });
    expect(await decide('The queue is Kafka.')).not.toEqual([own]);
  });

  it('[RC95] a rule is said once, in whichever case and punctuation', async () => {
    await stored({ kind: 'rule', text: ['Never force-push.', 'Ask before a migration.'] });
    const again = { kind: 'rule', text: ['never force-push!', 'Errors are values.'] };
    expect(await remember(again)).toEqual([
      'Saved RULE-003 (user, by tester).',
      'RULE-001 says that already: Never force-push.',
    ]);
    expect(await unchanged(again)).toMatchObject({ ids: ['RULE-001', 'RULE-003'] });
    // Whoever replaces a rule wants its new words.
    expect(await stored({ replaces: 'RULE-001', text: 'Never force-push!' })).toEqual(['RULE-004']);
  });

  it('[RC95] each text of a list is judged, against the others too', async () => {
    const [first] = await decide(['One way in.', 'Two ways out.']);
    const view = await world.ask('remember', {
      kind: 'decision',
      text: ['one way in', 'Three ways around.', 'Three ways around!'],
    });
    expect(view.ids).toEqual([first, expect.stringMatching(/^CARD-/)]);
    expect(view.already).toEqual([{ id: first, text: 'One way in.' }]);
    const texts = ['A is B.', 'C is D.', 'E is F.', 'G is H.', 'I is J.'];
    const ids = await decide(texts);
    const lines = await remember({ kind: 'decision', text: texts });
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toBe(`already there too: ${ids[3]}, ${ids[4]}`);
  });

  it('[RC96] what differs in a detail is stored, and names what it may replace', async () => {
    const [old] = await decide(POOL);
    const [first, second, command] = await remember({
      kind: 'decision',
      text: 'The pool has 8 connections.',
    });
    expect(first).toMatch(/^CARD-\d+ stored as decision$/);
    expect(second).toBe(`${old} is much like it and still holds: ${POOL}`);
    expect(command).toContain('think_set_status');
    const view = await world.ask('remember', { kind: 'decision', text: 'The pool has no limit.' });
    expect(view).not.toHaveProperty('like');
    const { ends } = await world.ask('remember', {
      ...{ kind: 'decision', text: 'The pool has 9 connections.' },
    });
    await world.ask(ends.tool, ends.args);
    const cards = await world.ask('graph_query', { ids: ends.args.targets });
    expect(cards.nodes[0]).toMatchObject({ status: 'superseded' });
  });

  it('[RC96] the call that ends the older one finds it with its task too', async () => {
    await createTask(world);
    const about = { about: 'TASK-001' };
    await decide('Use WAL.', about);
    const { ids, like, ends } = await world.ask('remember', {
      ...{ kind: 'decision', text: 'Do not use WAL.', ...about },
    });
    expect(ids).not.toContain(like[0].id);
    await world.ask(ends.tool, ends.args);
    const after = await world.ask('remember', {
      kind: 'decision',
      text: 'Do not use WAL yet.',
      ...about,
    });
    expect(after.like).toEqual([{ id: ids[0], text: 'Do not use WAL.' }]);
  });

  it('[RC96] a rule names the rule that it may replace, and the call that retires it', async () => {
    await stored({ kind: 'rule', text: 'Click events are kept for 13 months.' });
    const lines = await remember({ kind: 'rule', text: 'Click events are kept for 6 months.' });
    expect(lines).toEqual([
      'Saved RULE-002 (user, by tester).',
      'RULE-001 is much like it and still holds: Click events are kept for 13 months.',
      expect.stringContaining('remember replaces=RULE-001'),
    ]);
    const [line] = await remember({ replaces: 'RULE-001' });
    expect(line).toBe('RULE-001 no longer holds');
    const text = 'Click events are kept for 7 months.';
    expect(await world.ask('remember', { replaces: 'RULE-002', text })).not.toHaveProperty('like');
  });

  it('[RC97] an open question is asked once; an answered one is named', async () => {
    const question = { kind: 'question', text: 'Which port?' };
    const [asked] = await stored(question);
    expect(await unchanged({ ...question, text: 'which port' })).toMatchObject({ ids: [asked] });
    const [line, command] = await remember(question);
    expect(line).toBe(`${asked} asks that already: Which port?`);
    expect(command).toContain(`answers=${asked}`);
    await world.ask('remember', { answers: asked, text: '8080' });
    const [first, second] = await remember(question);
    expect(first).toMatch(/^CARD-\d+ open for whoever comes next$/);
    expect(second).toBe(`${asked} asked that before and was answered: recall id=${asked}`);
  });

  it('[RC97] the same answer to another question is stored', async () => {
    const [one = ''] = await stored({ kind: 'question', text: 'Now?' });
    const [two = ''] = await stored({ kind: 'question', text: 'Later?' });
    const [yes] = await stored({ answers: one, text: 'Yes.' });
    expect(await stored({ answers: two, text: 'Yes.' })).not.toEqual([yes]);
  });

  it('[RC98] secrets of what was said before are not shown', async () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
    await decide(`The deploy token is ${token} for now.`);
    const reply = await world.reply('remember', {
      ...{ kind: 'decision', text: `the deploy token is ${token} for now` },
    });
    expect(reply.text).toContain('says that already');
    expect(reply.text).not.toContain(token.slice(0, 12));
  });
});
