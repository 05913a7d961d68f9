/** The characters that the listed tools take of a client's context. */

import type { Benchmark } from './benchmark.ts';
import { row, within } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const DAILY_ALLOWED = 9_000;

async function listedChars(client: StdioClient, toolset: string): Promise<number> {
  return JSON.stringify(await client.request('tools/list', { toolset })).length;
}

export const toolListing: Benchmark = {
  name: 'tool-listing',
  async run(ground) {
    const client = await ground.waymark(ground.directory()).initialize();
    const daily = await listedChars(client, 'daily');
    const full = await listedChars(client, 'full');
    await client.close();
    return [
      within({ what: 'tools/list of daily', value: daily, unit: 'chars' }, DAILY_ALLOWED),
      row(
        { what: 'tools/list of daily', value: daily, unit: 'chars' },
        { what: 'tools/list of full', value: full, unit: 'chars' },
      ),
    ];
  },
};
