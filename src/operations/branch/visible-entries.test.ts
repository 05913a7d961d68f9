/**
 * What a branch sees of its bases, whichever tool reads it, by the rules in
 * docs/spec/branches-and-notes.md.
 */

import { describe, expect, it } from 'vitest';
import { noteScenes } from '../../../test/support/note-world.ts';

describe('what a branch sees', () => {
  const { call, noteOn, seen } = noteScenes();

  it('[BN14] is its base as it was, however many bases down', async () => {
    await noteOn('main', 'm1');
    await call('branch_create', { name: 'a' });
    await noteOn('main', 'm2');
    await noteOn('a', 'a1');
    await call('branch_create', { name: 'b', from: 'a' });
    await noteOn('a', 'a2');
    await noteOn('b', 'b1');
    expect(await seen('b')).toEqual(['m1', 'a1', 'b1']);
    expect(await seen('a')).toEqual(['m1', 'a1', 'a2']);
  });

  it('[BN15] is not seen from below', async () => {
    await noteOn('main', 'm1');
    await call('branch_create', { name: 'a' });
    await noteOn('a', 'a1');
    expect(await seen('main')).toEqual(['m1']);
    await call('branch_create', { name: 'sibling' });
    expect(await seen('sibling')).toEqual(['m1']);
  });
});
