/** The answers of the note tools, by docs/spec/branches-and-notes.md and notes-vcs.md. */

import type { JsonObject } from '../../../src/kernel/json.ts';
import { type Branch, type Entry, type Memory, refused } from './model.ts';
import { firstPage, newestPage, type PageRequest } from './page-model.ts';

export interface Note {
  readonly branch?: string;
  readonly doc: string;
  readonly content: string;
  readonly title?: string;
  readonly meta?: JsonObject;
}

export function notesCommit(memory: Memory, { branch, doc, ...note }: Note) {
  const on = memory.find(branch);
  if (!on) return refused('UNKNOWN_ID');
  if (memory.isGraph(on, doc) || note.content.trim() === '') return refused('INVALID_INPUT');
  const seq = memory.enterNote(on, doc, { ...note });
  return { entry: { seq, kind: 'note', ...note, branch: on.name, doc } };
}

function entryPage(entries: readonly Entry[], request: PageRequest) {
  const { rows, pagination } = newestPage(entries, request);
  return { entries: rows.reverse().map((entry) => entry.shown), pagination, truncated: false };
}

export interface DocRequest extends PageRequest {
  readonly branch?: string;
  readonly doc: string;
}

export function show(memory: Memory, { branch, doc, ...page }: DocRequest) {
  const on = memory.find(branch);
  if (!on) return refused('UNKNOWN_ID');
  return { branch: on.name, doc, ...entryPage(memory.doc(on, doc).entries, page) };
}

export interface PairRequest extends PageRequest {
  readonly from: string;
  readonly to: string;
  readonly doc: string;
}

/** What `from` sees of a document and `other` does not. */
function unseen(memory: Memory, doc: string, from: Branch, other: Branch): Entry[] {
  const seen = new Set(memory.doc(other, doc).entries.map((entry) => entry.seq));
  return memory.doc(from, doc).entries.filter((entry) => !seen.has(entry.seq));
}

export function diff(memory: Memory, { from, to, doc, ...page }: PairRequest) {
  const [before, after] = [memory.find(from), memory.find(to)];
  if (!before || !after) return refused('UNKNOWN_ID');
  const there = origins(memory, doc, before);
  const fresh = unseen(memory, doc, after, before);
  const unmerged = fresh.filter(({ origin }) => origin === undefined || !there.has(origin));
  return { from, to, doc, ...entryPage(unmerged, page) };
}

/** Where the notes that a branch sees were first written. */
function origins(memory: Memory, doc: string, branch: Branch): ReadonlySet<unknown> {
  return new Set(memory.doc(branch, doc).entries.map((entry) => entry.origin));
}

/** The documents that a branch sees. */
export function docsList(memory: Memory, { ref }: { ref: string }) {
  const branch = memory.find(ref);
  if (!branch) return refused('UNKNOWN_ID');
  const held = [...branch.docs].filter(([, { entries }]) => entries.length > 0);
  const docs = held
    .map(([doc, { entries }]) => ({ doc, last: entries.at(-1)?.seq ?? 0 }))
    .sort((a, b) => b.last - a.last)
    .map(({ doc }) => ({ doc, kind: memory.kindOf(branch, doc) }));
  return { ref, branch: ref, docs, count: docs.length, truncated: false };
}

export interface MergeRequest extends PageRequest {
  readonly from: string;
  readonly into?: string;
  readonly merge_to_base?: boolean;
  readonly doc: string;
  readonly dry_run?: boolean;
}

/** Both branches of a merge, of notes or of a graph. */
export function mergeEnds(memory: Memory, request: Omit<MergeRequest, 'doc' | 'limit'>) {
  const from = memory.find(request.from);
  if (!from) return refused('UNKNOWN_ID');
  if (request.into === undefined || request.merge_to_base) {
    if (!from.base) return refused('MERGE_NOT_SUPPORTED');
    const agrees = request.into === undefined || request.into === from.base.name;
    return agrees ? { from, into: from.base } : refused('INVALID_INPUT');
  }
  const into = memory.find(request.into);
  return into ? { from, into } : refused('UNKNOWN_ID');
}

export function merge(memory: Memory, request: MergeRequest) {
  const { doc, merge_to_base, cursor = null } = request;
  const into = request.into ?? (merge_to_base ? undefined : memory.checkout.name);
  const ends = mergeEnds(memory, { ...request, ...(into === undefined ? {} : { into }) });
  if ('code' in ends) return ends;
  if (ends.from === ends.into) return refused('INVALID_INPUT');
  if (memory.isGraph(ends.into, doc)) return refused('INVALID_INPUT');
  const fresh = unseen(memory, doc, ends.from, ends.into);
  const { rows, pagination } = firstPage(
    fresh.filter((entry) => entry.seq > (cursor ?? 0)),
    request,
  );
  const there = origins(memory, doc, ends.into);
  const copied = rows.filter(({ origin }) => origin !== undefined && !there.has(origin));
  for (const { seq, shown, origin, card } of request.dry_run ? [] : copied) {
    const { seq: _seq, kind: _kind, ...note } = shown;
    const _merge = { from: ends.from.name, from_seq: seq };
    const meta = { ...(note.meta as JsonObject | undefined), _merge };
    const source_event_id = `merge:${ends.from.name}:${seq}`;
    memory.enterNote(ends.into, doc, { ...note, meta, source_event_id }, { origin, card });
  }
  const named = { from: ends.from.name, into: ends.into.name, doc };
  const skipped = rows.length - copied.length;
  return { ...named, merged: copied.length, skipped, pagination };
}
