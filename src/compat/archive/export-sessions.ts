/** Writes the sessions of a workspace into a directory, in one of three formats. */

import { markdownOf, sessionExport } from '../../domain/thoughts/export-session.ts';
import { UUID } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { redact, redactText } from '../../kernel/redaction.ts';
import { UsageError } from '../../kernel/usage-error.ts';
import { sha256 } from '../../sha256.ts';
import type { Reading, Store } from '../../store/port.ts';
import { CONFIG_FILE, jsonText, PROJECTS, sessionPath } from './format/archive-names.ts';
import { archiveConfig, encodeSession } from './format/archived-session.ts';
import { type Granularity, partitionOf } from './format/partition.ts';
import { granularityOf } from './inspect-archive.ts';
import { readStoredSession, type StoredSession } from './read-stored-session.ts';
import { type Output, openOutput } from './write-files.ts';

export const FORMATS = ['thoughtbox', 'json', 'markdown'] as const;

type Format = (typeof FORMATS)[number];

export interface ExportRequest {
  readonly format: Format;
  readonly out: string;
  readonly partition: Granularity | undefined;
}

/** The sessions to export: those of a workspace, or of one project in it. */
export interface ExportSource {
  readonly store: Store;
  readonly workspace: string;
  readonly project: string | undefined;
}

interface ExportContext {
  readonly cwd: string;
  readonly nowMs: number;
}

interface Exported {
  readonly sessions: number;
  readonly thoughts: number;
  /** The directory that was written to. */
  readonly root: string;
  readonly layout: string;
}

export async function exportSessions(
  { store, workspace, project }: ExportSource,
  request: ExportRequest,
  place: ExportContext,
): Promise<Exported> {
  const sessions = await listSessions(store, workspace, project);
  const layout = layoutFor(request, place);
  layout.begin(sessions);
  let thoughts = 0;
  for (const { id } of sessions) {
    const session = await store.read(workspace, (tx) => readStoredSession(tx, id));
    if (!session) continue;
    layout.write(session);
    layout.output.settle();
    thoughts += session.thoughts.length;
  }
  layout.output.settle();
  const { root } = layout.output;
  return { sessions: sessions.length, thoughts, root, layout: layout.name };
}

interface Listed {
  readonly id: string;
  readonly createdMs: number;
}

const PAGE = 100;

/** Read in one transaction: a session that starts meanwhile would shift the pages. */
function listSessions(
  store: Store,
  workspace: string,
  project: string | undefined,
): Promise<readonly Listed[]> {
  return store.read(workspace, async (tx: Reading) => {
    if (tx.head === 0) throw new UsageError(`The workspace ${workspace} does not exist.`);
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
  { format, out, partition }: ExportRequest,
  { cwd, nowMs }: ExportContext,
): Layout {
  if (format === 'thoughtbox') return archiveLayout(partition, cwd, out);
  const end = format === 'json' ? '.json' : '.md';
  const output = openOutput(
    cwd,
    out,
    (name) => name.endsWith(end) && UUID.test(name.slice(0, -end.length)),
  );
  const render = format === 'json' ? jsonOf(nowMs) : readableOf;
  return {
    name: format,
    output,
    begin: () => {},
    write: (session) => output.write(`${session.id}${end}`, render(session)),
  };
}

/** People and programs read this file, so secrets are redacted as in an answer. */
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

/** An archive is a copy like a backup: it must import as it was, so nothing is redacted. */
function archiveLayout(requested: Granularity | undefined, cwd: string, out: string): Layout {
  const ours = [CONFIG_FILE, PROJECTS];
  const output = openOutput(cwd, out, (name) => ours.includes(name));
  const known = output.isNew ? undefined : granularityOf(output.root);
  if (!output.isNew && known === undefined) {
    throw new UsageError(`${output.root} is not an archive: its ${CONFIG_FILE} cannot be read.`);
  }
  const granularity = requested ?? known ?? 'monthly';
  if (known !== undefined && known !== granularity) {
    throw new UsageError(
      `${output.root} has the partition ${known}; a session would be stored in it twice. ` +
        `Export with --partition ${known}, or to another directory.`,
    );
  }
  return {
    name: `thoughtbox, ${granularity}`,
    output,
    // Written first: an export that is interrupted is then an archive, and can be repeated.
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
