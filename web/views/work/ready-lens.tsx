/** What can be worked on now, in the order in which agents get it, and why in that order. */

import type { ReadyRow } from '../../../src/observatory/views/work/ready-view.ts';
import { useRows } from '../../live/rows.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import type { LensProps } from './work.tsx';

const ROW = 58;

export function ReadyLens({ project, selected, select, open }: LensProps) {
  const { rows, isReady, total } = useRows<ReadyRow>('ready', { project });
  if (rows.size === 0) {
    if (!isReady) return null;
    return (
      <Empty title="Nothing is ready">
        Everything is finished, claimed, or waits for something else.
      </Empty>
    );
  }
  const sorted = [...rows.values()].sort((a, b) => a.rank - b.rank);
  return (
    <div class="outline">
      <VirtualList
        items={sorted}
        keyOf={({ key }) => key}
        height={ROW}
        label={`Ready in ${project}`}
        selected={selected}
        onSelect={select}
        onOpen={open}
        render={(row) => <Ready row={row} />}
        isMain
      />
      <div class="work-foot row">
        <span class="muted tiny">
          {total === undefined ? `${rows.size} ready` : `the first ${rows.size} of ${total} ready`},
          in the order of graph_next: priority, depth, longest unchanged
        </span>
      </div>
    </div>
  );
}

function Ready({ row }: { readonly row: ReadyRow }) {
  return (
    <div class="work-item ready">
      <span class="rank" title={`rank ${row.rank}`}>
        {row.rank}
      </span>
      <span class="ready-words">
        <span class="row">
          <Said text={row.summary} as="one" class="grow" />
          {row.priority !== 0 && <span class="chip">P{row.priority}</span>}
          <span class="muted tiny wide-only">
            unchanged for <Age atMs={row.changedMs} />
          </span>
        </span>
        <span class="small muted one-line">{row.reason}</span>
      </span>
    </div>
  );
}
