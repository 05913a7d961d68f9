/** Finds the sessions of an archive by their places, and what is in the place of one. */

import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  CONFIG_FILE,
  isHidden,
  PROJECTS,
  quoted,
  SESSIONS,
} from '../domain/archive/archive-names.ts';
import { PARTITION_NAME } from '../domain/archive/partition.ts';
import { PROJECT_NAME, UUID } from '../kernel/ids.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { codeOf, listDirectory } from './read-files.ts';

export interface SessionPlace {
  readonly id: string;
  readonly project: string;
  /** Within the archive, with slashes. */
  readonly path: string;
  /** Why it is no session, if it is none. */
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

/** The archive's directory, which may itself be named by a link. */
export function archiveAt(cwd: string, name: string): string {
  const path = resolve(cwd, name);
  const entries = isDirectory(path) ? listDirectory(path) : undefined;
  if (!entries) throw new UsageError(`There is no directory ${path} that can be read.`);
  if (!entries.has(PROJECTS) && !entries.has(CONFIG_FILE)) {
    throw new UsageError(`${path} is no archive: it has neither ${CONFIG_FILE} nor ${PROJECTS}.`);
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

/** What lies beside the sessions, such as exports of Thoughtbox, is not the archive's. */
export function findSessions(root: string): Findings {
  const sessions: SessionPlace[] = [];
  const strays: Stray[] = [];
  const enter = (path: string, visit: (name: string, below: string, isOpen: boolean) => void) => {
    const entries = listDirectory(join(root, path));
    if (!entries) strays.push({ path, problem: 'is no directory that can be read' });
    for (const [name, kind] of entries ?? []) {
      if (!isHidden(name)) visit(name, `${path}/${name}`, kind === 'directory');
    }
  };
  const stray = (name: string, path: string, what: string) =>
    strays.push({ path, problem: `${quoted(name)} is no directory of ${what}` });
  const sessionsIn = (project: string, path: string, mayPart: boolean) =>
    enter(path, (name, below, isOpen) => {
      if (UUID.test(name)) sessions.push(placed({ id: name, project, path: below }, isOpen));
      else if (mayPart && isOpen && PARTITION_NAME.test(name)) sessionsIn(project, below, false);
      else stray(name, below, mayPart ? 'a session or of a time' : 'a session');
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
  return { sessions: withoutTwins(sessions), strays };
}

function placed(place: SessionPlace, isOpen: boolean): SessionPlace {
  return isOpen ? place : { ...place, problem: 'is no directory' };
}

/** The same id can be in the memory once: the first place counts. */
function withoutTwins(sessions: readonly SessionPlace[]): readonly SessionPlace[] {
  const first = new Map<string, string>();
  return sessions.map((place) => {
    const other = first.get(place.id);
    if (other !== undefined) return { ...place, problem: `is the session of ${other} again` };
    first.set(place.id, place.path);
    return place;
  });
}
