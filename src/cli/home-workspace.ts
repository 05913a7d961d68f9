/** Chooses the workspace of the directory that the program was started in. */

import type { Config } from '../config/config.ts';
import { HOME_WORKSPACE, type Project } from '../domain/workspace/project-name.ts';
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

/** The same, only looked up: reading must not bind the directory to a workspace. */
export async function knownWorkspace(
  { workspace, project }: Config,
  store: Store,
): Promise<string> {
  return workspace ?? (project ? store.projects.lookUp(project) : HOME_WORKSPACE);
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
