/** Budgets and redaction of what graphs answer; rules in docs/spec/budgets.md and redaction.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWellFormedReply } from '../../../test/support/reply.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';
import type { JsonObject } from '../../kernel/json.ts';

const CAPS = [0, 1, 2, 50, 120, 200, 400, 1000, 5000];
/** Put together here, so that no scanner takes this file for a leak. */
const TAIL = 'A1b2C3d4E5f6G7h8';
const SECRET = `ghp_${TAIL}`;

const NODES = 30;
let server: TestSurface;
let conflictId = '';

const name = (n: number) => `knoten-🧭-${n}`;

/** Long texts of many bytes a character, with line breaks and quotes. */
function large(n: number, word: string) {
  const text = `${word} ${'Größe 界 🧭 "q"\n'.repeat(10 * n)}`;
  return { op: 'node_upsert', id: name(n), type: 'idee', title: 'ä'.repeat(n), text, tags: ['ß'] };
}

async function result(tool: string, args: object = {}) {
  const reply = await server.call(tool, args);
  expect(reply.isError, reply.text).toBe(false);
  return JSON.parse(reply.text);
}

beforeAll(async () => {
  server = await openTestSurface({ defaultWorkspace: 'home' });
  const numbers = Array.from({ length: NODES }, (_, index) => index + 1);
  await result('graph_apply', { ops: numbers.map((n) => large(n, 'Basis')) });
  await result('branch_create', { name: 'idee/größe' });
  const links = numbers.slice(1).map((n) => ({
    ...{ op: 'edge_upsert', from: name(n), rel: 'stützt', to: name(n - 1), meta: { grund: '界' } },
  }));
  const theirs = [...numbers.map((n) => large(n, 'ihres')), ...links];
  await result('graph_apply', { branch: 'idee/größe', ops: theirs });
  await result('graph_apply', { branch: 'main', ops: numbers.map((n) => large(n, 'unseres')) });
  const ends = numbers.slice(0, 20).map((n) => ({ op: 'node_delete', id: name(n) }));
  const { result: merged } = await result('graph_merge', { from: 'idee/größe', into: 'main' });
  conflictId = merged.conflict_ids[0];
  await result('graph_apply', { branch: 'main', ops: ends });
  // A branch whose edges have lost their ends: taken over one by one after the deletion.
  await result('branch_create', { name: 'lose' });
  await result('graph_apply', { branch: 'lose', ops: numbers.map((n) => large(n, 'lose')) });
  await result('graph_apply', { branch: 'lose', ops: links });
  await result('graph_merge', { from: 'lose', into: 'main', limit: links.length });
});
afterAll(() => server.close());

const READS: readonly { tool: string; args: () => object }[] = [
  { tool: 'graph_query', args: () => ({ branch: 'idee/größe' }) },
  { tool: 'graph_query', args: () => ({ branch: 'main', include_deleted: true, limit: 200 }) },
  { tool: 'graph_validate', args: () => ({ branch: 'main' }) },
  { tool: 'graph_diff', args: () => ({ from: 'main', to: 'idee/größe', limit: 200 }) },
  { tool: 'graph_conflicts', args: () => ({ into: 'main' }) },
  { tool: 'graph_conflict_show', args: () => ({ conflict_id: conflictId }) },
];

describe.each(READS)('$tool', ({ tool, args }) => {
  it.each(CAPS)(
    '[BU3] [BU5] [BU7] in %i bytes keeps its budget, twice alike',
    async (max_chars) => {
      const call = { ...args(), max_chars };
      const [first, second] = [await result(tool, call), await result(tool, call)];
      expect(second.result).toEqual(first.result);
      expect(second.warnings).toEqual(first.warnings);
      const { result: told, warnings } = first;
      const { budget, ...payload } = told;
      const size = Buffer.byteLength(JSON.stringify(payload));
      const cap = Math.max(200, max_chars);
      expect(size).toBeLessThanOrEqual(cap);
      const codes = warnings.map((each: { code: string }) => each.code);
      const truncated = codes.includes('BUDGET_TRUNCATED');
      expect(budget).toEqual({ max_chars: cap, used_chars: size, truncated });
      expect(isWellFormedReply(JSON.stringify(told))).toBe(true);
      expect(codes.includes('BUDGET_MIN_CLAMPED')).toBe(max_chars < 200);
      if (truncated && payload.pagination) expect(payload.truncated).toBe(true);
    },
  );
});

