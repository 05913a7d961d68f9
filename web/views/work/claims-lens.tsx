/** Who holds what, the latest first; claims that have ended are at the end. */

import type { ClaimRow } from '../../../src/observatory/views/work/claims-view.ts';
import { useRows } from '../../live/rows.ts';
import { Age, At } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import type { LensProps } from './work.tsx';
import { ENDED, StateChip } from './work-state.tsx';

const ROW = 58;

export function ClaimsLens({ project, selected, select, open }: LensProps) {
  const { rows, isReady } = useRows<ClaimRow>('claims', { project });
  if (rows.size === 0) {
    if (!isReady) return null;
    const call = `graph_next ${JSON.stringify({ project, claim: true })}`;
    return (
      <Empty title="Nobody holds anything" calls={[call]}>
        An agent that takes work claims it, so that no other does the same:
      </Empty>
    );
  }
  const sorted = [...rows.values()].sort(
    (a, b) => Number(Boolean(a.stale)) - Number(Boolean(b.stale)) || b.atMs - a.atMs,
  );
  return (
    <VirtualList
      items={sorted}
      keyOf={({ key }) => key}
      height={ROW}
      label={`Claims in ${project}`}
      selected={selected}
      onSelect={select}
      onOpen={open}
      render={(row) => <Claim row={row} />}
      isMain
    />
  );
}

function Claim({ row }: { readonly row: ClaimRow }) {
  return (
    <div class="work-item">
      <span class="row">
        <StateChip state={row.stale ? row.state : 'claimed'} />
        <Said text={row.summary} as="one" class="grow" />
        {row.stale && <span class="chip warn">stale: {ENDED[row.stale]}</span>}
      </span>
      <span class="row small muted">
        <Said text={row.by} as="one" class="who" />
        <span>
          for <Age atMs={row.atMs} />
        </span>
        {row.stale !== 'process' && (
          <span>
            {row.stale ? 'ended' : 'until'} <At atMs={row.untilMs} />
          </span>
        )}
        {!row.stale && row.ofProcess && <span class="wide-only">or until its process ends</span>}
      </span>
    </div>
  );
}
