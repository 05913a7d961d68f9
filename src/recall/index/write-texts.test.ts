/** The index of recall follows the journal, by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { randomFrom } from '../../../test/support/random.ts';
import { newRun, type Run, workspace } from '../../../test/support/recall-model/run.ts';
import { STEP_KINDS } from '../../../test/support/recall-model/steps.ts';
import { openTestSurface } from '../../../test/support/surface.ts';
import { createTask, type Shown, TASK, useTaskWorld } from '../../../test/support/task-world.ts';
import type { EventDraft, JournalEvent } from '../../domain/journal/event.ts';
import { initializeWorkspace } from '../../domain/workspace/workspace.ts';
import type { Store } from '../../store/port.ts';
import { seqOf } from '../terms/postings.ts';

/** The documents and postings of a workspace. */
async function indexOf(store: Store, name: string) {
  return store.read(name, async (tx) => {
    const terms = await tx.recall.beginning('', 100_000);
    const places = await tx.recall.places(terms, 100_000);
    return { docs: await tx.recall.newest({ limit: 100_000 }), places: [...places] };
  });
}

function draftOf({ type, entity, branch, doc, payload }: JournalEvent): EventDraft {
  const at = branch === undefined ? {} : { branch, ...(doc === undefined ? {} : { doc }) };
  return { type, entity, ...at, payload } as EventDraft;
}

/** The same events in appends of these lengths, in turn. */
async function copy(
  store: Store,
  events: readonly JournalEvent[],
  name: string,
  lengths: readonly number[],
): Promise<void> {
  const drafts = events.map(draftOf);
  for (let turn = 0; drafts.length > 0; turn++) {
    const some = drafts.splice(0, lengths[turn % lengths.length]);
    await store.write({ workspace: name, agent: 'tester', nowMs: 1 }, (tx) => tx.append(some));
  }
}

describe.each(MAIN_ENGINES)('the index on $name', (engine) => {
  it('[RC10] is the same however the events are divided into appends', async () => {
    const server = await openTestSurface({ engine });
    const { store } = server.surface;
    const run: Run = newRun([server], randomFrom(7));
    await server.call('init', { workspace });
    for (run.step = 1; run.step <= 120; run.step++) await run.random.pick(STEP_KINDS)(run);
    const events = await store.read(workspace, (tx) => tx.journal.after(0, 10_000));
    await copy(store, events, 'one-by-one', [1]);
    await copy(store, events, 'at-once', [10_000]);
    await copy(store, events, 'in-parts', [3, 1, 40, 7, 2]);
    const index = await indexOf(store, 'one-by-one');
    expect(index.docs.length).toBeGreaterThan(60);
    expect(await indexOf(store, 'at-once')).toEqual(index);
    expect(await indexOf(store, 'in-parts')).toEqual(index);
    expect(await store.check()).toEqual([]);
    await store.rebuild();
    expect(await store.check()).toEqual([]);
    expect(await indexOf(store, 'in-parts')).toEqual(index);
    await server.close();
  });

  it('[RC9] [RC10] is the same across all levels and blocks of the index', async () => {
    const server = await openTestSurface({ engine });
    const { store } = server.surface;
    const random = randomFrom(11);
    const word = () => `word${random.below(300)}`;
    const drafts = Array.from({ length: 2_500 }, (): EventDraft => {
      const id = `p${random.below(40)}`;
      const entity = `pattern:${id}`;
      if (random.below(5) === 0) return { type: 'pattern_deleted', entity, payload: { id } };
      const text = { title: word(), description: word(), content: word() };
      const pattern = { id, ...text, tags: [] };
      return { type: 'pattern_saved', entity, payload: { pattern } };
    });
    const first: EventDraft = initializeWorkspace();
    const append = async (name: string, lengths: readonly number[]) => {
      const left = [first, ...drafts];
      for (let turn = 0; left.length > 0; turn++) {
        const some = left.splice(0, lengths[turn % lengths.length]);
        await store.write({ workspace: name, agent: 'tester', nowMs: 1 }, (tx) => tx.append(some));
      }
    };
    await append('in-parts', [3, 1, 40, 7, 200]);
    await append('at-once', [10_000]);
    await append('in-blocks', [1_023, 1, 64]);
    const index = await indexOf(store, 'in-parts');
    expect(index.places.length).toBeGreaterThan(40);
    expect(index.docs.length).toBeLessThan(41);
    expect(await indexOf(store, 'at-once')).toEqual(index);
    expect(await indexOf(store, 'in-blocks')).toEqual(index);
    // Exactly the words of what is there.
    const words = index.docs.flatMap(({ title, body }) => `${title} ${body}`.match(/word\d+/g));
    const terms = index.places.map(([term]) => term).filter((term) => /^word\d/.test(term));
    expect(terms.sort()).toEqual([...new Set(words)].sort());
    expect(await store.check()).toEqual([]);
    await server.close();
  });
});

