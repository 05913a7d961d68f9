/** `waymark import DIR`: takes the sessions of an archive into the memory, each whole or not at all. */

import type { Config } from '../../config/config.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/port.ts';
import { homeWorkspace } from '../home-workspace.ts';
import { localCaller } from '../open-surface.ts';
import { EXIT, type ExitCode, type Outside, UsageError } from '../outside.ts';
import { counted } from './counted.ts';
import { type Entered, enterSession } from './enter-session.ts';
import { archiveAt } from './find-sessions.ts';
import { type Inspected, inspectArchive } from './inspect-archive.ts';

export async function importArchive(
  config: Config,
  outside: Outside,
  directory: string,
  format: string,
): Promise<ExitCode> {
  if (format !== 'thoughtbox') {
    throw new UsageError('Only archives of the format thoughtbox can be imported.');
  }
  const root = archiveAt(outside.cwd, directory);
  const store = await openStore(config);
  const workspace = await homeWorkspace(config, store, outside);
  const counts = { entered: 0, there: 0, other: 0, damaged: 0, thoughts: 0 };
  try {
    for (const inspected of inspectArchive(root, config.thoughts.project)) {
      const outcome = await take(store, inspected, {
        workspace,
        agent: localCaller(config, outside).agent,
        nowMs: outside.now(),
      });
      counts[outcome] += 1;
      if (outcome === 'entered') counts.thoughts += inspected.session?.thoughts.length ?? 0;
      if (outcome === 'other' || outcome === 'damaged') outside.log(reason(inspected, outcome));
    }
  } finally {
    await store.close();
  }
  const refused = counts.other + counts.damaged;
  outside.print(
    `Imported ${counted(counts.entered, 'session')} with ${counted(counts.thoughts, 'thought')} ` +
      `into ${workspace}; ` +
      `${counts.there} already there, ${refused} refused.\n`,
  );
  return refused === 0 ? EXIT.ok : EXIT.refused;
}

async function take(
  store: Store,
  { session }: Inspected,
  writer: Parameters<Store['write']>[0],
): Promise<Entered | 'damaged'> {
  if (!session) return 'damaged';
  const outcome = await store.write(writer, (tx) => enterSession(tx, session));
  if (isRefusal(outcome)) throw new Error(`entering a session was refused: ${outcome.message}`);
  return outcome;
}

const MOST_ERRORS = 3;

function reason(
  { sessionId, path, integrity: { errors } }: Inspected,
  outcome: 'other' | 'damaged',
): string {
  const name = sessionId === null ? path : `session ${sessionId} at ${path}`;
  if (outcome === 'other') {
    return `waymark: refused ${name}: it is there already with other content, which was left alone`;
  }
  const rest = errors.length > MOST_ERRORS ? '; and more, which waymark verify shows' : '';
  return `waymark: refused ${name}: ${errors.slice(0, MOST_ERRORS).join('; ')}${rest}`;
}
