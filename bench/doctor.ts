/**
 * Bringing up to date, checking, rebuilding and migrating a memory of ten times the events: about
 * ten times the processor time, and the same memory.
 */

import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { StorePlace } from '../src/store/open-store.ts';
import { makeOlder } from '../test/support/older-memory.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { insertMixedJournal } from './mixed-journal.ts';
import { inNewDatabases, onPostgres } from './postgres-database.ts';
import { type Row, row, within } from './row.ts';

const ALLOWED_MB = 300;
const KB_PER_MB = 1024;
const TIMES_MORE = 10;
const GOAL = 12;

interface Step {
  readonly words: readonly string[];
  readonly before?: (place: StorePlace) => Promise<void>;
}

const STEPS: Readonly<Record<string, Step>> = {
  // The first opening of the inserted journal builds its projections, in tables that are empty.
  'bring up to date': { words: ['workspaces'] },
  doctor: { words: ['doctor'] },
  'doctor --rebuild': { words: ['doctor', '--rebuild'] },
  // Changes tables that are full, then builds their rows anew.
  'migrate from schema 6': { words: ['workspaces'], before: (place) => makeOlder(place, 6) },
};

interface Cost {
  /** Of the processor: other load on the machine changes how long a command takes. */
  readonly ms: number;
  readonly mb: number;
}

async function costOf(ground: Ground, words: readonly string[]): Promise<Cost> {
  const { process: child, exited } = ground.measured(words);
  let last = '';
  createInterface({ input: child.stdout as Readable }).on('line', (line) => {
    last = line;
  });
  await exited;
  if (child.exitCode !== 0) throw new Error(`${words.join(' ')}: ${last}`);
  const { cpuMs, peakKb } = JSON.parse(last) as { cpuMs: number; peakKb: number };
  return { ms: cpuMs, mb: peakKb / KB_PER_MB };
}

interface Memory {
  readonly events: number;
  readonly databaseUrl?: string | undefined;
}

async function costs(ground: Ground, { events, databaseUrl }: Memory) {
  const dataDir = ground.directory();
  const place = { dataDir, databaseUrl };
  await insertMixedJournal(place, events);
  const flags = ['--data-dir', dataDir, '--workspace', WORKSPACE];
  const server = databaseUrl === undefined ? [] : ['--database-url', databaseUrl];
  const found: Record<string, Cost> = {};
  for (const [name, { words, before }] of Object.entries(STEPS)) {
    await before?.(place);
    found[name] = await costOf(ground, [...words, ...flags, ...server]);
  }
  return found;
}

async function growth(ground: Ground, engine: string, urls: readonly string[] = []) {
  const events = ground.times(100_000, 500);
  const few = await costs(ground, { events, databaseUrl: urls[0] });
  const many = await costs(ground, { events: events * TIMES_MORE, databaseUrl: urls[1] });
  return Object.keys(STEPS).flatMap((name): Row[] => {
    const [small, large] = [few[name], many[name]];
    if (!small || !large) return [];
    const what = `${name} on ${engine}, ${events * TIMES_MORE} events`;
    return [
      row(
        { what: `${what}, processor time`, value: large.ms, unit: 'ms' },
        { what: `at ${events}`, value: small.ms, unit: 'ms' },
        { atMost: GOAL },
      ),
      within({ what: `${what}, memory`, value: large.mb, unit: 'MB' }, ALLOWED_MB),
      within(
        { what: `${name} on ${engine}, ${events} events`, value: small.mb, unit: 'MB' },
        ALLOWED_MB,
      ),
    ];
  });
}

export const doctor: Benchmark = {
  name: 'doctor',
  async run(ground) {
    const local = await growth(ground, 'SQLite');
    const onServer = await onPostgres((server) =>
      inNewDatabases(server, 2, (urls) => growth(ground, 'PostgreSQL', urls)),
    );
    return [...local, ...(onServer ?? [])];
  },
};
