/** The answers of graph merges and their conflicts, by docs/spec/graph.md. */

import type { JsonObject } from '../../../src/kernel/json.ts';
import { endsOf, isNode, liveKeys, partsOf, saysTheSame, stateOf } from './graph-model.ts';
import { type Branch, type Cell, type Graph, type Memory, refused } from './model.ts';
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
  readonly theirs: Cell | undefined;
  readonly ours: Cell | undefined;
  /** Of a node: the edges that `from` saw at it. */
  readonly edges: readonly { readonly key: string; readonly cell: Cell }[];
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

type Verdict = 'skip' | 'write' | 'dispute' | 'leave';

/** By its own three sides. */
function judgeAlone(memory: Memory, meeting: Meeting): Verdict {
  const { base, theirs, ours } = meeting;
  if (isAlike(theirs, base) || isAlike(theirs, ours)) return 'skip';
  if (isKept(memory, meeting)) return 'skip';
  return isAlike(ours, base) ? 'write' : 'dispute';
}

function isKept(memory: Memory, meeting: Meeting): boolean {
  return memory.meetings.some((each) => each.resolution === 'use_into' && isAbout(each, meeting));
}

/** Which keys one merge compares: two branches and a document. */
interface Crossing {
  readonly from: Branch;
  readonly into: Branch;
  readonly doc: string;
  /** The keys of the page. */
  readonly page: ReadonlySet<string>;
}

function isLiveOn(memory: Memory, branch: Branch, doc: string, key: string): boolean {
  return stateOf(memory.doc(branch, doc).graph, key) !== null;
}

function liveEdgesAt(graph: Graph, node: string): string[] {
  const id = node.slice(5);
  return liveKeys(graph)
    .filter((key) => !isNode(key) && endsOf(key).includes(id))
    .sort((a, b) => (graph.get(b)?.seq ?? 0) - (graph.get(a)?.seq ?? 0));
}

/** A node is only deleted if every edge at it goes with it. */
function judgeNode(memory: Memory, at: Crossing, key: string): Verdict {
  const verdict = judgeAlone(memory, meetingOf(memory, at, key));
  if (verdict !== 'write' || isLiveOn(memory, at.from, at.doc, key)) return verdict;
  const edges = liveEdgesAt(memory.doc(at.into, at.doc).graph, key);
  const isFree = edges.every(
    (edge) =>
      !isLiveOn(memory, at.from, at.doc, edge) &&
      judgeAlone(memory, meetingOf(memory, at, edge)) === 'write',
  );
  return isFree ? 'write' : 'dispute';
}

function judge(memory: Memory, at: Crossing, key: string): Verdict {
  if (isNode(key)) return judgeNode(memory, at, key);
  const own = judgeAlone(memory, meetingOf(memory, at, key));
  if (own === 'skip') return 'skip';
  const ends = endsOf(key).map((end) => `node|${end}`);
  const isOn = (branch: Branch, node: string) => isLiveOn(memory, branch, at.doc, node);
  if (isOn(at.from, key)) {
    const hasEnds = ends.every(
      (end) => isOn(at.from, end) && (isOn(at.into, end) || judgeNode(memory, at, end) === 'write'),
    );
    return hasEnds ? own : 'leave';
  }
  const leaving = ends.filter((end) => !isOn(at.from, end) && isOn(at.into, end));
  if (leaving.length === 0) return own;
  const goes = leaving.some((end) => at.page.has(end) && judgeNode(memory, at, end) === 'write');
  return goes ? 'write' : 'skip';
}

/** What is written with a key: the ends that an edge needs, the edges that a node takes along. */
function withOthers(memory: Memory, at: Crossing, key: string): string[] {
  const isThere = isLiveOn(memory, at.from, at.doc, key);
  if (isNode(key)) {
    return isThere ? [key] : [key, ...liveEdgesAt(memory.doc(at.into, at.doc).graph, key)];
  }
  const ends = endsOf(key).map((end) => `node|${end}`);
  return isThere ? [key, ...ends.filter((end) => !isLiveOn(memory, at.into, at.doc, end))] : [key];
}

/** New nodes come first and deleted nodes last; else in the order in which `from` wrote them. */
function inOrder(meetings: readonly Meeting[]): Meeting[] {
  const rank = ({ key, theirs }: Meeting) => (isNode(key) ? (theirs?.state ? 0 : 2) : 1);
  return meetings.toSorted(
    (a, b) => rank(a) - rank(b) || (a.theirs?.seq ?? 0) - (b.theirs?.seq ?? 0),
  );
}

function meetingOf(memory: Memory, { from, into, doc }: Crossing, key: string): Meeting {
  const { graph, given, copied } = memory.doc(from, doc);
  return {
    ...{ id: '', from, into, doc, key, status: 'preview', seq: 0 },
    base: given.get(key) ?? copied.get(key),
    theirs: graph.get(key),
    ours: memory.doc(into, doc).graph.get(key),
    edges: liveEdgesAt(graph, key).map((edge) => ({ key: edge, cell: cellOf(graph, edge) })),
  };
}

