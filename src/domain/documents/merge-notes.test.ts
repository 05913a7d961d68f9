/** Merging notes, named by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import type { Branch } from '../branches/branch.ts';
import type { JournalEvent } from '../journal/event.ts';
import { copiesOf, mergeNotes, originOf } from './merge-notes.ts';

const main: Branch = { id: 1, name: 'main', depth: 0, createdMs: 0 };
const idea: Branch = { ...main, id: 3, name: 'idea', depth: 1 };

function note(seq: number, payload: object = {}): JournalEvent {
  return {
    seq,
    tsMs: seq * 1000,
    agent: 'a',
    type: 'note_committed',
    entity: 'branch:3',
    branch: 3,
    doc: 'notes',
    payload: { content: `note ${seq}`, ...payload },
  };
}

const merged = (entries: readonly JournalEvent[], known: readonly number[] = []) =>
  mergeNotes({ from: idea, into: main, doc: 'notes', entries, known: new Set(known) });

describe('a merge', () => {
  it('[NV5] copies a note with all its fields and its source', () => {
    const { drafts, skipped } = merged([note(5, { title: 'T', format: 'md', meta: { a: 1 } })]);
    expect(skipped).toBe(0);
    expect(drafts).toEqual([
      {
        type: 'note_committed',
        entity: 'branch:1',
        branch: 1,
        doc: 'notes',
        key: 'merge:3:5:1:notes',
        payload: {
          content: 'note 5',
          title: 'T',
          format: 'md',
          meta: { a: 1, _merge: { from: 'idea', from_seq: 5, from_ts_ms: 5000 } },
          origin: { branch: 3, seq: 5 },
        },
      },
    ]);
  });

  it('[NV5] enters the copy under the plan or task that the branch belongs to', () => {
    const into = { ...main, id: 4, target: 'TASK-001' };
    const plan = mergeNotes({
      from: idea,
      into,
      doc: 'notes',
      entries: [note(5)],
      known: new Set(),
    });
    expect(plan.drafts).toMatchObject([{ entity: 'TASK-001', branch: 4 }]);
  });

  it('[NV7] skips entries that are not notes, and known notes', () => {
    const other: JournalEvent = {
      ...note(6),
      type: 'focus_changed',
      payload: { from: null, to: null },
    };
    const { drafts, skipped } = merged([note(5), other, note(7)], [5]);
    expect([drafts.length, skipped]).toEqual([1, 2]);
  });

  it('[NV8] compares the origin of a copy, not the copy', () => {
    const origin = { branch: 9, seq: 2 };
    const copy = note(5, { origin, meta: { _merge: { from: 'far', from_seq: 2 } } });
    expect(originOf(copy)).toEqual(origin);
    expect(originOf(note(5))).toEqual({ branch: 3, seq: 5 });
    expect(merged([copy], [2]).drafts).toEqual([]);
    expect(merged([copy]).drafts).toMatchObject([
      { key: 'merge:9:2:1:notes', payload: { origin, meta: { _merge: { from: 'idea' } } } },
    ]);
  });

  it('[NV8] the prefix of a key identifies one origin only', () => {
    expect('merge:1:23:4:notes'.startsWith(copiesOf({ branch: 1, seq: 2 }))).toBe(false);
    expect('merge:1:2:34:a:b'.startsWith(copiesOf({ branch: 1, seq: 2 }))).toBe(true);
  });
});
