/** Reads an archive session by session, and checks each. */

import { join } from 'node:path';
import { sha256 } from '../../sha256.ts';
import { findSessions, type SessionPlace } from './find-sessions.ts';
import { CONFIG_FILE, isHidden, OLD_BRANCHES } from './format/archive-names.ts';
import type { ArchivedSession } from './format/archived-session.ts';
import { findings } from './format/field-checks.ts';
import { type Integrity, noSessionThere } from './format/integrity.ts';
import { readConfig } from './format/read-manifest.ts';
import { type EntryKind, readSession, type SessionFiles } from './format/read-session.ts';
import { listDirectory, readText } from './read-files.ts';

/** Enough for the longest thought with its critique, with every character escaped. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** A whole session is held in RAM. */
const MAX_SESSION_BYTES = 256 * 1024 * 1024;
const MAX_CONFIG_BYTES = 64 * 1024;

export interface Inspected {
  /** Null for a file or directory that is not a session. */
  readonly sessionId: string | null;
  readonly path: string;
  readonly integrity: Integrity;
  /** Present if the session is complete and undamaged. */
  readonly session?: ArchivedSession;
}

/** One session at a time, so that an archive may be larger than the RAM of the machine. */
export function* inspectArchive(root: string, project?: string): Generator<Inspected> {
  const config = inspectConfig(root);
  if (config) yield config;
  const { sessions, strays } = findSessions(root);
  for (const { path, problem } of strays) {
    yield { sessionId: null, path, integrity: noSessionThere(problem) };
  }
  for (const place of sessions) {
    if (project !== undefined && place.project !== project) continue;
    const { id: sessionId, path, problem } = place;
    if (problem !== undefined) yield { sessionId, path, integrity: noSessionThere(problem) };
    else yield { sessionId, path, ...readSession(sessionFiles(root, place), sha256) };
  }
}

/** Undefined if the file is missing or valid. */
function inspectConfig(root: string): Inspected | undefined {
  const kind = listDirectory(root)?.get(CONFIG_FILE);
  if (kind === undefined) return undefined;
  const found = findings();
  granularityOf(root, found);
  const [first] = found.list();
  if (first === undefined) return undefined;
  return { sessionId: null, path: CONFIG_FILE, integrity: noSessionThere(first) };
}

export function granularityOf(root: string, found = findings()) {
  const content = readText(join(root, CONFIG_FILE), MAX_CONFIG_BYTES);
  if ('text' in content) return readConfig(content.text, CONFIG_FILE, found);
  found.add(`${CONFIG_FILE} ${content.problem}`);
  return undefined;
}

function sessionFiles(root: string, { id, project, path }: SessionPlace): SessionFiles {
  const base = join(root, path);
  const entries = new Map<string, EntryKind>();
  const list = (folder: string, depth: number) => {
    for (const [name, kind] of listDirectory(join(base, folder)) ?? []) {
      const below = folder === '' ? name : `${folder}/${name}`;
      entries.set(below, kind);
      const isOld = below === OLD_BRANCHES || folder === OLD_BRANCHES;
      if (kind === 'directory' && !isHidden(name) && (depth === 0 || (depth === 1 && isOld))) {
        list(below, depth + 1);
      }
    }
  };
  list('', 0);
  let bytes = 0;
  return {
    id,
    project,
    entries,
    text(file) {
      const content = readText(
        join(base, file),
        Math.min(MAX_FILE_BYTES, MAX_SESSION_BYTES - bytes),
      );
      if ('text' in content) bytes += content.bytes;
      return content;
    },
  };
}
