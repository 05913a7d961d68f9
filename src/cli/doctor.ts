/** `waymark doctor`: checks the memory. With `--rebuild` it first rebuilds every projection. */

import { statSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { printedLine } from '../kernel/excerpt.ts';
import { allDeadlocks } from '../operations/work/steps/all-deadlocks.ts';
import { breakDeadlock } from '../operations/work/steps/find-deadlock.ts';
import { databaseFile } from '../store/open-store.ts';
import type { Store } from '../store/port.ts';
import { shellLine, shellWord } from '../surface/command-line.ts';
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
    for (const notice of store.notices) outside.print(`${notice}\n`);
    if (store.engine === 'sqlite') outside.print(modeNotice(databaseFile(config)));
    outside.print(`Notebooks: ${await openSandbox(config, store, outside).explain()}\n`);
    if (rebuild) {
      const { workspaces, events } = await store.rebuild();
      outside.print(`Rebuilt ${workspaces} workspaces from ${events} events.\n`);
    }
    const findings = await store.check();
    // Nothing is damaged by it, so it is told and counts as no finding.
    for (const line of await deadlockLines(store)) outside.print(`${line}\n`);
    for (const finding of findings) outside.print(`- ${printedLine(finding)}\n`);
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

/** Deadlocks of a project that are named; more would only repeat the pattern. */
const MAX_DEADLOCKS = 5;

/** Work that waits for itself, each with the command that ends it. */
export async function deadlockLines(store: Store): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const workspace of await store.workspaces()) {
    for (const { project, circles } of await store.read(workspace, allDeadlocks)) {
      const where = `Work of ${workspace}, project ${project}`;
      for (const circle of circles.slice(0, MAX_DEADLOCKS)) {
        const [call] = breakDeadlock(circle);
        const command = call ? `${shellLine(call)} --workspace ${shellWord(workspace)}` : '';
        lines.push(`${where}, waits for itself: ${circle.words}. This ends it: ${command}`);
      }
      const more = circles.length - MAX_DEADLOCKS;
      if (more > 0) lines.push(`${where}: ${more} more like it.`);
    }
  }
  return lines;
}
