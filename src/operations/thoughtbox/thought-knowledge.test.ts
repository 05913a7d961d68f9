/** Patterns, notes, mental models and notebooks, named by the rules in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { eachInSession, NOBODY, type ThoughtWorld } from '../../../test/support/thought-world.ts';

const ISO = /^2026-01-05T09:\d\d:\d\d\.000Z$/;

/** The appendix of the contract. */
const MODELS: Readonly<Record<string, readonly string[]>> = {
  'rubber-duck': ['debugging'],
  'five-whys': ['debugging', 'problem-solving'],
  'pre-mortem': ['planning', 'risk-management'],
  steelmanning: ['decision-making'],
  'fermi-estimation': ['planning', 'analysis'],
  'trade-off-matrix': ['decision-making'],
  decomposition: ['planning', 'problem-solving'],
  inversion: ['decision-making', 'risk-management'],
  'abstraction-laddering': ['problem-solving', 'analysis'],
  'constraint-relaxation': ['problem-solving'],
  'assumption-surfacing': ['analysis'],
  'adversarial-thinking': ['risk-management'],
  'time-horizon-shifting': ['planning', 'decision-making'],
  'impact-effort-grid': ['planning', 'decision-making'],
  'opportunity-cost': ['decision-making'],
};
const TAGS = [...new Set(Object.values(MODELS).flat())].sort();

