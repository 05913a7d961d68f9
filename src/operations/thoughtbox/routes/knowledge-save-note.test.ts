/** Tests of `knowledge save_note`, and of the routes that read, list and delete notes. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

const ISO = /^2026-01-05T09:\d\d:\d\d\.000Z$/;

describe.each(MAIN_ENGINES)('knowledge save_note on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[TH46] a note is stored by its topic, and replaced when saved again', async () => {
    const save = (args: object) => world.ask('knowledge save_note', args);
    const first = { title: 'Who does what', content: 'Ada: login' };
    expect(await save(first)).toEqual({ id: 'who-does-what', created: true });
    expect(await save({ id: 'who-does-what', content: 'Ben: login' })).toEqual({
      id: 'who-does-what',
      created: false,
    });
    const note = await world.ask('knowledge get_note', { id: 'who-does-what' });
    expect(note).toEqual({
      id: 'who-does-what',
      title: 'Who does what',
      content: 'Ben: login',
      createdAt: expect.stringMatching(ISO),
      updatedAt: expect.stringMatching(ISO),
    });
    expect(note.updatedAt > note.createdAt).toBe(true);
    await save({ id: 'only-id', content: 'x' });
    expect((await world.ask('knowledge get_note', { id: 'only-id' })).title).toBe('only-id');
    const { notes } = await world.ask('knowledge list_notes', { search: 'ben' });
    expect(notes.map(({ id }: Shown) => id)).toEqual(['who-does-what']);
    expect(notes[0]).not.toHaveProperty('content');
    await world.ask('knowledge delete_note', { id: 'only-id' });
    expect((await world.ask('knowledge list_notes')).count).toBe(1);
    const named = { title: '日本語', content: 'x' };
    expect(await save(named)).toEqual({ id: 'xn--wgv71a119e', created: true });
    expect(await save(named)).toEqual({ id: 'xn--wgv71a119e', created: false });
    for (const wrong of [
      { content: 'x' },
      { title: '🧭', content: 'x' },
      { id: 'A b', content: 'x' },
    ]) {
      const refusal = await world.refused('knowledge save_note', wrong);
      expect(refusal).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'id' } });
    }
    for (const what of ['get_note', 'delete_note']) {
      const refusal = await world.refused(`knowledge ${what}`, { id: 'only-id' });
      expect(refusal.message).toContain('no note');
      await world.follow(refusal);
    }
    expect((await world.ask('knowledge list')).patterns).toEqual([]);
  });
});
