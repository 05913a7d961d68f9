/** A progress note, as it stands in the notes of its task. */

import type { Entity } from '../../domain/tasks/entity.ts';
import type { PlacedStep } from '../../domain/tasks/step-tree.ts';
import type { SideNote } from './commit-moves.ts';

export function progressNote(entity: Entity, { step, path }: PlacedStep, note: string): SideNote {
  const about = { task_id: entity.root.id, step_id: step.id, path };
  return { content: note, meta: { source: 'tasks_note', ...about, note_seq: step.notes + 1 } };
}
