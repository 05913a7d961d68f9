/** `tasks_macro_finish`: sets the status, and hands over what was done and what remains. */

import * as z from 'zod';
import { completeTarget } from '../../domain/tasks/complete-target.ts';
import { STATUSES, type Status, type Target } from '../../domain/tasks/target.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { partBudget } from '../declaration/fields.ts';
import { commitMoves } from './steps/commit-moves.ts';
import { fitPart } from './steps/fit-part.ts';
import { handoffView } from './steps/handoff-view.ts';
import type { OnTarget } from './steps/move-step.ts';
import { HANDOFF_TRIMS } from './steps/radar-trims.ts';

export const tasksMacroFinish = defineOperation({
  name: 'tasks_macro_finish',
  title: 'Finish and hand over',
  description:
    'Sets a plan or task to DONE, or to another status, and answers the handoff: what is done, what remains, and the risks.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: { status: z.enum(STATUSES).default('DONE'), handoff_max_chars: partBudget },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED'],
  example: { title: 'Finish a task', args: { task: 'TASK-001' } },
  async run({ status, handoff_max_chars: most }, call) {
    const { id } = call.target.root;
    const finished = await withStatus(call, status);
    if (isRefusal(finished)) return finished;
    const handoff = await handoffView(call, finished);
    const part = fitPart(handoff, most, HANDOFF_TRIMS, 'handoff_max_chars');
    return answer({ task: id, status, handoff: part.view }, { warnings: part.warnings });
  },
});

async function withStatus({ tx, target }: OnTarget, status: Status): Promise<Target | Refusal> {
  if (target.root.status === status) return target;
  const move = completeTarget(target, status);
  if (isRefusal(move)) return move;
  const committed = await commitMoves(tx, target, [move]);
  return isRefusal(committed) ? committed : committed.target;
}
