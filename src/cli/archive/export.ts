/** `waymark export`: writes the sessions of a workspace into a directory. */

import type { Config } from '../../config/config.ts';
import {
  CONFIG_FILE,
  jsonText,
  PROJECTS,
  sessionPath,
} from '../../domain/archive/archive-names.ts';
import { archiveConfig, encodeSession } from '../../domain/archive/archived-session.ts';
import { GRANULARITIES, type Granularity, partitionOf } from '../../domain/archive/partition.ts';
import { markdownOf, sessionExport } from '../../domain/thoughts/export-session.ts';
import { UUID } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { redact, redactText } from '../../kernel/redaction.ts';
import { openStore } from '../../store/open-store.ts';
import type { Reading, Store } from '../../store/port.ts';
import { homeWorkspace } from '../home-workspace.ts';
import { EXIT, type ExitCode, type Outside, UsageError } from '../outside.ts';
import { counted } from './counted.ts';
import { granularityOf } from './inspect-archive.ts';
import { sha256 } from './sha256.ts';
import { type StoredSession, storedSession } from './stored-session.ts';
import { type Output, openOutput } from './write-files.ts';

export const FORMATS = ['thoughtbox', 'json', 'markdown'] as const;

export type Format = (typeof FORMATS)[number];

export interface ExportRequest {
  readonly format: string;
  readonly out: string | undefined;
  readonly partition: string | undefined;
}

export async function exportSessions(
  config: Config,
  outside: Outside,
  request: ExportRequest,
): Promise<ExitCode> {
  const { format, out, partition } = readRequest(request);
  const store = await openStore(config);
  const workspace = await homeWorkspace(config, store, outside);
  try {
    const sessions = await listSessions(store, workspace, config.thoughts.project);
    const layout = layoutFor(format, partition, outside, out);
    layout.begin(sessions);
    let thoughts = 0;
    for (const { id } of sessions) {
      const session = await store.read(workspace, (tx) => storedSession(tx, id));
      if (!session) continue;
      layout.write(session);
      layout.output.settle();
      thoughts += session.thoughts.length;
    }
    layout.output.settle();
    outside.print(
      `Exported ${counted(sessions.length, 'session')} with ${counted(thoughts, 'thought')} ` +
        `of ${workspace} ` +
        `to ${layout.output.root} (${layout.name}).\n`,
    );
    return EXIT.ok;
  } finally {
    await store.close();
  }
}

interface Requested {
  readonly format: Format;
  readonly out: string;
  readonly partition: Granularity | undefined;
}

function readRequest({ format, out, partition }: ExportRequest): Requested {
  const known = FORMATS.find((each) => each === format);
  if (!known) throw new UsageError(`--format: ${FORMATS.join(', ')}; not ${format}.`);
  if (out === undefined) throw new UsageError('--out DIR says where the sessions go.');
  if (partition === undefined) return { format: known, out, partition };
  const granularity = GRANULARITIES.find((each) => each === partition);
  if (!granularity) {
    throw new UsageError(`--partition: ${GRANULARITIES.join(', ')}; not ${partition}.`);
  }
  if (known !== 'thoughtbox') {
    throw new UsageError(`--partition is for the format thoughtbox; ${known} has none.`);
  }
  return { format: known, out, partition: granularity };
}

interface Listed {
  readonly id: string;
  readonly createdMs: number;
}

const PAGE = 100;

/** In one reading, so that a session which comes meanwhile moves no page. */
function listSessions(
  store: Store,
  workspace: string,
  project: string | undefined,
): Promise<readonly Listed[]> {
  return store.read(workspace, async (tx: Reading) => {
    if (tx.head === 0) throw new UsageError(`There is no workspace ${workspace} in the memory.`);
    const all: Listed[] = [];
    for (;;) {
      const page = await tx.thoughts.sessions(
        { project },
        { sortBy: 'createdAt', sortOrder: 'asc', limit: PAGE, offset: all.length },
      );
      all.push(...page.map(({ id, createdMs }) => ({ id, createdMs })));
      if (page.length < PAGE) return all;
    }
  });
}

interface Layout {
  readonly name: string;
  readonly output: Output;
  begin(sessions: readonly Listed[]): void;
  write(session: StoredSession): void;
}

function layoutFor(
  format: Format,
  partition: Granularity | undefined,
  outside: Outside,
  out: string,
): Layout {
  if (format === 'thoughtbox') return archiveLayout(partition, outside, out);
  const end = format === 'json' ? '.json' : '.md';
  const output = openOutput(
    outside.cwd,
    out,
    (name) => name.endsWith(end) && UUID.test(name.slice(0, -end.length)),
  );
  const render = format === 'json' ? jsonOf(outside.now()) : readableOf;
  return {
    name: format,
    output,
    begin: () => {},
    write: (session) => output.write(`${session.id}${end}`, render(session)),
  };
}

/** To be read by people and programs, so it is scrubbed like an answer. */
function jsonOf(nowMs: number): (session: StoredSession) => string {
  return (session) => {
    const { thoughts, chains } = session;
    const view: JsonObject = sessionExport(session, thoughts, chains, nowMs);
    return jsonText(redact(view));
  };
}

function readableOf(session: StoredSession): string {
  return redactText(markdownOf(session, session.thoughts, session.chains, true));
}

/** A copy of the memory, as a backup is, which must come back as it was: nothing is scrubbed. */
function archiveLayout(wished: Granularity | undefined, outside: Outside, out: string): Layout {
  const ours = [CONFIG_FILE, PROJECTS];
  const output = openOutput(outside.cwd, out, (name) => ours.includes(name));
  const known = output.isNew ? undefined : granularityOf(output.root);
  if (!output.isNew && known === undefined) {
    throw new UsageError(`${output.root} is no archive: its ${CONFIG_FILE} cannot be read.`);
  }
  const granularity = wished ?? known ?? 'monthly';
  if (known !== undefined && known !== granularity) {
    throw new UsageError(
      `${output.root} is ${known}, and a session would be in it twice: ` +
        `export with --partition ${known}, or into another directory.`,
    );
  }
  return {
    name: `thoughtbox, ${granularity}`,
    output,
    // First: what is broken off after this is known as an archive, and can be exported again.
    begin: (sessions) => output.write(CONFIG_FILE, archiveConfig(sessions, granularity, sha256)),
    write(session) {
      const partition = partitionOf(session.createdMs, granularity);
      const place = sessionPath(session.project, partition, session.id);
      for (const { path, text } of encodeSession(session, sha256)) {
        output.write(`${place}/${path}`, text);
      }
    },
  };
}
