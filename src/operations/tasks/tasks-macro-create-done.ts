/** `tasks_macro_create_done`: something small that is done already, on record in one call. */

import type { Mentions } from '../../domain/tasks/checkpoints.ts';
import { completeTarget } from '../../domain/tasks/complete-target.ts';
import { leadsTo, type Move } from '../../domain/tasks/move.ts';
import { verifyAndClose } from '../../domain/tasks/step-moves.ts';
import { firstOpen } from '../../domain/tasks/step-tree.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { commitMoves } from './steps/commit-moves.ts';
import { stepAnswer } from './steps/move-step.ts';
import { targetAnswer } from './steps/move-target.ts';
import { newTask, opened } from './steps/open-target.ts';
import { readyToStart, startFields } from './steps/start-task.ts';
import { startedView } from './steps/started-view.ts';
import { taskEventView } from './steps/task-views.ts';

const {
  template: _template,
  think: _think,
  plan_template: _outline,
  steps,
  ...fields
} = startFields;

export const tasksMacroCreateDone = defineOperation({
  name: 'tasks_macro_create_done',
  title: 'Record a task that is done',
  description:
    'Makes a task of exactly one step, closes the step and finishes the task, all in one transaction.',
  toolset: 'tasks',
  does: writes(),
  input: { ...fields, steps: steps.unwrap().describe('Exactly one') },
  refusals: ['UNKNOWN_ID'],
  example: {
    title: 'A typo',
    args: {
      plan_title: 'Odds and ends',
      task_title: 'Fix the typo',
      steps: [{ title: 'Fix it', success_criteria: ['It is right'], tests: ['Read it'] }],
    },
  },
  async run(input, call) {
    if (input.steps.length !== 1) {
      return refuse('INVALID_INPUT', 'steps: exactly one, since it is closed at once', {
        recovery: 'tasks_macro_start takes more.',
      });
    }
    const ready = await readyToStart(call, input, { easy: false });
    if (isRefusal(ready)) return ready;
    const created = newTask(ready.making, ready.task);
    if (isRefusal(created)) return created;
    const moves = doneAtOnce(created.moves, call.nowMs);
    if (isRefusal(moves)) return moves;
    const { making, closing, completing, placed } = moves;
    const committed = await commitMoves(call.tx, undefined, [...making, ...closing, ...completing]);
    if (isRefusal(committed)) return committed;
    const { events, target } = committed;
    const [own, closed] = [making.length, making.length + closing.length];
    const task = opened({ events: events.slice(0, own), target }, created.steps);
    return {
      ...answer({
        workspace: call.workspace,
        bootstrap: startedView(call.workspace, { plan: ready.plan, task, pipeline: undefined }),
        close: stepAnswer(target, placed, events.slice(own, closed)),
        complete: targetAnswer(target, events.slice(closed).map(taskEventView)),
      }),
      worksOn: task.id,
    };
  },
});

/** The moves that create a task, then those that close its one step, then the one that ends it. */
function doneAtOnce(making: readonly Move[], nowMs: number) {
  const fresh = making.at(-1)?.after;
  const placed = fresh && firstOpen(fresh);
  if (!fresh || !placed) throw new Error('a task of one step has none');
  const closing = verifyAndClose(fresh, placed, GATE, nowMs);
  if (isRefusal(closing)) return closing;
  const done = completeTarget(leadsTo(fresh, closing), 'DONE');
  return isRefusal(done) ? done : { making, closing, completing: [done], placed };
}

const GATE: Mentions = { criteria: true, tests: true };
