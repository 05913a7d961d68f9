/**
 * What project a directory belongs to: its git repository, else the directory itself.
 *
 * Read from git's own files, so that no git is needed: all worktrees and folders of a repository
 * are one project, a repository inside another (a submodule too) is its own.
 */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { normalOrigin, type Origin } from '../domain/workspace/origin.ts';
import { formerName, type Project } from '../domain/workspace/project-name.ts';

export interface Place {
  /** The directory that is meant. */
  readonly directory: string;
  readonly home: string;
}

/** Undefined where it is nobody's project: the root of a file system, the home directory. */
export function findProject({ directory, home }: Place): Project | undefined {
  const here = canonical(directory);
  const homeHere = canonical(home);
  if (isNobodys(here, homeHere)) return undefined;
  const repository = findRepository(here, homeHere);
  if (!repository) {
    return { directory: here, names: [basename(here)], formerNames: formerNames([here]) };
  }
  const { root, common } = repository;
  const origin = originOf(common);
  const folder = basename(root).replace(/\.git$/, '');
  return {
    directory: root,
    ...(origin ? { origin: origin.key } : {}),
    names: [...(origin?.name === undefined ? [] : [origin.name]), folder],
    formerNames: formerNames([root, canonical(repository.worktree), here]),
  };
}

/** The nearest directory from here up to the project's own that holds one of these files. */
export function directoryWith(files: readonly string[], { directory, home }: Place): string {
  const start = resolve(directory);
  const top = findRepository(start, canonical(home))?.worktree ?? start;
  for (let at = start; ; at = dirname(at)) {
    if (files.some((file) => statOf(join(at, file)) !== undefined)) return at;
    if (at === top || at === dirname(at)) return start;
  }
}

function isNobodys(directory: string, home: string): boolean {
  return directory === home || directory === dirname(directory);
}

/** Earlier versions took the folder that they saw. */
function formerNames(directories: readonly string[]): string[] {
  return [...new Set(directories.flatMap((each) => formerName(basename(each)) ?? []))];
}

interface Repository {
  /** Where the project lies: the main worktree, or the bare repository. */
  readonly root: string;
  /** The worktree that we are in. */
  readonly worktree: string;
  /** Where git keeps what all worktrees share. */
  readonly common: string;
}

function findRepository(from: string, home: string): Repository | undefined {
  for (let at = from; !isNobodys(canonical(at), home); at = dirname(at)) {
    const found = repositoryAt(at);
    if (found) return found;
  }
  // Whoever keeps the home directory in git does not mean every folder in it.
  return undefined;
}

function repositoryAt(worktree: string): Repository | undefined {
  const git = join(worktree, '.git');
  const found = statOf(git);
  if (found?.isDirectory()) return rooted(worktree, git);
  if (!found?.isFile()) return undefined;
  const link = /^gitdir: (.+)$/m.exec(textOf(git))?.[1]?.trim();
  if (link === undefined) return undefined;
  const own = isAbsolute(link) ? link : resolve(worktree, link);
  // Only a worktree shares; a submodule has a directory of its own and no such file.
  const shared = textOf(join(own, 'commondir')).trim();
  if (shared === '') return rooted(worktree, own);
  const common = isAbsolute(shared) ? shared : resolve(own, shared);
  const main = basename(common) === '.git' ? dirname(common) : common;
  return { root: canonical(main), worktree, common };
}

function rooted(worktree: string, common: string): Repository {
  return { root: canonical(worktree), worktree, common };
}

function originOf(common: string): Origin | undefined {
  const url = remoteUrl(textOf(join(common, 'config')), 'origin');
  if (url === undefined) return undefined;
  const base = basename(common) === '.git' ? dirname(common) : common;
  return normalOrigin(url, (path) => canonical(isAbsolute(path) ? path : resolve(base, path)));
}

/** The first address of a remote, as git's configuration spells it. */
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

/** By its real name, whatever links lead to it; as it is given where it is not there. */
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
