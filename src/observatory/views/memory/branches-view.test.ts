/** The views of branches, documents and notes, followed while real tools write. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { titled } from '../../../../test/support/graph-world.ts';
import { followedScenes } from '../../../../test/support/memory-views-world.ts';
import type { BranchRow } from './branches-view.ts';
import type { DocumentRow } from './documents-view.ts';
import type { EntryRow, NoteRow } from './notes-view.ts';

describe.each(MAIN_ENGINES)('views of branches and notes on $name', (engine) => {
  const world = followedScenes(engine);
  const { act, follow, branchId } = world;

  it('[OB80] branches stay right through every event that shows in their rows', async () => {
    const branches = await follow<BranchRow>('branches');
    expect(branches.rows).toMatchObject([{ name: 'main', isCheckout: true, own: 0, depth: 0 }]);
    await act('notes_commit', { content: 'one' });
    expect(branches.row('1')).toMatchObject({ own: 1, by: 'tester' });
    await act('branch_create', { name: 'idea', from: 'main' });
    const id = String(await branchId('idea'));
    expect(branches.row(id)).toMatchObject({ base: 1, depth: 1, own: 0, openConflicts: 0 });
    expect(branches.row(id)).not.toHaveProperty('lastSeq');
    expect(branches.touched).toEqual([id]);
    await act('branch_rename', { old: 'idea', new: 'other' });
    expect(branches.row(id)?.name).toBe('other');
    await act('checkout', { ref: 'other' });
    expect(branches.row(id)).toHaveProperty('isCheckout', true);
    expect(branches.row('1')).not.toHaveProperty('isCheckout');
    await act('checkout', { ref: 'main' });
    await act('graph_apply', { branch: 'main', ops: [titled('n1', 'O')] });
    await act('graph_apply', { branch: 'other', ops: [titled('n1', 'T')] });
    const { conflict_ids: found } = await act('graph_merge', { from: 'other', into: 'main' });
    expect(branches.row('1')).toHaveProperty('openConflicts', 1);
    await act('graph_conflict_resolve', { conflict_id: found[0], resolution: 'use_from' });
    expect(branches.row('1')).toHaveProperty('openConflicts', 0);
    expect(branches.resets).toBe(0);
    await act('branch_delete', { name: 'other' });
    expect(branches.rows.map(({ name }) => name)).toEqual(['main']);
  });

  it('[OB80] branches also follow what tasks, work and thoughts write into their graphs', async () => {
    const branches = await follow<BranchRow>('branches');
    const documents = await follow<DocumentRow>('documents', { branch: 1 });
    await act('tasks_create', { kind: 'plan', title: 'Ship' });
    await act('tasks_create', { kind: 'task', parent: 'PLAN-001', title: 'Build' });
    await act('graph_open', { project: 'p', goal: 'All of it' });
    await world.gateway('start_new', { title: 'T' });
    await world.gateway('cipher');
    await world.gateway('thought', {
      ...{ thought: 'S1|H|It is the cache', thoughtNumber: 1, totalThoughts: 2 },
      nextThoughtNeeded: true,
    });
    expect(branches.rows.some(({ target }) => target === 'TASK-001')).toBe(true);
    expect(documents.rows.map(({ doc }) => doc)).toContain('graph');
    await act('tasks_delete', { task: 'TASK-001' });
    expect(branches.rows.some(({ target }) => target === 'TASK-001')).toBe(false);
    expect(branches.resets).toBe(0);
  });

  it('[OB81] notes are what the branch sees, newest first, and only their own branch adds some', async () => {
    await act('notes_commit', { content: 'base', title: 'B' });
    await act('branch_create', { name: 'idea', from: 'main' });
    const idea = await branchId('idea');
    const notes = await follow<NoteRow>('notes', { branch: idea, doc: 'notes' });
    const main = await follow<NoteRow>('notes', { branch: 1, doc: 'notes' });
    expect(notes.rows).toMatchObject([{ kind: 'note', title: 'B', text: 'base', branch: 1 }]);
    await act('notes_commit', { content: 'unseen', branch: 'main' });
    expect(notes.rows).toHaveLength(1);
    await act('notes_commit', { content: 'own', branch: 'idea' });
    expect(notes.rows.map(({ text }) => text).sort()).toEqual(['base', 'own']);
    await act('merge', { from: 'idea', into: 'main' });
    expect(main.rows.find(({ text }) => text === 'own')).toMatchObject({
      ...{ branch: 1, mergedFrom: idea },
    });
    await act('branch_delete', { name: 'idea' });
    expect(notes.rows).toEqual([]);
    expect([notes.resets, main.resets]).toEqual([1, 0]);
  });

  it('[OB81] pages go backwards, and `after` leaves out what is older', async () => {
    for (let at = 1; at <= 120; at++) await world.ask('notes_commit', { content: `note ${at}` });
    const all = await follow<NoteRow>('notes', { branch: 1, doc: 'notes' });
    expect(all.rows).toHaveLength(120);
    expect(all.rows[0]?.text).toBe('note 120');
    const seq = all.rows[9]?.seq;
    const late = await follow<NoteRow>('notes', { branch: 1, doc: 'notes', after: seq });
    expect(late.rows).toHaveLength(9);
    await act('notes_commit', { content: 'last' });
    expect([late.rows.length, late.resets]).toEqual([10, 0]);
    const many = Array.from({ length: 1_100 }, (_, at) => ({ content: `more ${at}` }));
    await world.server.surface.store.write(
      { workspace: world.workspace, agent: 'a', nowMs: 1 },
      (tx) =>
        tx.append(
          many.map((payload) => ({
            ...{ type: 'note_committed', entity: 'branch:1', branch: 1, doc: 'notes', payload },
          })),
        ),
    );
    await world.agree();
    expect([late.rows.length, late.resets]).toEqual([1_110, 1]);
  });

  it('[OB81] the trace has steps, cards and events, and the graph what was derived into it', async () => {
    const trace = await follow<NoteRow>('notes', { branch: 1, doc: 'trace' });
    const graph = await follow<NoteRow>('notes', { branch: 1, doc: 'graph' });
    await act('trace_step', { step: 'Looked', message: 'First' });
    await act('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
    expect(trace.rows).toMatchObject([
      { kind: 'step', title: 'First', text: 'Looked' },
      { kind: 'card', card: 'q1', title: 'Why?' },
    ]);
    await act('graph_open', { project: 'p', goal: 'All of it' });
    expect(graph.rows.map(({ type }) => type)).toEqual([
      ...['graph_node_upserted', 'work_project_opened'],
    ]);
    await act('tasks_create', { kind: 'plan', title: 'Ship' });
    const plan = await branchId((await world.ask('branch_list')).branches.at(-1).name);
    const own = await follow<NoteRow>('notes', { branch: plan, doc: 'PLAN-001-trace' });
    await act('tasks_edit', { plan: 'PLAN-001', title: 'Ship it' });
    expect(own.rows.length).toBeGreaterThan(0);
  });

  it('[OB81] a text is cut after it was redacted, so that half a secret is never shown', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    await act('notes_commit', { content: `${'x'.repeat(280)} ${secret} end` });
    const notes = await follow<NoteRow>('notes', { branch: 1, doc: 'notes' });
    expect(notes.rows[0]?.text).toBe(`${'x'.repeat(280)} <redacted> end`);
    await act('notes_commit', { content: 'é'.repeat(200) });
    expect(notes.rows.at(-1)).toMatchObject({ text: 'é'.repeat(150), more: true });
  });

  it('[OB82] an entry has its whole text, its meta and the present name of its branch', async () => {
    const long = 'word '.repeat(20_000);
    const { entry } = await act('notes_commit', { content: long, meta: { mine: [1] } });
    const seen = await follow<EntryRow>('entry', { seq: entry.seq });
    expect(seen.rows).toMatchObject([
      { text: long, meta: { mine: [1] }, branchName: 'main', by: 'tester' },
    ]);
    const first = await follow<EntryRow>('entry', { seq: 1 });
    expect(first.rows).toMatchObject([
      { kind: 'event', type: 'workspace_initialized', payload: { branch: 'main' } },
    ]);
    await act('branch_create', { name: 'idea', from: 'main' });
    await act('branch_rename', { old: 'main', new: 'trunk' });
    expect(seen.rows[0]?.branchName).toBe('trunk');
    const none = await follow<EntryRow>('entry', { seq: 99 });
    expect(none.rows).toEqual([]);
  });

  it('[OB81] documents are those that the branch sees, up to what it sees of them', async () => {
    await act('notes_commit', { content: 'one' });
    await act('branch_create', { name: 'idea', from: 'main' });
    const documents = await follow<DocumentRow>('documents', { branch: await branchId('idea') });
    const before = documents.row('notes')?.lastSeq;
    await act('notes_commit', { content: 'two', branch: 'main' });
    expect(documents.row('notes')?.lastSeq).toBe(before);
    await act('notes_commit', { content: 'own', branch: 'idea', doc: 'plans' });
    expect(documents.rows.map(({ doc, kind }) => `${doc} ${kind}`).sort()).toEqual([
      ...['notes notes', 'plans notes'],
    ]);
    await act('branch_delete', { name: 'idea' });
    expect(documents.rows).toEqual([]);
  });
});
