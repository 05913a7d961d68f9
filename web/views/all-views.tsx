/** Every view of the page with its tab and its key, and the details that can be opened beside it. */

import type { ComponentType } from 'preact';
import { type Loaded, lazily, lazy } from '../lazy.tsx';
import { expectRows } from '../live/rows.ts';
import { type Route, route, type ViewName } from '../router.ts';
import type { PanelKind, PanelKinds } from '../shell/panel.tsx';
import { filterIn, HistoryView } from './history/history.tsx';
import { HISTORY_PANELS } from './history/history-panels.tsx';
import { MemoryView } from './memory/memory.tsx';
import { MEMORY_PANELS } from './memory/memory-panels.tsx';
import { NOTEBOOK_PANELS } from './notebooks/notebook-panels.tsx';
import { NotebooksView } from './notebooks/notebooks.tsx';
import { NowView } from './now/now.tsx';
import { TASK_PANELS } from './tasks/task-panels.tsx';
import { TasksView } from './tasks/tasks.tsx';

export interface ViewEntry {
  readonly name: ViewName;
  readonly title: string;
  /** Behind `g`. */
  readonly letter: string;
  readonly Content: ComponentType;
  /** The rows that it shows first, as names and arguments of the feed. */
  first(route: Route): readonly (readonly [view: string, args: object])[];
}

/** The two views that draw graphs are half of the page, and are loaded when they are opened. */
const ThinkingView = lazily(async () => (await import('./thinking/thinking.tsx')).ThinkingView);
const WorkView = lazily(async () => (await import('./work/work.tsx')).WorkView);

/** They must be there when the server is away: then they could not be loaded any more. */
export function preloadViews(): void {
  ThinkingView.preload();
  WorkView.preload();
}

/** The rows of a list, unless the address names one of its entries. */
const listed =
  (view: string) =>
  ({ rest }: Route) =>
    rest.length === 0 ? ([[view, {}]] as const) : [];

const firstOfThinking = (shown: Route) => {
  const [id] = shown.rest;
  if (id === undefined) return shown.query.q ? [] : ([['sessions', {}]] as const);
  return [
    ['sessions', { id }],
    ['thoughts', { session: id }],
  ] as const;
};

export const VIEWS: readonly ViewEntry[] = [
  { name: 'now', title: 'Now', letter: 'n', Content: NowView, first: listed('agents') },
  {
    ...{ name: 'thinking', title: 'Thinking', letter: 't' },
    ...{ Content: ThinkingView, first: firstOfThinking },
  },
  { name: 'work', title: 'Work', letter: 'w', Content: WorkView, first: listed('projects') },
  { name: 'tasks', title: 'Tasks', letter: 'k', Content: TasksView, first: listed('tasks') },
  { name: 'memory', title: 'Memory', letter: 'm', Content: MemoryView, first: () => [] },
  {
    ...{ name: 'notebooks', title: 'Notebooks', letter: 'o' },
    ...{ Content: NotebooksView, first: listed('notebooks') },
  },
  {
    ...{ name: 'history', title: 'History', letter: 'h' },
    ...{ Content: HistoryView, first: ({ query }) => [['history', filterIn(query)]] },
  },
];

const remembered = lazy(
  async () => (await import('./remembered/remembered-panels.tsx')).REMEMBERED_PANELS,
);

/** Asks for what the address shows, before any of it is drawn. */
export function expectView(): void {
  const { workspace, view, go } = route.value;
  if (workspace === undefined || go !== undefined) return;
  const entry = VIEWS.find(({ name }) => name === view);
  for (const [name, args] of entry?.first(route.value) ?? []) expectRows(name, args, workspace);
}

/** The details that are loaded with their view or alone. */
const LAZY: Readonly<Record<string, () => Loaded<PanelKinds>>> = {
  thought: lazy(async () => (await import('./thinking/thinking-panels.tsx')).THINKING_PANELS),
  rules: remembered,
  rule: remembered,
  questions: remembered,
  recall: lazy(async () => (await import('../search/opened-panel.tsx')).OPENED_PANELS),
  node: lazy(async () => (await import('./work/work-panels.tsx')).WORK_PANELS),
};

const KINDS: PanelKinds = {
  ...TASK_PANELS,
  ...MEMORY_PANELS,
  ...NOTEBOOK_PANELS,
  ...HISTORY_PANELS,
};

/** Undefined while it is loaded. */
export function panelKind(kind: string): PanelKind | 'unknown' | undefined {
  const known = KINDS[kind];
  const load = LAZY[kind];
  if (known || !load) return known ?? 'unknown';
  const kinds = load();
  if (!kinds) return undefined;
  return ('value' in kinds ? kinds.value[kind] : undefined) ?? 'unknown';
}
