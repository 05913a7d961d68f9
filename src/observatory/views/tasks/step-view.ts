/** One step whole, with the notes on it. */

import { z } from 'zod';
import { documentNames } from '../../../domain/documents/document.ts';
import { noteText } from '../../../domain/documents/entry-view.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { type PlacedStep, stepsInOrder } from '../../../domain/tasks/step-tree.ts';
import type { Target } from '../../../domain/tasks/target.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import { factsOf, type StepRow, stepRow } from './task-view.ts';

export interface StepDetailRow extends Omit<StepRow, 'notes'> {
  readonly task: string;
  readonly taskTitle: string;
  readonly notes: readonly StepNote[];
  /** Notes beyond those that are shown. */
  readonly moreNotes: number;
}

export interface StepNote {
  readonly seq: number;
  readonly text: string;
  readonly more?: true;
  readonly by: string;
  readonly atMs: number;
}

const args = z.object({
  task: z.string().min(1).max(100),
  /** Its id or its path. */
  step: z.string().min(1).max(2_000),
});

type Args = z.infer<typeof args>;

/** Notes of the task that are looked through for those on one step. */
const MAX_LOOKED_AT = 300;
const NOTE_BYTES = 20_000;

export function findPlaced(target: Target, wanted: string): PlacedStep | undefined {
  return stepsInOrder(target).find(({ step, path }) => step.id === wanted || path === wanted);
}

async function notesOn({ tx }: Look, task: string, step: string): Promise<readonly StepNote[]> {
  const branch = await tx.branches.ofTarget(task);
  if (!branch) return [];
  const view = [{ branch: branch.id, after: 0, upTo: tx.head }];
  const doc = documentNames(task).notes;
  const notes = await tx.journal.notesInView(view, doc, { limit: MAX_LOOKED_AT });
  return notes.flatMap((event) => {
    const { content, meta } = noteText(event);
    if (meta?.source !== 'tasks_note' || meta.step_id !== step) return [];
    const { text, more } = cutText(content, NOTE_BYTES);
    const { seq, agent: by, tsMs: atMs } = event;
    return { seq, text, ...(more ? { more } : {}), by, atMs };
  });
}

async function detailOf(look: Look, { task, step }: Args): Promise<readonly StepDetailRow[]> {
  const target = await look.tx.targets.byId(task);
  const placed = target && findPlaced(target, step);
  if (!placed) return [];
  const { id } = placed.step;
  const row = stepRow(await factsOf(look, target, [id]), placed, false);
  const notes = await notesOn(look, task, id);
  return [
    {
      ...row,
      key: KEY,
      task,
      taskTitle: cutText(target.root.title).text,
      notes,
      moreNotes: Math.max(0, row.notes - notes.length),
    },
  ];
}

const KEY = 'step';

export const STEP_VIEW = defineView<Args, StepDetailRow & ViewRow>({
  name: 'step',
  args,
  page: async (look, asked) => ({ rows: await detailOf(look, asked) }),
  touched: (_look, { task }, events) => (events.some(isOf(task)) ? [KEY] : []),
  rows: detailOf,
});

const isOf =
  (task: string) =>
  ({ entity }: JournalEvent): boolean =>
    entity === task;
