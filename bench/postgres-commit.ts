/**
 * A stored note on PostgreSQL compared with SQLite, if WAYMARK_BENCH_DATABASE_URL names a server.
 */

import { type Benchmark, NOTE, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { inNewDatabase } from './postgres-database.ts';
import { row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

function noteMs(client: StdioClient): Promise<number> {
  return timed(() => client.call('notes_commit', { workspace: WORKSPACE, content: NOTE }));
}

export const postgresCommit: Benchmark = {
  name: 'postgres-commit',
  async run(ground) {
    const serverUrl = process.env.WAYMARK_BENCH_DATABASE_URL;
    if (!serverUrl) return [];
    const p50 = await inNewDatabase(serverUrl, async (url) => {
      const postgres = await ground.waymark(ground.directory(), '--database-url', url).initialize();
      const sqlite = await ground.waymark(ground.directory()).initialize();
      const measured = await calmMedians(
        { postgres: () => noteMs(postgres), sqlite: () => noteMs(sqlite) },
        { rounds: ground.times(20, 5), block: 20, warmUp: ground.times(10, 3) },
      );
      await Promise.all([postgres.close(), sqlite.close()]);
      return measured;
    });
    return [
      row(
        { what: 'notes_commit on PostgreSQL, p50', value: p50.postgres, unit: 'ms' },
        { what: 'on SQLite', value: p50.sqlite, unit: 'ms' },
      ),
    ];
  },
};
