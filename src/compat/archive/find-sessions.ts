/** Finds the directories of an archive that hold sessions, and those that should but do not. */

import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROJECT_NAME, UUID } from '../../kernel/ids.ts';
import { UsageError } from '../../kernel/usage-error.ts';
import { CONFIG_FILE, isHidden, PROJECTS, quoted, SESSIONS } from './format/archive-names.ts';
import { PARTITION_NAME } from './format/partition.ts';
import { codeOf, listDirectory } from './read-files.ts';

export interface SessionPlace {
  readonly id: string;
  readonly project: string;
  /** Within the archive, with slashes. */
  readonly path: string;
  /** Why it cannot be read as a session, if it cannot. */
  readonly problem?: string;
}

export interface Stray {
  readonly path: string;
  readonly problem: string;
}

export interface Findings {
  readonly sessions: readonly SessionPlace[];
  readonly strays: readonly Stray[];
}

/** The directory of the archive. Its name may be a link; links inside it are not followed. */
export function archiveAt(cwd: string, name: string): string {
  const path = resolve(cwd, name);
  const entries = isDirectory(path) ? listDirectory(path) : undefined;
  if (!entries) throw new UsageError(`${path} is not a directory that can be read.`);
  if (!entries.has(PROJECTS) && !entries.has(CONFIG_FILE)) {
    throw new UsageError(
      `${path} is not an archive: it has neither ${CONFIG_FILE} nor ${PROJECTS}.`,
    );
  }
  return realpathSync(path);
}

export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

/** Files beside the sessions, such as exports of Thoughtbox, are ignored. */
export function findSessions(root: string): Findings {
  const sessions: SessionPlace[] = [];
  const strays: Stray[] = [];
  const enter = (path: string, visit: (name: string, below: string, isOpen: boolean) => void) => {
    const entries = listDirectory(join(root, path));
    if (!entries) strays.push({ path, problem: 'is not a directory that can be read' });
    for (const [name, kind] of entries ?? []) {
      if (!isHidden(name)) visit(name, `${path}/${name}`, kind === 'directory');
    }
  };
  const stray = (name: string, path: string, what: string) =>
    strays.push({ path, problem: `${quoted(name)} is not a directory of ${what}` });
  const sessionsIn = (project: string, path: string, mayBePartitioned: boolean) =>
    enter(path, (name, below, isOpen) => {
      if (UUID.test(name)) sessions.push(sessionPlace({ id: name, project, path: below }, isOpen));
      else if (mayBePartitioned && isOpen && PARTITION_NAME.test(name))
        sessionsIn(project, below, false);
      else stray(name, below, mayBePartitioned ? 'a session or a time span' : 'a session');
    });
  const top = listDirectory(root);
  if (top?.has(PROJECTS) && top.get(PROJECTS) !== 'directory') {
    stray(PROJECTS, PROJECTS, 'projects');
  } else if (top?.has(PROJECTS)) {
    enter(PROJECTS, (project, path, isOpen) => {
      if (!isOpen || !PROJECT_NAME.test(project)) return void stray(project, path, 'a project');
      enter(path, (name, below, isFolder) => {
        if (name !== SESSIONS) return;
        if (isFolder) sessionsIn(project, below, true);
        else stray(name, below, 'sessions');
      });
    });
  }
  return { sessions: withDuplicatesMarked(sessions), strays };
}

function sessionPlace(place: SessionPlace, isOpen: boolean): SessionPlace {
  return isOpen ? place : { ...place, problem: 'is not a directory' };
}

/** A workspace has one session per id, so only the first place of an id counts. */
function withDuplicatesMarked(sessions: readonly SessionPlace[]): readonly SessionPlace[] {
  const first = new Map<string, string>();
  return sessions.map((place) => {
    const other = first.get(place.id);
    if (other !== undefined) return { ...place, problem: `has the same session as ${other}` };
    first.set(place.id, place.path);
    return place;
  });
}
