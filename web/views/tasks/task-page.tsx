/** One plan or task: its head, its steps as a tree, and what an agent reads about it. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  StepRow,
  TaskHeadRow,
  TaskRow,
} from '../../../src/observatory/views/tasks/task-view.ts';
import type { TaskListRow } from '../../../src/observatory/views/tasks/tasks-view.ts';
import { useKeys } from '../../keys.ts';
import { useRows } from '../../live/rows.ts';
import { changeQuery, navigate, openIn, pathOf, route } from '../../router.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { isNarrow } from '../../shell/narrow.ts';
import { openPanel } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { scrollToRow } from '../../shell/scroll-to.ts';
import { VirtualList } from '../../shell/virtual-list.tsx';
import { UnseenDot } from '../../unseen-dot.tsx';
import { RememberedButtons } from '../remembered/remembered-buttons.tsx';
import { AgentText } from './agent-text.tsx';
import { Progress, Status } from './status.tsx';
import { StepLine } from './step-line.tsx';
import { foldedAfter } from './task-list.tsx';
import { listedSteps } from './task-order.ts';

const TABS = ['steps', 'about', 'radar', 'handoff'] as const;
type Tab = (typeof TABS)[number];
const TITLES = { steps: 'Steps', about: 'About', radar: 'Radar', handoff: 'Handoff' } as const;

export function TaskPage({ id, path }: { readonly id: string; readonly path: string | undefined }) {
  const { rows, isReady } = useRows<TaskRow>('task', { id });
  const head = rows.get('task') as TaskHeadRow | undefined;
  useKeys([{ keys: 'u', does: 'up to all tasks', run: () => openIn('tasks') }]);
  if (!head) return isReady ? <Gone id={id} /> : null;
  const tab = TABS.find((each) => each === route.value.query.tab) ?? firstTab(head);
  const steps = [...rows.values()].filter((row): row is StepRow => row.is === 'step');
  return (
    <div class="tasks one">
      <Head head={head} tab={tab} />
      {tab === 'steps' && <Steps id={id} path={path} steps={steps} head={head} />}
      {tab === 'about' && <About head={head} />}
      {tab === 'radar' && <AgentText tool="tasks_radar" id={id} seq={head.seq} />}
      {tab === 'handoff' && <AgentText tool="tasks_handoff" id={id} seq={head.seq} />}
    </div>
  );
}

/** A plan has tasks instead of steps. */
function firstTab({ kind }: TaskHeadRow): Tab {
  return kind === 'plan' ? 'about' : 'steps';
}

function Gone({ id }: { readonly id: string }) {
  return (
    <Empty title={`${id} does not exist`}>
      It was deleted, or it belongs to another workspace. History still has its events.
    </Empty>
  );
}

function Head({ head, tab }: { readonly head: TaskHeadRow; readonly tab: Tab }) {
  const { workspace } = route.value;
  if (workspace === undefined) return null;
  const { done, total } = head.kind === 'plan' ? head.tasks : head.steps;
  const tabs = TABS.filter((each) => each !== 'steps' || head.kind === 'task');
  return (
    <header class="task-head">
      <nav class="crumbs small" aria-label="Above">
        <a href={pathOf(workspace, 'tasks')}>All tasks</a>
        {head.parent && (
          <>
            <span aria-hidden="true">›</span>
            <a href={pathOf(workspace, 'tasks', [head.parent.id])}>
              <span class="mono">{head.parent.id}</span> <Said text={head.parent.title} />
            </a>
          </>
        )}
      </nav>
      <h1>
        <span class="mono muted">{head.id}</span> <UnseenDot seq={head.seq} />{' '}
        <Said text={head.title} />
      </h1>
      <div class="task-facts">
        <Status status={head.status} />
        <span class={`chip ${head.priority === 'HIGH' ? 'warn' : ''}`}>
          {head.priority === 'HIGH' ? '▲ ' : ''}
          {head.priority.toLowerCase()} priority
        </span>
        <Progress done={done} total={total} />
        {head.focusedBy.map((agent) => (
          <span key={agent} class="chip busy">
            ◎ <Said text={agent} />
          </span>
        ))}
        {head.tags.map((tag) => (
          <span key={tag} class="chip">
            # <Said text={tag} />
          </span>
        ))}
        <Waits head={head} workspace={workspace} />
        <span class="muted tiny">
          changed <Age atMs={head.updatedMs} after=" ago" />
        </span>
      </div>
      <div class="task-tabs" role="tablist" aria-label={`What is shown of ${head.id}`}>
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            class="button bare"
            aria-selected={each === tab}
            onClick={() => changeQuery({ tab: each, panel: undefined })}
          >
            {TITLES[each]}
          </button>
        ))}
        {head.evidence > 0 && (
          <button type="button" class="button bare" onClick={() => openPanel('evidence', head.id)}>
            Evidence {head.evidence}
          </button>
        )}
        <RememberedButtons of={head.id} look="bare" />
      </div>
    </header>
  );
}

/** What it waits for, and what waits for it. */
function Waits({ head, workspace }: { readonly head: TaskHeadRow; readonly workspace: string }) {
  const list = (words: string, others: TaskHeadRow['dependsOn']) =>
    others.length > 0 && (
      <span class="small muted">
        {words}{' '}
        {others.map(({ id, title, status }, at) => (
          <span key={id}>
            {at > 0 && ', '}
            <a href={pathOf(workspace, 'tasks', [id])} title={title}>
              {status === 'DONE' ? '✓ ' : ''}
              <span class="mono">{id}</span>
            </a>
          </span>
        ))}
      </span>
    );
  return (
    <>
      {list('depends on', head.dependsOn)}
      {list('needed by', head.dependents)}
    </>
  );
}

