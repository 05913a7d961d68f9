/** Appends the events of plans and tasks; no other file appends them or their notes. */

import { type Branch, branchEntity } from '../../../domain/branches/branch.ts';
import { documentNames } from '../../../domain/documents/document.ts';
import type { EventDraft, JournalEvent } from '../../../domain/journal/event.ts';
import { changesBetween } from '../../../domain/tasks/change.ts';
import { checkDependencies } from '../../../domain/tasks/dependencies.ts';
import { deletionOf, draftsOf, type Move } from '../../../domain/tasks/move.ts';
import type { Target } from '../../../domain/tasks/target.ts';
import type { TaskEventType } from '../../../domain/tasks/task-events.ts';
import { jsonBytes } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import type { Reading, Writing } from '../../../store/port.ts';

export type TaskEvent = JournalEvent<TaskEventType>;

export interface CommitOptions {
  /** The number of the batch that the moves are part of. */
  readonly batch?: number | undefined;
}

export interface Committed {
  /** One for each move, in their order; none if the moves change nothing. */
  readonly events: readonly TaskEvent[];
  /** The target as it is stored now, so that callers need not read it again. */
  readonly target: Target;
}

function inBatch(moves: readonly Move[], batch: number | undefined): readonly Move[] {
  if (batch === undefined) return moves;
  return moves.map((move) =>
    move.operation ? { ...move, operation: { ...move.operation, batch } } : move,
  );
}

/** Whether a move leaves everything as it was, so that nothing needs to be entered. */
function isVoid(before: Target, { after, note, evidence, of }: Move): boolean {
  return !note && !evidence && !of && changesBetween(before, after).length === 0;
}

/**
 * Appends a chain of moves at once, after every check has passed. `before` is undefined if the
 * moves create the target. A chain that changes nothing is not entered.
 */
export async function commitMoves(
  tx: Writing,
  before: Target | undefined,
  moves: readonly Move[],
  { batch }: CommitOptions = {},
): Promise<Committed | Refusal> {
  const last = moves.at(-1);
  if (!last) throw new Error('commitMoves needs at least one move');
  const { after } = last;
  if (before && moves.every((move) => isVoid(before, move))) return { events: [], target: before };
  const fault = await findFault(tx, before, after);
  if (fault) return fault;
  const { id } = after.root;
  const opening = before ? [] : [canonicalBranchOf(after, tx.head + 1)];
  const branch = before ? (await canonicalBranch(tx, id)).id : tx.head + 1;
  const place = { branch, docs: documentNames(id) };
  const drafts = draftsOf(before, inBatch(moves, batch), place);
  const appended = await tx.append([...opening, ...drafts]);
  const events = appended.slice(opening.length).slice(0, moves.length) as readonly TaskEvent[];
  const updatedMs = events.at(-1)?.tsMs ?? after.updatedMs;
  return { events, target: { ...after, updatedMs } };
}

/** Appends the event that deletes a target; no event of that target can follow. */
export async function commitDeletion(tx: Writing, target: Target): Promise<TaskEvent> {
  const { id } = target.root;
  const branch = await canonicalBranch(tx, id);
  const place = { branch: branch.id, docs: documentNames(id) };
  const [event] = await tx.append([deletionOf(target, place)]);
  return event as TaskEvent;
}

/** The refusal of a change that the store must not accept. A dry run reports the same one. */
export async function findFault(
  tx: Reading,
  before: Target | undefined,
  after: Target,
): Promise<Refusal | undefined> {
  return refuseTooLarge(after) ?? (await refuseCircle(tx, before, after));
}

function refuseTooLarge({ root, steps, nodes }: Target): Refusal | undefined {
  const bytes = jsonBytes({ root, steps, nodes });
  if (bytes <= LIMITS.entityBytes) return undefined;
  return refuse('INVALID_INPUT', `${root.id}: at most ${LIMITS.entityBytes} bytes in total`, {
    recovery: 'Move long texts into notes, or steps into another task.',
  });
}

async function refuseCircle(
  tx: Reading,
  before: Target | undefined,
  { root }: Target,
): Promise<Refusal | undefined> {
  const had = before?.root.depends_on ?? [];
  const added = root.depends_on.filter((each) => !had.includes(each));
  if (added.length === 0) return undefined;
  const known = new Map<string, string | null>();
  for (const id of root.depends_on) {
    const summary = await tx.targets.summary(id);
    if (summary) known.set(id, summary.parent);
  }
  return checkDependencies(root, known, await tx.targets.dependenciesBelow(added));
}

export async function canonicalBranch(tx: Reading, id: string): Promise<Branch> {
  const branch = await tx.branches.ofTarget(id);
  if (!branch) throw new Error(`${id} has no canonical branch`);
  return branch;
}

/** The name is free: names of this form are reserved for plans and tasks. */
function canonicalBranchOf({ root }: Target, seq: number): EventDraft {
  const name = `${root.kind}/${root.id}`;
  return {
    type: 'branch_created',
    entity: branchEntity(seq),
    payload: { name, target: root.id },
  };
}

/** Loads a target that must exist, such as a dependent of the one that the call is about. */
export async function loadTarget(tx: Reading, id: string): Promise<Target> {
  const target = await tx.targets.byId(id);
  if (!target) throw new Error(`${id} does not exist`);
  return target;
}
