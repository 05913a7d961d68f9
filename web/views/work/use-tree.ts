/** The live tree of a project, and who holds what in it. */

import { useMemo, useRef } from 'preact/hooks';
import type { ClaimRow } from '../../../src/observatory/views/claims-view.ts';
import type { WorkRow } from '../../../src/observatory/views/work-view.ts';
import { type LiveRows, useRows } from '../../live/rows.ts';
import { type Holding, holdingOf, treeOf, type WorkTree } from './work-tree.ts';

export interface LiveTree {
  readonly tree: WorkTree;
  readonly live: LiveRows<WorkRow>;
  holdingOf(row: WorkRow): Holding | undefined;
}

/** While thousands of rows come in, the tree is made again at most this often. */
const BUILD_MS = 250;

export function useTree(project: string, lens: 'open' | 'all'): LiveTree {
  const live = useRows<WorkRow>('work', { project, lens });
  const claims = useRows<ClaimRow>('claims', { project });
  const last = useRef<{ rows: LiveRows<WorkRow>['rows']; tree: WorkTree; atMs: number }>(undefined);
  const { rows, isReady } = live;
  const known = last.current;
  const isOlder = known === undefined || known.rows !== rows;
  const mayWait = !isReady && known !== undefined && known.tree.items.length > 0;
  if (isOlder && !(mayWait && performance.now() - known.atMs < BUILD_MS)) {
    last.current = { rows, tree: treeOf(rows, known?.tree), atMs: performance.now() };
  }
  const tree = last.current?.tree ?? treeOf(rows);
  return useMemo(
    () => ({ tree, live, holdingOf: (row) => holdingOf(row, claims.rows.get(row.key)) }),
    [tree, live, claims.rows],
  );
}
