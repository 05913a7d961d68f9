/** Branches by names that they no longer have; docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { nearAs } from '../../../test/support/recall.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)(
  'recall of branches that were renamed or deleted on $name',
  (engine) => {
    const world = useTaskWorld(engine);
    const open = (id: string) => world.ask('recall', { id });
    const create = (name: string, from = 'main') => world.ask('branch_create', { name, from });
    const remove = (name: string) => world.ask('branch_delete', { name });

    /** The call that is proposed next, run as it stands. */
    const follow = async (id: string) => {
      const { text } = await world.reply('recall', { id });
      const [{ target, params }] = JSON.parse(text).suggestions;
      const { structured } = await world.reply(target, params);
      return (structured as Shown).result ?? structured;
    };

    it('[RC72] a deleted branch opens by its name, with its end, its base and its notes', async () => {
      const base_seq = await world.head();
      await create('idea');
      await world.ask('notes_commit', { branch: 'idea', content: 'It may melt.' });
      const note = `evt_${String(await world.head()).padStart(16, '0')}`;
      await remove('idea');
      const end = `evt_${String(await world.head()).padStart(16, '0')}`;
      const gone = await open('idea');
      expect(gone).toMatchObject({ id: 'idea', kind: 'branch', state: 'deleted', in: 'main' });
      expect(gone.content).toMatchObject({ name: 'idea', base_branch: 'main', base_seq });
      expect(gone.content.deleted_by).toBe(gone.by);
      expect(gone.content.deleted_at_ms).toBe(Date.parse(gone.at));
      expect(gone.content.deleted_at_ms).toBeGreaterThan(gone.content.created_at_ms);
      expect(nearAs(gone, 'base')).toEqual(['branch:main']);
      expect(nearAs(gone, 'deleted by')).toEqual([end]);
      expect(nearAs(gone, 'note')).toEqual([note]);
      expect(await open(end)).toMatchObject({ kind: 'event' });
      expect(await open(note)).toMatchObject({ kind: 'note', state: 'deleted' });
      expect(await open('branch:idea')).toEqual(gone);
      expect(await follow('idea')).toMatchObject({ id: 'main', kind: 'branch' });
      expect(await world.server.surface.store.check()).toEqual([]);
    });

    it('[RC72] by each of its names, and the last of several that had it', async () => {
      await create('first');
      await world.ask('branch_rename', { old: 'first', new: 'idea' });
      await remove('idea');
      await create('middle');
      await create('idea', 'middle');
      await remove('idea');
      expect(await open('idea')).toMatchObject({ content: { base_branch: 'middle' } });
      const first = await open('first');
      expect(first).toMatchObject({ id: 'first', state: 'deleted', in: 'main' });
      expect(first.content).toMatchObject({ name: 'idea', base_branch: 'main' });
      await remove('middle');
      const orphan = await open('idea');
      expect(orphan).toMatchObject({ state: 'deleted', in: 'middle' });
      expect(nearAs(orphan, 'base')).toEqual([]);
      expect(await follow('idea')).toMatchObject({ branches: [{ name: 'main' }] });
    });

    it('[RC72] a renamed branch opens by its former names, as it is now', async () => {
      await create('idea');
      await world.ask('notes_commit', { branch: 'idea', content: 'It may melt.' });
      const rename = (old: string, name: string) => world.ask('branch_rename', { old, new: name });
      await rename('idea', 'plan-b');
      await rename('plan-b', 'plan-c');
      const now = await open('plan-c');
      expect(now).not.toHaveProperty('state');
      for (const name of ['idea', 'branch:idea', 'plan-b']) {
        expect(await open(name)).toEqual({ ...now, state: 'renamed' });
      }
      expect(await follow('idea')).toMatchObject({ entries: [{ content: 'It may melt.' }] });
      expect(await open('notes@idea')).toEqual(await open('notes@plan-c'));
      // Whatever has the name now is meant by it.
      await create('idea', 'plan-c');
      expect(await open('idea')).toMatchObject({ id: 'idea', in: 'plan-c' });
      await remove('idea');
      expect(await open('idea')).toMatchObject({ state: 'deleted', in: 'plan-c' });
      await rename('plan-c', 'idea');
      expect(await open('idea')).toMatchObject({ id: 'idea', in: 'main' });
      expect(await open('idea')).not.toHaveProperty('state');
      expect(await world.server.surface.store.check()).toEqual([]);
    });

    it('[RC72] what exists and has the name comes before what was deleted', async () => {
      await create('idea');
      await remove('idea');
      await world.ask('think_card', { card: { id: 'idea', type: 'note', title: 'Cold' } });
      expect(await open('idea')).toMatchObject({ kind: 'card' });
      expect(await open('branch:idea')).toMatchObject({ kind: 'branch', state: 'deleted' });
      await create('idea');
      const { choices } = await open('idea');
      expect(choices.map(({ id }: Shown) => id)).toEqual(['card:idea', 'branch:idea']);
      expect(await open('branch:idea')).not.toHaveProperty('state');
      await world.ask('graph_apply', { ops: [{ op: 'node_delete', id: 'idea' }] });
      expect(await open('idea')).toMatchObject({ kind: 'branch', content: { name: 'idea' } });
      await remove('idea');
      const gone = await open('idea');
      expect(gone.choices.map(({ id, state }: Shown) => [id, state])).toEqual([
        ['card:idea', 'deleted'],
        ['branch:idea', 'deleted'],
      ]);
      await create('five-whys');
      expect(await open('five-whys')).toMatchObject({ kind: 'branch' });
      await remove('five-whys');
      expect(await open('five-whys')).toMatchObject({ kind: 'model' });
    });
  },
);
