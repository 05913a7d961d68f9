/** The answer of a tool on a whole plan or task. */

import type { Fields, Target } from './world.ts';

interface Checklist {
  doc: string | null;
  current: number;
  steps: string[];
}

export function checklistOf(target: Target): Checklist | null {
  return target.fields.checklist as unknown as Checklist | null;
}

export function planProgress(target: Target): string {
  const checklist = checklistOf(target);
  return `${checklist?.current ?? 0}/${checklist?.steps.length ?? 0}`;
}

export function targetAnswer(target: Target, type: string, path: string | null = null): Fields {
  const { id, kind, revision, fields } = target;
  const progress = kind === 'plan' ? { plan_progress: planProgress(target) } : {};
  const { title = '', status = '' } = fields;
  return {
    id,
    kind,
    revision,
    [kind]: { id, kind, title, status, revision, ...progress },
    event: { type, task_id: id, path },
  };
}
