/** `waymark import DIR`: imports the sessions of an archive into a workspace. */

import { archiveAt } from '../compat/archive/find-sessions.ts';
import { importSessions } from '../compat/archive/import-sessions.ts';
import type { Inspected } from '../compat/archive/inspect-archive.ts';
import type { Config } from '../config/config.ts';
import { cleanLine, counted } from '../kernel/text.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { homeWorkspace } from './home-workspace.ts';
import { openMemory } from './open-memory.ts';
import { localCaller } from './open-surface.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

export async function runImport(
  config: Config,
  outside: Outside,
  directory: string,
  format: string,
): Promise<ExitCode> {
  if (format !== 'thoughtbox') {
    throw new UsageError('Only archives of the format thoughtbox can be imported.');
  }
  const root = archiveAt(outside.cwd, directory);
  const store = await openMemory(config, outside);
  const workspace = await homeWorkspace(config, store, outside);
  const { agent } = localCaller(config, outside);
  const writer = () => ({ workspace, agent, nowMs: outside.now() });
  const counts = { entered: 0, unchanged: 0, different: 0, damaged: 0, thoughts: 0 };
  try {
    const imported = importSessions(store, root, config.thoughts.project, writer);
    for await (const { inspected, outcome } of imported) {
      counts[outcome] += 1;
      if (outcome === 'entered') counts.thoughts += inspected.session?.thoughts.length ?? 0;
      if (outcome === 'different' || outcome === 'damaged')
        outside.log(cleanLine(reason(inspected, outcome)));
    }
  } finally {
    await store.close();
  }
  const refused = counts.different + counts.damaged;
  outside.print(
    `Imported ${counted(counts.entered, 'session')} with ${counted(counts.thoughts, 'thought')} ` +
      `into ${workspace}; ` +
      `${counts.unchanged} already present, ${refused} refused.\n`,
  );
  return refused === 0 ? EXIT.ok : EXIT.refused;
}

const MAX_ERRORS = 3;

function reason(
  { sessionId, path, integrity: { errors } }: Inspected,
  outcome: 'different' | 'damaged',
): string {
  const name = sessionId === null ? path : `session ${sessionId} at ${path}`;
  if (outcome === 'different') {
    return `waymark: refused ${name}: the session exists with other content, which was not changed`;
  }
  const rest = errors.length > MAX_ERRORS ? '; and more, which waymark verify shows' : '';
  return `waymark: refused ${name}: ${errors.slice(0, MAX_ERRORS).join('; ')}${rest}`;
}
