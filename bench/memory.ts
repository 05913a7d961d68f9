/** The memory of an idle server, once a client has connected and listed its tools. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Benchmark } from './benchmark.ts';
import { median } from './measure.ts';
import { row, within } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const ALLOWED_MB = 100;
const KB_PER_MB = 1024;

/** Long enough for start-up work to finish. */
const SETTLE_MS = 500;

async function idleMb(client: StdioClient): Promise<number> {
  await client.initialize();
  await client.request('tools/list', {});
  await sleep(SETTLE_MS);
  const mb = residentKb(client.pid) / KB_PER_MB;
  await client.close();
  return mb;
}

function residentKb(pid: number): number {
  const status = `/proc/${pid}/status`;
  const rssText = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(rssText);
}

export const memory: Benchmark = {
  name: 'memory',
  async run(ground) {
    const directory = ground.directory();
    const waymark: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ground.times(5, 1); round++) {
      waymark.push(await idleMb(ground.waymark(directory)));
      bare.push(await idleMb(ground.bareServer()));
    }
    const measured = { what: 'idle memory', value: median(waymark), unit: 'MB' } as const;
    return [
      within(measured, ALLOWED_MB),
      row(measured, { what: 'bare SDK server', value: median(bare), unit: 'MB' }),
    ];
  },
};
