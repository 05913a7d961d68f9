/** Several processes write to one memory at once: nothing may be lost, and little time either. */

import { openStore } from '../src/store/open-store.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { timed } from './measure.ts';
import { row } from './row.ts';

const PROCESSES = 4;
const PAGE = 500;

interface Outcome {
  readonly ms: number;
  readonly kept: number;
}

async function writeAll(ground: Ground, processes: number, notesEach: number): Promise<Outcome> {
  const dataDir = ground.directory();
  const clients = await Promise.all(
    Array.from({ length: processes }, () => ground.waymark(dataDir).initialize()),
  );
  const ms = await timed(() =>
    Promise.all(
      clients.map(async (client, who) => {
        for (let note = 0; note < notesEach; note++) {
          await client.call('notes_commit', { workspace: WORKSPACE, content: `${who}/${note}` });
        }
      }),
    ),
  );
  await Promise.all(clients.map((client) => client.close()));
  return { ms, kept: await differentNotes(dataDir) };
}

async function differentNotes(dataDir: string): Promise<number> {
  const store = await openStore({ dataDir });
  const contents = new Set<string>();
  await store.read(WORKSPACE, async (tx) => {
    for (let seen = 0; seen < tx.head; ) {
      const events = await tx.journal.after(seen, PAGE);
      for (const event of events) {
        if (event.type === 'note_committed') contents.add(event.payload.content);
      }
      seen = events.at(-1)?.seq ?? tx.head;
    }
  });
  await store.close();
  return contents.size;
}

export const manyWriters: Benchmark = {
  name: 'many-writers',
  async run(ground) {
    const each = ground.times(200, 40);
    const sent = PROCESSES * each;
    const alone = await writeAll(ground, 1, sent);
    const together = await writeAll(ground, PROCESSES, each);
    return [
      row(
        {
          what: `${PROCESSES} processes × ${each} notes: kept`,
          value: together.kept,
          unit: 'notes',
        },
        { what: 'acknowledged', value: sent, unit: 'notes' },
        { atLeast: 1 },
      ),
      row(
        { what: `${PROCESSES} processes × ${each} notes`, value: together.ms, unit: 'ms' },
        { what: `1 process × ${sent}`, value: alone.ms, unit: 'ms' },
      ),
    ];
  },
};
