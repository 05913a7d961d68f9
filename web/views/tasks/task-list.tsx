/** The list of plans with their tasks, filtered by state and by words in titles. */

import { useState } from 'preact/hooks';
import type { TaskListRow } from '../../../src/observatory/views/tasks/tasks-view.ts';
import { useKeys } from '../../keys.ts';
import { useRows } from '../../live/rows.ts';
import { changeQuery, openIn, pathOf, route } from '../../router.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { isNarrow } from '../../shell/narrow.ts';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { UnseenDot } from '../../unseen-dot.tsx';
import { RememberedButtons } from '../remembered/remembered-buttons.tsx';
import { lookOf, Progress, Status } from './status.tsx';
import { fits, isBlocked, type ListedTask, listedTasks, STATES, type State } from './task-order.ts';

export function TaskList() {
  const { rows, isReady } = useRows<TaskListRow>('tasks');
  const { state, q } = route.value.query;
  const filter = { state: STATES.find((each) => each === state), text: q };
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string>();
  const items = listedTasks(rows.values(), filter, folded);
  const fold = (isFolded: boolean) => {
    const item = items.find(({ row }) => row.key === selected);
    if (!item) return false;
    const key = item.level === 2 ? (item.row.parent ?? '') : item.row.key;
    setFolded((before) => foldedAfter(before, key, isFolded));
    if (isFolded) setSelected(key);
    return true;
  };
  useKeys([
    { keys: 'h|ArrowLeft', does: 'fold', run: () => fold(true) },
    { keys: 'l|ArrowRight', does: 'unfold', run: () => fold(false) },
  ]);
  if (isReady && rows.size === 0) return <NoTasks />;
  return (
    <div class="tasks">
      <Filters rows={[...rows.values()]} state={filter.state} text={q} />
      {isReady && items.length === 0 ? (
        <Empty title="No plan or task fits">Change the state or the words above.</Empty>
      ) : (
        <VirtualList
          items={items}
          keyOf={({ row }) => row.key}
          height={isNarrow.value ? 64 : 44}
          label="Plans and tasks"
          role="tree"
          selected={selected}
          onSelect={setSelected}
          onOpen={(key) => openIn('tasks', key)}
          isMain
          rowProps={({ level, isOpen }) => ({ 'aria-level': level, 'aria-expanded': isOpen })}
          render={(item) => <Line item={item} />}
        />
      )}
    </div>
  );
}

export function foldedAfter(
  before: ReadonlySet<string>,
  key: string,
  isFolded: boolean,
): ReadonlySet<string> {
  const after = new Set(before);
  if (isFolded) after.add(key);
  else after.delete(key);
  return after;
}

function NoTasks() {
  return (
    <Empty
      title="No plan or task yet"
      calls={[
        'tasks_bootstrap {"plan_title":"Ship the parser","task_title":"Read numbers","steps":[…]}',
      ]}
    >
      An agent creates them by this call, or by tasks_create; they appear here as it works.
    </Empty>
  );
}

interface FiltersProps {
  readonly rows: readonly TaskListRow[];
  readonly state: State | undefined;
  readonly text: string | undefined;
}

function Filters({ rows, state, text = '' }: FiltersProps) {
  return (
    <div class="filters-bar">
      <h1 class="hidden-text">Tasks</h1>
      <fieldset class="states" aria-label="State">
        <button
          type="button"
          class="button"
          aria-pressed={state === undefined}
          onClick={() => changeQuery({ state: undefined })}
        >
          All {rows.length}
        </button>
        {STATES.map((each) => {
          const { icon, word } = lookOf(each);
          return (
            <button
              key={each}
              type="button"
              class="button"
              aria-pressed={state === each}
              onClick={() => changeQuery({ state: state === each ? undefined : each })}
            >
              <i class="icon" aria-hidden="true">
                {icon}
              </i>
              {word} {rows.filter((row) => fits(row, { state: each })).length}
            </button>
          );
        })}
      </fieldset>
      <span class="states">
        <RememberedButtons />
      </span>
      <span class="grow" />
      <input
        class="field find"
        type="search"
        aria-label="Words in titles"
        placeholder="Find in titles"
        value={text}
        onInput={({ currentTarget: { value } }) => changeQuery({ q: value })}
      />
    </div>
  );
}

function Line({ item: { row, level, isOpen } }: { readonly item: ListedTask }) {
  const { done, total } = row.kind === 'plan' ? row.tasks : row.steps;
  return (
    <div class={`task level-${level}`}>
      <span class="task-fold" aria-hidden="true">
        {isOpen === undefined ? '' : isOpen ? '▾' : '▸'}
      </span>
      <span class="task-state">
        <Status status={row.status} />
      </span>
      <span class="mono muted task-id">{row.id}</span>
      <span class="task-title">
        <UnseenDot seq={row.seq} />
        <a
          class="task-link"
          tabIndex={-1}
          href={pathOf(route.value.workspace ?? '', 'tasks', [row.id])}
        >
          <Said as="one" text={row.more ? `${row.title}…` : row.title} />
        </a>
      </span>
      <span class="task-marks">
        <Marks row={row} />
      </span>
      <span class="task-progress">
        <Progress done={done} total={total} />
      </span>
      <span class="task-age muted tiny">
        <Age atMs={row.updatedMs} />
      </span>
    </div>
  );
}

function Marks({ row }: { readonly row: TaskListRow }) {
  const [agent, ...others] = row.focusedBy;
  return (
    <>
      {agent !== undefined && (
        <span class="chip busy" title={`In focus of ${row.focusedBy.join(', ')}`}>
          <i class="icon" aria-hidden="true">
            ◎
          </i>
          <Said as="one" text={agent} />
          {others.length > 0 && ` +${others.length}`}
        </span>
      )}
      {isBlocked(row) &&
        (row.blocked > 0 ? (
          <Status status="BLOCKED" count={row.blocked} />
        ) : (
          <span class="chip warn">◷ waits for {row.waitsFor}</span>
        ))}
      {row.priority === 'HIGH' && <span class="chip warn">▲ high</span>}
    </>
  );
}
