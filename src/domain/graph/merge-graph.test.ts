/** Merges of many keys at once, and the ids of their conflicts; rules in docs/spec/graph.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../sha256.ts';
import * as named from './conflict.ts';
import { type ConflictCore, snapshot } from './conflict.ts';
import type { OwnKey } from './judge-keys.ts';
import { broughtOver, mergeGraph } from './merge-graph.ts';
import type { Version } from './version.ts';

const RUNS = { seed: 1731, numRuns: 300 };
const INTO = { branch: 1, doc: 'graph' };
const NOTHING: ReadonlySet<string> = new Set();

/** `title` undefined is a tombstone. */
function node(key: string, seq: number, title: string | undefined): Version {
  const place = { kind: 'node' as const, key, seq, tsMs: seq };
  return title === undefined ? place : { ...place, state: { id: key, type: 't', title, tags: [] } };
}

const title = fc.constantFrom('x', 'y', 'z', undefined);
const side = fc.option(
  title.map((each) => ({ title: each })),
  { nil: undefined },
);
const trio = fc.record({ base: side, theirs: title, ours: side });

const keys = fc.array(trio, { maxLength: 12 }).map((trios) =>
  trios.map(({ base, theirs, ours }, index): OwnKey => {
    const key = `n${index}`;
    return {
      base: base && node(key, 1 + index, base.title),
      theirs: node(key, 100 + index, theirs),
      ours: ours && node(key, 200 + index, ours.title),
    };
  }),
);

const conflictId = (core: Omit<ConflictCore, 'id'>) => named.conflictId(core, sha256);
const keptKey = (core: Omit<ConflictCore, 'id'>) => named.keptKey(core, sha256);
const broughtOverKeys = (meeting: named.Meeting) => named.broughtOverKeys(meeting, sha256);

const merge = (each: readonly OwnKey[], decided = NOTHING, around: readonly OwnKey[] = []) =>
  mergeGraph({ from: 5, into: INTO, keys: each, around, digest: sha256, decided });

