/** The names of files and directories in an archive. No other text ever becomes part of a path. */

import { MAIN } from '../../../domain/thoughts/session.ts';
import { MAX_NUMBER } from '../../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../../domain/thoughts/thought-events.ts';
import { firstCharacters } from '../../../kernel/excerpt.ts';
import { isSlug } from '../../../kernel/slug.ts';

export const CONFIG_FILE = 'config.json';
export const MANIFEST_FILE = 'manifest.json';
export const PROJECTS = 'projects';
export const SESSIONS = 'sessions';

/** Thoughtbox 1.2 stored the directories of branches in a directory of this name. */
export const OLD_BRANCHES = 'branches';

/** Hidden files, such as those of git and macOS, are ignored. */
export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

const THOUGHT_FILE = /^(\d{3}|[1-9]\d{3,8})\.json$/;

export function thoughtFile(number: number): string {
  return `${String(number).padStart(3, '0')}.json`;
}

/** Undefined for any other name. */
export function numberOfFile(name: string): number | undefined {
  const number = Number(THOUGHT_FILE.exec(name)?.[1]);
  return number >= 1 && number <= MAX_NUMBER ? number : undefined;
}

export function isBranchName(name: string): boolean {
  return isSlug(name);
}

/** Relative to the session's directory. */
export function thoughtPath({ chain, number }: ThoughtPlace): string {
  return chain === MAIN ? thoughtFile(number) : `${chain}/${thoughtFile(number)}`;
}

/** Relative to the archive. */
export function sessionPath(project: string, partition: string | undefined, id: string): string {
  return [PROJECTS, project, SESSIONS, ...(partition === undefined ? [] : [partition]), id].join(
    '/',
  );
}

const MAX_SHOWN = 80;

/** A name of unknown origin, made safe for printing. */
export function quoted(name: string): string {
  return JSON.stringify(firstCharacters(name, MAX_SHOWN));
}

/** Equal values give equal bytes. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
