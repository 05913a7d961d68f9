/** A short run of the benchmarks: they run and report. Their figures are never asserted. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './support/source-tree.ts';

it('the benchmarks run, print a table and succeed', () => {
  const words = [join(ROOT, 'scripts/bench.mjs'), '--quick', 'listing', 'memory'];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/tools\/list of daily +\d+ chars/);
  expect(stdout).toMatch(/idle memory +[\d.]+ MB .*≤ 1×/);
});
