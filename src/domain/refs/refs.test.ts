/** Heads, tags and movements, named by the rules in docs/spec/notes-vcs.md. */

import { describe, expect, it } from 'vitest';
import type { Branch } from '../branches/branch.ts';
import { headOf, resetRef } from './ref.ts';
import { type Mover, movementsOf } from './reflog.ts';
import { createTag, type Tag } from './tag.ts';

const main: Branch = { id: 1, name: 'main', depth: 0, createdMs: 0 };
const place = { branch: main, doc: 'notes', seq: 5 };

describe('a head', () => {
  it('[NV12] is the newest note if nothing was reset', () => {
    expect(headOf(undefined, undefined)).toBeUndefined();
    expect(headOf(9, undefined)).toBe(9);
  });

  it('[NV18] [NV19] is where it was reset to, until a newer note is written', () => {
    expect(headOf(9, { seq: 5, resetSeq: 10 })).toBe(5);
    expect(headOf(11, { seq: 5, resetSeq: 10 })).toBe(11);
  });

  it('[NV18] is moved by an event exactly if it moves', () => {
    expect(resetRef({ to: place, head: 5, named: '5' })).toEqual([]);
    expect(resetRef({ to: place, head: 9, named: 'agreed' })).toEqual([
      {
        type: 'ref_reset',
        entity: 'ref:1:notes',
        payload: { branch: 1, doc: 'notes', from: 9, to: 5, named: 'agreed' },
      },
    ]);
  });
});

describe('a tag', () => {
  const tag: Tag = { name: 'v1', branch: main, doc: 'notes', seq: 2, createdMs: 0 };
  const free = { tag: undefined, branch: undefined };
  const make = (name: string, taken: { tag?: Tag; branch?: Branch } = {}, force = false) =>
    createTag({ name, place, taken: { ...free, ...taken }, force });

  it('[NV15] points to a note of a document, seen from a branch', () => {
    expect(make('v1')).toEqual({
      type: 'tag_set',
      entity: 'tag:v1',
      payload: { name: 'v1', branch: 1, doc: 'notes', seq: 5 },
    });
  });

  it.each(['', ' ', 'a ', 'a\nb', '12', 'x'.repeat(201), 'plan/PLAN-001'])(
    '[NV16] cannot have the name %j',
    (name) => {
      expect(make(name)).toMatchObject({ code: 'INVALID_NAME' });
    },
  );

  it('[NV16] that exists is moved only with force, and never has the name of a branch', () => {
    expect(make('v1', { tag })).toMatchObject({ code: 'CONFLICT' });
    expect(make('v1', { tag }, true)).toMatchObject({ type: 'tag_set' });
    expect(make('main', { branch: main }, true)).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('the movements of a head', () => {
  const at = (seq: number) => ({ seq, tsMs: seq * 1000, agent: 'a', branch: 1, doc: 'notes' });
  const note = (seq: number, payload: object = {}): Mover =>
    ({ ...at(seq), type: 'note_committed', payload: { content: 'x', ...payload } }) as Mover;
  const movers: readonly Mover[] = [
    note(9, { meta: { _merge: { from: 'idea' } }, origin: { branch: 3, seq: 4 } }),
    {
      ...at(8),
      type: 'ref_reset',
      entity: 'ref:1:notes',
      payload: { branch: 1, doc: 'notes', from: 7, to: 5, named: '5' },
    },
    note(7, { title: 'Use WAL mode', format: 'commit' }),
    note(5),
  ];

  it('[NV20] each start where the one before ended', () => {
    expect(movementsOf(movers, 2).map((each) => [each.seq, each.old_seq, each.new_seq])).toEqual([
      [9, 5, 9],
      [8, 7, 5],
      [7, 5, 7],
      [5, 2, 5],
    ]);
    expect(movementsOf([], null)).toEqual([]);
    expect(movementsOf([note(5)], null)[0]?.old_seq).toBeNull();
  });

  it('[NV20] show what moved it', () => {
    expect(movementsOf(movers, 2).map((each) => each.message)).toEqual([
      'merge:idea',
      'reset:5',
      'Use WAL mode',
      'note',
    ]);
  });
});
