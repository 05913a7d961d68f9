/**
 * The work graph at a hundred, ten thousand and a hundred thousand nodes, and the size of its
 * answers.
 */

import type { EventDraft } from '../src/domain/journal/event.ts';
import { workNodeId } from '../src/domain/work/work-id.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { openStore } from '../src/store/open-store.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { type Row, row, within } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

export const PROJECT = 'bench';
const ROOT = 'root00000000';
const NODES_PER_EVENT = 500;
const EVENTS_PER_TRANSACTION = 10;

function idOf(index: number): string {
  return `n${index.toString(36).padStart(11, '0')}`;
}

export function projectDraft(): EventDraft {
  return {
    type: 'work_project_opened',
    entity: workNodeId(ROOT),
    payload: { project: PROJECT, id: ROOT, summary: 'Read all numbers' },
  };
}

/** Parts of ninety-nine leaves; every fifth leaf waits for the one before. */
export function plannedBatch(first: number, count: number): EventDraft[] {
  const indexes = Array.from({ length: count }, (_, at) => first + at);
  const isPart = (index: number) => index % 100 === 0;
  const parentOf = (index: number) => (isPart(index) ? ROOT : idOf(Math.floor(index / 100) * 100));
  const nodes = indexes.map((index) => ({
    id: idOf(index),
    parent: parentOf(index),
    depth: isPart(index) ? 1 : 2,
    summary: `Read the ${index}th kind of number`,
    context_links: [],
    properties: index % 7 === 0 ? { priority: index % 3 } : {},
  }));
  const links = indexes
    .filter((index) => index % 5 === 4 && !isPart(index))
    .map((index) => ({ from: idOf(index), to: idOf(index - 1) }));
  return [
    {
      type: 'work_planned',
      entity: workNodeId(idOf(first)),
      payload: { project: PROJECT, nodes, depends_on: links },
    },
  ];
}

export async function seedWork(dataDir: string, size: number): Promise<void> {
  const store = await openStore({ dataDir });
  const writer = () => ({ workspace: WORKSPACE, agent: 'seed', nowMs: Date.now() });
  try {
    await store.write(writer(), async (tx) => {
      await tx.append([initializeWorkspace(), projectDraft()]);
    });
    for (let done = 0; done < size; ) {
      await store.write(writer(), async (tx) => {
        for (let event = 0; event < EVENTS_PER_TRANSACTION && done < size; event++) {
          const count = Math.min(NODES_PER_EVENT, size - done);
          await tx.append(plannedBatch(done, count));
          done += count;
        }
      });
    }
  } finally {
    await store.close();
  }
}

/** One measurement; preparation is not included. */
type Take = (client: StdioClient, turn: number) => Promise<number>;

const call = (client: StdioClient, tool: string, args: object) =>
  client.call(tool, { workspace: WORKSPACE, ...args });

const reading =
  (tool: string, args: object): Take =>
  (client) =>
    timed(() => call(client, tool, args));

function nodeIn(text: string): string {
  return JSON.parse(text).nodes[0].node.id;
}

const claiming: Take = async (client) => {
  let text = '';
  const ms = await timed(async () => {
    text = await call(client, 'graph_next', { project: PROJECT, claim: true });
  });
  const properties = { _claimed_by: null, _claimed_at: null };
  await call(client, 'graph_update', { updates: [{ node_id: nodeIn(text), properties }] });
  return ms;
};

const resolving: Take = async (client) => {
  const id = nodeIn(await call(client, 'graph_next', { project: PROJECT }));
  const done = { node_id: id, resolved: true, add_evidence: [{ type: 'git', ref: '4f2c1d0' }] };
  const ms = await timed(() => call(client, 'graph_update', { updates: [done] }));
  await call(client, 'graph_update', { updates: [{ node_id: id, resolved: false }] });
  return ms;
};

