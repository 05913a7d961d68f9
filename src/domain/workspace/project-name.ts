/**
 * Chooses the workspace of a project: the one it is bound to, else a new name.
 *
 * A project is identified by its directory and, if it has one, by the origin of its repository.
 * Names are for people; two projects with the same name get different suffixes.
 */

import { WORKSPACE_ID } from '../../kernel/ids.ts';
import { withFewMarks } from '../../kernel/text.ts';

export interface Project {
  /** Canonical: the repository, for all its worktrees and folders, or the folder without one. */
  readonly directory: string;
  /** Normalised, such as `github.com/acme/api`. */
  readonly origin?: string | undefined;
  /** The names it could have, best first. They are made valid here. */
  readonly names: readonly string[];
  /** The names that earlier versions gave it, most likely first. */
  readonly formerNames: readonly string[];
  /** What stays if the directory is renamed, and no other directory ever has; if that is known. */
  readonly identity?: string | undefined;
  /** Whether there is nothing at a path any more. */
  isGone?(path: string): boolean;
}

/** The workspace of directories that are not projects: `/` and the home directory. */
export const HOME_WORKSPACE = 'home';

const BINDING_KINDS = ['directory', 'origin', 'identity', 'former', 'renamed'] as const;

/**
 * What leads to a workspace: a directory, an origin, the identity of a directory together with its
 * path, the plain name that an earlier version stored and no project has claimed yet, or a former
 * name of the workspace.
 */
export interface Binding {
  readonly kind: (typeof BINDING_KINDS)[number];
  readonly value: string;
  readonly workspace: string;
}

/** What the store knows about a project. */
export interface KnownBindings {
  readonly byDirectory?: string | undefined;
  readonly byOrigin?: string | undefined;
  /** Whether the identity of the directory is stored with its path. */
  readonly isIdentified?: boolean;
  /** Where a directory with this identity was seen before. */
  readonly seen?: readonly SeenDirectory[];
  /** The former names of this project that no project has claimed yet. */
  readonly waiting: readonly string[];
  isTaken(name: string): boolean;
}

export interface SeenDirectory {
  readonly directory: string;
  readonly workspace: string;
}

export interface ChosenWorkspace {
  readonly workspace: string;
  /** The keys that are not bound yet. */
  readonly bind: readonly Binding[];
  /** The former name that this project claims. */
  readonly adopted?: string;
  /** The path that the directory had before it was renamed: it leads nowhere now. */
  readonly movedFrom?: string;
}

export function chooseWorkspace(project: Project, known: KnownBindings): ChosenWorkspace {
  const moved = (known.byDirectory ?? known.byOrigin) ? undefined : movedHere(project, known);
  const bound = known.byDirectory ?? known.byOrigin ?? moved?.workspace;
  const adopted = bound === undefined ? adoptable(project, known) : undefined;
  const workspace = bound ?? adopted ?? freeName(project, known);
  const bind: Binding[] = [];
  if (known.byDirectory === undefined) {
    bind.push({ kind: 'directory', value: project.directory, workspace });
  }
  // An origin that is bound to another workspace stays so: the directory has its own on purpose.
  if (project.origin !== undefined && known.byOrigin === undefined) {
    bind.push({ kind: 'origin', value: project.origin, workspace });
  }
  if (project.identity !== undefined && !known.isIdentified) {
    const value = identityKey(project.identity, project.directory);
    bind.push({ kind: 'identity', value, workspace });
  }
  return {
    workspace,
    bind,
    ...(adopted === undefined ? {} : { adopted }),
    ...(moved === undefined ? {} : { movedFrom: moved.directory }),
  };
}

/**
 * A directory with this identity had another path, at which there is nothing now: it was renamed.
 * While there is something at the old path, that is what the memory belongs to.
 */
function movedHere(project: Project, { seen = [] }: KnownBindings): SeenDirectory | undefined {
  return seen.find(({ directory }) => project.isGone?.(directory));
}

/** The value of a binding by identity. */
export function identityKey(identity: string, directory: string): string {
  return `${identity} ${directory}`;
}

/** The directories with this identity, among all bindings. */
export function seenDirectories(
  identity: string,
  bindings: readonly Binding[],
): readonly SeenDirectory[] {
  const start = identityKey(identity, '');
  return bindings
    .filter(({ kind, value }) => kind === 'identity' && value.startsWith(start))
    .map(({ value, workspace }) => ({ directory: value.slice(start.length), workspace }));
}

function adoptable({ formerNames }: Project, { waiting }: KnownBindings): string | undefined {
  return formerNames.find((name) => waiting.includes(name));
}

/** The first of its names that is free, else the best one with a number appended. */
function freeName({ names }: Project, { isTaken }: KnownBindings): string {
  const [best = 'project'] = names.flatMap((name) => validName(name) ?? []);
  for (let number = 1; ; number++) {
    const name = number === 1 ? best : `${best.slice(0, MAX_LETTERS - 8)}-${number}`;
    // The name of the home workspace is reserved, even if a folder has it.
    if (name !== HOME_WORKSPACE && !isTaken(name)) return name;
  }
}

const MAX_LETTERS = 128;

/** A name made valid, or undefined if nothing usable is left. */
export function validName(name: string): string | undefined {
  const id = withFewMarks(name)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}._/-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, MAX_LETTERS)
    .replace(/[-/]+$/, '');
  return WORKSPACE_ID.test(id) ? id : undefined;
}

/** The name that versions before bindings derived from a folder. */
export function formerName(name: string): string | undefined {
  const id = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, MAX_LETTERS);
  return WORKSPACE_ID.test(id) ? id : undefined;
}
