/** Random steps: most can succeed, and some cannot. */

import { expect } from 'vitest';
import type { Json } from '../../../src/kernel/json.ts';
import type { Shown } from '../task-world.ts';
import {
  isHeld,
  SUMMARIES,
  someForgery,
  someName,
  someNode,
  somePair,
  someProject,
  someProjectThere,
  someProperties,
  TEXTS,
} from './chosen.ts';
import { type Asking, claimedMs, holderOf, TTL_MS } from './claims.ts';
import { all, type Graph } from './graph.ts';
import {
  connect,
  type EdgeRequest,
  type Outcome,
  open,
  type PlanRequest,
  plan,
  release,
  type UpdateRequest,
  update,
} from './making.ts';
import { mergeSome } from './restructure-steps.ts';
import { next } from './restructuring.ts';
import { ask, askingAs, call, count, perhaps, type Run, type Step } from './run.ts';

const PROJECTS = ['alpha', 'beta', 'gamma'];
const TYPES = ['depends_on', 'depends_on', 'depends_on', 'relates_to', 'supports', 'parent'];
const LINKS = ['a.md', 'b.md', 'c.md'];
const MAX_NODES = 90;

export const openProject: Step = async (run) => {
  const { random } = run;
  const request = {
    project: random.chance(0.03) ? '  ' : someName(run, random.pick(PROJECTS)),
    ...perhaps(run, 0.5, { goal: random.pick(TEXTS) }),
  };
  await ask(run, 'graph_open', request, (asking, answered) =>
    open(run.graph, request, asking, answered.root?.id ?? ''),
  );
};

/** Batches whose parents come in any order, and sometimes form a cycle. */
function someRequests(run: Run, project: string): PlanRequest[] {
  const { random } = run;
  const refs = Array.from({ length: 1 + random.below(5) }, (_, n) => `r${n}`);
  const top = random.below(refs.length);
  return refs.map((ref, n): PlanRequest => {
    const where = random.chance(0.06) ? undefined : project;
    const near = () => (random.chance(0.5) ? random.pick(refs) : someNode(run, project));
    const isUnder = n !== top && random.chance(0.5);
    return {
      ref: random.chance(0.02) ? 'r0' : ref,
      ...perhaps(run, 0.98, { parent_ref: isUnder ? `r${top}` : someNode(run, where) }),
      ...perhaps(run, 0.03, { parent_ref: near() }),
      summary: random.pick(TEXTS),
      ...perhaps(run, 0.35, { depends_on: [near(), ...(random.chance(0.3) ? [near()] : [])] }),
      ...perhaps(run, 0.5, { properties: someProperties(run) }),
      ...perhaps(run, 0.01, { properties: { _claimed_by: 'ada' } }),
      ...perhaps(run, 0.3, { context_links: [random.pick(LINKS), random.pick(LINKS)] }),
    };
  });
}

export const planNodes: Step = async (run) => {
  if (run.graph.nodes.size > MAX_NODES) return mergeSome(run);
  const project = someProjectThere(run);
  const nodes = someRequests(run, project);
  if (run.random.chance(0.2)) return planInto(run, project, nodes);
  await ask(run, 'graph_plan', { nodes }, (asking, answered) =>
    plan(run.graph, nodes, asking, answered.created ?? []),
  );
};

/** With the name of the project, which is the home of nodes without a parent. */
async function planInto(run: Run, project: string, requests: PlanRequest[]): Promise<void> {
  const root = run.graph.projects.get(project) ?? '';
  const nodes = requests.map(({ parent_ref: parent, ...request }) =>
    parent === undefined || run.random.chance(0.3) ? request : { ...request, parent_ref: parent },
  );
  const placed = nodes.map((node): PlanRequest => ({ parent_ref: root, ...node }));
  await ask(run, 'graph_plan', { project, nodes }, (asking, answered) => {
    const outcome = plan(run.graph, placed, asking, answered.created ?? []);
    if ('codes' in outcome) return outcome;
    const isHere = placed.every(({ ref }, n) => {
      const id = answered.created?.[n]?.id ?? ref;
      return outcome.graph.nodes.get(id)?.project === project;
    });
    if (!isHere) return { codes: ['cross_project'] };
    return { ...outcome, answer: { project, root, ...outcome.answer } };
  });
  count(run, 'planned into a project');
}