describe.each(MAIN_ENGINES)('events with many texts on $name', (engine) => {
  it('[RC9] [RC10] leave the index as it is however they are divided', async () => {
    const server = await openTestSurface({ engine });
    const { store } = server.surface;
    const random = randomFrom(13);
    const ask = async (tool: string, args: object) =>
      JSON.parse((await server.call(tool, { workspace, ...args })).text);
    await ask('init', {});
    const { root } = await ask('graph_open', { project: 'many' });
    const ids: string[] = [];
    const summary = () => `Read word${random.below(200)} and word${random.below(200)}`;
    for (let turn = 0; turn < 90; turn++) {
      const kind = random.below(4);
      const node_id = ids[random.below(Math.max(1, ids.length))];
      if (kind === 0) {
        const nodes = Array.from({ length: 1 + random.below(40) }, (_, at) => {
          return { ref: `r${at}`, parent_ref: root.id, summary: summary() };
        });
        const { created } = await ask('graph_plan', { nodes });
        ids.push(...created.map(({ id }: { id: string }) => id));
      } else if (kind === 1 && node_id !== undefined) {
        await ask('graph_update', { updates: [{ node_id, summary: summary() }] });
      } else await ask('notes_commit', { content: summary() });
    }
    const events = await store.read(workspace, (tx) => tx.journal.after(0, 10_000));
    await copy(store, events, 'one-by-one', [1]);
    await copy(store, events, 'at-once', [10_000]);
    await copy(store, events, 'in-parts', [3, 1, 40, 7, 2]);
    const index = await indexOf(store, 'one-by-one');
    expect(index.docs.length).toBeGreaterThan(300);
    expect(await indexOf(store, 'at-once')).toEqual(index);
    expect(await indexOf(store, 'in-parts')).toEqual(index);
    const words = index.docs.flatMap(
      ({ title, body }) => `${title} ${body}`.match(/word\d+/g) ?? [],
    );
    const terms = index.places.map(([term]) => term).filter((term) => /^word\d/.test(term));
    expect(terms).toEqual(expect.arrayContaining([...new Set(words)]));
    // As few as are asked for, and never a part of an event.
    const all = new Map(index.places).get('read')?.postings ?? [];
    await store.read('one-by-one', async (tx) => {
      for (const most of [1, 30, 200, 100_000]) {
        const read = (await tx.recall.places(['read'], most)).get('read');
        const { postings = [], completeFrom = 0 } = read ?? {};
        expect(postings.length).toBeGreaterThanOrEqual(Math.min(most, all.length));
        expect(postings).toEqual(all.filter(({ number }) => seqOf(number) >= completeFrom));
        const older = all.slice(postings.length);
        const numbers = [...older].map(({ number }) => number);
        expect(await tx.recall.placesIn('read', numbers)).toEqual(older);
      }
    });
    expect(await store.check()).toEqual([]);
    await store.rebuild();
    expect(await indexOf(store, 'one-by-one')).toEqual(index);
    await server.close();
  });
});

