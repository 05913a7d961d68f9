/** What a rule or a question is about, with its name and where the page shows it. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import { STEP_ID } from '../../../domain/tasks/step-tree.ts';
import { isTaskEvent } from '../../../domain/tasks/task-events.ts';
import { TARGET_ID } from '../../../kernel/ids.ts';
import { cutText } from '../../cut-text.ts';
import type { Look } from '../../view.ts';
import { readSession } from '../thinking/read-session.ts';

/** A type, because rows are JSON. */
export type SubjectRow = {
  readonly id: string;
  /** The plan or task that it is or belongs to, if that is known. */
  readonly target?: string;
  /** Its title; of a step, the title of its task. Absent if it was deleted. */
  readonly title?: string;
  /** The view and the segments behind it; `go` for what is searched for when it is opened. */
  readonly at?: readonly string[];
};

/** `target`: the plan or task whose documents have it. */
export async function subjectRow(look: Look, id: string, target?: string): Promise<SubjectRow> {
  const { tx } = look;
  const named = (text: string | undefined) =>
    text === undefined ? {} : { title: cutText(text).text };
  if (TARGET_ID.test(id)) {
    const found = await tx.targets.summary(id);
    return { id, target: id, ...(found ? { ...named(found.title), at: ['tasks', id] } : {}) };
  }
  if (STEP_ID.test(id)) {
    const found = target === undefined ? undefined : await tx.targets.summary(target);
    if (!found) return { id, at: ['go', id] };
    return { id, target: found.id, ...named(found.title), at: ['tasks', found.id, id] };
  }
  const [node] = await tx.work.nodes([id]);
  if (node) return { id, ...named(node.summary), at: ['work', node.project, id] };
  const session = await readSession(look, id);
  return session ? { id, ...named(session.title), at: ['thinking', id] } : { id };
}

/** Whether these events may have changed the name of something, or removed it. */
export function renamesSubjects(events: readonly JournalEvent[]): boolean {
  return events.some((event) => {
    if (isTaskEvent(event)) {
      const root = event.payload.changes.find(({ part }) => part === 'root')?.after ?? {};
      return event.type === 'task_deleted' || 'title' in root;
    }
    if (event.type === 'work_updated') return event.payload.set.summary !== undefined;
    if (event.type === 'thought_recorded') return event.payload.number === 1;
    return RENAMING.includes(event.type);
  });
}

const RENAMING: readonly string[] = ['work_merged', 'work_dropped', 'session_changed'];
