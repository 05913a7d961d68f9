/** Everything that can be read of a work graph, compared with the model. */

import { expect } from 'vitest';
import { READINESS } from '../../../src/domain/work/work-node.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { OutlineNode } from '../../../src/store/work-port.ts';
import type { Shown } from '../task-world.ts';
import { SUMMARIES, someNode, someProperties } from './chosen.ts';
import { holderOf } from './claims.ts';
import {
  all,
  bySort,
  countsOf,
  hasProperties,
  isActionable,
  isBelow,
  isBlocked,
  isLeaf,
  type Node,
} from './graph.ts';
import { storedProperties } from './making.ts';
import { next } from './restructuring.ts';
import { askingAs, call, count, perhaps, type Run } from './run.ts';
import { expectToldBy } from './told-history.ts';
import { byEnds, contextView, iso, listedView, reasoningView } from './views.ts';

const WIDE = { max_chars: 4_000_000 };
const SORTS = ['readiness', 'depth', 'recent', 'created'];
const LOOKED_AT = 8;

export async function expectSameState(run: Run): Promise<void> {
  await expectSameProjects(run);
  await expectNothingStuck(run);
  for (const project of run.graph.projects.keys()) {
    for (const sort of SORTS) await expectSameQuery(run, { project, sort, filter: {} });
    for (let n = 0; n < LOOKED_AT; n++) {
      const sort = run.random.pick(SORTS);
      await expectSameQuery(run, { project, sort, filter: someFilter(run, project) });
    }
    await expectSameOnboarding(run, project);
  }
  const ids = [...run.graph.nodes.keys(), ...run.graph.gone.keys()];
  for (let n = 0; n < LOOKED_AT; n++) await expectSameNode(run, run.random.pick(ids));
  await expectSameReasoning(run);
}

/** By what is stored alone: every open node becomes ready if what is ready is done. */
async function expectNothingStuck({ server, workspace, graph }: Run): Promise<void> {
  for (const project of graph.projects.keys()) {
    const { nodes } = await server.surface.store.read(workspace, (tx) =>
      tx.work.outline(project, { after: -1, limit: 10_000 }),
    );
    const left = new Map<string, OutlineNode>(
      nodes.flatMap((node) =>
        node.readiness === READINESS.resolved ? [] : [[node.id, node] as const],
      ),
    );
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      const parents = new Set([...left.values()].map((node) => node.parent));
      for (const { id, dependsOn } of [...left.values()]) {
        if (!parents.has(id) && !dependsOn.some((each) => left.has(each))) left.delete(id);
      }
    }
    expect([...left.keys()], `nodes of ${project} that can never be worked on`).toEqual([]);
  }
}

async function expectSameProjects(run: Run): Promise<void> {
  const { graph } = run;
  const { projects } = await call(run, 'graph_open', {}, 'ada');
  const listed = [...graph.projects].sort(([a], [b]) => (a < b ? -1 : 1));
  expect(projects.map(({ updated_at: _at, ...rest }: Shown) => rest)).toEqual(
    listed.map(([project, id]) => {
      const { total, resolved, unresolved } = countsOf(graph, project, () => false);
      const summary = graph.nodes.get(id)?.summary;
      return { id, project, summary, total, resolved, unresolved };
    }),
  );
  for (const [project] of listed) {
    const { summary } = await call(run, 'graph_open', { project }, 'ada');
    const asking = askingAs(run, 'ada');
    const isHeld = (node: Node) => holderOf(node, asking) !== undefined;
    expect(summary).toEqual(countsOf(graph, project, isHeld));
  }
}

/** A filter; null means that a condition is left out, except for claims. */
function someFilter(run: Run, project: string): JsonObject {
  const left = ['resolved', 'is_leaf', 'text', 'ancestor', 'properties', 'has_evidence_type'];
  const nulls = left.filter(() => run.random.chance(0.1)).map((name) => [name, null]);
  return { ...Object.fromEntries(nulls), ...someConditions(run, project) };
}

function someConditions(run: Run, project: string): JsonObject {
  const { random, graph } = run;
  const flag = () => random.chance(0.5);
  const text = random.pick([...SUMMARIES, '%', '_', 'READ', "'", '\\', 'ä']);
  const id = someNode(run, project);
  return {
    ...perhaps(run, 0.25, { resolved: flag() }),
    ...perhaps(run, 0.25, { is_leaf: flag() }),
    ...perhaps(run, 0.25, { is_actionable: flag() }),
    ...perhaps(run, 0.25, { is_blocked: flag() }),
    ...perhaps(run, 0.25, { text }),
    ...perhaps(run, 0.25, {
      ancestor: graph.nodes.has(id) ? id : (graph.projects.get(project) ?? ''),
    }),
    ...perhaps(run, 0.2, { has_evidence_type: random.pick(['git', 'test', 'dropped', 'gi']) }),
    ...perhaps(run, 0.2, { claimed_by: random.pick(['ada', 'ben', null]) }),
    ...perhaps(run, 0.3, { properties: someProperties(run) }),
  };
}