/** From the end of a chain of dependencies to its beginning. */
function someWayBack({ graph, random }: Run): EdgeRequest | undefined {
  const depends = graph.edges.filter(({ type }) => type === 'depends_on');
  const chains = depends.flatMap(({ from: first, to: middle }) =>
    depends.filter(({ from }) => from === middle).map(({ to }) => ({ from: to, to: first })),
  );
  return chains.length > 0 ? { ...random.pick(chains), type: 'depends_on' } : undefined;
}

export const connectNodes: Step = async (run) => {
  const { random, graph } = run;
  const edges = Array.from({ length: 1 + random.below(3) }, (): EdgeRequest => {
    if (random.chance(0.4) && graph.edges.length > 0) {
      return { ...random.pick(graph.edges), ...perhaps(run, 0.85, { remove: true }) };
    }
    const around = random.chance(0.2) ? someWayBack(run) : undefined;
    if (around) return around;
    const [from, to] = somePair(run);
    return { from, to, type: random.pick(TYPES), ...perhaps(run, 0.05, { remove: true }) };
  });
  const answered = await ask(run, 'graph_connect', { edges }, (asking) =>
    connect(run.graph, edges, asking),
  );
  for (const { reason } of answered.rejected ?? []) count(run, `rejected ${reason}`);
};

/** A node that an agent holds, if there is one. */
function someHeld(run: Run): string {
  const held = all(run.graph).filter((node) => isHeld(run, node));
  return held.length > 0 ? run.random.pick(held).id : someNode(run);
}

function someUpdate(run: Run): UpdateRequest {
  const { random } = run;
  const properties = Object.entries(someProperties(run)).map(([name, value]): [string, Json] => [
    name,
    random.chance(0.3) ? null : value,
  ]);
  const evidence = { type: random.pick(['git', 'test']), ref: `at ${run.step}` };
  const node_id = random.chance(0.3) ? someHeld(run) : someNode(run);
  return {
    node_id,
    ...perhaps(run, 0.5, { resolved: random.chance(0.75) }),
    ...perhaps(run, 0.2, { state: random.pick<Json>([null, 'mine', 3, { a: [1] }]) }),
    ...perhaps(run, 0.2, { summary: ` ${random.pick(TEXTS)}` }),
    ...perhaps(run, 0.3, { properties: Object.fromEntries(properties) }),
    ...perhaps(run, 0.05, { properties: { _claimed_by: null, _claimed_at: null } }),
    ...perhaps(run, 0.04, { properties: someForgery(run, node_id) }),
    ...perhaps(run, 0.1, { release: random.chance(0.8) }),
    ...perhaps(run, 0.1, { hint: ` ${random.pick(SUMMARIES)} ` }),
    ...perhaps(run, 0.2, { add_context_links: [random.pick(LINKS)] }),
    ...perhaps(run, 0.1, { remove_context_links: [random.pick(LINKS)] }),
    ...perhaps(run, 0.4, { add_evidence: [evidence, { ...evidence, ref: 'and more' }] }),
  };
}

export const updateNodes: Step = async (run) => {
  const updates = Array.from({ length: 1 + run.random.below(3) }, () => someUpdate(run));
  const answered = await ask(run, 'graph_update', { updates }, (asking) =>
    update(run.graph, updates, asking),
  );
  count(run, 'newly by update', answered.newly_actionable?.length ?? 0);
};

/** One node without a list, and the next work in the same call. */
export const finishAndTake: Step = async (run) => {
  const { node_id, ...change } = someUpdate(run);
  const narrowing = {
    ...perhaps(run, 0.2, { scope: someNode(run) }),
    ...perhaps(run, 0.2, { filter: someProperties(run) }),
  };
  const resolved = { resolved: true, ...change };
  const request = { node_id, ...resolved, ...narrowing, next: true };
  const answered = await ask(run, 'graph_update', request, (asking) => {
    const outcome = update(run.graph, [{ node_id, ...resolved }], asking);
    return 'codes' in outcome ? outcome : alsoNext(outcome, node_id, narrowing, asking);
  });
  for (const why of Object.keys(answered.waiting ?? {})) count(run, `waiting ${why}`);
  count(run, 'taken after another', answered.nodes?.length ?? 0);
};

