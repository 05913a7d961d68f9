/** Enters the moves of a plan or task: its events, their notes, and what they change in the graph. */

import { type Branch, branchEntity } from '../../domain/branches/branch.ts';
import { documentNames } from '../../domain/documents/document.ts';
import { edgeKey } from '../../domain/graph/version.ts';
import type { EventDraft, JournalEvent } from '../../domain/journal/event.ts';
import { checkDependencies } from '../../domain/tasks/dependencies.ts';
import type { Entity } from '../../domain/tasks/entity.ts';
import { deletionOf, draftsOf, type Move } from '../../domain/tasks/move.ts';
import { isTaskEventType, type TaskEventType } from '../../domain/tasks/task-events.ts';
import {
  entryInPlan,
  goneNodes,
  graphDrafts,
  graphOf,
  type TaskGraph,
} from '../../domain/tasks/task-graph.ts';
import { jsonBytes } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Reading, Writing } from '../../store/port.ts';
import { viewOf } from '../branch-ref.ts';

export type TaskEvent = JournalEvent<TaskEventType>;

export interface Beside {
  /** The number of the batch that the moves are part of. */
  readonly batch?: number | undefined;
}

export interface Committed {
  /** One for each move, in their order. */
  readonly events: readonly TaskEvent[];
  /** As its row is now, so nobody has to read it again. */
  readonly entity: Entity;
}

function inBatch(moves: readonly Move[], batch: number | undefined): readonly Move[] {
  if (batch === undefined) return moves;
  return moves.map((move) =>
    move.operation ? { ...move, operation: { ...move.operation, batch } } : move,
  );
}

/**
 * Enters a chain of moves at once: everything that can be said against it is said before.
 * `before` is undefined for an entity that is created here.
 */
export async function commitMoves(
  tx: Writing,
  before: Entity | undefined,
  moves: readonly Move[],
  { batch }: Beside = {},
): Promise<Committed | Refusal> {
  const last = moves.at(-1);
  if (!last) throw new Error('there is no move to commit');
  const { after } = last;
  const fault = await faultIn(tx, before, after);
  if (fault) return fault;
  const { id } = after.root;
  const branch = before ? await canonicalBranch(tx, id) : await openCanonicalBranch(tx, after);
  const place = { branch: branch.id, docs: documentNames(id) };
  const drafts = draftsOf(before, inBatch(moves, batch), place);
  const graph = await graphChanges(tx, branch, before, after);
  const entered = await tx.append([...drafts, ...graph]);
  const events = entered.filter((event): event is TaskEvent => isTaskEventType(event.type));
  const updatedMs = events.at(-1)?.tsMs ?? after.updatedMs;
  return { events, entity: { ...after, updatedMs } };
}

/** The last event of an entity, behind which there is none. */
export async function commitDeletion(tx: Writing, entity: Entity): Promise<TaskEvent> {
  const { id } = entity.root;
  const branch = await canonicalBranch(tx, id);
  const place = { branch: branch.id, docs: documentNames(id) };
  const graph = await graphChanges(tx, branch, entity, undefined);
  const [event] = await tx.append([deletionOf(entity, place), ...graph]);
  return event as TaskEvent;
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

/** What the graphs of the entity and of its plan become, from what they were. */
async function graphChanges(
  tx: Reading,
  branch: Branch,
  before: Entity | undefined,
  after: Entity | undefined,
): Promise<readonly EventDraft[]> {
  const root = (after ?? before)?.root;
  if (!root) return [];
  const own = await changesAt(tx, branch, root.id, graphOf(before), graphOf(after));
  const [was, is] = [entryInPlan(before), entryInPlan(after)];
  if (root.parent === null || JSON.stringify(was) === JSON.stringify(is)) return own;
  const plan = await canonicalBranch(tx, root.parent);
  return [...own, ...(await changesAt(tx, plan, root.parent, was, is))];
}

async function changesAt(
  tx: Reading,
  branch: Branch,
  target: string,
  before: TaskGraph,
  after: TaskGraph,
): Promise<readonly EventDraft[]> {
  const place = { branch: branch.id, doc: documentNames(target).graph, target };
  const gone = goneNodes(before, after);
  const touching =
    gone.length === 0 ? [] : await tx.graph.edgesAt(await viewOf(tx, branch), place.doc, gone);
  const loose = touching.flatMap(({ state }) => (state ? [edgeKey(state)] : []));
  return graphDrafts(place, before, after, loose);
}

/** The entity as it is now: after a commit its row is the truth. */
export async function reloaded(tx: Reading, id: string): Promise<Entity> {
  const entity = await tx.targets.byId(id);
  if (!entity) throw new Error(`${id} is gone`);
  return entity;
}