describe.each(MAIN_ENGINES)('knowledge on $name', (engine) => {
  let world: ThoughtWorld;
  let session: string;
  eachInSession(engine, (given, begun) => {
    world = given;
    session = begun;
  });

  const request = {
    title: 'Read the log',
    description: 'First of all.',
    content: '# Log\nRead it.',
  };
  const create = (more: object = {}) => world.ask('knowledge create', { ...request, ...more });
  const listed = async (args: object = {}) =>
    (await world.ask('knowledge list', args)).patterns.map(({ id }: Shown) => id);

  it('[TH45] a pattern is made and read back, as the contract has it', async () => {
    const more = { tags: ['debugging'], derivedFromSessions: [session], createdBy: 'somebody' };
    expect(await create(more)).toEqual({ id: 'read-the-log', title: 'Read the log' });
    expect(await world.ask('knowledge get', { id: 'read-the-log' })).toEqual({
      id: 'read-the-log',
      ...request,
      ...more,
      createdAt: expect.stringMatching(ISO),
      updatedAt: expect.stringMatching(ISO),
    });
    await create({ id: 'own-name' });
    const own = await world.ask('knowledge get', { id: 'own-name' });
    expect(own).toMatchObject({ createdBy: 'tester', tags: [] });
    expect(own).not.toHaveProperty('derivedFromSessions');
  });

  it('[TH45] ids are slugs, unique, and made from the title', async () => {
    expect((await create()).id).toBe('read-the-log');
    expect((await create()).id).toBe('read-the-log-2');
    expect((await create()).id).toBe('read-the-log-3');
    expect((await create({ title: '界' })).id).toBe('untitled');
    expect((await create({ title: 'x'.repeat(200) })).id).toHaveLength(64);
    const taken = await world.refused('knowledge create', { ...request, id: 'read-the-log' });
    expect(taken).toMatchObject({ code: 'INVALID_PAYLOAD', details: { field: 'id' } });
    for (const id of ['A', 'a b', '../x', '', 'x'.repeat(65), 7]) {
      const refusal = await world.refused('knowledge create', { ...request, id });
      expect(refusal, String(id)).toMatchObject({ code: 'INVALID_PAYLOAD' });
      expect(refusal.details.field).toBe('id');
    }
  });

  it('[TH45] cited sessions must be there, and go by their ids', async () => {
    const refusal = await world.refused('knowledge create', {
      ...request,
      derivedFromSessions: [session, NOBODY],
    });
    expect(refusal.code).toBe('SESSION_NOT_FOUND');
    await world.follow(refusal);
    await create({ derivedFromSessions: ['current', session.toUpperCase()] });
    expect(await world.ask('knowledge get', { id: 'read-the-log' })).toMatchObject({
      derivedFromSessions: [session],
    });
  });

  it('[TH45] is changed in part, and deleted', async () => {
    const { id } = await create({ tags: ['a'] });
    const before = await world.ask('knowledge get', { id });
    const change = { content: 'Better', tags: ['b'] };
    expect(await world.ask('knowledge update', { id, ...change })).toEqual({ id, updated: true });
    const after = await world.ask('knowledge get', { id });
    expect(after).toEqual({ ...before, ...change, updatedAt: after.updatedAt });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await listed({ tags: ['a'] })).toEqual([]);
    expect(await world.ask('knowledge delete', { id })).toEqual({ id, deleted: true });
    for (const what of ['get', 'update', 'delete']) {
      const refusal = await world.refused(`knowledge ${what}`, { id });
      expect(refusal.code).toBe('INVALID_PAYLOAD');
      expect(refusal.message).toContain('no pattern');
      await world.follow(refusal);
    }
    // An id is never given twice, also where nothing has it any more.
    expect((await create()).id).toBe(`${id}-2`);
    expect((await world.refused('knowledge update', { id: `${id}-2` })).details.field).toBe(
      'content',
    );
  });

  it('[TH45] lists by tags and words, in pages and orders, without content', async () => {
    await create({ title: 'Beta', tags: ['x', 'Y'], content: '50% of it' });
    await create({ title: 'Alpha', tags: ['x'], description: 'about_caches' });
    await create({ title: 'Gamma', tags: ['y'] });
    await world.ask('knowledge update', { id: 'beta', description: 'Changed' });
    expect(await listed()).toEqual(['beta', 'gamma', 'alpha']);
    expect(await listed({ sortBy: 'title', sortOrder: 'asc' })).toEqual(['alpha', 'beta', 'gamma']);
    expect(await listed({ sortBy: 'createdAt' })).toEqual(['gamma', 'alpha', 'beta']);
    expect(await listed({ tags: ['X', 'y'] })).toEqual(['beta']);
    expect(await listed({ search: '50%' })).toEqual(['beta']);
    expect(await listed({ search: '%' })).toEqual(['beta']);
    expect(await listed({ search: 'CACHES about' })).toEqual(['alpha']);
    const page = await world.ask('knowledge list', { limit: 2 });
    expect(page).toMatchObject({ count: 2, hasMore: true, nextOffset: 2 });
    expect(page.patterns[0]).not.toHaveProperty('content');
    expect(await listed({ limit: 2, offset: 2 })).toEqual(['alpha']);
    for (const wrong of [{ limit: 0 }, { limit: 101 }, { offset: -1 }, { sortBy: 'id' }]) {
      expect((await world.refused('knowledge list', wrong)).code).toBe('INVALID_PAYLOAD');
    }
  });

  it('[TH45] has longer names for the same', async () => {
    const { id } = await world.ask('knowledge create_pattern', request);
    await world.ask('knowledge get_pattern', { id });
    await world.ask('knowledge list_patterns');
    await world.ask('knowledge update_pattern', { id, title: 'New' });
    await world.ask('knowledge delete_pattern', { id });
    await world.ask('knowledge create_note', { title: 'T', content: 'c' });
    await world.ask('knowledge update_note', { id: 't', content: 'd' });
    expect((await world.ask('knowledge get_note', { id: 't' })).content).toBe('d');
  });

  it('[TH46] a note goes by its topic, and is replaced', async () => {
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
    for (const wrong of [
      { content: 'x' },
      { title: '界', content: 'x' },
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
    expect(await listed()).toEqual([]);
  });

  it('[TH47] models and tags are those of the contract', async () => {
    const { models, count, filter } = await world.ask('mental_models list_models');
    expect([count, filter]).toEqual([15, null]);
    const tagged = Object.fromEntries(models.map(({ name, tags }: Shown) => [name, tags]));
    expect(tagged).toEqual(MODELS);
    for (const model of models) {
      expect(Object.keys(model).sort()).toEqual(['description', 'name', 'tags', 'title']);
    }
    const { tags } = await world.ask('mental_models list_tags');
    expect(tags.map(({ name }: Shown) => name).sort()).toEqual(TAGS);
    for (const tag of TAGS) {
      const told = await world.ask('mental_models list_models', { tag });
      expect(told.filter).toBe(tag);
      expect(told.models.map(({ name }: Shown) => name)).toEqual(
        Object.keys(MODELS).filter((name) => MODELS[name]?.includes(tag)),
      );
    }
    const unknown = await world.refused('mental_models list_models', { tag: 'estimation' });
    expect(unknown.details.availableTags.sort()).toEqual(TAGS);
    await world.follow(unknown);
  });

  it('[TH47] each model has its whole text, by either name of the parameter', async () => {
    for (const modelId of Object.keys(MODELS)) {
      const model = await world.ask('mental_models get_model', { modelId });
      expect(model).toMatchObject({ name: modelId, tags: MODELS[modelId] });
      expect(model.content.length).toBeGreaterThan(500);
      expect(await world.ask('mental_models get_model', { model: modelId })).toEqual(model);
    }
    const near = await world.refused('mental_models get_model', { modelId: 'five-why' });
    expect(near.details.next[0].args.modelId).toBe('five-whys');
    expect(near.details.availableModels).toHaveLength(15);
    await world.follow(near);
    await world.follow(await world.refused('mental_models get_model'));
  });

  it('[TH47] a domain shows its own models, unless a tag is given', async () => {
    const names = async (args: object = {}) =>
      (await world.ask('mental_models list_models', args)).filter;
    await world.ask('navigate', { domain: 'debugging' });
    expect(await names()).toBe('debugging');
    expect(await names({ tag: 'planning' })).toBe('planning');
    expect((await world.ask('mental_models list_models', { tag: 'all' })).count).toBe(15);
    await world.ask('navigate', { domain: 'gardening' });
    expect((await world.ask('mental_models list_models')).count).toBe(15);
    await world.ask('navigate', { domain: null });
    expect(await names()).toBeNull();
  });

  it('[TH48] notebooks are refused with what to do instead', async () => {
    for (const sub of ['create', 'add_cell', 'update_cell', 'run_cell', 'install_deps', 'export']) {
      const args = { name: 'n', notebookId: 'x', cellId: 'y', content: 'z', packages: ['a'] };
      const refusal = await world.refused(`notebook ${sub}`, args);
      expect(refusal.code).toBe('INVALID_OPERATION');
      expect(refusal.message).toContain(`notebook ${sub}`);
      await world.follow(refusal);
    }
    expect((await world.refused('notebook run')).code).toBe('INVALID_OPERATION');
  });
});