/** Of the next node only the id is compared: `graph_next` shows the same node whole. */
function alsoNext(
  done: { readonly graph: Graph; readonly answer: object },
  id: string,
  narrowing: object,
  asking: Asking,
): Outcome {
  const project = done.graph.nodes.get(id)?.project ?? '';
  const taken = next(done.graph, { project, ...narrowing, claim: true }, asking);
  if ('codes' in taken) return taken;
  const { nodes, ...rest } = taken.answer as Shown;
  const ids = nodes.map(({ node }: Shown) => ({ id: node.id }));
  const { newly_actionable: ready, ...answer } = done.answer as Shown;
  const isTaken = (node: Shown) => ids.some((each: Shown) => each.id === node.id);
  const left = ready ? { newly_actionable: ready.filter((each: Shown) => !isTaken(each)) } : {};
  return { graph: taken.graph, answer: { ...answer, ...left, ...rest, nodes: ids } };
}

/** Without updates: one node, or all that the caller holds. */
export const releaseClaims: Step = async (run) => {
  const { random } = run;
  const request = {
    ...perhaps(run, 0.6, { node_id: random.chance(0.7) ? someHeld(run) : someNode(run) }),
    ...perhaps(run, 0.5, { hint: 'Go on here' }),
  };
  const answered = await ask(run, 'graph_update', { release: true, ...request }, (asking) =>
    release(run.graph, request, asking),
  );
  count(run, 'released', answered.released?.length ?? 0);
};

/** Counts the claims that ended with their process, and those that ended by age. */
function countEnded(run: Run): void {
  const asking = askingAs(run, 'ada');
  for (const node of all(run.graph)) {
    const { _claimed_by: by } = node.properties;
    if (by === undefined || holderOf(node, asking) !== undefined) continue;
    count(run, run.nowMs - claimedMs(node) >= TTL_MS ? 'grown old' : 'gone with its process');
  }
}

export const takeNext: Step = async (run) => {
  const { random } = run;
  countEnded(run);
  const project = someProject(run);
  const request = {
    project: someName(run, project),
    ...perhaps(run, 0.4, { scope: someNode(run, random.chance(0.1) ? undefined : project) }),
    ...perhaps(run, 0.2, { filter: someProperties(run) }),
    ...perhaps(run, 0.06, { filter: { _claimed_by: 'ada' } }),
    ...perhaps(run, 0.7, { count: 1 + random.below(8) }),
    ...perhaps(run, 0.7, { claim: true }),
  };
  const answered = await ask(run, 'graph_next', request, (asking) =>
    next(run.graph, request, asking),
  );
  for (const why of Object.keys(answered.waiting ?? {})) count(run, `waiting ${why}`);
  count(run, 'handed out', answered.nodes?.length ?? 0);
};

/** Reads all pages while other agents write; nodes that exist the whole time must be seen. */
export async function readWhileWriting(run: Run, writes: readonly Step[]): Promise<void> {
  const { random } = run;
  const project = someProjectThere(run);
  const sort = random.pick(['readiness', 'depth', 'recent', 'created']);
  const question = { project, sort, limit: 3 + random.below(6) };
  const there = new Set(all(run.graph, project).map(({ id }) => id));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page: Shown = await call(run, 'graph_query', { ...question, cursor }, 'ada');
    seen.push(...page.nodes.map(({ id }: Shown) => id));
    cursor = page.next_cursor;
    if (cursor !== undefined) await random.pick(writes)(run);
  } while (cursor !== undefined);
  const missed = [...there].filter((id) => run.graph.nodes.has(id) && !seen.includes(id));
  expect(missed, `pages by ${sort} missed`).toEqual([]);
  if (sort === 'created') expect(new Set(seen).size, 'seen twice').toBe(seen.length);
  count(run, `read by ${sort} while writing`);
}
