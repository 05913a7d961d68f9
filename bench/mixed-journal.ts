/**
 * A journal of everything: tasks with their branches, planned work, cards with edges, notes and
 * sessions of thought. It is inserted directly, without its projections.
 */

import { branchEntity } from '../src/domain/branches/branch.ts';
import { documentNames } from '../src/domain/documents/document.ts';
import type { EventDraft, JournalEvent } from '../src/domain/journal/event.ts';
import { createPlan, createTask } from '../src/domain/tasks/create-target.ts';
import { draftsOf, type Move } from '../src/domain/tasks/move.ts';
import { templateNamed } from '../src/domain/tasks/templates.ts';
import { sessionEntity, sessionIdAt } from '../src/domain/thoughts/session.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { isRefusal } from '../src/kernel/refusal.ts';
import { openEngine, type StorePlace } from '../src/store/open-store.ts';
import { insertEvents } from '../src/store/sql/journal.ts';
import { WORKSPACE } from './benchmark.ts';
import { cardAndNote } from './recall-mixed.ts';
import { plannedBatch, projectDraft } from './work.ts';
import { zipfText } from './zipf-texts.ts';

const START_MS = 1_760_000_000_000;
const TASKS_PER_PLAN = 50;
const ROUNDS_PER_SESSION = 20;
const THOUGHTS_PER_ROUND = 10;
const EVENTS_PER_INSERT = 1_000;
const INSERTS_PER_TRANSACTION = 20;

function opened(move: Move | undefined, seq: number): EventDraft {
  if (!move) throw new Error('a target is created by a move');
  const { id, kind } = move.after.root;
  const payload = { name: `${kind}/${id}`, target: id };
  return { type: 'branch_created', entity: branchEntity(seq), payload };
}

function targetDrafts(moves: readonly Move[], head: number): EventDraft[] {
  const id = moves[0]?.after.root.id ?? '';
  const place = { branch: head + 1, docs: documentNames(id) };
  return [opened(moves[0], head + 1), ...draftsOf(undefined, moves, place)];
}

function planId(round: number): string {
  return `PLAN-${String(Math.floor(round / TASKS_PER_PLAN) + 1).padStart(3, '0')}`;
}

function taskDrafts(round: number, head: number): EventDraft[] {
  const steps = templateNamed('basic-task', 'task')?.steps ?? [];
  let step = round * steps.length;
  const stepId = () => `STEP-${(++step).toString(16).toUpperCase().padStart(8, '0')}`;
  const id = `TASK-${String(round + 1).padStart(3, '0')}`;
  const request = { title: zipfText(round).slice(0, 60), parent: planId(round), steps };
  const made = createTask(id, START_MS + round, request, stepId);
  if (isRefusal(made)) throw new Error(made.message);
  return targetDrafts(made.moves, head);
}

function thoughtDrafts(round: number, session: number): EventDraft[] {
  const entity = sessionEntity(session);
  const first = (round % ROUNDS_PER_SESSION) * THOUGHTS_PER_ROUND;
  return Array.from({ length: THOUGHTS_PER_ROUND }, (_, at): EventDraft => {
    const thought = zipfText(round * THOUGHTS_PER_ROUND + at);
    const total = ROUNDS_PER_SESSION * THOUGHTS_PER_ROUND;
    const payload = { thought, number: first + at + 1, total, more: true };
    return { type: 'thought_recorded', entity, payload };
  });
}

function sessionDraft(round: number, head: number): EventDraft {
  const chance = `00000000-0000-4000-8000-${String(round).padStart(12, '0')}`;
  const payload = {
    ...{ id: sessionIdAt(START_MS + round, chance), project: '_default' },
    ...{ title: `Session ${round}`, tags: [`round-${round % 7}`] },
  };
  return { type: 'session_started', entity: sessionEntity(head + 1), payload };
}

/** Endless; about twenty events for each task. */
function* mixedDrafts(): Generator<EventDraft> {
  let head = 0;
  const counted = (drafts: readonly EventDraft[]) => {
    head += drafts.length;
    return drafts;
  };
  yield* counted([initializeWorkspace(), projectDraft()]);
  let session = 0;
  for (let round = 0; ; round++) {
    if (round % TASKS_PER_PLAN === 0) {
      const moves = createPlan(planId(round), START_MS + round, { title: `Plan ${round}` });
      yield* counted(targetDrafts(moves, head));
    }
    yield* counted(taskDrafts(round, head));
    yield* counted(plannedBatch(round, 1));
    yield* counted(cardAndNote(round));
    if (round % ROUNDS_PER_SESSION === 0) {
      session = head + 1;
      yield* counted([sessionDraft(round, head)]);
    }
    yield* counted(thoughtDrafts(round, session));
  }
}

/** Events alone: the workspace is marked as one whose projections are outdated. */
export async function insertMixedJournal(place: StorePlace, events: number): Promise<void> {
  const engine = await openEngine(place);
  const drafts = mixedDrafts();
  try {
    for (let seq = 0; seq < events; ) {
      await engine.write(async (sql) => {
        for (let turn = 0; turn < INSERTS_PER_TRANSACTION && seq < events; turn++) {
          const count = Math.min(EVENTS_PER_INSERT, events - seq);
          const page = Array.from({ length: count }, (): JournalEvent => {
            seq += 1;
            const { value } = drafts.next();
            return { ...(value as EventDraft), seq, tsMs: START_MS + seq, agent: 'bench' };
          });
          await insertEvents(sql, WORKSPACE, page);
        }
      });
    }
    await engine.write((sql) =>
      sql
        .insertInto('workspaces')
        .values({ workspace: WORKSPACE, last_seq: events, projected: 0 })
        .execute(),
    );
  } finally {
    await engine.close();
  }
}
