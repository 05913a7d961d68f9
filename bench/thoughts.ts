/** Sessions of thought, short and long, few and many: their cost in time, characters and disk. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDraft } from '../src/domain/journal/event.ts';
import { sessionEntity, sessionIdAt } from '../src/domain/thoughts/session.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { openStore } from '../src/store/open-store.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { calmMedians, medians, timed } from './measure.ts';
import { type Row, row, within } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const WORDS =
  'the index on users was dropped by a migration and every login now scans the whole table while ' +
  'the cache hides it for a minute so the graphs look calm between two bursts of slow requests at ';

/** Two hundred characters, all texts different. */
function thoughtText(index: number): string {
  const start = (index * 7) % WORDS.length;
  const turned = WORDS.slice(start) + WORDS.slice(0, start);
  return `${turned} ${index} ${turned}`.slice(0, 200);
}

function idOf(session: number): string {
  const chance = `00000000-0000-4000-8000-${String(session).padStart(12, '0')}`;
  return sessionIdAt(1_760_000_000_000 + session, chance);
}

/** Written by the store itself: sessions one after the other, one transaction each. */
async function seedSessions(dataDir: string, sessions: number, thoughts: number): Promise<void> {
  const store = await openStore({ dataDir });
  const writer = (at: number) => ({
    workspace: WORKSPACE,
    agent: 'agent-3f2a',
    nowMs: 1_760_000_000_000 + at,
  });
  try {
    await store.write(writer(0), (tx) => tx.append([initializeWorkspace()]));
    for (let session = 0; session < sessions; session++) {
      await store.write(writer(session), async (tx) => {
        const entity = sessionEntity(tx.head + 1);
        const title = `Why is it slow, take ${session}`;
        const tags = [`round-${session % 10}`, 'bench'];
        const begun = { id: idOf(session), project: '_default', title, tags };
        await tx.append([{ type: 'session_started', entity, payload: begun }]);
        for (let first = 1; first <= thoughts; first += 500) {
          const count = Math.min(500, thoughts - first + 1);
          await tx.append(
            Array.from({ length: count }, (_, at): EventDraft => {
              const number = first + at;
              const thought = thoughtText(session * thoughts + number);
              const payload = { thought, number, total: thoughts, more: true };
              return { type: 'thought_recorded', entity, payload };
            }),
          );
        }
      });
    }
  } finally {
    await store.close();
  }
}

const gateway = (client: StdioClient, operation: string, args: object = {}) =>
  client.call('thoughtbox_gateway', { workspace: WORKSPACE, operation, ...args });

async function thinkingIn(ground: Ground, sessions: number, thoughts: number) {
  const directory = ground.directory();
  await seedSessions(directory, sessions, thoughts);
  const client = await ground.waymark(directory).initialize();
  await gateway(client, 'load_context', { sessionId: idOf(0) });
  await gateway(client, 'cipher');
  return { client, directory };
}

const RECORD_GOAL = 1.2;

async function recording(ground: Ground): Promise<Row[]> {
  const many = ground.times(10_000, 500);
  const short = await thinkingIn(ground, 1, 100);
  const long = await thinkingIn(ground, 1, many);
  let index = 0;
  const record = (client: StdioClient) => {
    const args = { thought: thoughtText(index++), nextThoughtNeeded: true };
    return timed(() => gateway(client, 'thought', args));
  };
  const p50 = await calmMedians(
    { short: () => record(short.client), long: () => record(long.client) },
    { rounds: ground.times(60, 4), block: 4, warmUp: ground.times(8, 1) },
  );
  await Promise.all([short.client.close(), long.client.close()]);
  return [
    row(
      { what: `thought, ${many} in the session, p50`, value: p50.long, unit: 'ms' },
      { what: 'at 100', value: p50.short, unit: 'ms' },
      { atMost: RECORD_GOAL },
    ),
  ];
}

const DISK_ALLOWED = 900;

/** The database file alone: the log beside it is bounded, however much is stored. */
function bytesIn(directory: string): number {
  return statSync(join(directory, 'waymark.db')).size;
}