const planning: Take = (client, turn) => {
  const ref = (name: string) => `${name}${turn}`;
  const nodes = [
    { ref: ref('a'), parent_ref: ROOT, summary: 'One more part' },
    ...['b', 'c', 'd'].map((name) => ({
      ref: ref(name),
      parent_ref: ref('a'),
      summary: 'One more leaf',
      ...(name === 'd' ? { depends_on: [ref('b')] } : {}),
    })),
  ];
  return timed(() => call(client, 'graph_plan', { nodes }));
};

/** Each is checked for deadlocks, and undone. */
const connecting: Take = async (client) => {
  const edge = { from: idOf(42), to: idOf(57), type: 'depends_on' };
  const ms = await timed(() => call(client, 'graph_connect', { edges: [edge] }));
  await call(client, 'graph_connect', { edges: [{ ...edge, remove: true }] });
  return ms;
};

const moving: Take = async (client) => {
  const move = (parent: string) =>
    call(client, 'graph_restructure', {
      operations: [{ op: 'move', node_id: idOf(43), new_parent: parent }],
    });
  const ms = await timed(() => move(ROOT));
  await move(idOf(0));
  return ms;
};

const planningBehind: Take = (client, turn) => {
  const nodes = [
    { ref: `e${turn}`, parent_ref: idOf(0), summary: 'One more leaf', depends_on: [idOf(42)] },
  ];
  return timed(() => call(client, 'graph_plan', { nodes }));
};

const TAKES: readonly [string, Take][] = [
  ['graph_next, claim', claiming],
  ['graph_update, resolve', resolving],
  ['graph_plan, 4 nodes', planning],
  ['graph_plan, behind open work', planningBehind],
  ['graph_connect', connecting],
  ['graph_restructure, move', moving],
  ['graph_query', reading('graph_query', { project: PROJECT })],
  [
    'graph_query, actionable',
    reading('graph_query', { project: PROJECT, filter: { is_actionable: true } }),
  ],
  ['graph_open', reading('graph_open', { project: PROJECT })],
  ['graph_onboard', reading('graph_onboard', { project: PROJECT })],
  ['graph_context', reading('graph_context', { node_id: idOf(42) })],
];

const GOAL = 2;

async function compare(ground: Ground): Promise<Row[]> {
  const sizes = { small: 100, middle: 10_000, large: ground.times(100_000, 2_000) };
  const open = async (size: number) => {
    const directory = ground.directory();
    await seedWork(directory, size);
    return ground.waymark(directory).initialize();
  };
  const small = await open(sizes.small);
  const middle = await open(ground.times(sizes.middle, 500));
  const large = await open(sizes.large);
  const rows: Row[] = [];
  let turn = 0;
  for (const [what, take] of TAKES) {
    const p50 = await calmMedians(
      {
        small: () => take(small, turn++),
        middle: () => take(middle, turn++),
        large: () => take(large, turn++),
      },
      { rounds: ground.times(24, 4), block: 8, warmUp: ground.times(6, 2) },
    );
    const against = { what: `at ${sizes.small}`, value: p50.small, unit: 'ms' as const };
    const measured = (size: number, value: number) =>
      row({ what: `${what}, ${size} nodes, p50`, value, unit: 'ms' }, against, { atMost: GOAL });
    rows.push(measured(ground.times(sizes.middle, 500), p50.middle));
    rows.push(measured(sizes.large, p50.large));
  }
  rows.push(...(await subtrees(ground, small, large)));
  await Promise.all([small.close(), middle.close(), large.close()]);
  return rows;
}

const SUBTREE = 1_000;
const NODES_PER_CALL = 250;

/** Creates a part with a thousand nodes in three levels; returns its id. */
async function growSubtree(client: StdioClient, size: number, turn: number): Promise<string> {
  const plan = async (nodes: object[]) =>
    JSON.parse(await call(client, 'graph_plan', { nodes })).created as { id: string }[];
  const [top] = await plan([{ ref: `t${turn}`, parent_ref: ROOT, summary: 'A large part' }]);
  for (let done = 1; done < size; ) {
    const count = Math.min(NODES_PER_CALL, size - done);
    const nodes = Array.from({ length: count }, (_, at) => ({
      ref: `s${turn}-${done + at}`,
      parent_ref: at % 10 === 0 ? (top?.id ?? '') : `s${turn}-${done + at - (at % 10)}`,
      summary: 'A leaf of it',
    }));
    await plan(nodes);
    done += count;
  }
  return top?.id ?? '';
}