function cellOf(graph: Graph, key: string): Cell {
  const cell = graph.get(key);
  if (!cell) throw new Error(`the model has lost ${key}`);
  return cell;
}

const FIELDS = ['type', 'title', 'text', 'status', 'tags', 'meta'];

/** How many fields differ; a deletion counts as one more. */
function fieldsChanged({ base, theirs }: Meeting): number {
  const [before, after] = [base?.state ?? null, theirs?.state ?? null];
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
    key: shownKey(meeting.key),
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
  const state = theirs?.state ?? null;
  memory.doc(from, doc).given.set(key, memory.enterVersion(into, doc, key, state));
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
  if ('code' in ends) return { answer: ends, meetings: [], left: 0 };
  const { from, into } = ends;
  if (from.base !== into) {
    return { answer: refused('MERGE_NOT_SUPPORTED'), meetings: [], left: 0 };
  }
  const { doc, dry_run = false } = request;
  if (!memory.isGraph(into, doc) && memory.kindOf(into, doc)) {
    return { answer: refused('INVALID_INPUT'), meetings: [], left: 0 };
  }
  const { own, graph } = memory.doc(from, doc);
  const keys = [...own].map((key) => ({ key, seq: graph.get(key)?.seq ?? 0 }));
  const { rows, pagination } = newestPage(keys, request);
  const at = { from, into, doc, page: new Set(rows.map(({ key }) => key)) };
  const judged = rows.map(({ key }) => ({ key, verdict: judge(memory, at, key) }));
  const those = (...verdicts: Verdict[]) =>
    judged.filter((each) => verdicts.includes(each.verdict)).map((each) => each.key);
  const together = new Set(those('write').flatMap((key) => withOthers(memory, at, key)));
  const written = inOrder([...together].map((key) => meetingOf(memory, at, key)));
  const disputes = those('dispute').map((key) => meetingOf(memory, at, key));
  const skipped = those('skip', 'leave').length;
  const left = those('leave').length;
  if (!dry_run) for (const meeting of written) bringOver(memory, meeting);
  const status = dry_run ? 'preview' : 'open';
  const conflicts = disputes.map((each) => meetingView(each, status));
  const { entered, created } = enterDisputes(memory, disputes, dry_run);
  const answer = {
    ...{ from: from.name, into: into.name, doc },
    merged: written.length,
    skipped,
    conflicts_created: created,
    conflicts,
    diff_summary: summaryOf([...written, ...disputes]),
    pagination,
  };
  return { answer, meetings: entered, left };
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
  const taken = applied ? takenWith(memory, meeting) : [];
  if ('code' in taken) return taken;
  for (const each of taken) bringOver(memory, each);
  Object.assign(meeting, { status: 'resolved', resolution });
  memory.head += 1;
  return { conflict_id, status: 'resolved', applied };
}

/** What a decision for `from` writes, in order. */
function takenWith(memory: Memory, meeting: Meeting): Meeting[] | { code: string } {
  const { into, doc, key, theirs } = meeting;
  const { graph } = memory.doc(into, doc);
  const isThere = (id: string) => stateOf(graph, `node|${id}`) !== null;
  if (!isNode(key)) {
    const lacksEnd = theirs?.state && !endsOf(key).every(isThere);
    return lacksEnd ? refused('CONFLICT') : [meeting];
  }
  const at = { ...meeting, page: new Set<string>() };
  if (!theirs?.state) {
    const gone = { seq: 0, state: null };
    const edges = liveEdgesAt(graph, key);
    return [...edges.map((edge) => ({ ...meetingOf(memory, at, edge), theirs: gone })), meeting];
  }
  if (isThere(key.slice(5))) return [meeting];
  const lost = meeting.edges
    .map((edge) => ({ ...meetingOf(memory, at, edge.key), theirs: edge.cell }))
    .filter((edge) => !edge.ours?.state && !(isDisputable(edge) && isKept(memory, edge)))
    .filter((edge) => endsOf(edge.key).every((id) => isThere(id) || `node|${id}` === key));
  return [meeting, ...lost];
}

function isDisputable({ base, theirs, ours }: Meeting): boolean {
  return !isAlike(theirs, base) && !isAlike(theirs, ours);
}

export function graphConflictShow(memory: Memory, { conflict_id }: { conflict_id: string }) {
  const meeting = meetingWith(memory, conflict_id);
  if ('code' in meeting) return meeting;
  const { into, doc, key, status } = meeting;
  const edges = liveEdgesAt(memory.doc(into, doc).graph, key).map(partsOf);
  const isStake = status === 'open' && isNode(key) && !meeting.theirs?.state;
  const stake = isStake ? { edges: edges.slice(0, 5), edges_count: edges.length } : {};
  return { conflict: { conflict_id, ...meetingView(meeting, status), ...stake } };
}

/** As answers name a key: the id of a node, the ends of an edge. */
function shownKey(key: string): string | ReturnType<typeof partsOf> {
  return isNode(key) ? key.slice(5) : partsOf(key);
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
    return { conflict_id: id, kind, key: shownKey(key), status, seq };
  });
  return { into, doc, conflicts, pagination, truncated: false };
}
