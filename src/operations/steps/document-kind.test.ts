/** Which document takes what, whichever tool writes, by docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { noteScenes } from '../../../test/support/note-world.ts';

describe.each(MAIN_ENGINES)('the kind of a document on $name', (engine) => {
  const world = noteScenes(engine);
  const { call, createBranch, head, note } = world;

  const ops = [{ op: 'node_upsert', id: 'n', type: 'idea' }];
  const card = { text: 'x' };

  async function isRefused(tool: string, args: object, field: string): Promise<void> {
    const before = await head();
    const reply = await world.server.call(tool, { workspace: world.workspace, ...args });
    expect(reply.refusal, tool).toBe('INVALID_INPUT');
    expect(reply.text).toContain(`${field}: `);
    expect(await head()).toBe(before);
  }

  const kinds = async (ref: string) =>
    Object.fromEntries(
      (await call('docs_list', { ref })).docs.map((each: { doc: string; kind: string }) => [
        each.doc,
        each.kind,
      ]),
    );

  it('[BN81] the standard documents have theirs by name, before anything is in them', async () => {
    await call('init');
    await isRefused('notes_commit', { doc: 'graph', content: 'x' }, 'doc');
    await isRefused('commit', { docs: ['notes', 'graph'], artifact: 'x', message: 'm' }, 'docs');
    await isRefused('macro_branch_note', { doc: 'graph', content: 'x' }, 'doc');
    for (const doc of ['notes', 'trace']) await isRefused('graph_apply', { doc, ops }, 'doc');
    for (const doc of ['notes', 'graph']) {
      await isRefused('trace_step', { doc, step: 'x' }, 'doc');
      await isRefused('think_card', { trace_doc: doc, card }, 'trace_doc');
    }
    await isRefused('think_card', { graph_doc: 'notes', card }, 'graph_doc');
    await isRefused('think_pipeline', { notes_doc: 'graph', decision: 'x' }, 'notes_doc');
    await isRefused('notes_commit', { doc: 'TASK-001-graph', content: 'x' }, 'doc');
    await note('a remark', { doc: 'trace' });
    expect(await kinds('main')).toEqual({ trace: 'trace' });
  });

  it('[BN81] the first entry that the branch sees decides the kind of any other', async () => {
    await createBranch('early');
    await note('r', { doc: 'risks' });
    await createBranch('late');
    await call('graph_apply', { branch: 'early', doc: 'risks', ops });
    for (const branch of ['main', 'late']) {
      await isRefused('graph_apply', { branch, doc: 'risks', ops }, 'doc');
    }
    await isRefused('notes_commit', { branch: 'early', doc: 'risks', content: 'x' }, 'doc');
    await isRefused('merge', { from: 'main', into: 'early', doc: 'risks' }, 'doc');
    await isRefused('graph_merge', { from: 'early', doc: 'risks' }, 'doc');
    await call('trace_step', { doc: 'steps', step: 'x' });
    await isRefused('graph_apply', { doc: 'steps', ops }, 'doc');
    expect(await kinds('early')).toEqual({ risks: 'graph' });
    expect(await kinds('main')).toEqual({ risks: 'notes', steps: 'trace' });
  });

  it('[BN81] what an older memory mixed is still read', async () => {
    await call('init');
    const place = { entity: 'branch:1', branch: 1, doc: 'graph' };
    const payload = { content: 'a note in the graph' };
    await world.enter({ type: 'note_committed', ...place, payload });
    await call('graph_apply', { ops });
    expect(await kinds('main')).toEqual({ graph: 'graph' });
    const { entries } = await call('show', { branch: 'main', doc: 'graph' });
    expect(entries).toMatchObject([{ content: 'a note in the graph' }, { kind: 'event' }]);
  });
});
