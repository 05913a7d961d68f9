/** Which rules and questions are meant where one plan or task is shown, or the whole workspace. */

import type { JSX } from 'preact';
import type { SubjectRow } from '../../../src/observatory/views/remembered/subject.ts';
import type { TaskHeadRow, TaskRow } from '../../../src/observatory/views/tasks/task-view.ts';
import { useRows } from '../../live/rows.ts';

type IsMeant = (about: SubjectRow | undefined) => boolean;

interface MeantProps {
  /** A plan or task; empty for the whole workspace, where everything is meant. */
  readonly of: string;
  readonly children: (isMeant: IsMeant) => JSX.Element;
}

export function Meant({ of, children }: MeantProps) {
  if (of === '') return children(() => true);
  return <MeantByTarget of={of}>{children}</MeantByTarget>;
}

/** What is about the plan or task, its steps, or the plan that it belongs to. */
function MeantByTarget({ of, children }: MeantProps) {
  const { rows } = useRows<TaskRow>('task', { id: of });
  const plan = (rows.get('task') as TaskHeadRow | undefined)?.parent?.id;
  const isMeant: IsMeant = (about) => {
    if (about === undefined) return false;
    const { id, target = id } = about;
    return target === of || target === plan || rows.has(id);
  };
  return children(isMeant);
}