function fits(run: Run, node: Node, filter: Shown): boolean {
  const isAs = (wanted: boolean | null | undefined, is: boolean) => (wanted ?? is) === is;
  const { graph } = run;
  const claimedBy = holderOf(node, askingAs(run, 'ada')) ?? null;
  return (
    isAs(filter.resolved, node.resolved) &&
    isAs(filter.is_leaf, isLeaf(graph, node)) &&
    isAs(filter.is_actionable, isActionable(graph, node)) &&
    isAs(filter.is_blocked, isBlocked(graph, node)) &&
    node.summary.toLowerCase().includes((filter.text ?? '').toLowerCase()) &&
    ((filter.ancestor ?? undefined) === undefined || isBelow(graph, node.id, filter.ancestor)) &&
    ((filter.has_evidence_type ?? undefined) === undefined ||
      node.evidence.some(({ type }) => type === filter.has_evidence_type)) &&
    (filter.claimed_by === undefined || claimedBy === filter.claimed_by) &&
    hasProperties(node, storedProperties(filter.properties ?? {}))
  );
}

interface Question {
  readonly project: string;
  readonly sort: string;
  readonly filter: JsonObject;
}

async function expectSameQuery(run: Run, question: Question): Promise<void> {
  const { graph, random } = run;
  const expected = all(graph, question.project)
    .filter((node) => fits(run, node, question.filter))
    .sort(bySort(graph, question.sort))
    .map((node) => listedView(graph, node, askingAs(run, 'ada')));
  const limit = random.pick([2, 7, 30, 100]);
  const found: Shown[] = [];
  let cursor: string | undefined;
  do {
    const page: Shown = await call(
      run,
      'graph_query',
      { ...question, limit, cursor, ...WIDE },
      'ada',
    );
    found.push(...page.nodes);
    expect(page.total).toBe(expected.length);
    cursor = page.next_cursor;
    if (cursor !== undefined) expect(page.nodes).toHaveLength(limit);
  } while (cursor !== undefined);
  expect(found).toEqual(expected);
  count(run, 'found', found.length);
}

async function expectSameOnboarding(run: Run, project: string): Promise<void> {
  const { graph } = run;
  const answered = await call(run, 'graph_onboard', { project, ...WIDE }, 'ben');
  const asking = askingAs(run, 'ben');
  const isHeld = (node: Node) => holderOf(node, asking) !== undefined;
  expect(answered.summary).toEqual(countsOf(graph, project, isHeld));
  const ready = next(graph, { project, claim: true }, asking) as Shown;
  expect(answered.next?.id).toBe(ready.answer.nodes[0]?.node.id);
  const held = all(graph, project).filter(
    (node) => !node.resolved && holderOf(node, asking) !== undefined,
  );
  expect(answered.claimed?.length ?? 0).toBe(Math.min(5, held.length));
  const newest = Math.max(0, ...all(graph, project).map((node) => node.updatedMs));
  expect(answered.updated_at >= iso(newest)).toBe(true);
}

async function expectSameNode(run: Run, id: string): Promise<void> {
  const { graph, random } = run;
  const node = graph.nodes.get(id);
  const depth = random.below(5);
  const answered = await call(run, 'graph_context', { node_id: id, depth, ...WIDE }, 'ada');
  if (!node) expect(answered.code).toBe('node_not_found');
  else {
    const { budget: _budget, related = [], ...context } = answered;
    expect({ ...context, related: related.sort(byEnds) }).toEqual(
      contextView(graph, id, depth, askingAs(run, 'ada')),
    );
  }
  const actions = [...(node?.actions ?? graph.gone.get(id) ?? [])].reverse();
  const limit = random.pick([1, 3, 100]);
  const heard: Shown[] = [];
  let cursor: string | undefined;
  do {
    const page: Shown = await call(
      run,
      'graph_history',
      { node_id: id, limit, ...(cursor === undefined ? {} : { cursor }), ...WIDE },
      'ada',
    );
    heard.push(...page.events);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  expect(
    heard.map(({ action }) => action),
    `the history of ${id}`,
  ).toEqual(actions);
  expectToldBy(graph, id, heard.toReversed());
}

async function expectSameReasoning(run: Run): Promise<void> {
  const args = { branch: 'main', types: ['work'], limit: 200, edges_limit: 1_000, ...WIDE };
  const { result } = await call(run, 'graph_query', args, 'ada');
  const nodes = result.nodes.map(({ id, title, status, meta }: Shown) => [
    id,
    { title, status, project: meta.project },
  ]);
  const edges = result.edges.map(({ from, rel, to }: Shown) => `${from}|${rel}|${to}`).sort();
  expect({ nodes: Object.fromEntries(nodes), edges }).toEqual(reasoningView(run.graph));
}
