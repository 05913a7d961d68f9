/** A workspace: the memory of one project, separate from every other. */

import type { EventDraft } from '../journal/event.ts';

export interface Workspace {
  readonly id: string;
  readonly createdMs: number;
  /** The branch that calls read and write when they name none. */
  readonly checkout: number;
}

export const DEFAULTS = Object.freeze({
  branch: 'main',
  docs: Object.freeze({ notes: 'notes', graph: 'graph', trace: 'trace' }),
});

export const WORKSPACE_ENTITY = 'workspace';

export function initializeWorkspace(): EventDraft {
  return {
    type: 'workspace_initialized',
    entity: WORKSPACE_ENTITY,
    payload: { branch: DEFAULTS.branch },
  };
}
