/** Whose memory a directory means. */

import type { Config } from '../config/config.ts';
import { HOME_WORKSPACE, type Project } from '../domain/workspace/project-name.ts';
import type { Store } from '../store/port.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import type { Outside } from './outside.ts';

/** The workspace that somebody named, else that of the directory the program was started in. */
export async function homeWorkspace(
  { workspace, project }: Config,
  store: Store,
  outside: Outside,
): Promise<string> {
  if (workspace !== undefined) return workspace;
  return project ? projectWorkspace(project, store, outside) : HOME_WORKSPACE;
}

/** Bound to it from now on. */
export async function projectWorkspace(
  project: Project,
  store: Store,
  outside: Outside,
): Promise<string> {
  try {
    return await store.projects.workspaceOf(project, outside.now());
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    // A memory that can only be read still has something to say.
    return store.projects.lookUp(project);
  }
}
