/**
 * Chooses the workspace of a project: the one it is bound to, else a new name.
 *
 * A project is identified by its directory and, if it has one, by the origin of its repository.
 * Names are for people; two projects with the same name get different suffixes.
 */

import { WORKSPACE_ID } from '../../kernel/ids.ts';

export interface Project {
  /** Canonical: the repository, for all its worktrees and folders, or the folder without one. */
  readonly directory: string;
  /** Normalised, such as `github.com/acme/api`. */
  readonly origin?: string | undefined;
  /** The names it could have, best first. They are made valid here. */
  readonly names: readonly string[];
  /** The names that earlier versions gave it, most likely first. */
  readonly formerNames: readonly string[];
}

/** The workspace of directories that are not projects: `/` and the home directory. */
export const HOME_WORKSPACE = 'home';

const BINDING_KINDS = ['directory', 'origin', 'former', 'renamed'] as const;

/**
 * What leads to a workspace: a directory, an origin, the plain name that an earlier version stored
 * and no project has claimed yet, or a former name of the workspace.
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
  /** The former names of this project that no project has claimed yet. */
  readonly waiting: readonly string[];
  isTaken(name: string): boolean;
}

export interface ChosenWorkspace {
  readonly workspace: string;
  /** The keys that are not bound yet. */
  readonly bind: readonly Binding[];
  /** The former name that this project claims. */
  readonly adopted?: string;
}

export function chooseWorkspace(project: Project, known: KnownBindings): ChosenWorkspace {
  const bound = known.byDirectory ?? known.byOrigin;
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
  return { workspace, bind, ...(adopted === undefined ? {} : { adopted }) };
}

function adoptable({ formerNames }: Project, { waiting }: KnownBindings): string | undefined {
  return formerNames.find((name) => waiting.includes(name));
}

/** The first of its names that is free, else the best one with a number appended. */
function freeName({ names }: Project, { isTaken }: KnownBindings): string {
  const [best = 'project'] = names.flatMap((name) => validName(name) ?? []);
  for (let number = 1; ; number++) {
    const name = number === 1 ? best : `${best.slice(0, MOST_LETTERS - 8)}-${number}`;
    // The name of the home workspace is reserved, even if a folder has it.
    if (name !== HOME_WORKSPACE && !isTaken(name)) return name;
  }
}

const MOST_LETTERS = 128;

/** A name made valid, or undefined if nothing usable is left. */
export function validName(name: string): string | undefined {
  const id = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}._/-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, MOST_LETTERS)
    .replace(/[-/]+$/, '');
  return WORKSPACE_ID.test(id) ? id : undefined;
}

/** The name that versions before bindings derived from a folder. */
export function formerName(name: string): string | undefined {
  const id = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, MOST_LETTERS);
  return WORKSPACE_ID.test(id) ? id : undefined;
}
