/** Applies an event to a target: the one place where events become the state of a target. */

import type { JournalEvent } from '../journal/event.ts';
import { applyChanges } from './change.ts';
import type { Root, Target } from './target.ts';
import type { TaskEventType } from './task-events.ts';

/** Undefined after it was deleted. */
export function evolve(
  target: Target | undefined,
  event: JournalEvent<TaskEventType>,
): Target | undefined {
  if (event.type === 'task_deleted') return undefined;
  const { changes, revision } = event.payload;
  const start = target ?? unborn(event);
  return { ...applyChanges(start, changes), revision, updatedMs: event.tsMs };
}

function unborn(event: JournalEvent<TaskEventType>): Target {
  if (event.type !== 'plan_created' && event.type !== 'task_created') {
    throw new Error(`event ${event.seq} changes ${event.entity}, which does not exist`);
  }
  return {
    root: {} as Root,
    steps: [],
    nodes: [],
    revision: 0,
    createdMs: event.tsMs,
    updatedMs: event.tsMs,
  };
}
