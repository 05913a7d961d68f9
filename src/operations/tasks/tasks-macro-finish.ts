/** `tasks_macro_finish`: sets the status of a plan or task and returns its handoff. */

import * as z from 'zod';
import { completeTarget } from '../../domain/tasks/complete-target.ts';
import { STATUSES, type Status, type Target } from '../../domain/tasks/target.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { partBudget } from '../declaration/fields.ts';
import { commitMoves } from './steps/commit-moves.ts';
import type { TargetCall } from './steps/commit-step-move.ts';
import { fitPartBudget } from './steps/fit-part-budget.ts';
import { HANDOFF_TRIMS } from './steps/radar-trims.ts';
import { readHandoff } from './steps/read-handoff.ts';

export const tasksMacroFinish = defineOperation({
  name: 'tasks_macro_finish',
  title: 'Finish and hand over',
  description:
    'Completes a plan or task (or sets another status) and returns its handoff: what is done, what remains, and the risks.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: { status: z.enum(STATUSES).default('DONE'), handoff_max_chars: partBudget },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'PROOF_REQUIRED'],
  example: { title: 'Finish a task', args: { task: 'TASK-001' } },
  async run({ status, handoff_max_chars: most }, call) {
    const { id } = call.target.root;
    const finished = await setStatus(call, status);
    if (isRefusal(finished)) return finished;
    const handoff = await readHandoff(call, finished);
    const part = fitPartBudget(handoff, most, HANDOFF_TRIMS, 'handoff_max_chars');
    return answer({ task: id, status, handoff: part.view }, { warnings: part.warnings });
  },
});

async function setStatus({ tx, target }: TargetCall, status: Status): Promise<Target | Refusal> {
  const move = completeTarget(target, status);
  if (isRefusal(move)) return move;
  const committed = await commitMoves(tx, target, [move]);
  return isRefusal(committed) ? committed : committed.target;
}
