/** The thinking tools, named by the rules in docs/spec/thinking.md. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';
import { CARD_TYPES } from '../../domain/cards/card.ts';
import type { JsonObject } from '../../kernel/json.ts';

interface CardShown extends JsonObject {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly tags: readonly string[];
}

describe.each(MAIN_ENGINES)('thinking on $name', (engine) => {
  let server: TestSurface;
  let workspace: string;
  let used = 0;

  beforeAll(async () => {
    server = await openTestSurface({ engine });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    workspace = `w${++used}`;
    await server.call('init', { workspace });
  });

  async function ask(tool: string, args: object = {}) {
    const reply = await server.call(tool, { workspace, ...args });
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
    return JSON.parse(reply.text).result;
  }

  /** Refused, and nothing written. */
  async function refused(tool: string, args: object): Promise<string> {
    const before = await head();
    const reply = await server.call(tool, { workspace, ...args });
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(true);
    expect(await head()).toBe(before);
    return reply.text;
  }

  const head = () => server.surface.store.read(workspace, async (tx) => tx.head);
  const cards = async (args: object = {}): Promise<CardShown[]> =>
    (await ask('think_query', args)).cards;
  const card = async (id: string) => (await cards({ ids: [id] }))[0];

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
      [
        { id: 'd', text: 'x', tags: 'B, a;b', depth: 3 },
        { id: 'd', type: 'note', status: 'open', tags: ['a', 'b'], meta: { depth: 3 } },
      ],
    ];
    for (const [given, shown] of spellings) {
      const { card_id } = await ask('think_card', { card: given });
      expect(await card(card_id)).toMatchObject(shown);
    }
    const sentence = 'Note to self: the disk is slow.\nReason: it is old.';
    const { card_id } = await ask('think_card', { card: sentence });
    expect(await card(card_id)).toMatchObject({ type: 'note', text: sentence });
  });

  it('[TI3] refuses what is no card, and writes nothing', async () => {
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
    expect(await refused('think_template', { type: 'idea' })).toContain('hypothesis');
  });

  it('[TI4] numbers cards that have no id, around those an author has named', async () => {
    const next = (await head()) + 1;
    await ask('think_card', { card: { id: `CARD-${next + 2}`, text: 'mine' } });
    const { card_id } = await ask('think_card', { card: 'yours' });
    expect(card_id).toMatch(/^CARD-\d+$/);
    expect(card_id).not.toBe(`CARD-${next + 2}`);
    expect(await cards()).toHaveLength(2);
  });

  it('[TI5] enters trace, node and edges together', async () => {
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
    expect(entries).toMatchObject([{ kind: 'note', format: 'think_card', title: 'Cold' }]);
  });

  it('[TI6] takes the same card again for no change, also after its status and pins changed', async () => {
    const again = { card: { id: 'q1', type: 'question', title: 'Why?' } };
    await ask('think_card', again);
    await ask('think_set_status', { targets: 'q1', status: 'closed' });
    await ask('think_pin', { targets: 'q1' });
    const before = await head();
    expect(await ask('think_card', again)).toMatchObject({ inserted: false, last_seq: null });
    expect(await head()).toBe(before);
    expect(await card('q1')).toMatchObject({ status: 'closed', tags: ['pinned'] });
    const linked = await ask('think_card', { ...again, supports: ['q0'] });
    expect(linked).toMatchObject({ inserted: false, graph_applied: { edges_upserted: 1 } });
  });

  it('[TI7] refuses an id that is taken or reserved', async () => {
    await ask('think_card', { card: { id: 'q1', text: 'one' } });
    await ask('graph_apply', { ops: [{ op: 'node_upsert', id: 'n1', type: 'file' }] });
    for (const id of ['q1', 'n1', 'task:TASK-001', 'step:1', 'a|b']) {
      await refused('think_card', { card: { id, text: 'two' } });
    }
  });

  it('[TI8] settles the type of what is added', async () => {
    for (const type of CARD_TYPES) {
      const { card_id } = await ask(`think_add_${type}`, { card: { type: 'note', title: type } });
      expect(await card(card_id)).toMatchObject({ type });
    }
  });

  it('[TI9] records a pipeline in order, whole or not at all', async () => {
    const told = await ask('think_pipeline', {
      frame: 'Which queue?',
      test: { id: 't1', title: 'Try both' },
      decision: { title: 'A table', text: 'It is there.' },
      status: { decision: 'accepted' },
    });
    const ids = told.cards.map((each: { card_id: string }) => each.card_id);
    expect(told.cards.map((each: { stage: string }) => each.stage)).toEqual([
      'frame',
      'test',
      'decision',
    ]);
    const { edges } = await ask('graph_query');
    expect(edges.map(({ from, to }: { from: string; to: string }) => [from, to])).toEqual([
      [ids[2], 't1'],
      ['t1', ids[0]],
    ]);
    const { entries } = await ask('show', { doc: 'notes' });
    expect(entries).toMatchObject([
      { title: 'Decision', content: `${ids[2]}: A table. It is there.` },
    ]);
    await refused('think_pipeline', {});
    await refused('think_pipeline', { frame: 'x', status: { decision: 'accepted' } });
    await refused('think_pipeline', { frame: 'x', status: { frame: ' ' } });
    await refused('think_pipeline', { frame: 'x', decision: { title: 3 } });
  });

  it('[TI10] gives cards only, newest first, on every page', async () => {
    for (let n = 1; n <= 7; n++) await ask('think_card', { card: { id: `c${n}`, text: `${n}` } });
    await ask('graph_apply', { ops: [{ op: 'node_upsert', id: 'n1', type: 'file' }] });
    const seen: string[] = [];
    let cursor: number | null = null;
    do {
      const page = await ask('think_query', { limit: 3, cursor });
      seen.push(...page.cards.map((each: CardShown) => each.id));
      cursor = page.pagination.next_cursor ?? null;
    } while (cursor !== null);
    expect(seen).toEqual(['c7', 'c6', 'c5', 'c4', 'c3', 'c2', 'c1']);
    const context = await ask('think_context', { limit_cards: 2 });
    expect(context).toMatchObject({ stats: { cards: 2, by_type: { note: 2 } }, truncated: true });
  });

  it('[TI11] tells what is open, and what to go on with', async () => {
    expect((await ask('think_next')).candidate).toBeNull();
    await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    await ask('think_card', { card: { id: 'h1', type: 'hypothesis', title: 'Cold' } });
    await ask('think_card', { card: { id: 'e1', type: 'evidence', title: 'Seen' } });
    expect((await ask('think_next')).candidate.id).toBe('h1');
    await ask('think_set_status', { targets: ['h1'], status: 'refuted' });
    expect((await ask('think_next')).candidate.id).toBe('q1');
    const { frontier } = await ask('think_frontier');
    expect(frontier).toMatchObject({ hypotheses: [], questions: [{ id: 'q1' }], tests: [] });
    const pack = await ask('think_pack');
    expect(pack.candidates.map((each: CardShown) => each.id)).toEqual(['h1', 'e1', 'q1']);
    const watch = await ask('think_watch', { trace_statement_max_bytes: 3 });
    expect(watch.trace.entries).toHaveLength(3);
  });

  it('[TI12] marks all named cards or none', async () => {
    for (const id of ['a', 'b']) await ask('think_card', { card: { id, text: id } });
    await refused('think_set_status', { targets: ['a', 'nobody'], status: 'closed' });
    await refused('think_pin', { targets: ['nobody', 'b'] });
    expect(
      (await ask('think_set_status', { targets: ['a', 'a', 'b'], status: 'closed' })).updated,
    ).toEqual(['a', 'b']);
    await ask('think_pin', { targets: ['a', 'b'] });
    const before = await head();
    await ask('think_pin', { targets: ['a', 'b'] });
    await ask('think_set_status', { targets: 'b', status: 'closed' });
    expect(await head()).toBe(before);
    expect((await ask('think_pins')).pins.map((each: CardShown) => each.id)).toEqual(['b', 'a']);
    await ask('think_pin', { targets: 'a', pinned: false });
    expect((await ask('think_pins')).pins.map((each: CardShown) => each.id)).toEqual(['b']);
  });

  it('[TI13] merges what says the same once', async () => {
    const said = [
      'Why is the cache so slow today?',
      'why is the CACHE so slow, today',
      'Who did it?',
    ];
    for (const [n, title] of said.entries()) {
      await ask('think_card', { card: { id: `q${n}`, type: 'question', title } });
    }
    const { merged_groups } = await ask('think_nominal_merge');
    expect(merged_groups).toEqual([{ canonical_id: 'q0', merged_ids: ['q1'] }]);
    expect(await card('q1')).toMatchObject({ status: 'merged' });
    const before = await head();
    expect(await ask('think_nominal_merge')).toMatchObject({ merged_groups: [], applied: null });
    expect(await head()).toBe(before);
  });

  it('[TI14] opens a subgoal under a question that is there, and closes it', async () => {
    await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    await refused('think_subgoal_open', { question_id: 'q9' });
    const opened = await ask('think_subgoal_open', { question_id: 'q1', message: 'The disk?' });
    expect((await ask('think_frontier')).frontier.subgoals).toMatchObject([
      { id: opened.subgoal_id },
    ]);
    await refused('think_subgoal_close', { subgoal_id: 'q1' });
    await refused('think_subgoal_close', { subgoal_id: opened.subgoal_id, return_card: {} });
    const closed = await ask('think_subgoal_close', {
      subgoal_id: opened.subgoal_id,
      return_card: 'It is fine.',
    });
    expect(await card(opened.subgoal_id)).toMatchObject({ status: 'closed' });
    const { edges } = await ask('graph_query');
    expect(edges.map(({ rel, to }: { rel: string; to: string }) => [rel, to])).toEqual([
      ['return', closed.return_card_id],
      ['subgoal', opened.subgoal_id],
    ]);
  });

  it('[TI15] packs a place into one answer', async () => {
    await ask('think_card', {
      card: { id: 'd1', type: 'decision', title: 'A table', tags: ['blocker'] },
    });
    await ask('think_card', { card: { id: 'e1', type: 'evidence', title: 'Seen' } });
    await ask('notes_commit', { content: 'A note.' });
    const pack = await ask('context_pack');
    expect(pack).toMatchObject({
      branch: 'main',
      docs: { notes: 'notes', trace: 'trace', graph: 'graph' },
      signals: { blockers: [{ id: 'd1' }], decisions: [{ id: 'd1' }], evidence: [{ id: 'e1' }] },
      stats: { notes_count: 1, trace_count: 2, cards: 2 },
    });
    expect((await ask('diagnostics')).context_health.stats).toEqual({
      notes_present: true,
      trace_present: true,
      cards_present: true,
    });
  });

  it('[TI17] thinks about a target on its own branch, or on one that was made to try something', async () => {
    await ask('tasks_create', { title: 'Ship it' });
    await ask('tasks_create', { parent: 'PLAN-001', title: 'Read numbers' });
    await ask('notes_commit', { content: 'On the checkout.' });
    const empty = await server.call('context_pack', { workspace, target: 'TASK-001' });
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

  it('[TI16] keeps to a branch what is changed there', async () => {
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
