/** `tasks_macro_finish`: sets the status, and hands over what was done and what remains. */

import * as z from 'zod';
import { completeEntity } from '../../domain/tasks/complete-entity.ts';
import { STATUSES } from '../../domain/tasks/entity.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { changes, composes, knowsTools, writes } from '../facets.ts';
import { partBudget } from '../fields.ts';
import { commitMoves } from './commit-moves.ts';
import { fitPart } from './fit-part.ts';

export const tasksMacroFinish = defineOperation({
  name: 'tasks_macro_finish',
  title: 'Finish and hand over',
  description:
    'Sets a plan or task to DONE, or to another status, and answers the handoff: what is done, what remains, and the risks.',
  family: 'tasks',
  does: writes().and(changes('either')).and(composes).and(knowsTools),
  input: { status: z.enum(STATUSES).default('DONE'), handoff_max_chars: partBudget },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED'],
  example: { title: 'Finish a task', args: { task: 'TASK-001' } },
  async run({ status, handoff_max_chars: most }, { tx, target, catalogue, invoke }) {
    const { id } = target.root;
    if (target.root.status !== status) {
      const move = completeEntity(target, status);
      if (isRefusal(move)) return move;
      const events = await commitMoves(tx, target, [move]);
      if (isRefusal(events)) return events;
    }
    const handoff = await invoke('tasks_handoff', { target: id, read_only: true });
    if (isRefusal(handoff)) return handoff;
    const trims = catalogue.find((each) => each.name === 'tasks_handoff')?.trims ?? [];
    const part = fitPart(handoff.view, most, trims, 'handoff_max_chars');
    return answer({ task: id, status, handoff: part.view }, { warnings: part.warnings });
  },
});
