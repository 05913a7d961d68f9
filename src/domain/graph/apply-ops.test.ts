/**
 * Compares batches of graph operations with a model that applies them one by one;
 * docs/spec/graph.md.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../kernel/refusal.ts';
import type { EventDraft } from '../journal/event.ts';
import { applyOps, type GraphOp, type GraphPart, touchedBy } from './apply-ops.ts';
import { edgeEnds, edgeKey } from './version.ts';

const RUNS = { seed: 1731, numRuns: 500 };
const PLACE = { branch: 3, doc: 'graph' };

const id = fc.constantFrom('a', 'b', 'c', ' a ', 'd');
const rel = fc.constantFrom('r', 's');
const meta = fc.option(fc.constant({ w: 1 }), { nil: undefined });

/** Without undefined fields, like arguments of calls. */
function given<Op extends object>(op: Op): Op {
  const fields = Object.entries(op).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields) as Op;
}

const op: fc.Arbitrary<GraphOp> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ op: fc.constant('node_upsert'), id, type: rel, meta }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('node_delete'), id }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('edge_upsert'), from: id, rel, to: id, meta }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('edge_delete'), from: id, rel, to: id }),
  },
) as fc.Arbitrary<GraphOp>;

const batch = fc.array(op.map(given), { minLength: 1, maxLength: 12 });
const start = fc.record({
  nodes: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  edges: fc.uniqueArray(fc.constantFrom('a|r|b', 'b|s|a', 'a|r|a', 'x|r|y'), { maxLength: 4 }),
});

type Facts = Map<string, unknown>;

/** Undefined if an operation is not possible. */
function naive(facts: Facts, ops: readonly GraphOp[]): Facts | undefined {
  const now = new Map(facts);
  for (const each of ops) {
    if (each.op === 'node_upsert') now.set(`node ${each.id.trim()}`, each.meta ?? null);
    if (each.op === 'node_delete') {
      const gone = each.id.trim();
      if (!now.delete(`node ${gone}`)) return undefined;
      for (const fact of [...now.keys()].filter((name) => name.startsWith('edge '))) {
        const { from, to } = edgeEnds(fact.slice('edge '.length));
        if (from === gone || to === gone) now.delete(fact);
      }
    }
    if (each.op === 'edge_upsert' || each.op === 'edge_delete') {
      const ends = { from: each.from.trim(), rel: each.rel, to: each.to.trim() };
      const fact = `edge ${edgeKey(ends)}`;
      if (each.op === 'edge_delete') {
        if (!now.delete(fact)) return undefined;
      } else {
        if (!now.has(`node ${ends.from}`) || !now.has(`node ${ends.to}`)) return undefined;
        now.set(fact, each.meta ?? null);
      }
    }
  }
  return now;
}

function replay(facts: Facts, drafts: readonly EventDraft[]): Facts {
  const now = new Map(facts);
  for (const draft of drafts) {
    if (draft.type === 'graph_node_upserted') {
      now.set(`node ${draft.payload.node.id}`, draft.payload.node.meta ?? null);
    } else if (draft.type === 'graph_edge_upserted') {
      now.set(`edge ${edgeKey(draft.payload.edge)}`, draft.payload.edge.meta ?? null);
    } else if (draft.type === 'graph_node_deleted') now.delete(`node ${draft.payload.id}`);
    else if (draft.type === 'graph_edge_deleted') now.delete(`edge ${edgeKey(draft.payload)}`);
    else throw new Error(`unexpected ${draft.type}`);
  }
  return now;
}

function partOf(begin: { nodes: readonly string[]; edges: readonly string[] }) {
  const part: GraphPart = { nodes: new Set(begin.nodes), edges: new Set(begin.edges) };
  const facts: Facts = new Map<string, unknown>([
    ...begin.nodes.map((each): [string, unknown] => [`node ${each}`, 'before']),
    ...begin.edges.map((each): [string, unknown] => [`edge ${each}`, 'before']),
  ]);
  return { part, facts };
}

describe('applyOps', () => {
  it('[GR4] [GR7] [GR8] does what the operations do one by one, or refuses like them', () => {
    let [done, refused] = [0, 0];
    fc.assert(
      fc.property(start, batch, (begin, ops) => {
        const { part, facts } = partOf(begin);
        const applied = applyOps(PLACE, ops, part);
        const expected = naive(facts, ops);
        expect(isRefusal(applied)).toBe(expected === undefined);
        if (isRefusal(applied)) refused += 1;
        else {
          done += 1;
          expect(replay(facts, applied.drafts)).toEqual(expected);
        }
      }),
      RUNS,
    );
    expect(Math.min(done, refused)).toBeGreaterThan(50);
  });

  it('[GR4] [GR6] counts every version it writes, each in its document', () => {
    fc.assert(
      fc.property(start, batch, (begin, ops) => {
        const applied = applyOps({ ...PLACE, target: 'TASK-001' }, ops, partOf(begin).part);
        if (isRefusal(applied)) return;
        const { counts, drafts } = applied;
        expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(drafts.length);
        expect(drafts.length).toBeGreaterThanOrEqual(ops.length);
        for (const draft of drafts) {
          expect(draft).toMatchObject({ ...PLACE, entity: 'TASK-001' });
        }
      }),
      RUNS,
    );
  });

  it('[GR4] does not change its arguments', () => {
    const { part } = partOf({ nodes: ['a'], edges: ['a|r|a'] });
    applyOps(PLACE, [{ op: 'node_delete', id: 'a' }], part);
    expect([...part.nodes, ...part.edges]).toEqual(['a', 'a|r|a']);
  });

  it('[GR3] [GR9] names the operation it refuses', () => {
    const ops: GraphOp[] = [
      { op: 'node_upsert', id: 'a', type: 't' },
      { op: 'edge_upsert', from: 'task:1', rel: 'contains', to: 'step:1' },
    ];
    const { part } = partOf({ nodes: ['task:1', 'step:1'], edges: [] });
    expect(applyOps(PLACE, ops, part)).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/^ops\.1: /),
    });
  });

  it('reads every node that it names, and each once', () => {
    fc.assert(
      fc.property(batch, (ops) => {
        const { nodes, deleted } = touchedBy(ops);
        expect(new Set(nodes).size).toBe(nodes.length);
        for (const each of deleted) expect(nodes).toContain(each);
        for (const each of ops) {
          const named = 'id' in each ? [each.id] : [each.from, each.to];
          for (const name of named) expect(nodes).toContain(name.trim());
        }
      }),
      RUNS,
    );
  });
});
