/** What depth and size cost: a page 30 bases deep, and a merge into a large graph. */

import { nodeUpserted } from '../src/domain/graph/apply-ops.ts';
import { type Benchmark, type Ground, NOTE, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { type Row, row } from './row.ts';
import { MAIN_BRANCH, seed, seedNotes } from './seed.ts';
import type { StdioClient } from './stdio-client.ts';

const DEEP = 30;
const PAGE = 20;

/**
 * Each branch is based on the one before and adds a note, so that a page reaches down many bases.
 */
async function branchOff(client: StdioClient, depth: number): Promise<string> {
  let from = 'main';
  for (let level = 1; level <= depth; level++) {
    const name = `level/${level}`;
    await client.call('macro_branch_note', { workspace: WORKSPACE, name, from, content: NOTE });
    from = name;
  }
  return from;
}

async function deepShow(ground: Ground): Promise<Row> {
  const directory = ground.directory();
  await seedNotes(directory, 1_000, NOTE);
  const client = await ground.waymark(directory).initialize();
  const deep = await branchOff(client, DEEP);
  const show = (branch: string) =>
    client.call('show', { workspace: WORKSPACE, branch, doc: 'notes', limit: PAGE });
  const p50 = await calmMedians(
    { deep: () => timed(() => show(deep)), near: () => timed(() => show('level/1')) },
    { rounds: ground.times(30, 6), block: 10, warmUp: ground.times(8, 2) },
  );
  await client.close();
  return row(
    { what: `show, ${DEEP} bases deep, p50`, value: p50.deep, unit: 'ms' },
    { what: 'on one base', value: p50.near, unit: 'ms' },
    { atMost: 2 },
  );
}

async function mergeInto(ground: Ground, nodes: number, changed: number): Promise<number> {
  const directory = ground.directory();
  await seed(directory, nodes, (index) =>
    nodeUpserted(
      { branch: MAIN_BRANCH, doc: 'graph' },
      { id: `n${index}`, type: 'file', title: `File ${index}`, tags: [] },
    ),
  );
  const client = await ground.waymark(directory).initialize();
  await client.call('branch_create', { workspace: WORKSPACE, name: 'idea' });
  const ops = Array.from({ length: changed }, (_, index) => ({
    op: 'node_upsert',
    id: `n${index % nodes}`,
    type: 'file',
    title: `Changed ${index}`,
  }));
  await client.call('graph_apply', { workspace: WORKSPACE, branch: 'idea', ops });
  const ms = await timed(() =>
    client.call('graph_merge', { workspace: WORKSPACE, from: 'idea', into: 'main', limit: 1_000 }),
  );
  await client.close();
  return ms;
}

/** One merge per side: a merge can be done only once. */
async function largeMerge(ground: Ground): Promise<Row> {
  const changed = ground.times(1_000, 200);
  const size = ground.times(50_000, 5_000);
  const large = await mergeInto(ground, size, changed);
  const small = await mergeInto(ground, changed, changed);
  return row(
    { what: `graph_merge, ${changed} keys into ${size}`, value: large, unit: 'ms' },
    { what: `into ${changed}`, value: small, unit: 'ms' },
    { atMost: 1.5 },
  );
}

export const deepBranches: Benchmark = {
  name: 'deep-branches',
  run: async (ground) => [await deepShow(ground), await largeMerge(ground)],
};
