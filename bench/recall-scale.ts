/**
 * What `recall` costs as a memory grows: the time of a question, asked over stdio as an agent asks
 * it, the time that the index adds to a write, and the disk.
 */

import { cpSync, statSync } from 'node:fs';
import pg from 'pg';
import type { EventDraft } from '../src/domain/journal/event.ts';
import { sessionEntity, sessionIdAt } from '../src/domain/thoughts/session.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { databaseFile, openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/port.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { copyMemory } from './copy-memory.ts';
import { calmMedians, mean, median, quantile, timed } from './measure.ts';
import { inNewDatabases, onPostgres } from './postgres-database.ts';
import { type Goal, type Row, row, within } from './row.ts';
import { noteDraft } from './seed.ts';
import type { StdioClient } from './stdio-client.ts';
import {
  QUESTION_KINDS,
  type QuestionKind,
  wordlessText,
  zipfQuestion,
  zipfText,
} from './zipf-texts.ts';

const inWords = (count: number) => count.toLocaleString('en');

const START_MS = 1_760_000_000_000;
const SECOND_MS = 1_000;

/** A session and its thoughts. */
const SESSION_EVENTS = 50;
const SESSIONS_PER_APPEND = 10;
const APPENDS_PER_TRANSACTION = 20;

function sessionDrafts(session: number, seq: number): EventDraft[] {
  const entity = sessionEntity(seq);
  const chance = `00000000-0000-4000-8000-${String(session).padStart(12, '0')}`;
  const title = `Take ${session}`;
  const id = sessionIdAt(START_MS + session, chance);
  const begun = { id, project: '_default', title, tags: [] };
  const total = SESSION_EVENTS - 1;
  return [
    { type: 'session_started', entity, payload: begun },
    ...Array.from({ length: total }, (_, at): EventDraft => {
      const payload = {
        thought: zipfText(session * total + at),
        number: at + 1,
        total,
        more: true,
      };
      return { type: 'thought_recorded', entity, payload };
    }),
  ];
}

const thoughtsIn = (entries: number) => (entries / SESSION_EVENTS) * (SESSION_EVENTS - 1);

/** Written by the store itself; a second passes from one transaction to the next. */
async function seedThoughts(dataDir: string, entries: number): Promise<void> {
  const store = await openStore({ dataDir });
  const writer = (at: number) => ({
    workspace: WORKSPACE,
    agent: 'bench',
    nowMs: START_MS + at * SECOND_MS,
  });
  const sessions = entries / SESSION_EVENTS;
  try {
    await store.write(writer(0), (tx) => tx.append([initializeWorkspace()]));
    const each = SESSIONS_PER_APPEND * APPENDS_PER_TRANSACTION;
    for (let first = 0; first < sessions; first += each) {
      await store.write(writer(first), async (tx) => {
        const end = Math.min(sessions, first + each);
        for (let next = first; next < end; next += SESSIONS_PER_APPEND) {
          const count = Math.min(SESSIONS_PER_APPEND, end - next);
          const seqOf = (at: number) => tx.head + 1 + at * SESSION_EVENTS;
          await tx.append(
            Array.from({ length: count }, (_, at) => sessionDrafts(next + at, seqOf(at))).flat(),
          );
        }
      });
    }
  } finally {
    await store.close();
  }
}

interface Memory {
  readonly entries: number;
  readonly client: StdioClient;
}

type Times = Readonly<Record<QuestionKind, number[]>>;

interface Measured {
  readonly entries: number;
  readonly times: Times;
}

const noTimes = (): Times =>
  Object.fromEntries(QUESTION_KINDS.map((kind) => [kind, []])) as unknown as Times;

/** Each size in turn, so that all meet the same noise. */
async function questionTimes(ground: Ground, memories: readonly Memory[]): Promise<Measured[]> {
  const sides = memories.map((memory) => ({ ...memory, times: noTimes() }));
  const rounds = ground.times(100, 4);
  for (let round = -ground.times(5, 1); round < rounds; round++) {
    for (const kind of QUESTION_KINDS) {
      for (const { entries, client, times } of sides) {
        // Spread over the whole memory, old and new.
        const share = ((round + 0.5) / rounds + 1) % 1;
        const query = zipfQuestion(kind, Math.floor(share * thoughtsIn(entries)));
        const ms = await timed(() => client.call('recall', { workspace: WORKSPACE, query }));
        if (round >= 0) times[kind].push(ms);
      }
    }
  }
  return sides;
}

