/** Every view of the page with its tab, its key and the details that it can open. */

import type { ComponentType } from 'preact';
import type { ViewName } from '../router.ts';
import type { PanelKinds } from '../shell/panel.tsx';
import { HistoryView } from './history/history.tsx';
import { HISTORY_PANELS } from './history/history-panels.tsx';
import { MemoryView } from './memory/memory.tsx';
import { MEMORY_PANELS } from './memory/memory-panels.tsx';
import { NOTEBOOK_PANELS } from './notebooks/notebook-panels.tsx';
import { NotebooksView } from './notebooks/notebooks.tsx';
import { NowView } from './now/now.tsx';
import { TASK_PANELS } from './tasks/task-panels.tsx';
import { TasksView } from './tasks/tasks.tsx';
import { ThinkingView } from './thinking/thinking.tsx';
import { THINKING_PANELS } from './thinking/thinking-panels.tsx';
import { WorkView } from './work/work.tsx';
import { WORK_PANELS } from './work/work-panels.tsx';

export interface ViewEntry {
  readonly name: ViewName;
  readonly title: string;
  /** Behind `g`. */
  readonly letter: string;
  readonly Content: ComponentType;
}

export const VIEWS: readonly ViewEntry[] = [
  { name: 'now', title: 'Now', letter: 'n', Content: NowView },
  { name: 'thinking', title: 'Thinking', letter: 't', Content: ThinkingView },
  { name: 'work', title: 'Work', letter: 'w', Content: WorkView },
  { name: 'tasks', title: 'Tasks', letter: 'k', Content: TasksView },
  { name: 'memory', title: 'Memory', letter: 'm', Content: MemoryView },
  { name: 'notebooks', title: 'Notebooks', letter: 'o', Content: NotebooksView },
  { name: 'history', title: 'History', letter: 'h', Content: HistoryView },
];

export const PANELS: PanelKinds = {
  ...THINKING_PANELS,
  ...WORK_PANELS,
  ...TASK_PANELS,
  ...MEMORY_PANELS,
  ...NOTEBOOK_PANELS,
  ...HISTORY_PANELS,
};
