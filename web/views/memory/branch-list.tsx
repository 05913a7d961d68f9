/** The branches as rows, with a gutter that shows what each is based on. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BranchRow } from '../../../src/observatory/views/memory/branches-view.ts';
import { Age } from '../../shell/age.tsx';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { branchTree, type TreeRow } from './branch-tree.ts';

interface BranchListProps {
  readonly branches: readonly BranchRow[];
  readonly selected: number | undefined;
  onSelect(branch: BranchRow): void;
}

const HEIGHT = 46;
const STEP = 14;
/** Branches of tasks are shown at once while they fit beside the others. */
const MAX_SHOWN_AT_ONCE = 12;

export function BranchList({ branches, selected, onSelect }: BranchListProps) {
  const [chosen, setChosen] = useState<boolean | undefined>();
  const ofTargets = branches.filter(({ target }) => target !== undefined).length;
  const isAll = chosen ?? ofTargets <= MAX_SHOWN_AT_ONCE;
  const shown = useMemo(() => {
    const some = branches.filter(
      ({ target, id, openConflicts }) =>
        isAll || target === undefined || id === selected || openConflicts > 0,
    );
    return branchTree(some);
  }, [branches, isAll, selected]);
  const box = useRef<HTMLDivElement>(null);
  const isFilled = shown.length > 0 && selected !== undefined;
  useEffect(() => {
    // The base is at the bottom, which may be out of sight when the page opens.
    const row = box.current?.querySelector('[aria-selected="true"]');
    if (!isFilled || !row) return;
    row.scrollIntoView({ block: 'nearest' });
    // The list must know at once, or it takes the next rows for a reason to scroll back.
    row.closest('.list')?.dispatchEvent(new Event('scroll'));
  }, [isFilled]);
  return (
    <aside class="branches" aria-label="Branches">
      <div class="branches-head">
        <h2 class="grow">Branches</h2>
        {ofTargets > 0 && (
          <button
            type="button"
            class="button bare"
            aria-pressed={isAll}
            onClick={() => setChosen(!isAll)}
            title="Every plan and task has a branch of its own"
          >
            {isAll ? 'hide' : 'show'} {ofTargets} of tasks
          </button>
        )}
      </div>
      <div class="branches-list" ref={box}>
        <VirtualList
          items={shown}
          keyOf={({ branch }) => branch.key}
          height={HEIGHT}
          label="Branches"
          role="tree"
          selected={selected === undefined ? undefined : String(selected)}
          onSelect={(key) => {
            const found = branches.find((branch) => branch.key === key);
            if (found) onSelect(found);
          }}
          rowProps={({ depth }) => ({ 'aria-level': depth + 1 })}
          render={(row) => <BranchLine row={row} />}
        />
      </div>
    </aside>
  );
}

function BranchLine({ row }: { readonly row: TreeRow<BranchRow> }) {
  const { name, isCheckout, openConflicts, cutoff, own, atMs } = row.branch;
  return (
    <div class="branch" title={name}>
      <Gutter row={row} />
      <div class="grow">
        <div class="row branch-name">
          <Said as="one" text={name} class={isCheckout ? 'strong' : ''} />
          {isCheckout && (
            <span class="chip accent" title="Calls that name no branch read and write this one">
              ◉ here
            </span>
          )}
          {openConflicts > 0 && (
            <span class="chip warn" title="Open conflicts of merges into it">
              ⚠ {openConflicts}
            </span>
          )}
        </div>
        <div class="tiny muted branch-facts">
          {cutoff !== undefined && (
            <span title="It sees its base up to here">from {cutoff} · </span>
          )}
          <span title="Entries of its own">{own > 1_000 ? '1,000+' : own} own</span>
          {atMs !== undefined && (
            <>
              {' · '}
              <Age atMs={atMs} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** Lines pass, the own point, and the joint down to the base. */
function Gutter({ row }: { readonly row: TreeRow<BranchRow> }) {
  const { lane, passing, joins, isJoined, branch } = row;
  const middle = HEIGHT / 2;
  const x = (of: number) => 9 + of * STEP;
  const lines = passing.map((of) => `M${x(of)} 0V${HEIGHT}`);
  if (isJoined) lines.push(`M${x(lane)} 0V${middle}`);
  if (joins === lane) lines.push(`M${x(lane)} ${middle}V${HEIGHT}`);
  else if (joins !== undefined) {
    const bend = `V${middle + 9}Q${x(lane)} ${HEIGHT - 4} ${x(joins)} ${HEIGHT}`;
    lines.push(`M${x(lane)} ${middle}${bend}`);
  }
  return (
    <svg class="gutter" width={x(lane) + 10} height={HEIGHT} aria-hidden="true">
      <path d={lines.join('')} class="gutter-line" />
      <circle
        cx={x(lane)}
        cy={middle}
        r={branch.isCheckout ? 5 : 4}
        class={branch.isCheckout ? 'gutter-here' : 'gutter-point'}
      />
    </svg>
  );
}
