/** Random steps that merge graphs and resolve the conflicts. */

import { expect } from 'vitest';
import type { JsonObject } from '../../../src/kernel/json.ts';
import {
  type ConflictsRequest,
  graphConflictResolve,
  graphConflictShow,
  graphConflicts,
  graphMerge,
  type Meeting,
} from './graph-merge-model.ts';
import { opFor } from './graph-model.ts';
import { applyBatch, someGraph } from './graph-steps.ts';
import type { MergeRequest } from './note-model.ts';
import { someEnds } from './note-steps.ts';
import { ask, askPages, call, count, nextCursor, type Run, type Step } from './run.ts';

/** Mostly into the base: anything else is refused. */
function graphEnds(run: Run) {
  const { memory, random } = run;
  const upper = memory.branches.filter((branch) => branch.base !== undefined);
  if (upper.length === 0 || random.chance(0.1)) return someEnds(run);
  const { name, base } = random.pick(upper);
  const into = random.chance(0.5) ? { into: base?.name ?? '' } : { merge_to_base: true };
  return { from: name, ...into };
}

/**
 * Merges one page and compares it with the model, which learns the ids of the conflicts from it.
 */
async function mergePage(run: Run, args: MergeRequest): Promise<JsonObject> {
  const answered = await call(run, 'graph_merge', args);
  const { answer, meetings, left } = graphMerge(run.memory, args);
  if ('code' in answer || 'code' in answered) {
    expect(answered).toEqual(answer);
    return answered;
  }
  const { conflict_ids, conflicts, ...rest } = answered;
  const shown = conflicts as readonly JsonObject[];
  const ids = shown.map((each) => String(each.conflict_id));
  expect({ ...rest, conflicts: shown.map(({ conflict_id: _id, ...each }) => each) }).toEqual(
    answer,
  );
  expect(conflict_ids).toEqual(ids);
  for (const [at, meeting] of meetings.entries()) nameMeeting(run, meeting, ids[at] ?? '');
  count(run, 'edges left out', left);
  await expectSound(run, String(answered.into), args.doc);
  return answered;
}

/** No merge and no decision leaves an edge without its ends. */
async function expectSound(run: Run, branch: string, doc: string): Promise<void> {
  const { last } = run;
  expect(await call(run, 'graph_validate', { branch, doc }), last).toMatchObject({ ok: true });
  run.last = last;
}

/** Checks that a conflict keeps its id and that no other conflict has it. */
function nameMeeting({ memory }: Run, meeting: Meeting, id: string): void {
  expect(id).toMatch(/^CONFLICT-[0-9a-f]{32}$/);
  expect(meeting.id || id, 'the same conflict has the same id').toBe(id);
  meeting.id = id;
  const named = memory.meetings.filter((each) => each.id === id);
  expect(named, 'two conflicts have two ids').toHaveLength(1);
}

async function mergePages(run: Run, args: MergeRequest, patience: number): Promise<JsonObject[]> {
  const pages: JsonObject[] = [];
  let cursor: number | null = null;
  do {
    const answered = await mergePage(run, { ...args, cursor });
    pages.push(answered);
    cursor = nextCursor(answered);
  } while (cursor !== null && run.random.chance(patience));
  return cursor === null ? pages : [];
}

const sum = (pages: readonly JsonObject[], field: string) =>
  pages.reduce((total, page) => total + Number(page[field] ?? 0), 0);

/** A preview, then the merge in pages, sometimes only the first ones; then the same again. */
export const mergeGraphs: Step = async (run) => {
  const { random } = run;
  const args = { ...graphEnds(run), doc: someGraph(random), limit: 3 + random.below(30) };
  if (random.chance(0.4)) await mergePages(run, { ...args, dry_run: true }, 1);
  if (random.chance(0.2)) return;
  if (random.chance(0.05)) {
    await mergePage(run, { ...args, cursor: random.below(run.memory.head) });
    return;
  }
  const pages = await mergePages(run, args, 0.9);
  count(run, 'graph written', sum(pages, 'merged'));
  count(run, 'graph skipped', sum(pages, 'skipped'));
  count(run, 'conflicts found', sum(pages, 'conflicts_created'));
  if (pages.length === 0 || random.chance(0.7)) return;
  const again = await mergePages(run, { ...args, limit: 1_000 }, 1);
  expect([sum(again, 'merged'), sum(again, 'conflicts_created')]).toEqual([0, 0]);
};

/** Mostly an open conflict; else one that is resolved, deleted, only previewed, or unknown. */
function someConflict({ memory, random }: Run): string {
  const withStatus = (status: string) =>
    memory.meetings.filter((each) => each.status === status).map((each) => each.id);
  const open = withStatus('open');
  if (open.length > 0 && random.chance(0.8)) return random.pick(open);
  const others = [...withStatus('resolved'), ...withStatus('preview'), ...memory.goneIds];
  const never = [`CONFLICT-${'0'.repeat(32)}`, 'CONFLICT-1'];
  return random.pick(others.length > 0 && random.chance(0.8) ? others : never);
}

export const resolveConflict: Step = async (run) => {
  const { random } = run;
  const conflict_id = someConflict(run);
  if (random.chance(0.3)) await ask(run, 'graph_conflict_show', { conflict_id }, graphConflictShow);
  const resolution = random.chance(0.03) ? 'ours' : random.pick(['use_from', 'use_into']);
  const args = { conflict_id, resolution };
  const { head } = run.memory;
  const answered = await ask(run, 'graph_conflict_resolve', args, graphConflictResolve);
  if (answered.status !== 'resolved') return;
  count(run, resolution);
  if (answered.applied && run.memory.head > head + 2) count(run, 'decided with its edges');
  const { into, doc } = run.memory.meetings.find(({ id }) => id === conflict_id) ?? {};
  if (into && doc !== undefined) await expectSound(run, into.name, doc);
};

/** One side returns to a state that a side of a conflict had, and the branch is merged again. */
export const meetAgain: Step = async (run) => {
  const { memory, random } = run;
  if (memory.meetings.length === 0) return;
  const { from, into, doc, key, base, theirs, ours } = random.pick(memory.meetings);
  const state = random.pick([base, theirs, ours].map((cell) => cell ?? null))?.state ?? null;
  const ops = [opFor(key, state)];
  await applyBatch(run, { branch: random.pick([from, into]).name, doc, ops });
  await mergePage(run, { from: from.name, into: into.name, doc, limit: 1_000 });
};

export const listConflicts: Step = async (run) => {
  const { memory, random } = run;
  const disputed = memory.meetings.map((each) => each.into.name);
  const args: ConflictsRequest = {
    into: random.pick(random.chance(0.8) && disputed.length > 0 ? disputed : memory.names),
    doc: someGraph(random),
    status: random.pick(['open', 'resolved']),
    limit: 1 + random.below(9),
  };
  await askPages(run, 'graph_conflicts', args, graphConflicts);
};
