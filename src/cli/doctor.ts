/** `waymark doctor`: checks the memory. With `--rebuild` it first rebuilds every projection. */

import { statSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { databaseFile } from '../store/open-store.ts';
import { openMemory } from './open-memory.ts';
import { openSandbox } from './open-surface.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

export async function doctor(
  config: Config,
  outside: Outside,
  rebuild: boolean,
): Promise<ExitCode> {
  const store = await openMemory(config, outside);
  try {
    outside.print(`Memory: ${store.engine} at ${store.location}\n`);
    if (store.engine === 'sqlite') outside.print(modeNotice(databaseFile(config)));
    outside.print(`Notebooks: ${await openSandbox(config, store, outside).explain()}\n`);
    if (rebuild) {
      const { workspaces, events } = await store.rebuild();
      outside.print(`Rebuilt ${workspaces} workspaces from ${events} events.\n`);
    }
    const findings = await store.check();
    for (const finding of findings) outside.print(`- ${finding}\n`);
    if (findings.length === 0) {
      outside.print('Sound: the engine, the journals and the projections agree.\n');
      return EXIT.ok;
    }
    if (!rebuild)
      outside.print('waymark doctor --rebuild rebuilds the projections from the journal.\n');
    if (store.engine === 'sqlite')
      outside.print(
        'waymark restore FILE replaces the database by a backup, and keeps the old one.\n',
      );
    return EXIT.refused;
  } finally {
    await store.close();
  }
}

/** The owner may have opened the file to others on purpose, so this is a notice, not a finding. */
function modeNotice(file: string): string {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  // Windows has no such modes; Node invents some.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return '';
  const shown = (mode & 0o777).toString(8);
  return `Others on this machine may open ${file} (mode ${shown}); chmod 600 closes it.\n`;
}
