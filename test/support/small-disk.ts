/** A disk of a few hundred kilobytes that a test can fill up, if this user may mount one. */

import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly path: string;
  /** Fills all free space. */
  fill(): void;
  /** Frees it again. */
  free(): void;
  remove(): void;
}

const BLOCK = Buffer.alloc(4096, 1);

function mount(path: string, kilobytes: number): boolean {
  const words = ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', path];
  return spawnSync('mount', words, { stdio: 'ignore' }).status === 0;
}

/** Undefined if mounting is not allowed. */
export function smallDisk(kilobytes: number): SmallDisk | undefined {
  const path = mkdtempSync(join(tmpdir(), 'waymark-disk-'));
  if (!mount(path, kilobytes)) {
    rmdirSync(path);
    return undefined;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast, { force: true }),
    remove() {
      // Lazily, so that a process that a failed test left behind cannot keep it.
      spawnSync('umount', ['-l', path], { stdio: 'ignore' });
      rmdirSync(path);
    },
  };
}

/** Checked before the tests are named, so that a report says why some of them did not run. */
export function canMountSmallDisk(): boolean {
  const disk = smallDisk(64);
  disk?.remove();
  return disk !== undefined;
}

function writeUntilFull(file: string): void {
  const handle = openSync(file, 'a');
  try {
    for (;;) writeSync(handle, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}
