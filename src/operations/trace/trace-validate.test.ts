/** Checking the numbers of a trace, by the rules in docs/spec/trace.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { homeServer, THOUGHT } from '../../../test/support/home-server.ts';

describe.each(MAIN_ENGINES)('trace_validate on $name', (engine) => {
  const home = homeServer(engine);
  const { call } = home;

  const think = (doc: string, thoughtNumber: number, more: object = {}) =>
    call('trace_sequential_step', { ...THOUGHT, doc, thoughtNumber, ...more });

  /** As an older memory or a merge may have it: the tool itself refuses such a reference. */
  const astray = (doc: string, meta: object) =>
    call('notes_commit', {
      ...{ doc, content: 'x', format: 'trace_sequential_step' },
      meta: { totalThoughts: 999, nextThoughtNeeded: true, ...meta },
    });

  it('[TR10] reads a trace of many pages from its first thought on', async () => {
    const doc = 'pages';
    await think(doc, 1);
    const order = { thoughtNumber: 1, branchFromThought: 250, branchId: 'a' };
    const { entry: early } = await astray(doc, order);
    for (let n = 2; n <= 250; n++) await think(doc, n);
    await think(doc, 251, { revisesThought: 1 });
    expect(await call('trace_validate', { doc })).toEqual({
      workspace: 'home',
      branch: 'main',
      doc,
      ok: false,
      checked: 252,
      errors: [
        {
          seq: early.seq,
          code: 'unknown_branch_thought',
          message: 'branchFromThought: no earlier thought 250',
        },
      ],
      truncated: false,
    });
  });

  it('[TR10] checks notes with the format of a thought, and no others', async () => {
    const doc = 'mixed';
    await call('trace_step', { doc, step: 'x' });
    await call('notes_commit', { doc, content: 'a note' });
    expect(await call('trace_validate', { doc })).toMatchObject({ ok: true, checked: 1 });
    await call('notes_commit', { doc, content: 'x', format: 'trace_sequential_step' });
    expect(await call('trace_validate', { doc })).toMatchObject({
      ok: false,
      checked: 2,
      errors: [{ code: 'missing_meta' }],
    });
  });

  it('[TR10] checks what the branch sees, including its base', async () => {
    await think('forked', 1);
    await call('branch_create', { name: 'fork' });
    await think('forked', 2);
    await call('trace_sequential_step', {
      ...THOUGHT,
      ref: 'fork',
      doc: 'forked',
      thoughtNumber: 2,
      revisesThought: 1,
    });
    const verdict = { ok: true, checked: 2, errors: [] };
    expect(await call('trace_validate', { doc: 'forked' })).toMatchObject(verdict);
    expect(await call('trace_validate', { ref: 'fork', doc: 'forked' })).toMatchObject(verdict);
  });

  it('[TR14] [TR15] lists at most max_errors errors, and suggests how to read the first', async () => {
    const doc = 'stuck';
    await think(doc, 1);
    const { entry } = await astray(doc, { thoughtNumber: 2, revisesThought: 2 });
    for (let n = 0; n < 3; n++) await think(doc, 2);
    const reply = await home.server.call('trace_validate', { doc, max_errors: 2 });
    expect(JSON.parse(reply.text).result).toMatchObject({
      ok: false,
      errors: [{ seq: entry.seq, code: 'unknown_revised_thought' }, { seq: entry.seq + 1 }],
      truncated: true,
    });
    const [look] = reply.suggestions;
    const shown = await call('show', look?.params);
    expect(shown.entries.at(-1)).toMatchObject({ seq: entry.seq, meta: entry.meta });
  });

  it('[TR14] is ok for an empty trace, and suggests nothing', async () => {
    const reply = await home.server.call('trace_validate', { doc: 'nothing' });
    expect(JSON.parse(reply.text).result).toMatchObject({ ok: true, checked: 0, errors: [] });
    expect(reply.suggestions).toEqual([]);
  });
});
