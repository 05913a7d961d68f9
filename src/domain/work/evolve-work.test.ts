/** The rules of the work graph, one by one. */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../kernel/json.ts';
import { presentPayload } from '../journal/event-versions.ts';
import { concernOf, evolveWork, type WorkEvent, type WorkPart } from './evolve-work.ts';
import { deepen, growthBy } from './work-change.ts';
import { graphChangesBy } from './work-graph.ts';
import { READINESS, readinessOf, type WorkEdge, type WorkNode } from './work-node.ts';

const EVIDENCE = { type: 'git', ref: '4f2c1d0', agent: 'ada', timestamp: 'then' };

function node(id: string, values: Partial<WorkNode> = {}): WorkNode {
  const made = {
    id,
    project: 'p',
    parent: 'root',
    depth: 1,
    rev: 1,
    summary: id,
    resolved: false,
    state: undefined,
    properties: {},
    contextLinks: [],
    createdMs: 1,
    createdBy: 'ada',
    updatedMs: 1,
    updatedSeq: 1,
    openChildren: 0,
    openDeps: 0,
    claimOfProcess: false,
    ...values,
  };
  return { ...made, readiness: readinessOf(made), ...values };
}

function part(nodes: readonly WorkNode[], edges: readonly WorkEdge[] = []): WorkPart {
  return { nodes: new Map(nodes.map((each) => [each.id, each])), edges, openBelow: [] };
}

function event<Type extends WorkEvent['type']>(type: Type, payload: JsonObject): WorkEvent {
  const place = { seq: 9, tsMs: 900, agent: 'ben', entity: 'work:x' };
  return { ...place, type, payload: { project: 'p', ...payload } } as unknown as WorkEvent;
}

const nodesAfter = (change: ReturnType<typeof evolveWork>) =>
  Object.fromEntries(change.changed.map((each) => [each.after.id, each.after]));

const waits = (from: string, to: string): WorkEdge => ({ from, to, type: 'depends_on' });

describe('readiness', () => {
  it('[WO70] follows from the node, its dependencies and its children', () => {
    const of = (resolved: boolean, openDeps: number, openChildren: number) =>
      readinessOf({ resolved, openDeps, openChildren });
    expect(of(false, 0, 0)).toBe(READINESS.actionable);
    expect(of(false, 0, 2)).toBe(READINESS.open);
    expect(of(false, 1, 2)).toBe(READINESS.blocked);
    expect(of(true, 1, 2)).toBe(READINESS.resolved);
  });
});

describe('an update', () => {
  const root = node('root', { parent: null, depth: 0, openChildren: 2 });
  const waiting = node('b', { openDeps: 1 });

  it('[WO71] that resolves a node lowers the counts of its parent and of waiting nodes', () => {
    const before = part([root, node('a'), waiting], [waits('b', 'a')]);
    const set = { resolved: true };
    const resolved = event('work_updated', { id: 'a', changes: [], set, evidence: [EVIDENCE] });
    const change = evolveWork(resolved, before);
    expect(nodesAfter(change)).toMatchObject({
      a: { resolved: true, rev: 2, updatedSeq: 9, readiness: READINESS.resolved },
      root: { openChildren: 1, rev: 1, readiness: READINESS.open },
      b: { openDeps: 0, rev: 1, readiness: READINESS.actionable },
    });
    expect(change.evidence).toEqual([{ evidence: EVIDENCE, nodes: ['a'] }]);
    expect(growthBy(change)).toEqual({ total: 0, resolved: 1, blocked: -1, actionable: 0 });
    expect(concernOf(resolved)).toEqual({ nodes: ['a'], waiting: true });
  });

  it('[WO71] that claims changes only the node, and no count', () => {
    const properties = { _claimed_by: 'ben', _claimed_at: '2026-01-05T09:00:00.000Z' };
    const set = { properties, claim_of_process: true };
    const claimed = event('work_updated', { id: 'a', changes: [], set, evidence: [] });
    expect(concernOf(claimed)).toEqual({ nodes: ['a'], waiting: false });
    const change = evolveWork(claimed, part([node('a')]));
    expect(nodesAfter(change)).toEqual({
      a: node('a', { properties, claimOfProcess: true, rev: 2, updatedMs: 900, updatedSeq: 9 }),
    });
    expect(growthBy(change)).toEqual({ total: 0, resolved: 0, blocked: 0, actionable: 0 });
    expect(graphChangesBy(change)).toEqual([]);
  });
});

