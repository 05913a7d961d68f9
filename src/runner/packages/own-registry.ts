/** Asks npm which registry this machine uses. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { findNpm } from './npm-process.ts';

const PATIENCE_MS = 20_000;

/** Undefined if npm is not there, or does not say. */
export function ownRegistry(execPath: string): Promise<string | undefined> {
  const npm = findNpm(execPath);
  if (npm === undefined) return Promise.resolve(undefined);
  const words = [join(npm, 'bin/npm-cli.js'), 'config', 'get', 'registry'];
  return new Promise((resolve) => {
    execFile(execPath, words, { timeout: PATIENCE_MS }, (error, stdout) => {
      const said = stdout.trim();
      resolve(!error && URL.canParse(said) ? new URL(said).href : undefined);
    });
  });
}
