/** The answers of graph merges and their conflicts, by docs/spec/graph.md. */

import type { JsonObject } from '../../../src/kernel/json.ts';
import { isNode, saysTheSame } from './graph-model.ts';
import { type Branch, type Cell, type Memory, refused } from './model.ts';
import { type MergeRequest, mergeEnds } from './note-model.ts';
import { newestPage, type PageRequest } from './page-model.ts';

/** One key that two branches changed differently, with the state of each side. */
export interface Meeting {
  /** Empty until the merge has reported it. */
  id: string;
  readonly from: Branch;
  readonly into: Branch;
  readonly doc: string;
  readonly key: string;
  readonly base: Cell | undefined;
  readonly theirs: Cell;
  readonly ours: Cell | undefined;
  status: 'preview' | 'open' | 'resolved';
  /** When it became a conflict. */
  seq: number;
  resolution?: string;
}

/** A key that never existed is equal to a deleted one. */
function isAlike(a: Cell | undefined, b: Cell | undefined): boolean {
  return saysTheSame(a?.state ?? null, b?.state ?? null);
}

/**
 * A decision for the destination concerns the state of `from`, whatever the destination does later.
 */
function isAbout(a: Meeting, b: Meeting): boolean {
  return (
    a.from === b.from &&
    a.doc === b.doc &&
    a.key === b.key &&
    a.base?.seq === b.base?.seq &&
    isAlike(a.theirs, b.theirs)
  );
}

function isSame(a: Meeting, b: Meeting): boolean {
  return isAbout(a, b) && isAlike(a.ours, b.ours);
}

type Verdict = 'skip' | 'write' | 'dispute';

function judge(memory: Memory, meeting: Meeting): Verdict {
  const { base, theirs, ours } = meeting;
  if (isAlike(theirs, base) || isAlike(theirs, ours)) return 'skip';
  const isKept = memory.meetings.some(
    (each) => each.resolution === 'use_into' && isAbout(each, meeting),
  );
  if (isKept) return 'skip';
  return isAlike(ours, base) ? 'write' : 'dispute';
}

function meetingOf(memory: Memory, from: Branch, into: Branch, doc: string, key: string): Meeting {
  const { graph, given, copied } = memory.doc(from, doc);
  const theirs = graph.get(key);
  if (!theirs) throw new Error(`the model has lost ${key}`);
  return {
    ...{ id: '', from, into, doc, key, theirs, status: 'preview', seq: 0 },
    base: given.get(key) ?? copied.get(key),
    ours: memory.doc(into, doc).graph.get(key),
  };
}

const FIELDS = ['type', 'title', 'text', 'status', 'tags', 'meta'];

/** How many fields differ; a deletion counts as one more. */
function fieldsChanged({ base, theirs }: Meeting): number {
  const [before, after] = [base?.state ?? null, theirs.state];
  const value = (state: JsonObject | null, field: string) => ({ value: state?.[field] });
  const changed = FIELDS.filter((f) => !saysTheSame(value(before, f), value(after, f)));
  return changed.length + ((before === null) === (after === null) ? 0 : 1);
}

function summaryOf(changes: readonly Meeting[]) {
  const [nodes, edges] = [true, false].map((node) =>
    changes.filter((each) => isNode(each.key) === node).map(fieldsChanged),
  );
  const sum = (counts: readonly number[] = []) => counts.reduce((total, each) => total + each, 0);
  return {
    nodes_changed: nodes?.length,
    edges_changed: edges?.length,
    node_fields_changed: sum(nodes),
    edge_fields_changed: sum(edges),
  };
}

function sideView(cell: Cell | undefined) {
  if (!cell) return null;
  return { ...cell.state, deleted: cell.state === null, last_seq: cell.seq };
}

function meetingView(meeting: Meeting, status: string) {
  return {
    kind: isNode(meeting.key) ? 'node' : 'edge',
    key: meeting.key.slice(5),
    from: meeting.from.name,
    into: meeting.into.name,
    doc: meeting.doc,
    status,
    base: sideView(meeting.base),
    theirs: sideView(meeting.theirs),
    ours: sideView(meeting.ours),
  };
}

function bringOver(memory: Memory, { from, into, doc, key, theirs }: Meeting): void {
  memory.doc(from, doc).given.set(key, memory.enterVersion(into, doc, key, theirs.state));
}

