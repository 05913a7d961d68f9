/** `tasks_macro_create_done`: records a small task that is already done, in one call. */

import type { Mentions } from '../../domain/tasks/checkpoints.ts';
import { completeTarget } from '../../domain/tasks/complete-target.ts';
import { leadsTo, type Move } from '../../domain/tasks/move.ts';
import { verifyAndClose } from '../../domain/tasks/step-moves.ts';
import { firstOpen } from '../../domain/tasks/step-tree.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { commitMoves } from './steps/commit-moves.ts';
import { createdTarget, newTask } from './steps/commit-new-target.ts';
import { stepAnswer } from './steps/commit-step-move.ts';
import { targetAnswer } from './steps/commit-target-move.ts';
import { prepareTask, startFields, wantedSteps } from './steps/start-task.ts';
import { startedView } from './steps/started-view.ts';
import { taskEventView } from './steps/task-event-view.ts';

const {
  template: _template,
  think: _think,
  plan_template: _outline,
  steps: _steps,
  ...fields
} = startFields;

export const tasksMacroCreateDone = defineOperation({
  name: 'tasks_macro_create_done',
  title: 'Record a task that is done',
  description:
    'Records finished work: creates a task with exactly one step, closes the step and completes the task, all in one transaction.',
  toolset: 'tasks',
  does: writes(),
  input: { ...fields, steps: wantedSteps },
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
      return refuse(
        'INVALID_INPUT',
        'steps: exactly one is allowed, since it is closed immediately',
        {
          recovery: 'Start a task for more steps, and close them one by one.',
        },
      );
    }
    const ready = await prepareTask(call, input, { defaults: false });
    if (isRefusal(ready)) return ready;
    const created = newTask(ready.context, ready.task);
    if (isRefusal(created)) return created;
    const moves = movesToDone(created.moves, call.nowMs);
    if (isRefusal(moves)) return moves;
    const { creating, closing, completing, placed } = moves;
    const committed = await commitMoves(call.tx, undefined, [
      ...creating,
      ...closing,
      ...completing,
    ]);
    if (isRefusal(committed)) return committed;
    const { events, target } = committed;
    const [own, closed] = [creating.length, creating.length + closing.length];
    const task = createdTarget({ events: events.slice(0, own), target }, created.steps);
    return {
      ...answer({
        workspace: call.workspace,
        bootstrap: startedView(call.workspace, { plan: ready.plan, task, pipeline: undefined }),
        close: stepAnswer({ target, events: events.slice(own, closed) }, placed),
        complete: targetAnswer(target, events.slice(closed).map(taskEventView)),
      }),
      worksOn: task.id,
    };
  },
});

/** The moves that create a task, those that close its only step, and the one that completes it. */
function movesToDone(creating: readonly Move[], nowMs: number) {
  const fresh = creating.at(-1)?.after;
  const placed = fresh && firstOpen(fresh);
  if (!fresh || !placed) throw new Error('the new task has no open step');
  const closing = verifyAndClose(fresh, placed, GATE, nowMs);
  if (isRefusal(closing)) return closing;
  const done = completeTarget(leadsTo(fresh, closing), 'DONE');
  return isRefusal(done) ? done : { creating, closing, completing: [done], placed };
}

const GATE: Mentions = { criteria: true, tests: true };
