/** Stands for the server in the tests of the sandbox: a process that runs cells and reports. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { runnerChooser } from '../../src/runner/choose-runner.ts';
import type { Runner, RunOutcome, RunRequest } from '../../src/runner/port.ts';
import { RunQueue } from '../../src/runner/run-queue.ts';

export interface Orders {
  readonly kind: 'node' | 'quickjs';
  /** How many runs are asked for at once, and how many the line lets through; else as many. */
  readonly atOnce: number;
  readonly cores?: number;
  readonly runs: readonly Pick<RunRequest, 'files' | 'entry' | 'limits' | 'packages'>[];
}

export interface Report {
  readonly explanation: string;
  readonly outcomes: readonly RunOutcome[];
  /** The largest size of this process, in bytes. */
  readonly peakBytes: number;
}

const [ordersFile = '', reportFile = ''] = process.argv.slice(2);
const { kind, atOnce, cores = atOnce, runs }: Orders = JSON.parse(readFileSync(ordersFile, 'utf8'));
const choose = runnerChooser({ clock: () => performance.now() });
// On a busy machine the last of many waits long; here none gives up.
const queue = new RunQueue(cores, 600_000);
const { runner, explanation } = await choose(kind);
const outcomes: RunOutcome[] = [];

/** Through the line of a server, in order: an attempt may look for what the one before it left. */
async function inLine(run: Runner['run'], request: RunRequest, key: string): Promise<RunOutcome> {
  await queue.enter(key);
  try {
    return await run(request);
  } finally {
    queue.leave(key);
  }
}

for (let next = 0; runner && next < runs.length; next += atOnce) {
  const some = runs.slice(next, next + atOnce);
  outcomes.push(
    ...(await Promise.all(some.map((request, at) => inLine(runner.run, request, `${next + at}`)))),
  );
}
const report: Report = { explanation, outcomes, peakBytes: process.resourceUsage().maxRSS * 1024 };
writeFileSync(`${reportFile}.new`, JSON.stringify(report));
renameSync(`${reportFile}.new`, reportFile);
