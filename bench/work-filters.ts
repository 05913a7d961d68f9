/**
 * Filters and scopes of the work graph at a hundred and a hundred thousand nodes, where matches
 * rank last.
 */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDraft } from '../src/domain/journal/event.ts';
import { workNodeId } from '../src/domain/work/work-id.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { openStore } from '../src/store/open-store.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { type Row, row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const PROJECT = 'bench';
const ROOT = 'root00000000';
const SMALL = 100;
const PARTS = 100;
const LEAST_PART = 10;
const RARE = 5;
const NODES_PER_EVENT = 500;
const EVENTS_PER_TRANSACTION = 10;

function idOf(index: number): string {
  return `n${index.toString(36).padStart(11, '0')}`;
}

function partSize(size: number): number {
  return Math.max(LEAST_PART, Math.floor(size / PARTS));
}

/** Part, section, groups, leaves: four levels at every size. */
function placeOf(index: number, part: number): { parent: string; depth: number } {
  const at = index % part;
  const first = index - at;
  if (at === 0) return { parent: ROOT, depth: 1 };
  if (at === 1) return { parent: idOf(first), depth: 2 };
  if (at % 10 === 2) return { parent: idOf(first + 1), depth: 3 };
  return { parent: idOf(first + Math.floor((at - 2) / 10) * 10 + 2), depth: 4 };
}

/** Every other node is urgent and in area a; the last ones in area b have a word of their own. */
function nodeAt(index: number, size: number) {
  const isUrgent = index % 2 === 0;
  const isRare = !isUrgent && index >= size - 2 * RARE;
  return {
    id: idOf(index),
    ...placeOf(index, partSize(size)),
    summary: `Read the ${index}th kind of ${isRare ? 'quaternion' : 'number'}`,
    context_links: [],
    properties: {
      ...(isUrgent ? { priority: 1 } : {}),
      area: isUrgent ? 'a' : 'b',
      team: `team-${index % 10}`,
    },
  };
}

function plannedBatch(first: number, count: number, size: number): EventDraft[] {
  const nodes = Array.from({ length: count }, (_, at) => nodeAt(first + at, size));
  return [
    {
      type: 'work_planned',
      entity: workNodeId(idOf(first)),
      payload: { project: PROJECT, nodes, depends_on: [] },
    },
  ];
}

async function seed(dataDir: string, size: number): Promise<void> {
  const store = await openStore({ dataDir });
  const writer = () => ({ workspace: WORKSPACE, agent: 'seed', nowMs: Date.now() });
  try {
    await store.write(writer(), async (tx) => {
      await tx.append([
        initializeWorkspace(),
        {
          type: 'work_project_opened',
          entity: workNodeId(ROOT),
          payload: { project: PROJECT, id: ROOT, summary: 'Read all numbers' },
        },
      ]);
    });
    for (let done = 0; done < size; ) {
      await store.write(writer(), async (tx) => {
        for (let event = 0; event < EVENTS_PER_TRANSACTION && done < size; event++) {
          const count = Math.min(NODES_PER_EVENT, size - done);
          await tx.append(plannedBatch(done, count, size));
          done += count;
        }
      });
    }
  } finally {
    await store.close();
  }
}

type Take = (client: StdioClient, turn: number) => Promise<number>;

const call = (client: StdioClient, tool: string, args: object) =>
  client.call(tool, { workspace: WORKSPACE, ...args });

const next =
  (args: object): Take =>
  (client) =>
    timed(() => call(client, 'graph_next', { project: PROJECT, ...args }));

const query =
  (filter: object, more: object = {}): Take =>
  (client) =>
    timed(() => call(client, 'graph_query', { project: PROJECT, filter, ...more }));

const B = { area: 'b' };
const PART = idOf(0);

const claiming: Take = async (client) => {
  let text = '';
  const ms = await timed(async () => {
    text = await call(client, 'graph_next', { project: PROJECT, claim: true });
  });
  const properties = { _claimed_by: null, _claimed_at: null };
  const { id } = JSON.parse(text).nodes[0].node;
  await call(client, 'graph_update', { updates: [{ node_id: id, properties }] });
  return ms;
};

const resolving: Take = async (client) => {
  const { id } = JSON.parse(await call(client, 'graph_next', { project: PROJECT })).nodes[0].node;
  const done = { node_id: id, resolved: true, add_evidence: [{ type: 'git', ref: '4f2c1d0' }] };
  const ms = await timed(() => call(client, 'graph_update', { updates: [done] }));
  await call(client, 'graph_update', { updates: [{ node_id: id, resolved: false }] });
  return ms;
};

const planning: Take = (client, turn) => {
  const nodes = ['a', 'b', 'c', 'd'].map((name) => ({
    ref: `${name}${turn}`,
    parent_ref: idOf(2),
    summary: `One more leaf, ${name}`,
    properties: { area: 'a', team: 'team-1', priority: -1 },
  }));
  return timed(() => call(client, 'graph_plan', { nodes }));
};

const GOAL = 2;

/** With the goal, if there is one: a text that all nodes have costs as much as it matches. */
const TAKES: readonly (readonly [string, Take, number?])[] = [
  ['graph_next, property', next({ filter: B }), GOAL],
  ['graph_next, scope of 1 %', next({ scope: PART }), GOAL],
  ['graph_next, scope of all', next({ scope: ROOT }), GOAL],
  ['graph_next, scope and property', next({ scope: PART, filter: B }), GOAL],
  ['graph_query, property', query({ properties: B }), GOAL],
  ['graph_query, property, recent', query({ properties: B }, { sort: 'recent' }), GOAL],
  ['graph_query, property missing', query({ properties: { owner: null } }), GOAL],
  ['graph_query, ancestor of 1 %', query({ ancestor: PART }), GOAL],
  ['graph_query, ancestor of all', query({ ancestor: ROOT }), GOAL],
  ['graph_query, ancestor, by depth', query({ ancestor: PART }, { sort: 'depth' }), GOAL],
  ['graph_query, rare text', query({ text: 'Quatern' }), GOAL],
  ['graph_query, text without a match', query({ text: 'octonion' }), GOAL],
  ['graph_query, text of all', query({ text: 'kind of' })],
  ['graph_query, ancestor and property', query({ ancestor: PART, properties: B })],
  ['graph_next, claim', claiming, GOAL],
  ['graph_update, resolve', resolving, GOAL],
  ['graph_plan, 4 nodes', planning, GOAL],
];

async function compare(ground: Ground): Promise<Row[]> {
  const size = ground.times(100_000, 2_000);
  const directories = { small: ground.directory(), large: ground.directory() };
  await seed(directories.small, SMALL);
  await seed(directories.large, size);
  const bytes = bytesIn(directories.large) / size;
  const small = await ground.waymark(directories.small).initialize();
  const large = await ground.waymark(directories.large).initialize();
  const rows: Row[] = [];
  let turn = 0;
  for (const [what, take, goal] of TAKES) {
    const p50 = await calmMedians(
      { small: () => take(small, turn++), large: () => take(large, turn++) },
      { rounds: ground.times(24, 4), block: 8, warmUp: ground.times(4, 2) },
    );
    rows.push(
      row(
        { what: `${what}, ${size} nodes, p50`, value: p50.large, unit: 'ms' },
        { what: `at ${SMALL}`, value: p50.small, unit: 'ms' },
        goal === undefined ? undefined : { atMost: goal },
      ),
    );
  }
  await Promise.all([small.close(), large.close()]);
  const journal = { what: 'at 100, journal and all', value: bytesIn(directories.small) / SMALL };
  rows.push(
    row(
      { what: `disk per work node, ${size} nodes`, value: bytes, unit: 'bytes' },
      { ...journal, unit: 'bytes' },
    ),
  );
  return rows;
}

function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(directory, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

export const workFilters: Benchmark = { name: 'filters-work', run: compare };
