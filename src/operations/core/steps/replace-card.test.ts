/** Cards that end: replaced, retired or refuted; the rules are in docs/spec/way-back.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { createTask, type Shown, useTaskWorld } from '../../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('cards that end on $name', (engine) => {
  const world = useTaskWorld(engine);
  const lines = (args: object) => world.plainLines('remember', args);
  const store = async (args: object): Promise<string> =>
    (await world.ask('remember', args)).ids.at(-1);
  const status = async () => (await world.reply('status', {})).text;
  const card = async (id: string, where: object = {}) =>
    (await world.ask('think_query', { ids: [id], ...where })).cards[0];

  it('[WB35] a fact replaces a fact: status and recall lead to the new one', async () => {
    const old = await store({ text: 'The limit is 100 calls a minute.' });
    const [line = ''] = await lines({ replaces: old, text: 'The limit is 250 calls a minute.' });
    const [, id = ''] =
      new RegExp(`^(CARD-\\d+) stored as fact instead of ${old}$`).exec(line) ?? [];
    expect(id).not.toBe('');
    expect(await status()).toContain(`fact ${id}: The limit is 250`);
    expect(await status()).not.toContain('100 calls');
    expect(await card(old)).toMatchObject({ status: 'superseded' });
    const { edges } = await world.ask('graph_query', { ids: [old, id] });
    expect(edges).toMatchObject([{ from: id, rel: 'replaces', to: old }]);
    const { hits } = await world.ask('recall', { query: 'limit 100 calls' });
    const shown = hits.map(({ id: each, state }: Shown) => [each, state]);
    expect(shown.slice(0, 2)).toEqual([
      [id, undefined],
      [old, 'replaced'],
    ]);
    const opened = await world.ask('recall', { id: old });
    expect(opened).toMatchObject({ state: 'superseded', near: [{ id }] });
    expect(await world.server.surface.store.check()).toEqual([]);
  });

  it('[WB35] keeps the kind and the place of the old card, wherever that is', async () => {
    await createTask(world);
    const old = await store({ kind: 'decision', text: 'We use Redis.', about: 'TASK-001' });
    await world.ask('tasks_focus_clear', {});
    const [line] = await lines({ replaces: old, text: 'We use Valkey.' });
    expect(line).toMatch(new RegExp(`stored as decision instead of ${old} with TASK-001$`));
    const cards = (await world.ask('think_query', { target: 'TASK-001' })).cards as Shown[];
    const told = cards.map(({ title, type, status }) => [title, type, status]);
    expect(told).toContainEqual(['We use Valkey.', 'decision', 'open']);
    expect(told).toContainEqual(['We use Redis.', 'decision', 'superseded']);
  });

  it('[WB35] without a text the card is retired; what has ended is refused with its successor', async () => {
    const [one, two] = [
      await store({ text: 'One is odd.' }),
      await store({ text: 'Two is even.' }),
    ];
    expect(await lines({ replaces: one })).toEqual([`${one} no longer holds`]);
    expect(await card(one)).toMatchObject({ status: 'retired' });
    expect(await world.refusal('remember', { replaces: one, text: 'x' })).toContain(
      `replaces: ${one} no longer holds`,
    );
    const next = await store({ replaces: two, text: 'Two is prime.' });
    expect(await world.refusal('remember', { replaces: two, text: 'x' })).toContain(
      `${two} no longer holds; ${next} took its place`,
    );
  });

  it('[WB35] refuses what is neither rule nor card, and contradictions', async () => {
    const old = await store({ text: 'One is odd.' });
    for (const replaces of ['CARD-999', 'nowhere', 'task:TASK-001']) {
      expect(await world.refused('remember', { replaces, text: 'x' })).toBe('UNKNOWN_ID');
    }
    for (const more of [{ kind: 'rule' }, { about: 'workspace' }, { to: 'user' }]) {
      const args = { replaces: old, text: 'x', ...more };
      expect(await world.refused('remember', args), JSON.stringify(more)).toBe('INVALID_INPUT');
    }
    expect(await card(old)).toMatchObject({ status: 'open' });
  });

  it.each(['refuted', 'Rejected', 'superseded', 'retired'])(
    '[WB36] what is %s is no fact or decision of status any more',
    async (ended) => {
      const fact = await store({ text: 'Cats bark.' });
      const decision = await store({ kind: 'decision', text: 'We buy a cat.' });
      await store({ text: 'Dogs bark.', about: 'workspace' });
      await world.ask('think_set_status', { targets: [fact, decision], status: ended });
      expect(await status()).not.toMatch(/Cats bark|We buy/);
      expect(await status()).toContain('Dogs bark.');
    },
  );

  it('[WB36] nor is what another card replaces by a link', async () => {
    const old = await store({ kind: 'decision', text: 'We use Redis.' });
    const next = await store({ kind: 'decision', text: 'Valkey is what we use.' });
    await world.ask('think_link', { from: next, rel: 'supersedes', to: old });
    const text = (await world.reply('status', { max_chars: 9_000 })).text;
    expect(text).toContain('Valkey');
    expect(text).not.toContain('Redis');
  });
});