const GROWTH_GOAL = 3;

const ms = (what: string, value: number) => ({ what, value, unit: 'ms' }) as const;

/** The two figures of one list of times compared with those of another. */
function timeRows(
  what: string,
  times: readonly number[],
  against: string,
  others: readonly number[],
  goal?: Goal,
): Row[] {
  const p95 = (values: readonly number[]) => quantile(values, 0.95);
  return [
    row(ms(`${what}, p50`, median(times)), ms(against, median(others)), goal),
    row(ms(`${what}, p95`, p95(times)), ms(against, p95(others)), goal),
  ];
}

const all = (times: Times): number[] => Object.values(times).flat();

/** Each size compared with the smallest, the largest also by kind of question. */
function growthRows(engine: string, measured: readonly Measured[]): Row[] {
  const [small, ...larger] = measured;
  const largest = measured.at(-1);
  if (!small || !largest) return [];
  const against = `at ${inWords(small.entries)}`;
  const what = ({ entries }: Measured) => `recall on ${engine}, ${inWords(entries)} entries`;
  const goal = { atMost: GROWTH_GOAL };
  return [
    ...larger.flatMap((large) =>
      timeRows(what(large), all(large.times), against, all(small.times), goal),
    ),
    ...QUESTION_KINDS.flatMap((kind) =>
      timeRows(`${what(largest)}, ${kind}`, largest.times[kind], against, small.times[kind]),
    ),
  ];
}

interface Seeded {
  readonly entries: number;
  readonly dataDir: string;
}

const WRITE_GOAL = 1.5;
/** A whole block of the index, so that all of its moves are in the mean. */
const BLOCK_EVENTS = 1_024;

/** Records thoughts one by one in a session, each in a transaction of its own; their times. */
function recorder(store: Store, sessionSeq: number, textOf: (index: number) => string) {
  const entity = sessionEntity(sessionSeq);
  let number = SESSION_EVENTS;
  const record = () => {
    const writer = { workspace: WORKSPACE, agent: 'bench', nowMs: START_MS + number };
    const payload = { thought: textOf(sessionSeq + number), number, total: number, more: true };
    number++;
    return store.write(writer, (tx) => tx.append([{ type: 'thought_recorded', entity, payload }]));
  };
  return async (writes: number) => {
    const times: number[] = [];
    for (let turn = 0; turn < writes; turn++) times.push(await timed(record));
    return times;
  };
}

/** So that each side pays for its own texts, also where both write to one memory. */
async function fillBlock(store: Store): Promise<void> {
  await store.write({ workspace: WORKSPACE, agent: 'bench', nowMs: START_MS }, (tx) => {
    const missing = BLOCK_EVENTS - (tx.head % BLOCK_EVENTS);
    return tx.append(Array.from({ length: missing }, (_, at) => noteDraft(wordlessText(at))));
  });
}

/**
 * On one side ordinary texts, on the other texts of the same length without a word for the index:
 * the mean of a whole block, with all moves of the index, and the median.
 */
async function writeRows(
  ground: Ground,
  what: string,
  entries: number,
  stores: { readonly indexed: Store; readonly plain: Store },
  goal?: Goal,
): Promise<Row[]> {
  // The first event is the workspace's.
  const lastSession = entries - SESSION_EVENTS + 2;
  for (const store of new Set([stores.indexed, stores.plain])) await fillBlock(store);
  const indexed = recorder(stores.indexed, lastSession, zipfText);
  const plain = recorder(stores.plain, lastSession - SESSION_EVENTS, wordlessText);
  const writes = ground.times(BLOCK_EVENTS, 20);
  const [own, others]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ground.times(4, 1); round++) {
    const [some, bare] = [await indexed(writes), await plain(writes)];
    // The first block is warm-up.
    if (round === 0) continue;
    own.push(...some);
    others.push(...bare);
  }
  const thought = `a thought written on ${what}, ${inWords(entries)} entries`;
  return [
    row(ms(`${thought}, mean`, mean(own)), ms('without words', mean(others)), goal),
    row(ms(`${thought}, p50`, median(own)), ms('without words', median(others)), goal),
  ];
}