/** Only reported, without a limit: they cost as much as the subtree is large. */
async function subtrees(ground: Ground, small: StdioClient, large: StdioClient): Promise<Row[]> {
  const size = ground.times(SUBTREE, 100);
  const restructure = (client: StdioClient, operation: object) =>
    timed(() => call(client, 'graph_restructure', { operations: [operation] }));
  const times: Record<string, number> = {};
  for (const [name, client] of [
    ['small', small],
    ['large', large],
  ] as const) {
    const id = await growSubtree(client, size, 1);
    const moved = { op: 'move', node_id: id, new_parent: idOf(0) };
    times[`${name} move`] = await restructure(client, moved);
    times[`${name} drop`] = await restructure(client, { op: 'drop', node_id: id, reason: 'Done' });
  }
  return ['move', 'drop'].map((op) =>
    row(
      { what: `${op} of ${size} nodes, large`, value: times[`large ${op}`] ?? 0, unit: 'ms' },
      { what: 'at 100', value: times[`small ${op}`] ?? 0, unit: 'ms' },
    ),
  );
}

const CYCLE_ALLOWED = 1_500;
const ONBOARD_ALLOWED = 2_400;
const PLAN_ALLOWED = 220;

async function characters(ground: Ground): Promise<Row[]> {
  const client = await ground.waymark(ground.directory()).initialize();
  const said = async (tool: string, args: object) => {
    const answer = await client.call(tool, args);
    return { answer, cost: JSON.stringify(args).length + answer.length };
  };
  const open = { project: 'parser' };
  const { answer } = await said('graph_open', { ...open, goal: 'Read all of JSON' });
  const root = JSON.parse(answer).root.id as string;
  const four = ['lexer', 'numbers', 'strings', 'docs'].map((ref, at) => ({
    ref,
    parent_ref: at === 0 || at === 3 ? root : 'lexer',
    summary: `Work on the ${ref}`,
    ...(ref === 'strings' ? { depends_on: ['numbers'] } : {}),
  }));
  const planned = (await said('graph_plan', { nodes: four })).answer.length;
  const rest = Array.from({ length: 25 }, (_, at) => ({
    ref: `r${at}`,
    parent_ref: at % 5 === 0 ? root : `r${at - (at % 5)}`,
    summary: `Read the ${at}th kind of number`,
  }));
  await said('graph_plan', { nodes: rest });
  let cycle = (await said('graph_open', open)).cost;
  const next = await said('graph_next', { ...open, claim: true });
  const evidence = [{ type: 'git', ref: '4f2c1d0 read numbers' }];
  const update = { node_id: nodeIn(next.answer), resolved: true, add_evidence: evidence };
  cycle += next.cost + (await said('graph_update', { updates: [update] })).cost;
  const more = Array.from({ length: 5 }, (_, at) => ({
    ref: `m${at}`,
    parent_ref: root,
    summary: `Read the ${at}th kind of text`,
  }));
  await said('graph_plan', { nodes: more });
  const onboard = (await said('graph_onboard', {})).answer.length;
  await client.close();
  const allowed = (what: string, value: number, most: number) =>
    within({ what, value, unit: 'chars' }, most);
  return [
    allowed('open, next, resolve at 30 nodes', cycle, CYCLE_ALLOWED),
    allowed('graph_onboard at 35 nodes', onboard, ONBOARD_ALLOWED),
    allowed('answer to graph_plan of 4', planned, PLAN_ALLOWED),
  ];
}

export const work: Benchmark = {
  name: 'work',
  run: async (ground) => [...(await characters(ground)), ...(await compare(ground))],
};
