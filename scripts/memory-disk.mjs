/**
 * A directory in memory for the files of the tests. They write thousands of small databases, and
 * half of their time would go into waiting for the disk. What they show does not need one: a
 * process that is killed leaves what it wrote, whatever holds the file.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what a run takes; containers often have only 64 MiB. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/** @returns {string | undefined} undefined if there is none, or too little of it */
export function roomyMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES && runsPrograms(MEMORY) ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}

/** Some systems forbid it there, and some tests run what they wrote. @param {string} directory */
function runsPrograms(directory) {
  const folder = mkdtempSync(join(directory, 'waymark-probe-'));
  try {
    const program = join(folder, 'probe');
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
