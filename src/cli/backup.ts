/** `waymark backup FILE`: writes a consistent copy while other processes go on writing. */

import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { openMemory } from './open-memory.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

export async function backup(config: Config, outside: Outside, name: string): Promise<ExitCode> {
  const file = resolve(outside.cwd, name);
  if (existsSync(file))
    throw new UsageError(`${file} exists already; a backup overwrites nothing.`);
  if (!existsSync(dirname(file)))
    throw new UsageError(`The directory ${dirname(file)} does not exist.`);
  if (config.storage === 'memory') {
    throw new UsageError(
      'There is nothing to back up: storage is memory, and this process has just started.',
    );
  }
  const store = await openMemory(config, outside);
  try {
    await store.backup(file);
    outside.print(`Backed up ${store.location} to ${file} (${statSync(file).size} bytes).\n`);
    return EXIT.ok;
  } finally {
    await store.close();
  }
}
