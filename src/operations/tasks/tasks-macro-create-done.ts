/** `tasks_macro_create_done`: something small that is done already, on record in one call. */

import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { composes, writes } from '../facets.ts';
import { startFields } from './start-task.ts';

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
  family: 'tasks',
  does: writes().and(composes),
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
  async run(input, { workspace, invoke }) {
    if (input.steps.length !== 1) {
      return refuse('INVALID_INPUT', 'steps: exactly one, since it is closed at once', {
        recovery: 'tasks_macro_start takes more.',
      });
    }
    const bootstrap = await invoke('tasks_bootstrap', said(input));
    if (isRefusal(bootstrap)) return bootstrap;
    const task = (bootstrap.view.task as JsonObject).id as string;
    const close = await invoke('tasks_close_step', { task, path: 's:0', checkpoints: 'gate' });
    if (isRefusal(close)) return close;
    const complete = await invoke('tasks_complete', { task });
    if (isRefusal(complete)) return complete;
    return answer({
      workspace,
      bootstrap: bootstrap.view,
      close: close.view,
      complete: complete.view,
    });
  },
});

/** What was given, as it would have been sent: without what was not said. */
function said(input: object): JsonObject {
  return JSON.parse(JSON.stringify(input)) as JsonObject;
}
