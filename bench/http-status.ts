/** The same call over HTTP and over stdio. */

import { type Benchmark, NOTE, WORKSPACE } from './benchmark.ts';
import { HttpClient } from './http-client.ts';
import { calmMedians, timed } from './measure.ts';
import { row } from './row.ts';

export const httpStatus: Benchmark = {
  name: 'http-status',
  async run(ground) {
    const directory = ground.directory();
    const stdio = await ground.waymark(directory).initialize();
    await stdio.call('notes_commit', { workspace: WORKSPACE, content: NOTE });
    const server = await ground.waymarkHttp(directory);
    const http = await new HttpClient(server.url).initialize();
    const p50 = await calmMedians(
      {
        http: () => timed(() => http.call('status', { workspace: WORKSPACE })),
        stdio: () => timed(() => stdio.call('status', { workspace: WORKSPACE })),
      },
      { rounds: ground.times(30, 6), block: 20, warmUp: ground.times(10, 3) },
    );
    http.close();
    await Promise.all([server.close(), stdio.close()]);
    return [
      row(
        { what: 'status over HTTP, p50', value: p50.http, unit: 'ms' },
        { what: 'over stdio', value: p50.stdio, unit: 'ms' },
      ),
    ];
  },
};