describe('a merge', () => {
  const before = part(
    [
      node('root', { parent: null, depth: 0, openChildren: 3 }),
      node('s', { openChildren: 1, openDeps: 1 }),
      node('t'),
      node('w', { openDeps: 2 }),
      node('d'),
      node('c', { parent: 's', depth: 2 }),
    ],
    [waits('w', 's'), waits('w', 't'), waits('s', 'd'), { from: 's', to: 't', type: 'relates_to' }],
  );
  const merged = event('work_merged', { source: 's', target: 't', summary: 's', deeper: 0 });

  it('[WO72] counts a node that waited for both once, and gives the target the dependencies of the source', () => {
    const change = evolveWork(merged, before);
    expect(nodesAfter(change)).toMatchObject({
      root: { openChildren: 2 },
      t: { openChildren: 1, openDeps: 1, rev: 2, readiness: READINESS.blocked },
      w: { openDeps: 1, rev: 1 },
      c: { parent: 't', depth: 2, rev: 2 },
    });
    expect(change.removed.map(({ id }) => id)).toEqual(['s']);
    expect(change.addedEdges).toEqual([waits('t', 'd')]);
    expect(change.inherited).toEqual({ from: 's', to: 't' });
    expect(change.history).toEqual(['s', 't', 'c']);
  });

  it('[WO77] removes the source from the reasoning graph, and moves its edges to the target', () => {
    const keys = graphChangesBy(evolveWork(merged, before)).map(({ key, state }) =>
      state ? `+ ${key}` : `- ${key}`,
    );
    expect(keys.toSorted()).toEqual([
      '+ work:c|child_of|work:t',
      '+ work:t|depends_on|work:d',
      '- work:c|child_of|work:s',
      '- work:s',
      '- work:s|depends_on|work:d',
      '- work:s|relates_to|work:t',
      '- work:w|depends_on|work:s',
    ]);
  });
});

describe('an event of version 1', () => {
  it('[WO77] is marked as one whose nodes and edges have events of their own', () => {
    expect(presentPayload('work_dropped', 1, { id: 'a' })).toEqual({
      payload: { id: 'a', mirrored: true },
    });
    expect(presentPayload('work_dropped', 2, { id: 'a' })).toEqual({ payload: { id: 'a' } });
  });
});

describe('a move and a drop', () => {
  it('[WO75] a move changes the counts of both parents, and the depth of everything below', () => {
    const nodes = [
      node('root', { parent: null, depth: 0, openChildren: 2 }),
      node('a', { openChildren: 1 }),
      node('b'),
    ];
    const moved = event('work_moved', { id: 'a', from: 'root', to: 'b', deeper: 1 });
    const change = evolveWork(moved, part(nodes));
    expect(nodesAfter(change)).toMatchObject({
      a: { parent: 'b', depth: 2, rev: 2 },
      root: { openChildren: 1, rev: 1 },
      b: { openChildren: 1, rev: 1, readiness: READINESS.open },
    });
    expect(change.deepened).toEqual({ below: ['a'], by: 1 });
    expect(deepen(node('x', { depth: 2 }), { below: ['a'], by: 1 }).depth).toBe(3);
  });

  it('[WO74] a drop resolves the whole subtree, ends claims and keeps hints', () => {
    const claim = { _claimed_by: 'ada', _claimed_at: '2026-01-05T09:00:00.000Z' };
    const nodes = [
      node('root', { parent: null, depth: 0, openChildren: 1 }),
      node('a', { openChildren: 1, properties: { ...claim, _hint: 'so' }, claimOfProcess: true }),
      node('c', { parent: 'a', depth: 2, openDeps: 1 }),
      node('d', { parent: 'a', depth: 2, resolved: true }),
      node('w', { openDeps: 2 }),
    ];
    const edges = [waits('c', 'a'), waits('w', 'c'), waits('w', 'x')];
    const dropped = event('work_dropped', { id: 'a', evidence: EVIDENCE });
    const change = evolveWork(dropped, { ...part(nodes, edges), openBelow: ['a', 'c'] });
    expect(nodesAfter(change)).toMatchObject({
      root: { openChildren: 0, readiness: READINESS.actionable },
      a: { resolved: true, openChildren: 0, claimOfProcess: false, rev: 2 },
      c: { resolved: true, openDeps: 0, rev: 2 },
      w: { openDeps: 1, readiness: READINESS.blocked, rev: 1 },
    });
    expect(nodesAfter(change).a?.properties).toEqual({ _hint: 'so' });
    expect(change.evidence).toEqual([{ evidence: EVIDENCE, nodes: ['a', 'c'] }]);
    expect(growthBy(change)).toEqual({ total: 0, resolved: 2, blocked: -1, actionable: 1 });
  });
});