interface StepsProps {
  readonly id: string;
  readonly path: string | undefined;
  readonly steps: readonly StepRow[];
  readonly head: TaskHeadRow;
}

const stepHeight = () => (isNarrow.value ? 78 : 62);

function Steps({ id, path, steps, head }: StepsProps) {
  const { workspace = '' } = route.value;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const selected = steps.find((row) => row.path === path || row.key === path);
  const items = listedSteps(steps, folded);
  const height = stepHeight();
  const select = (row: StepRow | undefined, opens = true) => {
    if (!row) return;
    const panel = opens ? `step:${id}/${row.key}` : route.value.query.panel;
    navigate(pathOf(workspace, 'tasks', [id, row.path], { panel }), { replaces: true });
  };
  useArrival(selected, () => select(selected));
  const at = items.findIndex(({ row }) => row === selected);
  useEffect(() => scrollToRow(box.current, at, height), [selected?.key]);
  const fold = (isFolded: boolean) => {
    const item = items[at];
    if (!item) return false;
    if (isFolded && !item.isOpen) {
      select(steps.find(({ key }) => key === item.row.parent));
      return true;
    }
    setFolded((before) => foldedAfter(before, item.row.key, isFolded));
    return true;
  };
  useKeys([
    { keys: 'h|ArrowLeft', does: 'fold, or up to the step above', run: () => fold(true) },
    { keys: 'l|ArrowRight', does: 'unfold', run: () => fold(false) },
    {
      keys: 'e',
      does: 'show the evidence of the step',
      run: () => (selected ? openPanel('evidence', `${id}/${selected.key}`) : false),
    },
  ]);
  if (steps.length === 0) {
    return (
      <Empty
        title="No steps yet"
        calls={[
          `tasks_decompose {"task":"${head.id}","steps":[{"title":"…","success_criteria":["…"]}]}`,
        ]}
      >
        The task has not been taken apart.
      </Empty>
    );
  }
  return (
    <div class="task-steps" ref={box}>
      <VirtualList
        items={items}
        keyOf={({ row }) => row.key}
        height={height}
        label={`Steps of ${id}`}
        role="tree"
        selected={selected?.key}
        onSelect={(key) => select(steps.find((row) => row.key === key))}
        onOpen={(key) => openPanel('step', `${id}/${key}`)}
        isMain
        rowProps={({ row, isOpen }) => ({ 'aria-level': row.depth + 1, 'aria-expanded': isOpen })}
        render={(item) => <StepLine item={item} task={id} />}
      />
    </div>
  );
}

/** An address with a step opens its detail, once. */
function useArrival(selected: StepRow | undefined, open: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !selected) return;
    isDone.current = true;
    if (route.value.query.panel === undefined && !isNarrow.value) open();
  }, [selected?.key]);
}

function About({ head }: { readonly head: TaskHeadRow }) {
  const texts = [
    ['Description', head.description],
    ['Context', head.context],
    ['Contract', head.contract],
  ] as const;
  const facts = [
    ['domain', head.domain],
    ['phase', head.phase],
    ['component', head.component],
    ['assignee', head.assignee],
  ] as const;
  const shown = facts.filter(([, text]) => text !== undefined);
  return (
    <div class="about">
      {head.kind === 'plan' && <TasksOfPlan plan={head.id} />}
      {texts.map(([title, text]) =>
        text === undefined ? null : (
          <section key={title}>
            <h2>{title}</h2>
            <Said as="lines" text={text} />
          </section>
        ),
      )}
      {head.contractData !== undefined && (
        <section>
          <h2>Contract data</h2>
          <pre>
            <Said as="lines" text={head.contractData} />
          </pre>
        </section>
      )}
      {head.checklist && <Checklist list={head.checklist} />}
      {shown.length > 0 && (
        <dl class="facts">
          {shown.map(([name, text = '']) => (
            <>
              <dt>{name}</dt>
              <dd>
                <Said text={text} />
              </dd>
            </>
          ))}
        </dl>
      )}
      {head.kind === 'task' && texts.every(([, text]) => text === undefined) && (
        <p class="muted">No description and no contract.</p>
      )}
    </div>
  );
}

function Checklist({ list }: { readonly list: NonNullable<TaskHeadRow['checklist']> }) {
  return (
    <section>
      <h2>Checklist</h2>
      <ol class="checklist">
        {list.steps.map((text, at) => (
          <li key={text} aria-current={at === list.current ? 'step' : undefined}>
            {at < list.current ? '✓' : at === list.current ? '▸' : '○'} <Said text={text} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function TasksOfPlan({ plan }: { readonly plan: string }) {
  const { workspace } = route.value;
  const { rows } = useRows<TaskListRow>('tasks');
  const tasks = [...rows.values()]
    .filter(({ parent }) => parent === plan)
    .sort((a, b) => a.number - b.number);
  if (workspace === undefined) return null;
  return (
    <section>
      <h2>Tasks</h2>
      {tasks.length === 0 && <p class="muted">None yet.</p>}
      <ul class="of-plan">
        {tasks.map((row) => (
          <li key={row.id}>
            <a href={pathOf(workspace, 'tasks', [row.id])}>
              <Status status={row.status} />
              <span class="mono muted">{row.id}</span>
              <Said as="one" class="grow" text={row.title} />
              <Progress done={row.steps.done} total={row.steps.total} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
