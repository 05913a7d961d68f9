/** Notes, cards, references and conflicts by their ids; docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { mergeScenes, titled } from '../../../test/support/graph-world.ts';
import { nearAs } from '../../../test/support/recall.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('recall of notes and cards on $name', (engine) => {
  const world = thinkScenes(engine);
  const open = (id: string, more: object = {}) => world.ask('recall', { id, ...more });

  it('[RC63] opens a note by the id of its event and by its seq, between its neighbours', async () => {
    const seqs: number[] = [];
    for (const content of ['one', 'two', 'three']) {
      await world.ask('notes_commit', { content });
      seqs.push(await world.head());
    }
    const [one, two, three] = seqs.map((seq) => `evt_${String(seq).padStart(16, '0')}`);
    const note = await open(two ?? '');
    expect(note).toMatchObject({ kind: 'note', in: 'main/notes', content: { content: 'two' } });
    expect(nearAs(note, 'before')).toEqual([one]);
    expect(nearAs(note, 'after')).toEqual([three]);
    expect(await open(String(seqs[1]))).toEqual(note);
    await world.ask('trace_step', { step: 'Measured.', message: 'Hit rate' });
    expect(await open(String(await world.head()))).toMatchObject({ kind: 'trace' });
  });

  it('[RC64] leads from a question to its answer, and back', async () => {
    await world.call('remember', { kind: 'question', text: 'Which Node versions?' });
    const [card] = await world.cards();
    const asked = await open(card?.id ?? '');
    expect(asked).toMatchObject({
      kind: 'question',
      in: 'main/graph',
      content: { status: 'open' },
    });
    await world.call('remember', { answers: card?.id, text: 'From 20 on.' });
    const question = await open(card?.id ?? '');
    expect(question.state).toBe('answered');
    const [answer] = nearAs(question, 'answer');
    expect(question.near).toEqual([{ id: answer, as: 'answer', text: 'From 20 on.' }]);
    expect((await open(answer ?? '')).near).toEqual([
      { id: card?.id, as: 'answers', text: 'Which Node versions?' },
    ]);
  });

  it('[RC64] tells the answer of a long question from what only supports it', async () => {
    const text = `Which versions of Node?\n${'It matters. '.repeat(40)}`;
    await world.call('remember', { kind: 'question', text });
    const [card] = await world.cards();
    const proof = { id: 'e1', type: 'evidence', title: 'Seen in CI', text: 'It ran on 20.' };
    await world.ask('think_card', { card: proof, supports: [card?.id] });
    await world.call('remember', { answers: card?.id, text: 'From 20 on.' });
    const { near } = await open(card?.id ?? '');
    expect(near.map((each: Shown) => [each.as, each.text])).toEqual(
      expect.arrayContaining([
        ['answer', 'From 20 on.'],
        ['supports this', 'Seen in CI'],
      ]),
    );
  });

  it('[RC70] offers the choice if a card is on two branches and differs', async () => {
    await world.ask('think_card', { card: { id: 'k1', type: 'note', title: 'Cold' } });
    await world.ask('branch_create', { name: 'idea/one' });
    const apply = (branch: string, title: string) =>
      world.ask('graph_apply', { branch, ops: [titled('k1', title)] });
    await apply('idea/one', 'Warm');
    const { choices } = await open('k1');
    expect(choices).toMatchObject([
      { id: 'card:k1@idea/one/graph', in: 'idea/one/graph', text: 'Warm' },
      { id: 'card:k1@main/graph', in: 'main/graph', text: 'Cold' },
    ]);
    expect(await open(choices[0].id)).toMatchObject({ content: { title: 'Warm' } });
    expect(await open('k1', { branch: 'main' })).toMatchObject({ content: { title: 'Cold' } });
    await world.ask('graph_apply', { branch: 'idea/one', ops: [titled('k2', 'Same')] });
    await world.ask('graph_apply', { branch: 'main', ops: [titled('k2', 'Same')] });
    expect(await open('k2')).toMatchObject({ id: 'k2', content: { title: 'Same' } });
  });

  it('[RC66] [RC70] [RC72] opens branches, documents and tags, and tells them apart by their kind', async () => {
    await world.ask('notes_commit', { content: 'Agreed.' });
    const seq = await world.head();
    await world.ask('tag_create', { name: 'agreed' });
    await world.ask('branch_create', { name: 'idea' });
    await world.ask('notes_commit', { branch: 'idea', doc: 'risks', content: 'It may melt.' });
    const tag = await open('agreed');
    expect(tag).toMatchObject({ kind: 'tag', content: { seq } });
    expect(await open(nearAs(tag, 'note')[0] ?? '')).toMatchObject({
      content: { content: 'Agreed.' },
    });
    expect(await open('idea')).toMatchObject({ kind: 'branch', content: { base_branch: 'main' } });
    expect(await open('notes')).toMatchObject({ kind: 'document', in: 'main' });
    expect(await world.refused('recall', { id: 'risks' })).toContain('UNKNOWN_ID');
    expect(await open('risks@idea')).toMatchObject({
      content: { entries: [{ content: 'It may melt.' }] },
    });
    await world.ask('think_card', { card: { id: 'agreed', type: 'note', title: 'We agree' } });
    const { choices } = await open('agreed');
    expect(choices.map((each: Shown) => [each.id, each.kind])).toEqual([
      ['card:agreed', 'card'],
      ['tag:agreed', 'tag'],
    ]);
    expect(await open('tag:agreed')).toEqual(tag);
    await world.ask('tag_delete', { name: 'agreed' });
    expect(await open('tag:agreed')).toMatchObject({ state: 'deleted', content: { seq } });
  });

  it('[RC72] opens a card that was deleted, alone or with its branch', async () => {
    await world.ask('think_card', { card: { id: 'k1', type: 'note', title: 'Cold' } });
    await world.ask('graph_apply', { ops: [{ op: 'node_delete', id: 'k1' }] });
    expect(await open('k1')).toMatchObject({ state: 'deleted', content: { title: 'Cold' } });
    await world.ask('branch_create', { name: 'idea' });
    await world.ask('think_card', {
      branch: 'idea',
      card: { id: 'k2', type: 'note', title: 'Gone' },
    });
    await world.ask('branch_delete', { name: 'idea' });
    expect(await open('k2')).toMatchObject({ state: 'deleted', content: { title: 'Gone' } });
  });

  it('[RC69] opens what comes with the program, unless the memory has that name', async () => {
    expect(await open('five-whys')).toMatchObject({ kind: 'model' });
    expect(await open('debug')).toMatchObject({ kind: 'playbook' });
    expect(await open('basic-task')).toMatchObject({ kind: 'template' });
    await world.ask('think_card', { card: { id: 'debug', type: 'note', title: 'How to' } });
    expect(await open('debug')).toMatchObject({ kind: 'card' });
    expect(await open('playbook:debug')).toMatchObject({ kind: 'playbook' });
  });

  it('[RC60] shows no secret', async () => {
    const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
    await world.ask('notes_commit', { content: `The token is ${secret}.` });
    const { content, near = [] } = await open(String(await world.head()));
    expect(JSON.stringify({ content, near })).not.toContain(secret);
  });
});

describe('recall of conflicts', () => {
  const world = mergeScenes();

  it('[RC69] [RC72] opens them open and resolved', async () => {
    const ask = async (tool: string, args: object = {}) => world.call(tool, args);
    await ask('init');
    await ask('graph_apply', { ops: [titled('q1', 'Which?')] });
    await ask('branch_create', { name: 'idea' });
    await ask('graph_apply', { branch: 'idea', ops: [titled('q1', 'Theirs')] });
    await ask('graph_apply', { branch: 'main', ops: [titled('q1', 'Ours')] });
    await ask('graph_merge', { from: 'idea', merge_to_base: true });
    const [{ conflict_id: id }] = (await ask('graph_conflicts', { into: 'main' })).conflicts;
    const conflict = await ask('recall', { id });
    expect(conflict).toMatchObject({ kind: 'conflict', in: 'main/graph', content: { key: 'q1' } });
    expect(conflict).not.toHaveProperty('state');
    expect(await ask('recall', { id: nearAs(conflict, 'theirs')[0] })).toMatchObject({
      content: { title: 'Theirs' },
    });
    await ask('graph_conflict_resolve', { conflict_id: id, resolution: 'use_from' });
    expect(await ask('recall', { id })).toMatchObject({ state: 'resolved' });
  });
});
