/** The view Tasks: the list of plans and tasks, or one of them. */

import './tasks.css';
import { route } from '../../router.ts';
import { TaskList } from './task-list.tsx';
import { TaskPage } from './task-page.tsx';

export function TasksView() {
  const [id, path] = route.value.rest;
  if (id === undefined) return <TaskList />;
  return <TaskPage key={id} id={id} path={path} />;
}
