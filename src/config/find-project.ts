/**
 * Finds the project of a directory: its git repository, else the directory itself.
 *
 * The files of git are read directly, so that git need not be installed. All worktrees and folders
 * of a repository are one project; a repository inside another, such as a submodule, is a separate
 * one.
 */

import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { normalOrigin, type Origin } from '../domain/workspace/origin.ts';
import { formerName, type Project } from '../domain/workspace/project-name.ts';

export interface WhereStarted {
  /** The directory whose project is wanted. */
  readonly directory: string;
  readonly home: string;
}

/** Undefined for the root of a file system and the home directory: they are not projects. */
export function findProject({ directory, home }: WhereStarted): Project | undefined {
  const here = canonical(directory);
  const homeHere = canonical(home);
  if (isNoProject(here, homeHere)) return undefined;
  const repository = findRepository(here, homeHere);
  if (!repository) {
    const names = { names: [basename(here)], formerNames: formerNames([here]) };
    return { directory: here, ...names, ...identified(here) };
  }
  const { root, common } = repository;
  const origin = originOf(common);
  const folder = basename(root).replace(/\.git$/, '');
  return {
    directory: root,
    ...(origin ? { origin: origin.key } : {}),
    names: [...(origin?.name === undefined ? [] : [origin.name]), folder],
    formerNames: formerNames([root, canonical(repository.worktree), here]),
    ...identified(root),
  };
}

/**
 * A number of an inode is used again after its directory was deleted, so the time of creation is
 * part of the identity. Without that time, which some file systems do not store, there is none.
 */
function identified(directory: string): Pick<Project, 'identity' | 'isGone'> {
  const found = statSync(directory, { bigint: true, throwIfNoEntry: false });
  if (!found?.isDirectory() || found.birthtimeNs <= 0n) return {};
  const { dev, ino, birthtimeNs } = found;
  return { identity: `${dev}:${ino}:${birthtimeNs}`, isGone };
}

function isGone(path: string): boolean {
  return !existsSync(path);
}

/** The nearest directory, up to the root of the project, that has one of these files. */
export function directoryWith(files: readonly string[], { directory, home }: WhereStarted): string {
  const start = resolve(directory);
  const top = findRepository(start, canonical(home))?.worktree ?? start;
  for (let at = start; ; at = dirname(at)) {
    if (files.some((file) => statOf(join(at, file)) !== undefined)) return at;
    if (at === top || at === dirname(at)) return start;
  }
}

function isNoProject(directory: string, home: string): boolean {
  return directory === home || directory === dirname(directory);
}

/** Earlier versions named the workspace after the directory that they were started in. */
function formerNames(directories: readonly string[]): string[] {
  return [...new Set(directories.flatMap((each) => formerName(basename(each)) ?? []))];
}

interface Repository {
  /** The directory of the project: the main worktree, or the bare repository. */
  readonly root: string;
  /** The worktree that the directory is in. */
  readonly worktree: string;
  /** The directory in which git stores what all worktrees share. */
  readonly common: string;
}

function findRepository(from: string, home: string): Repository | undefined {
  for (let at = from; !isNoProject(canonical(at), home); at = dirname(at)) {
    const found = repositoryAt(at);
    if (found) return found;
  }
  // A repository in the home directory does not make one project of everything below it.
  return undefined;
}

function repositoryAt(worktree: string): Repository | undefined {
  const git = join(worktree, '.git');
  const found = statOf(git);
  if (found?.isDirectory()) return ownRepository(worktree, git);
  if (!found?.isFile()) return undefined;
  const link = /^gitdir: (.+)$/m.exec(textOf(git))?.[1]?.trim();
  if (link === undefined) return undefined;
  const own = isAbsolute(link) ? link : resolve(worktree, link);
  // Only a linked worktree has this file; a submodule has a git directory of its own.
  const shared = textOf(join(own, 'commondir')).trim();
  if (shared === '') return ownRepository(worktree, own);
  const common = isAbsolute(shared) ? shared : resolve(own, shared);
  const main = basename(common) === '.git' ? dirname(common) : common;
  return { root: canonical(main), worktree, common };
}

function ownRepository(worktree: string, common: string): Repository {
  return { root: canonical(worktree), worktree, common };
}

function originOf(common: string): Origin | undefined {
  const url = remoteUrl(textOf(join(common, 'config')), 'origin');
  if (url === undefined) return undefined;
  const base = basename(common) === '.git' ? dirname(common) : common;
  return normalOrigin(url, (path) => canonical(isAbsolute(path) ? path : resolve(base, path)));
}

/** The first address of a remote, as written in the configuration of git. */
function remoteUrl(config: string, remote: string): string | undefined {
  let isInside = false;
  for (const line of config.split('\n')) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) isInside = section.trim() === `remote "${remote}"`;
    const url = isInside ? /^\s*url\s*=\s*(.*?)\s*$/.exec(line)?.[1] : undefined;
    if (url) return url.replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}

/** The real path, with all links resolved; the given path if it does not exist. */
export function canonical(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

function statOf(path: string) {
  return statSync(path, { throwIfNoEntry: false });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
