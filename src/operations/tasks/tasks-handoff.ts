/** `tasks_handoff`: the report at the end of a shift. */

import { handoffOf } from '../../domain/tasks/views/handoff.ts';
import { radarOf } from '../../domain/tasks/views/radar.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { aim, budget, limit } from '../fields.ts';
import { focusOf, lookAround, reasoningPlace, reasoningRef } from './look-around.ts';
import { HANDOFF_TRIMS } from './radar-trims.ts';
import { readOnlyAnyway } from './resume-fields.ts';
import { progressOf } from './super-resume.ts';
import { targetView } from './target-view.ts';
import { TASK_SCENE } from './task-scene.ts';

const acme = { workspace: 'acme' };
const ITEM_BYTES = 240;

export const tasksHandoff = defineOperation({
  name: 'tasks_handoff',
  title: 'Hand a task over',
  description:
    'What is done, what remains and what may go wrong with a plan or task, each up to limit entries with its total, and the radar.',
  family: 'tasks',
  effect: 'read',
  aim: 'either',
  input: { ...aim, limit: limit(10, 200), read_only: readOnlyAnyway, ...budget },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such task',
      before: TASK_SCENE,
      args: { ...acme, target: 'TASK-999' },
    },
  },
  examples: [{ title: 'A task', before: TASK_SCENE, args: { ...acme, task: 'TASK-001' } }],
  trims: HANDOFF_TRIMS,
  async run(input, { tx, agent, target, workspace }) {
    const around = await lookAround(tx, target, { open: input.limit, done: input.limit });
    const bounds = { items: input.limit, itemBytes: ITEM_BYTES };
    return answer({
      workspace,
      focus: await focusOf({ tx, agent }),
      target: targetView(workspace, target),
      reasoning_ref: reasoningRef(await reasoningPlace(tx, target.root.id)),
      radar: radarOf(target, around),
      ...handoffOf(target, around, bounds),
      ...progressOf(target, around),
      truncated: false,
    });
  },
});
