/** Equality of versions, and the keys of edges; rules in docs/spec/graph.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../kernel/json.ts';
import type { JournalEvent } from '../journal/event.ts';
import { edgeEnds, edgeKey, sameState, type Version, versionOf, versionView } from './version.ts';

const RUNS = { seed: 1731, numRuns: 300 };

const node = (more: object = {}, seq = 1): Version => ({
  ...{ kind: 'node', key: 'a', seq, tsMs: seq, state: { id: 'a', type: 't', tags: [], ...more } },
});
const tombstone = (seq = 1): Version => ({ kind: 'node', key: 'a', seq, tsMs: seq });

/** The same object with its fields in another order, at every level. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.entries(value).reverse();
  return Object.fromEntries(names.map(([name, item]) => [name, shuffled(item)]));
}

describe('sameState', () => {
  it('[GR18] ignores times and the order of fields', () => {
    const meta = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(meta, (each) => {
        expect(sameState(node({ meta: each }), node({ meta: shuffled(each) }, 9))).toBe(true);
      }),
      RUNS,
    );
  });

  it.each([
    ['title', { title: 'x' }, {}],
    ['an empty title', { title: '' }, {}],
    ['text', { text: 'x' }, { text: 'X' }],
    ['status', { status: 'open' }, { status: 'done' }],
    ['tags', { tags: ['a'] }, { tags: ['b'] }],
    ['meta', { meta: { a: 1 } }, { meta: { a: '1' } }],
    ['the order of a list', { meta: { a: [1, 2] } }, { meta: { a: [2, 1] } }],
    ['null and nothing', { meta: { a: null } }, { meta: {} }],
  ])('[GR18] distinguishes %s', (_what, one, other) => {
    expect(sameState(node(one), node(other))).toBe(false);
    expect(sameState(node(one), node(one, 5))).toBe(true);
  });

  it('[GR18] a deleted version equals one that never existed', () => {
    expect(sameState(tombstone(), undefined)).toBe(true);
    expect(sameState(tombstone(1), tombstone(2))).toBe(true);
    expect(sameState(tombstone(), node())).toBe(false);
  });
});

describe('an edge’s key', () => {
  it('[GR1] can be split into its ends again', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => !text.includes('|'));
    fc.assert(
      fc.property(name, name, name, (from, rel, to) => {
        expect(edgeEnds(edgeKey({ from, rel, to }))).toEqual({ from, rel, to });
      }),
      RUNS,
    );
  });
});

describe('versionView', () => {
  const place = { last_seq: 7, last_ts_ms: 7 };

  it('[GR11] [GR13] shows the state, and for a deleted one what identifies it', () => {
    expect(versionView(node({ title: 'x' }, 7))).toEqual({
      ...{ id: 'a', type: 't', tags: [], title: 'x', deleted: false, ...place },
    });
    expect(versionView(tombstone(7))).toEqual({ id: 'a', deleted: true, ...place });
    const gone: Version = { kind: 'edge', key: 'a|r|b', seq: 7, tsMs: 7 };
    expect(versionView(gone)).toEqual({ from: 'a', rel: 'r', to: 'b', deleted: true, ...place });
  });
});

describe('versionOf', () => {
  const event = (type: string, payload: JsonObject) =>
    ({ seq: 4, tsMs: 5, agent: 'a', entity: 'branch:1', type, payload }) as unknown as JournalEvent;
  const state = { id: 'a', type: 't', tags: [] };
  const ends = { from: 'a', rel: 'r', to: 'b' };

  it.each([
    ['graph_node_upserted', { node: state }, { kind: 'node', key: 'a', state }],
    ['graph_node_deleted', { id: 'a' }, { kind: 'node', key: 'a' }],
    ['graph_edge_upserted', { edge: ends }, { kind: 'edge', key: 'a|r|b', state: ends }],
    ['graph_edge_deleted', ends, { kind: 'edge', key: 'a|r|b' }],
  ])('[GR22] of %s is what it wrote', (type, payload, version) => {
    expect(versionOf(event(type, payload))).toEqual({ seq: 4, tsMs: 5, ...version });
  });

  it('throws for another event', () => {
    expect(() => versionOf(event('note_committed', { content: 'x' }))).toThrow('event 4');
  });
});
