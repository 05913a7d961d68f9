/**
 * The newest page of a long document compared with that of a short one: history must cost nothing.
 */

import { type Benchmark, type Ground, NOTE, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { row } from './row.ts';
import { seedNotes } from './seed.ts';
import type { StdioClient } from './stdio-client.ts';

const SHORT = 100;
const LONG = 100_000;
/** Seeding takes most of a quick run. */
const QUICK_LONG = 20_000;
const PAGE = 20;

async function openSeeded(ground: Ground, notes: number): Promise<StdioClient> {
  const directory = ground.directory();
  await seedNotes(directory, notes, NOTE);
  return ground.waymark(directory).initialize();
}

async function showTail(client: StdioClient): Promise<void> {
  await client.call('show', { workspace: WORKSPACE, doc: 'notes', limit: PAGE });
}

export const showTailBenchmark: Benchmark = {
  name: 'show-tail',
  async run(ground) {
    const shortOne = await openSeeded(ground, SHORT);
    const entries = ground.times(LONG, QUICK_LONG);
    const longOne = await openSeeded(ground, entries);
    const p50 = await calmMedians(
      {
        long: () => timed(() => showTail(longOne)),
        short: () => timed(() => showTail(shortOne)),
      },
      { rounds: ground.times(40, 8), block: 20, warmUp: ground.times(10, 3) },
    );
    await Promise.all([shortOne.close(), longOne.close()]);
    return [
      row(
        { what: `show, last ${PAGE} of ${entries} entries, p50`, value: p50.long, unit: 'ms' },
        { what: `last ${PAGE} of ${SHORT}`, value: p50.short, unit: 'ms' },
        { atMost: 1.3 },
      ),
    ];
  },
};
