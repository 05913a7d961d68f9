/** `tasks_note` by the rules in docs/spec. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  FIRST_STEP,
  type Shown,
  useTaskWorld,
} from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('tasks_note on $name', (engine) => {
  const world = useTaskWorld(engine, { each: createTask });

  it('[TA29] stores progress notes in the notes of the task', async () => {
    const { event } = await world.ask('tasks_note', { ...FIRST_STEP, note: 'Half way' });
    expect(event.payload.note_seq).toBe(1);
    await world.ask('tasks_note', { ...FIRST_STEP, note: 'There' });
    const notes = await world.ask('show', { target: 'TASK-001', doc_kind: 'notes' });
    expect(notes.entries.map((entry: Shown) => [entry.content, entry.meta.note_seq])).toEqual([
      ['Half way', 1],
      ['There', 2],
    ]);
    expect(await world.refused('tasks_note', { ...FIRST_STEP, note: ' ' })).toBe('INVALID_INPUT');
  });
});