describe('mergeGraph', () => {
  it('[GR20] [GR24] every key is written, skipped or in conflict', () => {
    fc.assert(
      fc.property(keys, (each) => {
        const { merged, skipped, conflicts, drafts, summary } = merge(each);
        expect(merged + skipped + conflicts.length).toBe(each.length);
        expect(drafts).toHaveLength(merged);
        expect(summary.nodes_changed).toBe(merged + conflicts.length);
        expect(summary.node_fields_changed).toBeGreaterThanOrEqual(summary.nodes_changed);
        expect([summary.edges_changed, summary.edge_fields_changed]).toEqual([0, 0]);
      }),
      RUNS,
    );
  });

  it('[GR21] keys are independent: pages add up to the whole', () => {
    fc.assert(
      fc.property(keys, fc.nat(12), (each, cut) => {
        const whole = merge(each);
        const [first, second] = [merge(each.slice(0, cut)), merge(each.slice(cut))];
        const byKey = (drafts: readonly { key?: string | undefined }[]) =>
          [...drafts].sort((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
        expect(byKey([...first.drafts, ...second.drafts])).toEqual(byKey(whole.drafts));
        expect([...first.conflicts, ...second.conflicts]).toEqual(whole.conflicts);
        expect(first.skipped + second.skipped).toBe(whole.skipped);
      }),
      RUNS,
    );
  });

  it('[GR22] skips the next time what it has written', () => {
    fc.assert(
      fc.property(keys, (each) => {
        const written = new Set(merge(each).drafts.map((draft) => JSON.stringify(draft.payload)));
        const after = each.map((key) => {
          const [draft] = merge([key]).drafts;
          return draft && written.has(JSON.stringify(draft.payload))
            ? { ...key, ours: { ...key.theirs, seq: 300 } as Version }
            : key;
        });
        const again = merge(after);
        expect(again.merged).toBe(0);
        expect(again.conflicts).toEqual(merge(each).conflicts);
      }),
      RUNS,
    );
  });

  it('[GR28] skips what was decided, and no longer counts it', () => {
    fc.assert(
      fc.property(keys, (each) => {
        const first = merge(each);
        const second = merge(each, new Set(first.conflicts.map((conflict) => conflict.id)));
        expect(second.conflicts).toEqual([]);
        expect(second.skipped).toBe(first.skipped + first.conflicts.length);
        expect(second.drafts).toEqual(first.drafts);
      }),
      RUNS,
    );
  });

  it('[GR24] counts the fields that differ from the base', () => {
    const base: Version = { ...node('a', 1, 'x') };
    const state = { id: 'a', type: 't', title: 'y', status: 'open', tags: ['q'] };
    const theirs: Version = { kind: 'node', key: 'a', seq: 2, tsMs: 2, state };
    expect(merge([{ base, theirs, ours: base }]).summary).toEqual({
      ...{ nodes_changed: 1, edges_changed: 0, node_fields_changed: 3, edge_fields_changed: 0 },
    });
    const ends = { from: 'a', rel: 'r', to: 'b' };
    const place = { kind: 'edge' as const, key: 'a|r|b', tsMs: 1 };
    const before: Version = { ...place, seq: 1, state: { ...ends, meta: { p: 1, q: 2 } } };
    const after: Version = { ...place, seq: 2, state: { ...ends, meta: { w: 1 } } };
    const nodes = ['a', 'b'].map((id) => node(id, 1, 'x'));
    const around = nodes.map((end) => ({ base: end, theirs: end, ours: end }));
    const edge = { base: before, theirs: after, ours: before };
    const { summary } = merge([edge], NOTHING, around);
    expect([summary.edges_changed, summary.edge_fields_changed]).toEqual([1, 1]);
  });

  it('[GR22] stores the source of a merged version beside its state', () => {
    const origin = { branch: 5, seq: 9 };
    const draft = broughtOver(INTO, node('a', 9, 'x'), origin, 'once', sha256);
    const { kind, key, from, into, doc } = {
      kind: 'node' as const,
      key: 'a',
      from: 5,
      into: 1,
      doc: 'graph',
    };
    expect(draft).toEqual({
      ...{ type: 'graph_node_upserted', entity: 'branch:1', branch: 1, doc: 'graph' },
      key: `${broughtOverKeys({ kind, key, from, into, doc })}once`,
      payload: { node: { id: 'a', type: 't', title: 'x', tags: [] }, merged_from: origin },
    });
    expect(broughtOver(INTO, node('a', 9, undefined), origin, '', sha256).type).toBe(
      'graph_node_deleted',
    );
  });
});

describe('a conflict’s id', () => {
  const core: Omit<ConflictCore, 'id'> = {
    ...{ kind: 'node', key: 'a', from: 5, into: 1, doc: 'graph' },
    base: snapshot(node('a', 1, 'x')),
    theirs: snapshot(node('a', 2, 'y')),
    ours: snapshot(node('a', 3, 'z')),
  };

  it('[GR25] is the same for the same states, also when written again', () => {
    expect(conflictId(core)).toMatch(/^CONFLICT-[0-9a-f]{32}$/);
    const again = {
      ...core,
      theirs: snapshot(node('a', 20, 'y')),
      ours: snapshot(node('a', 30, 'z')),
    };
    expect(conflictId(again)).toBe(conflictId(core));
    expect(conflictId({ ...core, theirs: null })).toBe(
      conflictId({ ...core, theirs: snapshot(node('a', 9, undefined)) }),
    );
  });

  it.each([
    { key: 'b' },
    { kind: 'edge' as const },
    { from: 6 },
    { into: 2 },
    { doc: 'other' },
    { base: null },
    { base: snapshot(node('a', 4, 'x')) },
    { theirs: snapshot(node('a', 2, 'Y')) },
    { ours: null },
    { theirs: core.ours, ours: core.theirs },
  ])('[GR25] differs with %j', (change) => {
    expect(conflictId({ ...core, ...change })).not.toBe(conflictId(core));
  });

  it('[GR28] a decision against theirs depends on the base and not on ours', () => {
    expect(keptKey({ ...core, ours: null })).toBe(keptKey(core));
    expect(keptKey({ ...core, theirs: null })).not.toBe(keptKey(core));
    expect(keptKey({ ...core, base: null })).not.toBe(keptKey(core));
  });

  it('[GR25] different parts never add up to the same id', () => {
    const name = fc.string({ unit: fc.constantFrom('a', '"', ',', '|', '5', '[') });
    fc.assert(
      fc.property(name, name, name, name, (key, doc, otherKey, otherDoc) => {
        const same = key === otherKey && doc === otherDoc;
        const [one, other] = [
          { ...core, key, doc },
          { ...core, key: otherKey, doc: otherDoc },
        ];
        expect(conflictId(one) === conflictId(other)).toBe(same);
      }),
      RUNS,
    );
  });
});
