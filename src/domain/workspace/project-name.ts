/**
 * Which workspace a project gets: the one it is bound to, else a name of its own.
 *
 * A project is known by its directory and, where it has one, by the origin of its repository. Names
 * are for reading; two projects with the same one are told apart by a short suffix.
 */

import { WORKSPACE_ID } from '../../kernel/ids.ts';

export interface Project {
  /** Canonical: the repository, whichever of its worktrees and folders is meant, or the folder. */
  readonly directory: string;
  /** Normalised, such as `github.com/acme/api`. */
  readonly origin?: string | undefined;
  /** What it would like to be called, best first; made valid here. */
  readonly names: readonly string[];
  /** What earlier versions called it, likeliest first. */
  readonly formerNames: readonly string[];
}

/** The workspace of a place that is nobody's project: `/`, the home directory. */
export const HOME_WORKSPACE = 'home';

const BINDING_KINDS = ['directory', 'origin', 'former', 'renamed'] as const;

/**
 * What leads to a workspace: a directory, an origin, the plain name that a store of an earlier
 * version has and no project has taken up yet, or the name that a workspace had before.
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
  /** The former names of this project that are still waiting for theirs. */
  readonly waiting: readonly string[];
  isTaken(name: string): boolean;
}

export interface ChosenWorkspace {
  readonly workspace: string;
  /** What is not bound yet. */
  readonly bind: readonly Binding[];
  /** The former name that has found its project. */
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
  // An origin that leads elsewhere stays: a directory was bound there on purpose, or was so before.
  if (project.origin !== undefined && known.byOrigin === undefined) {
    bind.push({ kind: 'origin', value: project.origin, workspace });
  }
  return { workspace, bind, ...(adopted === undefined ? {} : { adopted }) };
}

function adoptable({ formerNames }: Project, { waiting }: KnownBindings): string | undefined {
  return formerNames.find((name) => waiting.includes(name));
}

/** The first of its names that is free, else the best one with a number behind it. */
function freeName({ names }: Project, { isTaken }: KnownBindings): string {
  const [best = 'project'] = names.flatMap((name) => validName(name) ?? []);
  for (let number = 1; ; number++) {
    const name = number === 1 ? best : `${best.slice(0, MOST_LETTERS - 8)}-${number}`;
    // What is nobody's project has its own, whatever a folder is called.
    if (name !== HOME_WORKSPACE && !isTaken(name)) return name;
  }
}

const MOST_LETTERS = 128;

/** A name made valid, or undefined where nothing usable is left. */
export function validName(name: string): string | undefined {
  const id = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}._/-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, MOST_LETTERS)
    .replace(/[-/]+$/, '');
  return WORKSPACE_ID.test(id) ? id : undefined;
}

/** As versions before bindings made it of a folder's name. */
export function formerName(name: string): string | undefined {
  const id = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, MOST_LETTERS);
  return WORKSPACE_ID.test(id) ? id : undefined;
}
