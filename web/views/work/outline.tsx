/** A project as a tree of lines; finished parts are folded to a number. */

import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { WorkRow } from '../../../src/observatory/views/work/work-view.ts';
import { useKeys } from '../../keys.ts';
import { changeQuery, route } from '../../router.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { useFocusWithRender } from '../../shell/focus-with-render.ts';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { FIRST_CALLS } from './first-calls.ts';
import { useTree } from './use-tree.ts';
import type { LensProps } from './work.tsx';
import { ENDED, StateChip } from './work-state.tsx';
import {
  belowOf,
  type Chains,
  chainsOf,
  dependentsIn,
  freedBy,
  type Holding,
  hiddenBelow,
  isFinished,
  rowOf,
  shownState,
  unfolded,
  type WorkTree,
} from './work-tree.ts';

const ROW = 34;

interface Line {
  readonly row: WorkRow;
  readonly at: number;
  /** Whether it has lines below it, and whether they are shown. */
  readonly fold: 'none' | 'folded' | 'unfolded';
}

export function Outline({ project, selected, select, open }: LensProps) {
  const showsDone = route.value.query.done === '1';
  const { tree, live, holdingOf } = useTree(project, showsDone ? 'all' : 'open', selected);
  const folding = useFolding(tree);
  const dependents = useMemo(() => dependentsIn(tree.items), [tree.items]);
  const chains = useMemo(
    () => (selected === undefined ? undefined : chainsOf(tree, dependents, selected)),
    [tree, dependents, selected],
  );
  useTreeKeys(tree, folding, selected, select);
  useFirstSight(live.isReady, selected);
  if (live.isReady && live.rows.size === 0) return <NoNodes project={project} />;
  const frees = selected === undefined ? 0 : freedBy(tree, dependents, selected);
  return (
    <div class="outline">
      <VirtualList
        items={folding.lines}
        keyOf={({ row }) => row.key}
        height={ROW}
        label={`Outline of ${project}`}
        selected={selected}
        onSelect={select}
        onOpen={open}
        role="tree"
        rowProps={({ row, at, fold }) => ({
          'aria-level': (tree.shape.depth[at] ?? 0) + 1,
          'aria-expanded': fold === 'none' ? undefined : fold === 'unfolded',
          'aria-label': labelOf(row, holdingOf(row)),
        })}
        render={(line, isSelected) => (
          <OutlineLine
            line={line}
            depth={tree.shape.depth[line.at] ?? 0}
            hidden={hiddenBelow(tree, line.at)}
            holding={holdingOf(line.row)}
            mark={isSelected ? undefined : markOf(chains, tree, selected, line.row)}
            frees={isSelected ? frees : 0}
            toggle={() => folding.toggle(line.row)}
          />
        )}
        isMain
      />
      <Foot live={live} shown={folding.lines.length} showsDone={showsDone} />
    </div>
  );
}

function Foot({
  live,
  shown,
  showsDone,
}: {
  readonly live: { readonly isReady: boolean; readonly rows: ReadonlyMap<string, WorkRow> };
  readonly shown: number;
  readonly showsDone: boolean;
}) {
  return (
    <div class="work-foot row">
      <span class="muted tiny">
        {live.isReady ? `${shown} lines of ${live.rows.size} nodes` : `${live.rows.size} nodes…`}
      </span>
      <span class="grow" />
      <button
        type="button"
        class="button"
        aria-pressed={showsDone}
        onClick={() => changeQuery({ done: showsDone ? undefined : '1' })}
      >
        Show finished
      </button>
    </div>
  );
}

function NoNodes({ project }: { readonly project: string }) {
  return (
    <Empty title={`No project is called ${project}`} calls={FIRST_CALLS}>
      It may be in another workspace. An agent creates a project by:
    </Empty>
  );
}

/** Finished subtrees are folded until somebody unfolds them; all others the other way round. */
function useFolding(tree: WorkTree) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isFolded = (row: WorkRow) => chosen.get(row.key) ?? isFinished(row);
  const lines = useMemo(
    () =>
      unfolded(tree, isFolded).map((at): Line => {
        const row = tree.items[at] as WorkRow;
        const isLeaf = tree.shape.size[at] === 1;
        return { row, at, fold: isLeaf ? 'none' : isFolded(row) ? 'folded' : 'unfolded' };
      }),
    [tree, chosen],
  );
  const fold = (row: WorkRow, to: boolean) => setChosen(new Map(chosen).set(row.key, to));
  return { lines, isFolded, fold, toggle: (row: WorkRow) => fold(row, !isFolded(row)) };
}

/** As in every tree: left folds, or goes to the parent; right unfolds, or goes to the first part. */
function useTreeKeys(
  tree: WorkTree,
  { isFolded, fold }: Pick<ReturnType<typeof useFolding>, 'isFolded' | 'fold'>,
  selected: string | undefined,
  select: (id: string) => void,
): void {
  const row = selected === undefined ? undefined : rowOf(tree, selected);
  const at = row === undefined ? -1 : (tree.index.get(row.key) ?? -1);
  const isLeaf = tree.shape.size[at] === 1;
  const focusWithRender = useFocusWithRender();
  const go = (id: string) => {
    focusWithRender(() => focusRow(id));
    select(id);
  };
  const left = () => {
    if (!row) return false;
    if (!isLeaf && !isFolded(row)) return fold(row, true);
    return row.parent === undefined ? false : go(row.parent);
  };
  const right = () => {
    if (!row || isLeaf) return false;
    if (isFolded(row)) return fold(row, false);
    return go(tree.items[at + 1]?.key ?? row.key);
  };
  useKeys([
    { keys: 'h|ArrowLeft', does: 'fold, or go to the parent', run: left },
    { keys: 'l|ArrowRight', does: 'unfold, or go to the first part', run: right },
  ]);
}

