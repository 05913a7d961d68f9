/** The views of cards, followed through changes on derived branches, merges and bursts. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { edge, node, remove, titled, unlink } from '../../../../test/support/graph-world.ts';
import { followedScenes } from '../../../../test/support/memory-views-world.ts';
import { recordCards } from '../../../../test/support/think-world.ts';
import { Hub } from '../../hub.ts';
import type { CardDetailRow } from './card-view.ts';
import { CARDS_VIEW, type CardRow } from './cards-view.ts';

describe.each(MAIN_ENGINES)('views of cards on $name', (engine) => {
  const world = followedScenes(engine);
  const { act, follow, branchId } = world;
  const apply = (branch: string, ...ops: readonly object[]) => act('graph_apply', { branch, ops });

  it('[OB83] cards have status, tags, pins and the edges that begin at them', async () => {
    const cards = await follow<CardRow>('cards', { branch: 1 });
    await recordCards(world);
    await world.agree();
    await act('think_link', { from: 'h1', rel: 'answers', to: 'q1' });
    expect(cards.touched).toEqual(['h1']);
    expect(cards.row('h1')).toMatchObject({
      ...{ type: 'hypothesis', title: 'Cold', status: 'open', by: 'tester' },
      edges: [{ rel: 'answers', to: 'q1' }],
    });
    const begun = cards.row('h1')?.begun;
    await act('think_set_status', { targets: ['h1'], status: 'refuted' });
    await act('think_pin', { targets: 'h1' });
    expect(cards.row('h1')).toMatchObject({ status: 'refuted', pinned: true, begun });
    expect(cards.row('h1')?.seq).toBeGreaterThan(begun ?? 0);
    await act('think_pin', { targets: 'h1', pinned: false });
    expect(cards.row('h1')).not.toHaveProperty('pinned');
    await apply('main', { op: 'edge_delete', from: 'h1', rel: 'answers', to: 'q1' });
    expect(cards.row('h1')?.edges).toEqual([]);
    await apply('main', remove('e1'));
    expect(cards.row('e1')).toBeUndefined();
    expect(cards.resets).toBe(0);
  });

  it('[OB83] a derived branch keeps its own picture, and merges bring cards over', async () => {
    await recordCards(world);
    await act('branch_create', { name: 'idea', from: 'main' });
    const idea = await branchId('idea');
    const theirs = await follow<CardRow>('cards', { branch: idea });
    const ours = await follow<CardRow>('cards', { branch: 1 });
    await act('think_set_status', { targets: ['h1'], status: 'refuted', ref: 'main' });
    expect(theirs.row('h1')).toMatchObject({ status: 'open' });
    expect(theirs.touched).toEqual([]);
    await act('think_card', {
      card: { id: 't1', type: 'test', title: 'Try' },
      branch: 'idea',
      supports: ['q1'],
    });
    await apply('idea', remove('e1'), node('own', { tags: ['x'] }), edge('own', 'q1'));
    expect(theirs.row('e1')).toBeUndefined();
    expect(ours.row('e1')).toBeDefined();
    await act('branch_create', { name: 'deep', from: 'idea' });
    const deep = await follow<CardRow>('cards', { branch: await branchId('deep') });
    await apply('deep', titled('q1', 'Deeper'), unlink('own', 'q1'));
    expect(deep.row('q1')).toMatchObject({ title: 'Deeper', begun: ours.row('q1')?.begun });
    await act('graph_merge', { from: 'deep', into: 'idea' });
    expect(theirs.row('q1')?.title).toBe('Deeper');
    expect(theirs.row('own')?.edges).toEqual([]);
    const { conflict_ids: found = [] } = await act('graph_merge', { from: 'idea', into: 'main' });
    for (const conflict_id of found) {
      await act('graph_conflict_resolve', { conflict_id, resolution: 'use_from' });
    }
    expect(ours.row('t1')).toMatchObject({ edges: [{ rel: 'supports', to: 'q1' }] });
    expect(ours.row('e1')).toBeUndefined();
    expect([ours.resets, theirs.resets, deep.resets]).toEqual([0, 0, 0]);
    await act('branch_delete', { name: 'deep' });
    expect(deep.rows).toEqual([]);
  });

  it('[OB83] nodes of tasks and work are left out, and so is what they change', async () => {
    const cards = await follow<CardRow>('cards', { branch: 1 });
    await act('graph_open', { project: 'p', goal: 'All of it' });
    expect(cards.touched).toEqual([]);
    await apply('main', titled('mine', 'Mine'));
    expect(cards.rows.map(({ id }) => id)).toEqual(['mine']);
  });

  it('[OB83] the steps of a cipher are cards of the session’s branch', async () => {
    await world.gateway('start_new', { title: 'T' });
    await world.gateway('cipher');
    const think = (thought: string, thoughtNumber: number) =>
      world.gateway('thought', {
        ...{ thought, thoughtNumber, totalThoughts: 3, nextThoughtNeeded: true },
      });
    await think('S1|H|It is the cache', 1);
    const { branches } = await world.ask('branch_list');
    const own = branches.find(({ name }: { name: string }) => name !== 'main');
    const cards = await follow<CardRow>('cards', { branch: await branchId(own.name) });
    await think('S2|E|Misses doubled →[S1]', 2);
    expect(cards.rows.map(({ id, type }) => `${id} ${type}`).sort()).toEqual([
      ...['S1 hypothesis', 'S2 evidence'],
    ]);
    expect(cards.row('S2')?.edges).toHaveLength(1);
    expect(cards.resets).toBe(0);
  });

  it('[OB83] several versions of one event are paged without loss', async () => {
    const ops = Array.from({ length: 200 }, (_, at) => titled(`n${at}`, `N ${at}`));
    await apply('main', ...ops);
    await apply('main', ...ops.map((op, at) => ({ ...op, id: `m${at}` })));
    const cards = await follow<CardRow>('cards', { branch: 1 });
    expect(cards.rows).toHaveLength(400);
  });

  it('[OB85] a burst touches each changed key once, and more than 1,000 are read anew', async () => {
    const cards = await follow<CardRow>('cards', { branch: 1 });
    const write = (count: number, name: (at: number) => string) =>
      world.server.surface.store.write({ workspace: world.workspace, agent: 'a', nowMs: 1 }, (tx) =>
        tx.append(
          Array.from({ length: count }, (_, at) => ({
            ...{ type: 'graph_node_upserted', entity: 'branch:1', branch: 1, doc: 'graph' },
            payload: { node: { id: name(at), type: 'note', title: `V ${at}`, tags: [] } },
          })),
        ),
      );
    await write(1_100, () => 'same');
    await world.agree();
    expect(cards.touched).toEqual(['same']);
    await write(200, (at) => `n${at}`);
    await world.agree();
    expect(cards.resets).toBe(0);
    await write(1_001, (at) => `m${at}`);
    await world.agree();
    expect(cards.resets).toBe(1);
    expect(cards.rows).toHaveLength(1_202);
  });

  it('[OB85] 300 writes in a row are read by the feed far less often than they come', async () => {
    const { store } = world.server.surface;
    const hub = new Hub(world.workspace, {
      ...{ store, now: () => 1, claimTtlMinutes: 60, log: () => {} },
    });
    const heard: number[] = [];
    const feed = hub.feedOf(CARDS_VIEW, { branch: 1, doc: 'graph' });
    const listener = {
      change: ({ seq }: { readonly seq: number }) => heard.push(seq),
      reset: () => {},
      fail: () => {},
    };
    const joined = feed.join(listener);
    await joined.ready;
    const begun = process.hrtime.bigint();
    for (let at = 0; at < 300; at++) {
      await world.ask('graph_apply', { branch: 'main', ops: [titled(`b${at % 7}`, `T ${at}`)] });
    }
    const head = await world.head();
    await expect.poll(() => heard.at(-1)).toBe(head);
    const elapsedMs = Number(process.hrtime.bigint() - begun) / 1e6;
    expect(heard.length).toBeLessThanOrEqual(elapsedMs / 50 + 2);
    joined.leave();
    hub.close();
  });

  it('[OB84] a card has its whole text, its edges both ways and its versions', async () => {
    await recordCards(world);
    const long = 'because '.repeat(400);
    await apply('main', node('h1', { type: 'hypothesis', title: 'Cold', text: long }));
    const card = await follow<CardDetailRow>('card', { branch: 1, id: 'h1' });
    await act('think_link', { from: 'h1', rel: 'answers', to: 'q1' });
    await act('think_link', { from: 'e1', rel: 'supports', to: 'h1' });
    expect(card.rows).toMatchObject([
      {
        ...{ text: long, branchName: 'main', doc: 'graph' },
        outgoing: [{ rel: 'answers', id: 'q1', type: 'question', title: 'Why?' }],
        incoming: [{ rel: 'supports', id: 'e1', type: 'evidence', title: 'Seen' }],
      },
    ]);
    await act('think_set_status', { targets: ['q1'], status: 'closed' });
    expect(card.rows[0]?.outgoing).toMatchObject([{ id: 'q1', status: 'closed' }]);
    await act('think_set_status', { targets: ['h1'], status: 'confirmed' });
    expect(card.rows[0]?.history).toMatchObject([
      { status: 'confirmed', changed: ['status'], by: 'tester' },
      { changed: ['text', 'status'] },
      { status: 'open', changed: [] },
    ]);
    await act('notes_commit', { content: 'unrelated' });
    await act('think_card', { card: { id: 'x', type: 'note', title: 'Unrelated' } });
    expect(card.touched).toEqual([]);
    await act('branch_create', { name: 'idea', from: 'main' });
    const onIdea = await follow<CardDetailRow>('card', {
      branch: await branchId('idea'),
      id: 'h1',
    });
    await apply('idea', remove('h1'));
    expect(onIdea.rows).toEqual([]);
    expect(card.rows).toHaveLength(1);
    await act('branch_rename', { old: 'main', new: 'trunk' });
    expect(card.rows[0]?.branchName).toBe('trunk');
  });
});
