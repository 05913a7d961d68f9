/** Recording cards, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { thinkScenes } from '../../../test/support/think-world.ts';

describe.each(MAIN_ENGINES)('think_card on $name', (engine) => {
  const { ask, card, cards, head, refused } = thinkScenes(engine);

  it('[TI90] a type and a colon before plain text make it a card of that type', async () => {
    const shownOf = async (given: string, tool = 'think_card') =>
      card((await ask(tool, { card: given })).card_id);
    expect(await shownOf('decision: Use Redis: it is fast.')).toMatchObject({
      ...{ type: 'decision', text: 'Use Redis: it is fast.' },
    });
    expect(await shownOf('  Question:\nWhy?\nAnd how: so?')).toMatchObject({
      ...{ type: 'question', text: 'Why?\nAnd how: so?' },
    });
    for (const text of ['decision:', 'plan: Use Redis', 'decision:none', 'A decision: this']) {
      expect(await shownOf(text), text).toMatchObject({ type: 'note', text });
    }
    expect(await shownOf('decision: Use Redis', 'think_add_hypothesis')).toMatchObject({
      ...{ type: 'hypothesis', text: 'decision: Use Redis' },
    });
    expect(await shownOf('hypothesis: It is slow', 'think_add_hypothesis')).toMatchObject({
      ...{ type: 'hypothesis', text: 'It is slow' },
    });
  });

  it('[TI1] [TI2] reads a card in each of its spellings', async () => {
    const spellings: [unknown, object][] = [
      [
        { ID: 'a', Card_Type: 'question', TITLE: 'Why?' },
        { id: 'a', type: 'question', title: 'Why?' },
      ],
      ['{"card_id":"b","type":"test","text":"Run it"}', { id: 'b', type: 'test', text: 'Run it' }],
      [
        'id: c\ntype: decision\ntitle: A table\n# said aloud\narea: infra',
        { id: 'c', type: 'decision', title: 'A table', meta: { area: 'infra' } },
      ],
      ['area: infra\ntitle: Which?', { type: 'note', title: 'Which?', meta: { area: 'infra' } }],
      [
        { id: 'd', text: 'x', tags: 'B, a;b', depth: 3 },
        { id: 'd', type: 'note', status: 'open', tags: ['a', 'b'], meta: { depth: 3 } },
      ],
    ];
    for (const [given, shown] of spellings) {
      const { card_id } = await ask('think_card', { card: given });
      expect(await card(card_id)).toMatchObject(shown);
    }
    const sentences = [
      'Note to self: the disk is slow.\nReason: it is old.',
      'Status: all is well',
    ];
    for (const sentence of sentences) {
      const { card_id } = await ask('think_card', { card: sentence });
      expect(await card(card_id)).toMatchObject({ type: 'note', text: sentence });
    }
  });

  it('[TI3] refuses an invalid card, and writes nothing', async () => {
    for (const wrong of [
      {},
      { title: ' ' },
      { title: 5 },
      { type: 'idea', text: 'x' },
      '{"a":',
      '',
    ]) {
      await refused('think_card', { card: wrong });
    }
    expect(await refused('think_card', { card: { type: 'idea', text: 'x' } })).toContain(
      'hypothesis',
    );
  });

  it('[TI4] numbers cards without an id, and skips ids that are taken', async () => {
    const next = (await head()) + 1;
    await ask('think_card', { card: { id: `CARD-${next + 2}`, text: 'mine' } });
    const { card_id } = await ask('think_card', { card: 'yours' });
    expect(card_id).toMatch(/^CARD-\d+$/);
    expect(card_id).not.toBe(`CARD-${next + 2}`);
    expect(await cards()).toHaveLength(2);
  });

  it('[TI5] writes trace entry, node and edges together', async () => {
    for (const id of ['q1', 't1']) await ask('think_card', { card: { id, text: id } });
    const before = await head();
    const told = await ask('think_card', {
      card: { id: 'h1', type: 'hypothesis', title: 'Cold' },
      supports: ['q1', 'q1'],
      blocks: ['t1'],
    });
    expect(told).toMatchObject({
      card_id: 'h1',
      inserted: true,
      graph_applied: { nodes_upserted: 1, edges_upserted: 2 },
      last_seq: before + 4,
    });
    const { entries } = await ask('show', { doc: 'trace' });
    expect(entries.at(-1)).toMatchObject({ kind: 'note', format: 'think_card', title: 'Cold' });
  });

  it('[TI6] treats the same card as a repeat, also after its status and pins changed', async () => {
    const again = { card: { id: 'q1', type: 'question', title: 'Why?' } };
    await ask('think_card', again);
    await ask('think_set_status', { targets: 'q1', status: 'closed' });
    await ask('think_pin', { targets: 'q1' });
    const before = await head();
    expect(await ask('think_card', again)).toMatchObject({ inserted: false, last_seq: null });
    expect(await head()).toBe(before);
    expect(await card('q1')).toMatchObject({ status: 'closed', tags: ['pinned'] });
    await ask('think_card', { card: { id: 'q0', text: 'Before that' } });
    const linked = await ask('think_card', { ...again, supports: ['q0'] });
    expect(linked).toMatchObject({ inserted: false, graph_applied: { edges_upserted: 1 } });
  });

  it('[TI7] refuses an id that is taken or reserved', async () => {
    await ask('think_card', { card: { id: 'q1', text: 'one' } });
    await ask('graph_apply', { ops: [{ op: 'node_upsert', id: 'n1', type: 'file' }] });
    for (const id of ['q1', 'n1', 'task:TASK-001', 'step:1', 'a|b']) {
      await refused('think_card', { card: { id, text: 'two' } });
    }
    expect(await refused('think_card', { card: { id: 'q1', text: 'two', tags: ['x'] } })).toContain(
      'card.id: q1 exists already, with another text, tags',
    );
  });

  const CARD = { id: 'c', title: 'Cold', meta: { a: 1, b: { x: [1], y: 2 } } };
  const SHUFFLED = { meta: { b: { y: 2, x: [1] }, a: 1 }, title: 'Cold', id: 'c' };
  const isRepeat = { inserted: false, graph_applied: { nodes_upserted: 0 }, last_seq: null };

  it('[TI80] the order of names in meta makes no other card', async () => {
    await ask('think_card', { card: CARD });
    expect(await ask('think_card', { card: SHUFFLED })).toMatchObject(isRepeat);
  });

  it('[TI80] a card is known on every branch that inherits it', async () => {
    await ask('think_card', { card: CARD });
    await ask('branch_create', { name: 'idea' });
    await ask('branch_create', { name: 'deep', from: 'idea' });
    await ask('think_set_status', { ref: 'idea', targets: 'c', status: 'closed' });
    for (const branch of ['idea', 'deep']) {
      expect(await ask('think_card', { branch, card: SHUFFLED })).toMatchObject(isRepeat);
      await refused('think_card', { branch, card: { ...CARD, title: 'Warm' } });
    }
    await ask('branch_create', { name: 'early', from: 'main' });
    await ask('think_card', { card: { id: 'late', text: 'on main alone' } });
    const there = { branch: 'early', card: { id: 'late', text: 'there, and different' } };
    expect(await ask('think_card', there)).toMatchObject({ inserted: true });
  });

  it('[TI80] a card is known after a merge brought it, also if its branch is gone', async () => {
    await ask('branch_create', { name: 'idea' });
    await ask('branch_create', { name: 'deep', from: 'idea' });
    await ask('think_card', { branch: 'deep', card: CARD });
    await ask('think_set_status', { ref: 'deep', targets: 'c', status: 'closed' });
    await ask('graph_merge', { from: 'deep' });
    await ask('think_pin', { ref: 'idea', targets: 'c' });
    await ask('graph_merge', { from: 'idea' });
    await ask('branch_delete', { name: 'deep' });
    expect(await ask('think_card', { branch: 'main', card: SHUFFLED })).toMatchObject(isRepeat);
    await refused('think_card', { branch: 'main', card: { ...CARD, title: 'Warm' } });
    expect(await card('c')).toMatchObject({ status: 'closed' });
  });

  it('[TI80] a merged entry of the trace is the entry of its card', async () => {
    await ask('branch_create', { name: 'idea' });
    await ask('think_card', { branch: 'idea', card: CARD });
    await ask('merge', { from: 'idea', into: 'main', doc: 'trace' });
    const told = await ask('think_card', { branch: 'main', card: SHUFFLED });
    expect(told).toMatchObject({ inserted: false, graph_applied: { nodes_upserted: 1 } });
    expect((await ask('show', { branch: 'main', doc: 'trace' })).entries).toHaveLength(1);
  });

  it('[TI81] a card whose node was deleted is restored, without a second entry', async () => {
    await ask('think_card', { card: CARD });
    await ask('graph_apply', { ops: [{ op: 'node_delete', id: 'c' }] });
    const told = await ask('think_card', { card: CARD });
    expect(told).toMatchObject({ inserted: false, graph_applied: { nodes_upserted: 1 } });
    expect(await card('c')).toMatchObject({ title: 'Cold' });
    expect((await ask('show', { doc: 'trace' })).entries).toHaveLength(1);
  });

  it('[TI82] a link to an unknown card is refused, and nothing is written', async () => {
    const told = await refused('think_card', { card: { text: 'x' }, supports: ['nope'] });
    expect(told).toContain('supports: no card \\"nope\\" on main');
    await refused('think_add_test', { card: { text: 'x' }, blocks: ['nope'] });
    expect(await ask('graph_validate', {})).toMatchObject({ ok: true });
  });
});