const PAGED: readonly {
  tool: string;
  args: object;
  list: string;
  key(item: JsonObject): string;
}[] = [
  {
    tool: 'graph_query',
    args: { branch: 'main', include_deleted: true },
    list: 'nodes',
    key: (item) => String(item.id),
  },
  {
    tool: 'graph_diff',
    args: { from: 'main', to: 'idee/größe' },
    list: 'changes',
    key: (item) => JSON.stringify(item.id ?? item.key),
  },
  {
    tool: 'graph_conflicts',
    args: { into: 'main' },
    list: 'conflicts',
    key: (item) => String(item.conflict_id),
  },
];

describe.each(PAGED)('$tool', ({ tool, args, list, key }) => {
  async function readAll(more: object): Promise<string[]> {
    const seen: string[] = [];
    let cursor: number | null = null;
    for (let page = 0; page < 500; page++) {
      const { result: told } = await result(tool, { ...args, ...more, cursor });
      const items: JsonObject[] = told[list];
      expect(told.pagination.count).toBe(items.length);
      if (items.length === 0 && told.pagination.has_more) return [...seen, 'stuck'];
      seen.push(...items.map(key));
      cursor = told.pagination.next_cursor ?? null;
      if (cursor === null) return seen;
    }
    return [...seen, 'endless'];
  }

  it.each([3_000, 6_000, 20_000])(
    '[BU10] cut to %i bytes still leads to all',
    async (max_chars) => {
      const all = await readAll({ limit: 7 });
      expect(new Set(all).size).toBe(all.length);
      expect(all.length).toBeGreaterThanOrEqual(NODES);
      expect(await readAll({ limit: 200, max_chars })).toEqual(all);
    },
  );
});

describe('a secret in a graph', () => {
  const ops = (title: string) => [
    {
      ...{ op: 'node_upsert', id: 'leak', type: 'idea', title, text: `use ${SECRET} now` },
      meta: { apiKey: 'hunter2', note: `see ${SECRET}` },
    },
    { op: 'edge_upsert', from: 'leak', rel: 'needs', to: 'leak', meta: { password: 'hunter2' } },
  ];

  it('[RD12] [RD14] is returned by no tool, and stays in the journal', async () => {
    const workspace = 'leaky';
    const say = async (tool: string, args: object) => {
      const reply = await server.call(tool, { workspace, ...args });
      expect(reply.isError, reply.text).toBe(false);
      for (const sent of [reply.text, JSON.stringify(reply.structured)]) {
        expect(sent, tool).not.toContain(TAIL);
        expect(sent, tool).not.toContain('hunter2');
      }
      return reply.text;
    };
    await say('graph_apply', { ops: ops(`one ${SECRET}`) });
    await say('branch_create', { name: 'idea' });
    await say('graph_apply', { branch: 'idea', ops: ops(`two ${SECRET}`) });
    await say('graph_apply', { branch: 'main', ops: ops(`three ${SECRET}`) });
    expect(await say('graph_query', {})).toContain('use <redacted> now');
    expect(await say('graph_diff', { from: 'main', to: 'idea' })).toContain('<redacted>');
    const merged = await say('graph_merge', { from: 'idea', into: 'main' });
    const [conflict_id] = JSON.parse(merged).result.conflict_ids;
    expect(await say('graph_conflict_show', { conflict_id })).toContain('two <redacted>');
    await say('graph_conflict_resolve', { conflict_id, resolution: 'use_from' });
    await say('graph_query', { text: SECRET });
    const kept = await server.surface.store.read(workspace, (tx) => tx.journal.at(tx.head - 1));
    expect(JSON.stringify(kept?.payload)).toContain(SECRET);
  });
});
