/** Undoes or redoes the last operation of a plan or task, or the last atomic batch. */

import * as z from 'zod';
import type { Move } from '../../../domain/tasks/move.ts';
import { areGone, nothingLeft, shiftOperations, type Way } from '../../../domain/tasks/undo.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import { withAdvice } from '../../steps/advice-table.ts';
import { commitMoves, findFault } from './commit-moves.ts';
import type { TargetCall } from './commit-step-move.ts';
import { taskEventView } from './task-event-view.ts';

export const skipField = z
  .boolean()
  .default(false)
  .describe('Passes over operations whose fields have changed since');

export async function undoOrRedo(
  call: TargetCall,
  way: Way,
  skip: boolean,
): Promise<Answer | Refusal> {
  const { tx, target } = call;
  const { id } = target.root;
  let found = await findShift(call, way);
  while (skip && found && isRefusal(found.outcome)) found = await findShift(call, way, found.edge);
  if (!found) return nothingLeft(target, way);
  const { outcome: move, edge } = found;
  if (isRefusal(move)) return leadingOn(call, way, move, edge);
  const committed = await commitMoves(tx, target, [move]);
  if (isRefusal(committed)) return committed;
  const [event] = committed.events;
  return answer({
    task: id,
    revision: move.after.revision,
    operation: move.fields,
    event: event ? taskEventView(event) : null,
  });
}

interface Shift {
  readonly outcome: Move | Refusal;
  /** Where the search for the next one begins. */
  readonly edge: number;
}

/** The next operation or batch of which anything is left; nothing of it may be there any more. */
async function findShift(
  { tx, target }: TargetCall,
  way: Way,
  from?: number,
): Promise<Shift | undefined> {
  const { id } = target.root;
  const next = way === 'undo' ? tx.targets.lastDone : tx.targets.firstUndone;
  for (let edge = from; ; ) {
    const [first, ...more] = (await next(id, edge)).map(({ event }) => event);
    if (!first) return undefined;
    edge = more.at(-1)?.seq ?? first.seq;
    if (areGone(target, [first, ...more])) continue;
    const move = shiftOperations(target, [first, ...more], way);
    if (isRefusal(move)) return { outcome: move, edge };
    return { outcome: (await findFault(tx, target, move.after)) ?? move, edge };
  }
}

/** An operation that cannot be shifted must not keep those behind it from being reached. */
async function leadingOn(
  call: TargetCall,
  way: Way,
  refusal: Refusal,
  edge: number,
): Promise<Refusal> {
  if (refusal.reason?.kind === 'gate_closed' || refusal.reason?.kind === 'steps_open')
    return refusal;
  let found = await findShift(call, way, edge);
  while (found && isRefusal(found.outcome)) found = await findShift(call, way, found.edge);
  if (!found) return refusal;
  const { id } = call.target.root;
  return withAdvice(refusal, {
    recovery: `Make the change by hand, or ${way} the next operation instead.`,
    suggestions: [
      suggestCall(`tasks_${way}`, { task: id, skip: true }, `Pass over it, and ${way} the next`),
    ],
  });
}
