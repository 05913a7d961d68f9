/** The live tree of a project, and who holds what in it. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ClaimRow } from '../../../src/observatory/views/work/claims-view.ts';
import type { GoneNodeRow, NodeRow } from '../../../src/observatory/views/work/node-view.ts';
import type { WorkRow } from '../../../src/observatory/views/work/work-view.ts';
import { type LiveRows, readRows, useRows } from '../../live/rows.ts';
import { type Holding, holdingOf, keptRows, lineOf, treeOf, type WorkTree } from './work-tree.ts';

export interface LiveTree {
  readonly tree: WorkTree;
  readonly live: LiveRows<WorkRow>;
  holdingOf(row: WorkRow): Holding | undefined;
}

/** While thousands of rows come in, the tree is made again when it has grown by this much. */
const GROWTH = 1.25;

export function useTree(
  project: string,
  lens: 'open' | 'all',
  selected: string | undefined,
): LiveTree {
  const live = useKept(useRows<WorkRow>('work', { project, lens }), selected);
  const claims = useRows<ClaimRow>('claims', { project });
  const last = useRef<{ rows: LiveRows<WorkRow>['rows']; tree: WorkTree }>(undefined);
  const { rows, isReady } = live;
  const known = last.current;
  const isOlder = known === undefined || known.rows !== rows;
  const mayWait = !isReady && known !== undefined && rows.size < known.rows.size * GROWTH;
  if (isOlder && !mayWait) last.current = { rows, tree: treeOf(rows, known?.tree) };
  const tree = last.current?.tree ?? treeOf(rows);
  return useMemo(
    () => ({ tree, live, holdingOf: (row) => holdingOf(row, claims.rows.get(row.key)) }),
    [tree, live, claims.rows],
  );
}

/**
 * A node that is finished leaves the lens of what is open. If it is selected, somebody looks at it:
 * it stays where it is, with the way to it, until something else is selected.
 */
function useKept(live: LiveRows<WorkRow>, selected: string | undefined): LiveRows<WorkRow> {
  const line = useRef<readonly WorkRow[]>([]);
  const [gone, setGone] = useState<string>();
  const { rows, isReady } = live;
  if (selected === undefined) line.current = [];
  else if (rows.has(selected)) line.current = lineOf(rows, selected);
  else if (line.current[0]?.key !== selected) line.current = [];
  const hasLeft = isReady && line.current.length > 0 && !rows.has(line.current[0]?.key ?? '');
  useEffect(() => {
    if (!hasLeft || selected === undefined) return;
    // A node that was merged into another one is not finished: it does not exist any more.
    void readRows<NodeRow | GoneNodeRow>('node', { id: selected }).then((reply) => {
      const row = reply.ok ? reply.result.rows[0] : undefined;
      if (reply.ok && (!row || 'mergedInto' in row)) setGone(selected);
    });
  }, [hasLeft, selected]);
  const isKept = hasLeft && gone !== selected;
  return useMemo(
    () => (isKept ? { ...live, rows: keptRows(rows, line.current) } : live),
    [live, isKept],
  );
}
