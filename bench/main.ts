/** Runs the selected benchmarks, one after the other, and reports. */

import { fileURLToPath } from 'node:url';
import type { Benchmark } from './benchmark.ts';
import { coldStart } from './cold-start.ts';
import { dailyCalls } from './daily-calls.ts';
import { deepBranches } from './deep-branches.ts';
import { doctor } from './doctor.ts';
import { groundIn } from './ground.ts';
import { httpStatus } from './http-status.ts';
import { manyWriters } from './many-writers.ts';
import { memory } from './memory.ts';
import { notebooks } from './notebooks.ts';
import { notesCommit } from './notes-commit.ts';
import { observatoryCanvas } from './observatory-canvas.ts';
import { observatoryFeed } from './observatory-feed.ts';
import { observatoryPage } from './observatory-page.ts';
import { pauses } from './pauses.ts';
import { postgresCommit } from './postgres-commit.ts';
import { reasoning } from './reasoning.ts';
import { recallMixed } from './recall-mixed.ts';
import { recallOwn } from './recall-own.ts';
import { recallQuality } from './recall-quality.ts';
import { recallScale } from './recall-scale.ts';
import { type Result, table, writeJson } from './report.ts';
import { showTailBenchmark } from './show-tail.ts';
import { taskFilters } from './task-filters.ts';
import { tasks } from './tasks.ts';
import { thoughts } from './thoughts.ts';
import { toolListing } from './tool-listing.ts';
import { work } from './work.ts';
import { workFilters } from './work-filters.ts';

const BENCHMARKS: readonly Benchmark[] = [
  coldStart,
  notesCommit,
  dailyCalls,
  showTailBenchmark,
  deepBranches,
  reasoning,
  tasks,
  work,
  workFilters,
  taskFilters,
  thoughts,
  notebooks,
  pauses,
  observatoryFeed,
  observatoryPage,
  observatoryCanvas,
  memory,
  doctor,
  httpStatus,
  manyWriters,
  toolListing,
  postgresCommit,
  recallOwn,
  recallQuality,
  recallScale,
  recallMixed,
];

const RESULTS = 'bench/results/latest.json';

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const requested = words.filter((word) => !word.startsWith('--'));
const chosen = BENCHMARKS.filter(
  ({ name }) => requested.length === 0 || requested.some((word) => name.includes(word)),
);
if (chosen.length === 0) {
  const known = BENCHMARKS.map(({ name }) => name).join(', ');
  process.stderr.write(`No benchmark is called ${requested.join(' or ')}. There are: ${known}.\n`);
  process.exit(2);
}

const ground = groundIn(fileURLToPath(new URL('..', import.meta.url)), quick);
const results: Result[] = [];
for (const { name, run } of chosen) {
  const start = performance.now();
  const rows = await run(ground);
  results.push({ benchmark: name, rows });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stderr.write(`${name}: ${rows.length === 0 ? 'left out' : `${seconds} s`}\n`);
}
writeJson(RESULTS, results, quick);
process.stdout.write(
  `${table(results)}\n\nWritten to ${RESULTS}${quick ? ' (quick: rough)' : ''}.\n`,
);
