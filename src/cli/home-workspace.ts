/** Chooses the workspace of the directory that the program was started in. */

import type { Config } from '../config/config.ts';
import { HOME_WORKSPACE, type Project } from '../domain/workspace/project-name.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { UsageError } from '../kernel/usage-error.ts';
import type { Store } from '../store/port.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import type { Outside } from './outside.ts';

/** The workspace in the settings, else that of the project, else the workspace without one. */
export async function homeWorkspace(
  { workspace, project }: Config,
  store: Store,
  outside: Outside,
): Promise<string> {
  if (workspace !== undefined) return workspace;
  return project ? projectWorkspace(project, store, outside) : HOME_WORKSPACE;
}

/**
 * The same, only looked up: reading must not bind the directory to a workspace, and a name on the
 * command line that nothing has is a mistake.
 */
export async function knownWorkspace(config: Config, store: Store): Promise<string> {
  await requireNamed(config, store);
  const { workspace, project } = config;
  return workspace ?? (project ? store.projects.lookUp(project) : HOME_WORKSPACE);
}

/** Throws if the command line names a workspace that does not exist, although others do. */
export async function requireNamed(
  { workspace, isNamedByFlag }: Config,
  store: Store,
): Promise<void> {
  if (workspace === undefined || !isNamedByFlag) return;
  const known = await store.workspaces();
  const bound = await store.projects.all();
  const names = bound.flatMap(({ kind, value, workspace: name }) =>
    kind === 'renamed' ? [value, name] : [name],
  );
  if (known.length === 0 || [...known, ...names].includes(workspace)) return;
  const meant = nearestName(workspace, known);
  throw new UsageError(
    `There is no workspace ${workspace}${meant === undefined ? '' : `; did you mean ${meant}?`}\n` +
      'waymark workspaces lists them; a call that writes creates one.',
  );
}

/** Binds the project to a workspace if it has none yet. */
export async function projectWorkspace(
  project: Project,
  store: Store,
  outside: Outside,
): Promise<string> {
  try {
    return await store.projects.workspaceOf(project, outside.now());
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    // A database that can only be read is still useful: the name is found without binding.
    return store.projects.lookUp(project);
  }
}
