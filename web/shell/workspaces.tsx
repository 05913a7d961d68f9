/** The workspaces of the memory, and where the page begins. */

import { useEffect } from 'preact/hooks';
import type { WorkspaceRow } from '../../src/observatory/rows/workspaces-feed.ts';
import { useRows } from '../live/rows.ts';
import { navigate, pathOf, route } from '../router.ts';

const LAST = 'waymark.workspace';

/** The last changed first. */
export function useWorkspaces(): {
  readonly rows: readonly WorkspaceRow[];
  readonly isReady: boolean;
} {
  const { rows, isReady } = useRows<WorkspaceRow>('workspaces', {}, null);
  return { rows: [...rows.values()].sort((a, b) => b.lastAtMs - a.lastAtMs), isReady };
}

/** The one that was looked at last in this browser. */
export function lastWorkspace(): string | undefined {
  return localStorage.getItem(LAST) ?? undefined;
}

/** Opens the workspace that was looked at last, else the one that changed last. */
export function useFirstWorkspace(): void {
  const { rows, isReady } = useWorkspaces();
  const { workspace, go } = route.value;
  useEffect(() => {
    const isKnown = rows.some(({ key }) => key === workspace);
    if (workspace !== undefined && isKnown) localStorage.setItem(LAST, workspace);
    if (workspace !== undefined || go !== undefined || !isReady) return;
    const last = lastWorkspace();
    const first = rows.find(({ key }) => key === last) ?? rows[0];
    if (first) navigate(pathOf(first.key, 'now'), { replaces: true });
  });
}