/** Records new conflicts, and opens those that a preview only reported. */
function enterDisputes(memory: Memory, disputes: readonly Meeting[], isPreview: boolean) {
  let created = 0;
  const entered = disputes.map((dispute) => {
    const known = memory.meetings.find((each) => isSame(each, dispute));
    const entry = known ?? dispute;
    if (!known) memory.meetings.push(dispute);
    if (!isPreview && entry.status === 'preview') {
      Object.assign(entry, { ...dispute, id: entry.id, status: 'open', seq: ++memory.head });
      created += 1;
    }
    return entry;
  });
  return { entered, created };
}

/** The answer without ids, and its conflicts in order; the real answer supplies their ids. */
export function graphMerge(memory: Memory, request: MergeRequest) {
  const ends = mergeEnds(memory, request);
  if ('code' in ends) return { answer: ends, meetings: [] };
  const { from, into } = ends;
  if (from.base !== into) return { answer: refused('MERGE_NOT_SUPPORTED'), meetings: [] };
  const { doc, dry_run = false } = request;
  const { own, graph } = memory.doc(from, doc);
  const keys = [...own].map((key) => ({ key, seq: graph.get(key)?.seq ?? 0 }));
  const { rows, pagination } = newestPage(keys, request);
  const judged = rows.map(({ key }) => {
    const meeting = meetingOf(memory, from, into, doc, key);
    return { meeting, verdict: judge(memory, meeting) };
  });
  const those = (verdict: Verdict) =>
    judged.filter((each) => each.verdict === verdict).map((each) => each.meeting);
  const [written, disputes] = [those('write'), those('dispute')];
  if (!dry_run) for (const meeting of written) bringOver(memory, meeting);
  const status = dry_run ? 'preview' : 'open';
  const conflicts = disputes.map((each) => meetingView(each, status));
  const { entered, created } = enterDisputes(memory, disputes, dry_run);
  const answer = {
    ...{ from: from.name, into: into.name, doc },
    merged: written.length,
    skipped: those('skip').length,
    conflicts_created: created,
    conflicts,
    diff_summary: summaryOf([...written, ...disputes]),
    pagination,
  };
  return { answer, meetings: entered };
}

function meetingWith(memory: Memory, id: string): Meeting | { code: string } {
  if (!/^CONFLICT-[0-9a-f]{32}$/.test(id)) return refused('INVALID_INPUT');
  const meeting = memory.meetings.find((each) => each.id === id && each.status !== 'preview');
  return meeting ?? refused('UNKNOWN_ID');
}

export interface Decision {
  readonly conflict_id: string;
  readonly resolution: string;
}

export function graphConflictResolve(memory: Memory, { conflict_id, resolution }: Decision) {
  if (!['use_from', 'use_into'].includes(resolution)) return refused('INVALID_INPUT');
  const meeting = meetingWith(memory, conflict_id);
  if ('code' in meeting) return meeting;
  if (meeting.status === 'resolved') return refused('CONFLICT');
  const applied = resolution === 'use_from';
  if (applied) bringOver(memory, meeting);
  Object.assign(meeting, { status: 'resolved', resolution });
  memory.head += 1;
  return { conflict_id, status: 'resolved', applied };
}

export function graphConflictShow(memory: Memory, { conflict_id }: { conflict_id: string }) {
  const meeting = meetingWith(memory, conflict_id);
  if ('code' in meeting) return meeting;
  return { conflict: { conflict_id, ...meetingView(meeting, meeting.status) } };
}

export interface ConflictsRequest extends PageRequest {
  readonly into: string;
  readonly doc: string;
  readonly status: string;
}

export function graphConflicts(memory: Memory, { into, doc, status, ...page }: ConflictsRequest) {
  const branch = memory.find(into);
  if (!branch) return refused('UNKNOWN_ID');
  const found = memory.meetings.filter(
    (each) => each.into === branch && each.doc === doc && each.status === status,
  );
  const { rows, pagination } = newestPage(found, page);
  const conflicts = rows.map(({ id, key, seq }) => {
    const kind = isNode(key) ? 'node' : 'edge';
    return { conflict_id: id, kind, key: key.slice(5), status, seq };
  });
  return { into, doc, conflicts, pagination, truncated: false };
}
