/** From starting the process to the answer to its first `initialize`. */

import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { medians, timed } from './measure.ts';
import { row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

async function startMs(start: () => StdioClient): Promise<number> {
  let client: StdioClient | undefined;
  const ms = await timed(() => {
    client = start();
    return client.initialize();
  });
  await client?.close();
  return ms;
}

async function usedDirectory(ground: Ground): Promise<string> {
  const directory = ground.directory();
  const client = await ground.waymark(directory).initialize();
  await client.call('notes_commit', { workspace: WORKSPACE, content: 'The first note.' });
  await client.close();
  return directory;
}

export const coldStart: Benchmark = {
  name: 'cold-start',
  async run(ground) {
    const used = await usedDirectory(ground);
    const { waymark, first, bare } = await medians(
      {
        waymark: () => startMs(() => ground.waymark(used)),
        bare: () => startMs(() => ground.bareServer()),
        first: () => {
          const empty = ground.directory();
          return startMs(() => ground.waymark(empty));
        },
      },
      { rounds: ground.times(40, 3) },
    );
    const against = { what: 'bare SDK server', value: bare, unit: 'ms' } as const;
    return [
      row({ what: 'cold start, memory in place', value: waymark, unit: 'ms' }, against, {
        atMost: 1.5,
      }),
      row({ what: 'cold start, empty directory', value: first, unit: 'ms' }, against),
    ];
  },
};
