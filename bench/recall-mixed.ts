/**
 * `recall` in a memory of everything: tasks with their branches, cards with edges, planned work and
 * notes. Each way to ask for something must cost in a large memory what it costs in a small one.
 */

import type { EventDraft } from '../src/domain/journal/event.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { databaseFile, openStore } from '../src/store/open-store.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { copyMemory } from './copy-memory.ts';
import { calmMedians, timed } from './measure.ts';
import { inNewDatabases, onPostgres } from './postgres-database.ts';
import { type Row, row } from './row.ts';
import { MAIN_BRANCH, noteDraft } from './seed.ts';
import type { StdioClient } from './stdio-client.ts';
import { makeTasks } from './tasks.ts';
import { PROJECT, plannedBatch, projectDraft } from './work.ts';

const AT_ONCE = 500;
const TYPES = ['hypothesis', 'decision', 'note', 'question'];
/** So many texts share one of the rarer words. */
const PARSERS = 997;

/** A card that supports the one before it, and a note. */
export function cardAndNote(at: number): EventDraft[] {
  const parser = `parser${at % PARSERS}`;
  const place = { entity: `branch:${MAIN_BRANCH}`, branch: MAIN_BRANCH, doc: 'graph' };
  const node = {
    ...{ id: `card${at}`, type: TYPES[at % TYPES.length] ?? '', status: 'open', tags: [] },
    ...{ title: `Cache of kind ${at}`, text: `The cache number ${at % 97} holds for ${parser}` },
  };
  const edge = { from: `card${at}`, rel: 'supports', to: `card${at - 1}` };
  return [
    { ...place, type: 'graph_node_upserted', payload: { node } },
    ...(at === 0
      ? []
      : [{ ...place, type: 'graph_edge_upserted', payload: { edge } } satisfies EventDraft]),
    noteDraft(`Note ${at} on the cache and ${parser}`),
  ];
}

/** So many of each sort. */
async function seedMixed(dataDir: string, size: number): Promise<void> {
  const store = await openStore({ dataDir });
  const writer = () => ({ workspace: WORKSPACE, agent: 'bench', nowMs: Date.now() });
  try {
    await store.write(writer(), (tx) => tx.append([initializeWorkspace(), projectDraft()]));
    for (let done = 0; done < size; done += AT_ONCE) {
      const count = Math.min(AT_ONCE, size - done);
      await store.write(writer(), async (tx) => {
        await makeTasks(tx, done, count);
        await tx.append(plannedBatch(done, count));
        await tx.append(Array.from({ length: count }, (_, at) => cardAndNote(done + at)).flat());
      });
    }
  } finally {
    await store.close();
  }
}

const QUESTIONS: Readonly<Record<string, object>> = {
  'several words': { query: 'cache of kind 17' },
  'a common word': { query: 'cache' },
  'a rare word': { query: 'parser17' },
  'planned work': { query: 'kind of number', kinds: ['work'] },
  cards: { query: 'cache parser17', kinds: ['card'] },
  'a kind that there is none of': { query: 'cache', kinds: ['rule'] },
  'about a plan': { query: 'outcome', about: 'PLAN-001' },
  'about a project': { query: 'number', about: PROJECT },
  'on a branch': { query: 'cache parser17', branch: 'main' },
  'since a day': { query: 'cache', since: '2026-01-01' },
  'the newest': {},
  'the newest on a branch': { branch: 'main' },
  'id of a card': { id: 'card17' },
  'id of a task': { id: 'TASK-002' },
  'id of work': { id: 'n00000000007' },
  'id of a branch': { id: 'branch:main' },
};

const GOAL = 3;

async function growth(
  ground: Ground,
  engine: string,
  [small, large]: readonly [StdioClient, StdioClient],
  size: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, args] of Object.entries(QUESTIONS)) {
    const ask = (client: StdioClient) => () =>
      timed(() => client.call('recall', { workspace: WORKSPACE, ...args }));
    const times = await calmMedians(
      { small: ask(small), large: ask(large) },
      { rounds: ground.times(30, 2), warmUp: ground.times(5, 1) },
    );
    const what = `recall in a mixed memory on ${engine}, ${size} of each, ${name}, p50`;
    rows.push(
      row(
        { what, value: times.large, unit: 'ms' },
        { what: `at ${SMALL}`, value: times.small, unit: 'ms' },
        { atMost: GOAL },
      ),
    );
  }
  await Promise.all([small.close(), large.close()]);
  return rows;
}

const SMALL = 200;

export const recallMixed: Benchmark = {
  name: 'recall-mixed',
  async run(ground) {
    const size = ground.times(10_000, SMALL);
    const [small, large] = [ground.directory(), ground.directory()];
    await seedMixed(small, SMALL);
    await seedMixed(large, size);
    const open = (dataDir: string, ...flags: string[]) =>
      ground.waymark(dataDir, ...flags).initialize();
    const rows = await growth(ground, 'SQLite', [await open(small), await open(large)], size);
    const onServer = await onPostgres((server) =>
      inNewDatabases(server, 2, async (urls) => {
        const clients: StdioClient[] = [];
        for (const [at, dataDir] of [small, large].entries()) {
          const [own, databaseUrl = ''] = [ground.directory(), urls[at]];
          await copyMemory(databaseFile({ dataDir }), { dataDir: own, databaseUrl });
          clients.push(await open(own, '--database-url', databaseUrl));
        }
        return growth(ground, 'PostgreSQL', clients as [StdioClient, StdioClient], size);
      }),
    );
    return [...rows, ...(onServer ?? [])];
  },
};
