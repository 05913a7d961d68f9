/** `tasks_close_task`: patches and completes a task, or shows what that would change. */

import * as z from 'zod';
import { changesBetween } from '../../domain/tasks/change.ts';
import { completeTarget } from '../../domain/tasks/complete-target.ts';
import type { Move } from '../../domain/tasks/move.ts';
import { type Patch, patchTarget } from '../../domain/tasks/patch-target.ts';
import type { Target } from '../../domain/tasks/target.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { changes, writesUnless } from '../declaration/facets.ts';
import { commitMoves, findFault } from './steps/commit-moves.ts';
import { patch } from './steps/patch-fields.ts';
import { taskEventView } from './steps/task-event-view.ts';

export const tasksCloseTask = defineOperation({
  name: 'tasks_close_task',
  title: 'Close a task',
  description:
    'Applies patches to a task and sets it to DONE in one transaction. Refused while a step is open or lacks a checkpoint. Without apply it changes nothing and returns the difference.',
  toolset: 'tasks',
  does: writesUnless({ apply: z.boolean().default(false) }, ({ apply }) => !apply).and(
    changes('task'),
  ),
  input: {
    patches: z.array(z.strictObject(patch)).max(50).default([]),
  },
  refusals: ['CHECKPOINTS_NOT_CONFIRMED', 'CONFLICT', 'PROOF_REQUIRED'],
  example: {
    title: 'See what would change',
    args: {
      task: 'TASK-001',
      patches: [{ ops: [{ op: 'set', field: 'title', value: 'Read numbers with exponents' }] }],
    },
  },
  async run({ apply, patches }, { tx, target }) {
    const moves = closingMoves(target, patches);
    if (isRefusal(moves)) return moves;
    const after = moves.at(-1)?.after ?? target;
    const { id, status } = after.root;
    const done = apply
      ? await commitMoves(tx, target, moves)
      : ((await findFault(tx, target, after)) ?? { events: [], target });
    if (isRefusal(done)) return done;
    const forReal = {
      task: id,
      apply: true,
      // The call closes what the dry run showed, or nothing.
      expected_revision: target.revision,
      ...(patches.length > 0 ? { patches } : {}),
    };
    return answer(
      {
        task: id,
        applied: apply,
        revision: done.target.revision,
        status: apply ? status : target.root.status,
        diff: changesBetween(target, after),
        events: done.events.map(taskEventView),
      },
      {
        suggestions: apply
          ? []
          : [
              suggestCall(
                'tasks_close_task',
                forReal as unknown as JsonObject,
                'Close the task with these changes',
              ),
            ],
      },
    );
  },
});

/** The moves of the patches in their order, then the move that completes the patched task. */
function closingMoves(target: Target, patches: readonly Patch[]): readonly Move[] | Refusal {
  const moves: Move[] = [];
  let changed = target;
  for (const each of patches) {
    const move = patchTarget(changed, each);
    if (isRefusal(move)) return move;
    // Undoing a single patch would leave a closed task in a state that it never had.
    moves.push({ ...move, operation: undefined });
    changed = move.after;
  }
  const done = completeTarget(changed, 'DONE');
  return isRefusal(done) ? done : [...moves, done];
}