describe.each(MAIN_ENGINES)('what changes on $name', (engine) => {
  const world = useTaskWorld(engine);

  /** What is found by a word that nothing else has: kinds with states. */
  const found = async (word: string): Promise<readonly string[]> => {
    const { hits } = await world.ask('recall', { query: word, limit: 100 });
    const own = hits.filter(({ text }: Shown) => text.includes(word));
    return own.map(({ kind, state = 'holds' }: Shown) => `${kind} ${state}`);
  };
  const expectSound = async () => {
    expect(await world.server.surface.store.check()).toEqual([]);
  };
  const gateway = (operation: string, args: object = {}) =>
    world.ask('thoughtbox_gateway', { operation, ...args });
  const node = (id: string, text: string) => ({ op: 'node_upsert', id, type: 'decision', text });
  const apply = (branch: string, ...ops: readonly object[]) =>
    world.ask('graph_apply', { branch, ops });

  it('[RC2] a card is found by its last words, and marked once it is deleted', async () => {
    await apply('main', node('a', 'alphaword'));
    await apply('main', node('a', 'betaword'));
    expect([await found('alphaword'), await found('betaword')]).toEqual([[], ['card holds']]);
    await apply('main', { op: 'node_delete', id: 'a' });
    expect(await found('betaword')).toEqual(['card deleted']);
    await apply('main', node('a', 'betaword'));
    expect(await found('betaword')).toEqual(['card holds']);
    await apply('main', { ...node('a', 'betaword'), status: 'rejected' });
    expect(await found('betaword')).toEqual(['card rejected']);
    await apply('main', node('b', 'gammaword'), {
      op: 'edge_upsert',
      from: 'b',
      rel: 'supersedes',
      to: 'a',
    });
    expect(await found('betaword')).toEqual(['card replaced']);
    await expectSound();
  });

  it('[RC2] what stays the same keeps its place and its time', async () => {
    await apply('main', node('a', 'alphaword'));
    const before = await world.ask('recall', { query: 'alphaword' });
    await world.ask('notes_commit', { content: 'Later.' });
    await apply('main', { ...node('a', 'alphaword'), meta: { seen: true } });
    expect(await world.ask('recall', { query: 'alphaword' })).toEqual(before);
    const { hits } = await world.ask('recall', {});
    expect(hits.map(({ text }: Shown) => text)).toEqual(['Later.', 'alphaword']);
  });

  it('[RC2] with a branch everything on it goes, and what was merged elsewhere stays', async () => {
    await world.ask('branch_create', { name: 'idea', from: 'main' });
    await world.ask('notes_commit', { branch: 'idea', content: 'alphaword' });
    await world.ask('merge', { from: 'idea', into: 'main' });
    await world.ask('notes_commit', { branch: 'idea', content: 'betaword' });
    await apply('idea', node('a', 'gammaword'));
    expect(await found('betaword')).toEqual(['note holds']);
    await world.ask('branch_delete', { name: 'idea' });
    expect([await found('alphaword'), await found('betaword'), await found('gammaword')]).toEqual([
      ['note holds'],
      [],
      [],
    ]);
    await expectSound();
  });

  it('[RC2] [RC15] a conflict is found until its branch goes, and marked once it is resolved', async () => {
    await apply('main', node('a', 'common'), node('b', 'common'));
    await world.ask('branch_create', { name: 'idea', from: 'main' });
    for (const branch of ['main', 'idea']) {
      await apply(branch, node('a', `first ${branch}`), node('b', `second ${branch}`));
    }
    await world.ask('graph_merge', { from: 'idea', into: 'main' });
    const conflicts = async () => {
      const { hits } = await world.ask('recall', { query: 'first second', kinds: ['conflict'] });
      return hits;
    };
    const [one, other] = await conflicts();
    expect([one.state, other.state]).toEqual([undefined, undefined]);
    const args = { conflict_id: other.id, resolution: 'use_into' };
    await world.ask('graph_conflict_resolve', args);
    const after = await conflicts();
    expect(after.map(({ id, state }: Shown) => [id, state])).toEqual([
      [one.id, undefined],
      [other.id, 'resolved'],
    ]);
    await expectSound();
  });

  it('[RC2] with a notebook its cells go', async () => {
    await gateway('start_new', { sessionTitle: 'S' });
    await gateway('cipher');
    const notebook = (subOperation: string, args: object) =>
      gateway('notebook', { subOperation, ...args });
    const { notebookId } = await notebook('create', { name: 'alphaword', language: 'javascript' });
    const cell = { notebookId, cellType: 'markdown' };
    const { cellId } = await notebook('add_cell', { ...cell, content: 'betaword' });
    await notebook('update_cell', { notebookId, cellId, content: 'gammaword' });
    await notebook('add_cell', { ...cell, content: 'deltaword' });
    expect([await found('betaword'), await found('gammaword')]).toEqual([[], ['cell holds']]);
    await notebook('delete_cell', { notebookId, cellId });
    expect([await found('gammaword'), await found('deltaword')]).toEqual([[], ['cell holds']]);
    await notebook('delete', { notebookId });
    expect([await found('alphaword'), await found('deltaword')]).toEqual([[], []]);
    await expectSound();
  });

  it('[RC2] what was undone is found as it is now', async () => {
    await createTask(world);
    const ops = [{ op: 'set', field: 'title', value: 'alphaword' }];
    await world.ask('tasks_patch', { ...TASK, ops });
    expect(await found('alphaword')).toEqual(['task holds']);
    await world.ask('tasks_undo', TASK);
    expect(await found('alphaword')).toEqual([]);
    await world.ask('tasks_redo', TASK);
    expect(await found('alphaword')).toEqual(['task holds']);
    await world.ask('tasks_delete', TASK);
    expect(await found('alphaword')).toEqual(['task deleted']);
    await expectSound();
  });

  it('[RC2] [RC15] what holds stands above what it replaced', async () => {
    await world.ask('remember', { kind: 'rule', text: 'The alphaword is kept for thirty days.' });
    await world.ask('remember', { replaces: 'RULE-001', text: 'Nothing is kept any longer.' });
    const { hits } = await world.ask('recall', { query: 'alphaword thirty days' });
    expect(hits.map(({ id, state }: Shown) => [id, state])).toEqual([
      ['RULE-002', undefined],
      ['RULE-001', 'replaced'],
    ]);
    await gateway('start_new', { sessionTitle: 'S' });
    await gateway('cipher');
    const think = (thought: string, more: object = {}) =>
      gateway('thought', { thought, nextThoughtNeeded: true, ...more });
    await think('The betaword is slow.');
    await think('It was the disk after all.', { isRevision: true, revisesThought: 1 });
    const thoughts = await world.ask('recall', { query: 'betaword', kinds: ['thought'] });
    expect(thoughts.hits.map(({ text, state }: Shown) => [text, state])).toEqual([
      ['It was the disk after all.', undefined],
      ['The betaword is slow.', 'revised'],
    ]);
    await expectSound();
  });

  it('[RC2] [RC15] work that was merged or dropped is marked', async () => {
    const nodes = ['alphaword', 'betaword', 'gammaword'].map((summary) => ({
      ref: summary,
      summary,
    }));
    const { created } = await world.ask('graph_plan', { project: 'P', nodes });
    const [a, b, c] = created.map(({ id }: Shown) => id);
    await world.ask('graph_restructure', { operations: [{ op: 'merge', source: a, target: b }] });
    const drop = { op: 'drop', node_id: c, reason: 'not now' };
    await world.ask('graph_restructure', { operations: [drop] });
    expect([await found('alphaword'), await found('betaword'), await found('gammaword')]).toEqual([
      ['work merged'],
      ['work holds'],
      ['work dropped'],
    ]);
    await expectSound();
  });

  it('[RC2] work that was dropped stays so, whatever is edited, until it is taken up again', async () => {
    const { created } = await world.ask('graph_plan', {
      project: 'P',
      nodes: [{ ref: 'a', summary: 'alphaword' }],
    });
    const [{ id }] = created;
    const update = (fields: object) => world.ask('graph_update', { node_id: id, ...fields });
    await world.ask('graph_restructure', {
      operations: [{ op: 'drop', node_id: id, reason: 'not now' }],
    });
    await update({ summary: 'alphaword betaword' });
    expect(await found('betaword')).toEqual(['work dropped']);
    expect(await world.ask('recall', { id })).toMatchObject({ state: 'dropped' });
    await update({ properties: { description: 'gammaword' }, add_context_links: ['src/a.ts'] });
    await update({ state: 'deltaword', resolved: true });
    expect(await found('gammaword')).toEqual(['work dropped']);
    await expectSound();
    await update({ summary: 'epsilonword', resolved: false });
    expect(await found('epsilonword')).toEqual(['work holds']);
    await update({ summary: 'zetaword', resolved: true });
    expect(await found('zetaword')).toEqual(['work done']);
    expect(await world.ask('recall', { id })).toMatchObject({ state: 'resolved' });
    await expectSound();
  });

  it('[RC15] what others were merged into stands above them, also after it changed', async () => {
    const nodes = ['Get exchange rates daily', 'Fetch FX prices from ECB', 'Read all quotes'].map(
      (summary, at) => ({ ref: `n${at}`, summary }),
    );
    const { created } = await world.ask('graph_plan', { project: 'P', nodes });
    const [a, b, c] = created.map(({ id }: Shown) => id);
    const merge = (source: string, target: string) =>
      world.ask('graph_restructure', { operations: [{ op: 'merge', source, target }] });
    const order = async () => {
      const { hits } = await world.ask('recall', { query: 'get exchange rates' });
      return hits.map(({ id, state }: Shown) => `${id} ${state ?? 'holds'}`);
    };
    await merge(a, b);
    expect((await order()).slice(0, 2)).toEqual([`${b} holds`, `${a} merged`]);
    await world.ask('graph_update', { updates: [{ node_id: b, summary: 'Ask the central bank' }] });
    expect((await order()).slice(0, 2)).toEqual([`${b} holds`, `${a} merged`]);
    await expectSound();
    expect((await order()).slice(0, 2)).toEqual([`${b} holds`, `${a} merged`]);
    await merge(b, c);
    expect((await order()).slice(0, 2)).toEqual([`${c} holds`, `${a} merged`]);
    await expectSound();
  });

  it('[RC15] a card stands above the one that it supersedes', async () => {
    const card = (id: string, title: string) =>
      world.ask('think_card', { card: { id, type: 'decision', title } });
    await card('old', 'The alphaword is kept for thirty days');
    await card('new', 'Nothing is kept any longer');
    const edge = { op: 'edge_upsert', from: 'new', rel: 'supersedes', to: 'old' };
    await world.ask('graph_apply', { ops: [edge] });
    const { hits } = await world.ask('recall', { query: 'alphaword thirty' });
    expect(hits.map(({ id, state }: Shown) => [id, state])).toEqual([
      ['new', undefined],
      ['old', 'replaced'],
    ]);
    await expectSound();
  });
});