const READS: readonly [string, object][] = [
  ['session list', { subOperation: 'list' }],
  ['session list, a tag', { subOperation: 'list', tags: ['round-3'] }],
  ['session search, in thoughts', { subOperation: 'search', query: 'take 7' }],
  ['session search, no match', { subOperation: 'search', query: 'zeppelin' }],
  ['session get', { subOperation: 'get', sessionId: idOf(7) }],
  ['session export', { subOperation: 'export', sessionId: idOf(7) }],
  ['session analyze', { subOperation: 'analyze', sessionId: idOf(7) }],
];

/** Many sessions compared with few, and their size on disk. */
async function reading(ground: Ground): Promise<Row[]> {
  const many = ground.times(1_000, 40);
  const few = await thinkingIn(ground, 20, 20);
  const lots = await thinkingIn(ground, many, 20);
  const rows: Row[] = [];
  for (const [what, args] of READS) {
    const p50 = await calmMedians(
      {
        few: () => timed(() => gateway(few.client, 'session', args)),
        lots: () => timed(() => gateway(lots.client, 'session', args)),
      },
      { rounds: ground.times(24, 3), block: 4, warmUp: ground.times(4, 1) },
    );
    rows.push(
      row(
        { what: `${what}, ${many} × 20, p50`, value: p50.lots, unit: 'ms' },
        { what: 'at 20 × 20', value: p50.few, unit: 'ms' },
      ),
    );
  }
  await Promise.all([few.client.close(), lots.client.close()]);
  rows.push(
    within(
      {
        what: 'disk for a thought of 200 characters',
        value: Math.round(bytesIn(lots.directory) / (many * 20)),
        unit: 'bytes',
      },
      DISK_ALLOWED,
    ),
  );
  rows.push(await restart(ground, lots.directory, many * 20));
  return rows;
}

const RESTART_GOAL = 1.2;

/** The time until the first answer that needs the memory. */
async function restart(ground: Ground, directory: string, thoughts: number): Promise<Row> {
  const empty = ground.directory();
  const first = await ground.waymark(empty).initialize();
  await gateway(first, 'start_new');
  await first.close();
  const started = (dataDir: string) => async () => {
    let client: StdioClient | undefined;
    const ms = await timed(async () => {
      client = await ground.waymark(dataDir).initialize();
      await gateway(client, 'get_state');
    });
    await client?.close();
    return ms;
  };
  const p50 = await medians(
    { full: started(directory), empty: started(empty) },
    { rounds: ground.times(20, 2) },
  );
  return row(
    { what: `restart with ${thoughts} thoughts`, value: p50.full, unit: 'ms' },
    { what: 'with an empty store', value: p50.empty, unit: 'ms' },
    { atMost: RESTART_GOAL },
  );
}

const TEN_ALLOWED = 6_500;
const ENTRY_ALLOWED = 1_800;
const THOUGHT_ALLOWED = 200;

/** Whole messages in both directions, as they are sent. */
async function characters(ground: Ground): Promise<Row[]> {
  const client = await ground.waymark(ground.directory(), '--workspace', WORKSPACE).initialize();
  const say = (operation: string, args: object = {}) =>
    client.call('thoughtbox_gateway', { operation, ...args });
  const before = client.wireChars;
  await say('start_new');
  await say('cipher');
  const entry = client.wireChars - before;
  let longest = 0;
  for (let number = 1; number <= 10; number++) {
    const args = { thought: thoughtText(number), nextThoughtNeeded: number < 10 };
    longest = Math.max(longest, (await say('thought', args)).length);
  }
  const all = client.wireChars - before;
  await client.close();
  const allowed = (what: string, value: number, most: number) =>
    within({ what, value, unit: 'chars' }, most);
  return [
    allowed('from connect to the first thought', entry, ENTRY_ALLOWED),
    allowed('10 thoughts with that, on the wire', all, TEN_ALLOWED),
    allowed('answer to a thought', longest, THOUGHT_ALLOWED),
  ];
}

export const thoughts: Benchmark = {
  name: 'thoughts',
  run: async (ground) => [
    ...(await recording(ground)),
    ...(await reading(ground)),
    ...(await characters(ground)),
  ],
};