/** The same memory twice, so that each side moves its own log into its file. */
async function sqliteWriteRows(ground: Ground, { dataDir, entries }: Seeded): Promise<Row[]> {
  const twin = ground.directory();
  cpSync(dataDir, twin, { recursive: true });
  const stores = {
    indexed: await openStore({ dataDir }),
    plain: await openStore({ dataDir: twin }),
  };
  const measured = await writeRows(ground, 'SQLite', entries, stores, { atMost: WRITE_GOAL });
  await Promise.all([stores.indexed.close(), stores.plain.close()]);
  return measured;
}

const DISK_ALLOWED = 900;

const bytesPerEntry = (engine: string, entries: number, bytes: number) =>
  ({
    what: `disk per entry on ${engine}, ${inWords(entries)} entries`,
    value: bytes / entries,
    unit: 'bytes',
  }) as const;

const fileIn = (dataDir: string) => databaseFile({ dataDir });

async function sqliteRows(ground: Ground, seeded: readonly Seeded[]): Promise<Row[]> {
  const memories: Memory[] = [];
  for (const { entries, dataDir } of seeded) {
    memories.push({ entries, client: await ground.waymark(dataDir).initialize() });
  }
  const measured = await questionTimes(ground, memories);
  await Promise.all(memories.map(({ client }) => client.close()));
  const asked = measured.flatMap(({ times }) => all(times));
  return [
    ...growthRows('SQLite', measured),
    row(
      ms('recall on SQLite, any size, p50', median(asked)),
      ms('bare echo', await echoMs(ground)),
    ),
    // In the smallest one, tables that are almost empty would count most.
    ...seeded.slice(1).map(({ entries, dataDir }) => {
      const bytes = statSync(fileIn(dataDir)).size;
      return within(bytesPerEntry('SQLite', entries, bytes), DISK_ALLOWED);
    }),
  ];
}

/** The least that any call takes. */
async function echoMs(ground: Ground): Promise<number> {
  const bare = await ground.bareServer().initialize();
  const { echo } = await calmMedians(
    { echo: () => timed(() => bare.call('echo', { content: zipfText(0) })) },
    { rounds: ground.times(100, 5), warmUp: ground.times(20, 2) },
  );
  await bare.close();
  return echo;
}

async function postgresRows(
  ground: Ground,
  seeded: readonly Seeded[],
  urls: readonly string[],
): Promise<Row[]> {
  const memories: Memory[] = [];
  const disk: Row[] = [];
  for (const [at, { entries, dataDir }] of seeded.entries()) {
    const [own, url = ''] = [ground.directory(), urls[at]];
    await copyMemory(fileIn(dataDir), { dataDir: own, databaseUrl: url });
    const bytes = bytesPerEntry('PostgreSQL', entries, await bytesOf(url));
    if (at > 0) {
      disk.push(row(bytes, { what: 'allowed on SQLite', value: DISK_ALLOWED, unit: 'bytes' }));
    }
    const client = ground.waymark(own, '--database-url', url);
    memories.push({ entries, client: await client.initialize() });
  }
  const measured = await questionTimes(ground, memories);
  await Promise.all(memories.map(({ client }) => client.close()));
  const writes: Row[] = [];
  for (const [at, { entries }] of seeded.entries()) {
    const store = await openStore({ dataDir: ground.directory(), databaseUrl: urls[at] });
    const stores = { indexed: store, plain: store };
    writes.push(...(await writeRows(ground, 'PostgreSQL', entries, stores)));
    await store.close();
  }
  return [...growthRows('PostgreSQL', measured), ...disk, ...writes];
}

/** All tables with their indexes; also brings the planner's statistics up to date. */
async function bytesOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(table_of.oid)) as bytes
     from pg_class table_of join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname !~ '^(pg_|information_schema$)'`,
  );
  await client.end();
  return Number(rows[0]?.bytes);
}

export const recallScale: Benchmark = {
  name: 'recall-scale',
  async run(ground) {
    const sizes = [
      ground.times(1_000, 200),
      ground.times(100_000, 1_000),
      ground.times(1_000_000, 2_000),
    ];
    const seeded: Seeded[] = [];
    for (const entries of sizes) {
      const dataDir = ground.directory();
      await seedThoughts(dataDir, entries);
      seeded.push({ entries, dataDir });
    }
    const rows = await sqliteRows(ground, seeded);
    const onServer = await onPostgres((server) =>
      inNewDatabases(server, sizes.length, (urls) => postgresRows(ground, seeded, urls)),
    );
    rows.push(...(onServer ?? []));
    // Last, because the memories grow.
    for (const each of seeded) rows.push(...(await sqliteWriteRows(ground, each)));
    return rows;
  },
};
