/** Traces through the tools, named by the rules in docs/spec/trace.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';

const thought = { thought: 'Why?', thoughtNumber: 1, totalThoughts: 300, nextThoughtNeeded: true };

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  let server: TestSurface;

  beforeAll(async () => {
    server = await openTestSurface({ engine, defaultWorkspace: 'home' });
    await server.call('branch_create', { name: 'idea' });
  });
  afterAll(() => server.close());

  async function call(tool: string, args: object = {}) {
    const reply = await server.call(tool, args);
    const { result, error } = JSON.parse(reply.text);
    return reply.isError ? error : result;
  }

  const think = (doc: string, thoughtNumber: number, more: object = {}) =>
    call('trace_sequential_step', { ...thought, doc, thoughtNumber, ...more });

  const head = () => server.surface.store.read('home', async (tx) => tx.head);

  describe('trace_step', () => {
    it('[TR1] [TR2] answers the entry, and show reads the same', async () => {
      const links = { mode: 'plan', supports: 'CARD-1', blocks: ['CARD-2'], base: 'main' };
      const given = { ...links, checkpoint_every: 5, meta: { mine: [1, null] } };
      const answer = await call('trace_step', { step: ' ä\n🧭 ', message: 'T', ...given });
      expect(answer).toEqual({
        workspace: 'home',
        branch: 'main',
        doc: 'trace',
        entry: {
          seq: expect.any(Number),
          ts: new Date(answer.entry.ts_ms).toISOString(),
          ts_ms: expect.any(Number),
          kind: 'note',
          title: 'T',
          format: 'trace_step',
          meta: { mine: [1, null], ...links, checkpoint_every: 5 },
          content: ' ä\n🧭 ',
        },
      });
      expect((await call('show')).entries).toEqual([answer.entry]);
    });

    it('[TR1] leaves out what it was not given', async () => {
      const { entry } = await call('trace_step', { doc: 'bare', step: 'x' });
      expect(Object.keys(entry)).toEqual(['seq', 'ts', 'ts_ms', 'kind', 'format', 'content']);
    });

    it('[TR4] [TR5] refuses what contradicts itself, and writes nothing', async () => {
      const before = await head();
      for (const [tool, args] of [
        ['trace_step', { step: ' ' }],
        ['trace_step', { step: 'x', meta: { mode: 'plan' } }],
        ['trace_step', { step: 'x', supports: [] }],
        ['trace_step', { step: 'x', supports: Array.from({ length: 201 }, () => 'CARD-1') }],
        ['trace_sequential_step', { ...thought, thoughtNumber: 301 }],
        ['trace_sequential_step', { ...thought, isRevision: true }],
        ['trace_sequential_step', { ...thought, thoughtNumber: 0 }],
        ['trace_sequential_step', { ...thought, confidence: 1.5 }],
        ['trace_sequential_step', { ...thought, meta: { thoughtNumber: 2 } }],
      ] as const) {
        expect(await call(tool, args)).toMatchObject({ code: 'INVALID_INPUT' });
      }
      expect(await head()).toBe(before);
    });
  });

  describe('trace_sequential_step', () => {
    it('[TR3] keeps all it was given under the same names', async () => {
      const order = {
        thoughtNumber: 2,
        totalThoughts: 3,
        nextThoughtNeeded: false,
        isRevision: true,
        revisesThought: 1,
        branchFromThought: 1,
        branchId: 'side',
        needsMoreThoughts: 'maybe',
        confidence: 0.5,
        goal: 'Know why',
      };
      const { entry } = await call('trace_sequential_step', {
        ...order,
        doc: 'all',
        thought: 'Because.',
        message: 'T',
        meta: { mine: 1 },
      });
      expect(entry).toMatchObject({
        title: 'T',
        format: 'trace_sequential_step',
        content: 'Because.',
        meta: { mine: 1, ...order },
      });
    });

    it('[TR6] records a thought that fits nowhere, and trace_validate tells', async () => {
      expect(await think('astray', 7, { revisesThought: 9 })).toHaveProperty('entry');
      expect(await call('trace_validate', { doc: 'astray' })).toMatchObject({ ok: false });
    });
  });

  describe('the document', () => {
    it('[TR7] is the trace of the checkout, or what ref and doc name', async () => {
      const place = ({ branch, doc }: { branch: string; doc: string }) => [branch, doc];
      const calls: readonly (readonly [string, object])[] = [
        ['trace_step', { step: 'x' }],
        ['trace_sequential_step', thought],
        ['trace_hydrate', {}],
        ['trace_validate', {}],
      ];
      for (const [tool, args] of calls) {
        expect(place(await call(tool, { ...args }))).toEqual(['main', 'trace']);
        expect(place(await call(tool, { ...args, ref: 'idea' }))).toEqual(['idea', 'trace']);
        expect(place(await call(tool, { ...args, doc: 'd' }))).toEqual(['main', 'd']);
        expect(await call(tool, { ...args, target: 'TASK-001', doc: 'd' })).toMatchObject({
          code: 'INVALID_INPUT',
        });
        expect(await call(tool, { ...args, target: 'TASK-001' })).toMatchObject({
          code: 'UNKNOWN_ID',
        });
      }
    });

    it('[TR7] is a trace once it began with a step, also when made again', async () => {
      const { store } = server.surface;
      await call('trace_step', { doc: 'latest', step: 'x' });
      const kind = () => store.read('home', async (tx) => (await tx.documents.latest())?.kind);
      expect(await kind()).toBe('trace');
      await store.rebuild();
      expect(await kind()).toBe('trace');
      expect(await store.check()).toEqual([]);
    });
  });

  describe('trace_hydrate', () => {
    beforeAll(async () => {
      for (let n = 1; n <= 60; n++) await think('long', n, { thought: `thought ${n}` });
      await call('branch_create', { name: 'later' });
      await call('trace_step', { ref: 'later', doc: 'long', step: 'apart' });
    });

    const contents = (page: { entries: readonly { content: string }[] }) =>
      page.entries.map(({ content }) => content);

    it('[TR8] gives the newest fifty, oldest first, and goes on by its cursor', async () => {
      const page = await call('trace_hydrate', { doc: 'long' });
      expect(contents(page)).toEqual(Array.from({ length: 50 }, (_, n) => `thought ${n + 11}`));
      expect(page).toMatchObject({ truncated: false, pagination: { has_more: true, count: 50 } });
      const cursor = page.pagination.next_cursor;
      const older = await call('trace_hydrate', { doc: 'long', cursor });
      expect(contents(older)).toEqual(Array.from({ length: 10 }, (_, n) => `thought ${n + 1}`));
    });

    it('[TR8] sees what the branch inherits, as show does', async () => {
      const args = { ref: 'later', doc: 'long', limit_steps: 2 };
      const page = await call('trace_hydrate', args);
      expect(contents(page)).toEqual(['thought 60', 'apart']);
      const shown = await call('show', { branch: 'later', doc: 'long', limit: 2 });
      expect(page.entries).toEqual(shown.entries);
      expect(page.pagination).toEqual(shown.pagination);
    });

    it('[TR9] cuts statements to their bytes, and says so', async () => {
      await call('trace_step', { doc: 'wide', step: '界界界界' });
      const cut = (statement_max_bytes: number) =>
        call('trace_hydrate', { doc: 'wide', statement_max_bytes });
      expect(await cut(3)).toMatchObject({ truncated: true, entries: [{ content: '...' }] });
      expect(await cut(11)).toMatchObject({ truncated: true, entries: [{ content: '界界...' }] });
      expect(await cut(12)).toMatchObject({ truncated: false, entries: [{ content: '界界界界' }] });
      expect(await cut(2)).toMatchObject({ code: 'INVALID_INPUT' });
    });

    it('[TR9] scrubs a secret before it cuts it', async () => {
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      await call('trace_step', { doc: 'secret', step: `key ${secret}` });
      for (let bytes = 3; bytes < 50; bytes++) {
        const reply = await server.call('trace_hydrate', {
          doc: 'secret',
          statement_max_bytes: bytes,
        });
        expect(reply.text).not.toContain('ghp_');
      }
    });
  });

  describe('trace_validate', () => {
    it('[TR10] reads a trace of many pages from its first thought on', async () => {
      const doc = 'pages';
      const { entry: early } = await think(doc, 1, { branchFromThought: 250, branchId: 'a' });
      for (let n = 1; n <= 250; n++) await think(doc, n);
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

    it('[TR10] judges a note that bears the format, and no other', async () => {
      const doc = 'mixed';
      await call('notes_commit', { doc, content: 'a note' });
      await call('trace_step', { doc, step: 'x' });
      expect(await call('trace_validate', { doc })).toMatchObject({ ok: true, checked: 1 });
      await call('notes_commit', { doc, content: 'x', format: 'trace_sequential_step' });
      expect(await call('trace_validate', { doc })).toMatchObject({
        ok: false,
        checked: 2,
        errors: [{ code: 'missing_meta' }],
      });
    });

    it('[TR10] judges what the branch sees, from its base on', async () => {
      await think('forked', 1);
      await call('branch_create', { name: 'fork' });
      await think('forked', 2);
      await call('trace_sequential_step', {
        ...thought,
        ref: 'fork',
        doc: 'forked',
        thoughtNumber: 2,
        revisesThought: 1,
      });
      const verdict = { ok: true, checked: 2, errors: [] };
      expect(await call('trace_validate', { doc: 'forked' })).toMatchObject(verdict);
      expect(await call('trace_validate', { ref: 'fork', doc: 'forked' })).toMatchObject(verdict);
    });

    it('[TR14] [TR15] tells at most max_errors, and how to read the first', async () => {
      const doc = 'stuck';
      const { entry } = await think(doc, 2, { revisesThought: 2 });
      for (let n = 0; n < 3; n++) await think(doc, 2);
      const reply = await server.call('trace_validate', { doc, max_errors: 2 });
      expect(JSON.parse(reply.text).result).toMatchObject({
        ok: false,
        errors: [{ seq: entry.seq, code: 'unknown_revised_thought' }, { seq: entry.seq + 1 }],
        truncated: true,
      });
      const [look] = reply.suggestions;
      const shown = await call('show', look?.params);
      expect(shown.entries).toEqual([entry]);
    });

    it('[TR14] is ok where there is nothing, and suggests nothing', async () => {
      const reply = await server.call('trace_validate', { doc: 'nothing' });
      expect(JSON.parse(reply.text).result).toMatchObject({ ok: true, checked: 0, errors: [] });
      expect(reply.suggestions).toEqual([]);
    });
  });
});