/** What an address names is brought into sight once; after that, only the reader scrolls. */
function useFirstSight(isReady: boolean, selected: string | undefined): void {
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (!isReady || isDone.current) return;
    isDone.current = true;
    if (selected !== undefined) bringIn(rowElement(selected), 'center');
  });
}

/** The list must hear of it at once, or it would take its next rows for a reason to go back. */
function bringIn(row: HTMLElement | null, block: 'center' | 'nearest'): void {
  row?.scrollIntoView({ block });
  row?.closest('.list')?.dispatchEvent(new Event('scroll'));
}

function rowElement(id: string): HTMLElement | null {
  return document.querySelector(`.outline [data-row="${CSS.escape(id)}"]`);
}

/** The selected row is always in the document, wherever it is scrolled to. */
function focusRow(id: string): void {
  const row = rowElement(id);
  row?.focus({ preventScroll: true });
  bringIn(row, 'nearest');
}

type Mark = 'needs' | 'waits' | 'before' | 'after';

const MARKS: Readonly<Record<Mark, { readonly sign: string; readonly words: string }>> = {
  needs: { sign: '◂', words: 'the selected one depends on it' },
  before: { sign: '‹', words: 'comes before the selected one' },
  waits: { sign: '▸', words: 'waits for the selected one' },
  after: { sign: '›', words: 'comes after the selected one' },
};

function markOf(
  chains: Chains | undefined,
  tree: WorkTree,
  selected: string | undefined,
  row: WorkRow,
): Mark | undefined {
  if (!chains || selected === undefined) return undefined;
  if (chains.upstream.has(row.key)) {
    return rowOf(tree, selected)?.deps?.includes(row.key) ? 'needs' : 'before';
  }
  if (!chains.downstream.has(row.key)) return undefined;
  return row.deps?.includes(selected) ? 'waits' : 'after';
}

interface LineProps {
  readonly line: Line;
  readonly depth: number;
  readonly hidden: number;
  readonly holding: Holding | undefined;
  readonly mark: Mark | undefined;
  readonly frees: number;
  toggle(): void;
}

const INDENT = 18;
const MAX_INDENTED = 14;

function OutlineLine({ line, depth, hidden, holding, mark, frees, toggle }: LineProps) {
  const { row, fold } = line;
  const { open, blocked, total } = belowOf(row);
  const done = fold === 'folded' && isFinished(row) ? total : hidden;
  return (
    <div class={`outline-line ${mark ?? ''}`}>
      <span class="outline-mark" title={mark && MARKS[mark].words}>
        {mark && MARKS[mark].sign}
      </span>
      <span style={{ width: `${Math.min(depth, MAX_INDENTED) * INDENT}px` }} class="indent" />
      <Twisty fold={fold} toggle={toggle} />
      <StateChip state={shownState(row, holding)} />
      <Said
        text={row.more ? `${row.summary}…` : row.summary}
        as="one"
        class={`grow ${row.state === 'resolved' ? 'muted' : ''}`}
      />
      {frees > 0 && <span class="chip accent">finishing this frees {frees}</span>}
      {holding && <Held holding={holding} />}
      {row.priority !== undefined && (
        <span class="chip" title={`priority ${row.priority}`}>
          P{row.priority}
        </span>
      )}
      {open > 0 && (
        <span class="chip wide-only" title={`${open} open below, ${blocked} of them blocked`}>
          {open} open{blocked > 0 && `, ${blocked} blocked`}
        </span>
      )}
      {done > 0 && (
        <span class="chip good" title={`${done} finished below`}>
          ✓ {done}
        </span>
      )}
      {row.evidence !== undefined && (
        <span class="chip wide-only" title={`${row.evidence} pieces of evidence`}>
          ⎙ {row.evidence}
        </span>
      )}
    </div>
  );
}

function Twisty({ fold, toggle }: { readonly fold: Line['fold']; toggle(): void }) {
  if (fold === 'none') return <span class="twisty" />;
  return (
    <button
      type="button"
      class="twisty"
      tabIndex={-1}
      aria-hidden="true"
      onClick={(event) => {
        event.stopPropagation();
        toggle();
      }}
    >
      {fold === 'folded' ? '▸' : '▾'}
    </button>
  );
}

export function Held({ holding }: { readonly holding: Holding }) {
  const { by, atMs, stale } = holding;
  return (
    <span class={`chip ${stale ? '' : 'busy'} held`} title={stale && `stale: ${ENDED[stale]}`}>
      <Said text={by} as="one" />
      <Age atMs={atMs} />
      {stale && 'stale'}
    </span>
  );
}

/** What a reader of the screen says about a line. */
export function labelOf(row: WorkRow, holding: Holding | undefined): string {
  const { open, done } = belowOf(row);
  const state = { actionable: 'ready', claimed: 'claimed', open: 'open', blocked: 'blocked' };
  const shown = shownState(row, holding);
  const words = [
    row.summary,
    shown === 'resolved' ? 'done' : state[shown],
    ...(holding ? [`${holding.stale ? 'stale claim' : 'claimed'} by ${holding.by}`] : []),
    ...(row.priority === undefined ? [] : [`priority ${row.priority}`]),
    ...(open > 0 ? [`${open} open below`] : []),
    ...(done > 0 ? [`${done} done below`] : []),
  ];
  return words.join(', ');
}
