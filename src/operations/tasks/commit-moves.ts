/** Enters the moves of a plan or task: its events, and beside them notes. */

import { type Branch, branchEntity } from '../../domain/branches/branch.ts';
import { commitNote } from '../../domain/documents/commit-note.ts';
import { documentNames } from '../../domain/documents/document.ts';
import type { EventDraft, JournalEvent } from '../../domain/journal/event.ts';
import { checkDependencies } from '../../domain/tasks/dependencies.ts';
import type { Entity } from '../../domain/tasks/entity.ts';
import { draftsOf, type Move } from '../../domain/tasks/move.ts';
import type { TaskEventType } from '../../domain/tasks/task-events.ts';
import { type JsonObject, jsonBytes } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Reading, Writing } from '../../store/port.ts';

export type TaskEvent = JournalEvent<TaskEventType>;

/** A note for the entity's own notes, written along with a move. */
export interface SideNote {
  readonly content: string;
  readonly title?: string;
  readonly meta: JsonObject;
}

export interface Beside {
  readonly notes?: readonly SideNote[];
  /** The number of the batch that the moves are part of. */
  readonly batch?: number | undefined;
}

function inBatch(moves: readonly Move[], batch: number | undefined): readonly Move[] {
  if (batch === undefined) return moves;
  return moves.map((move) =>
    move.operation ? { ...move, operation: { ...move.operation, batch } } : move,
  );
}

/** The events of the moves, in their order. `before` is undefined for an entity that is made here. */
export async function commitMoves(
  tx: Writing,
  before: Entity | undefined,
  moves: readonly Move[],
  { notes = [], batch }: Beside = {},
): Promise<readonly TaskEvent[] | Refusal> {
  const last = moves.at(-1);
  if (!last) throw new Error('there is no move to commit');
  const { after } = last;
  const fault = await faultIn(tx, before, after);
  if (fault) return fault;
  const { id } = after.root;
  const branch = before ? await canonicalBranch(tx, id) : await openCanonicalBranch(tx, after);
  const trace = { branch: branch.id, doc: documentNames(id).trace };
  const drafts = draftsOf(before, inBatch(moves, batch), trace);
  const beside: EventDraft[] = [];
  for (const note of notes) {
    const place = { branch: branch.id, doc: documentNames(id).notes, target: id };
    const draft = commitNote({ ...place, ...note });
    if (isRefusal(draft)) return draft;
    beside.push(draft);
  }
  const events = await tx.append([...drafts, ...beside]);
  return events.slice(0, drafts.length) as readonly TaskEvent[];
}

/** Why the entity may not become this: what a dry run must say as well. */
export async function faultIn(
  tx: Reading,
  before: Entity | undefined,
  after: Entity,
): Promise<Refusal | undefined> {
  return tooLarge(after) ?? (await circular(tx, before, after));
}

function tooLarge({ root, steps, nodes }: Entity): Refusal | undefined {
  const bytes = jsonBytes({ root, steps, nodes });
  if (bytes <= LIMITS.entityBytes) return undefined;
  return refuse('INVALID_INPUT', `${root.id}: at most ${LIMITS.entityBytes} bytes in all`, {
    recovery: 'Put long texts into notes, and more steps into another task.',
  });
}

async function circular(
  tx: Reading,
  before: Entity | undefined,
  { root }: Entity,
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

/** Nobody else can have taken its name: names of this form are kept for plans and tasks. */
async function openCanonicalBranch(tx: Writing, { root }: Entity): Promise<Branch> {
  const name = `${root.kind}/${root.id}`;
  const entity = branchEntity(tx.head + 1);
  await tx.append([{ type: 'branch_created', entity, payload: { name, target: root.id } }]);
  return canonicalBranch(tx, root.id);
}

/** The entity as it is now: after a commit its row is the truth. */
export async function reloaded(tx: Reading, id: string): Promise<Entity> {
  const entity = await tx.targets.byId(id);
  if (!entity) throw new Error(`${id} is gone`);
  return entity;
}
