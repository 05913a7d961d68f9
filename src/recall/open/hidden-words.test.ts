/** Whoever may search cannot ask for a secret letter by letter; docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { useTaskWorld } from '../../../test/support/task-world.ts';

const SECRET = '9f3ac81b77de40c2a951';
const text = `billing webhook: api_key=${SECRET} rotate in May`;

describe.each(MAIN_ENGINES)('secrets on $name', (engine) => {
  const world = useTaskWorld(engine);
  const gateway = (operation: string, args: object = {}) =>
    world.ask('thoughtbox_gateway', { operation, ...args });

  /** Every part of the secret that a search or a filter could be tried with. */
  const parts = [3, 4, 7, 12, 20].flatMap((length) => [
    SECRET.slice(0, length),
    `${SECRET.slice(0, length)}*`,
    SECRET.slice(5, 5 + length),
  ]);

  it('[RC120] no part of one finds anything, neighbours and nearest words included', async () => {
    await world.ask('notes_commit', { content: 'Before it.' });
    await world.ask('remember', { text });
    await world.ask('notes_commit', { content: `See ${text}`, title: 'Noted' });
    await world.ask('notes_commit', { title: 'db password', content: 'Hunter7Tide' });
    for (const query of [...parts, 'Hunter7Tide', 'hunt*', `${SECRET.slice(0, 9)}x`, 'redacted']) {
      const reply = await world.ask('recall', { query });
      expect(reply, query).toEqual({ hits: [] });
    }
    const { hits } = await world.ask('recall', { query: 'billing webhook' });
    expect(hits).toHaveLength(2);
    for (const hit of hits) expect(hit.text).toContain('api_key=<redacted> rotate');
  });

  it('[RC19] [RC28] a title says that its text is a secret, however it ends', async () => {
    for (const title of ['Password:', 'db password', 'The API key?', 'Secret token =']) {
      await world.next();
      await world.ask('tasks_create', { title: 'Plan' });
      const parts = { title, description: 'Hunter7Tide' };
      await world.ask('tasks_create', { parent: 'PLAN-001', ...parts });
      await world.ask('notes_commit', { title, content: 'Hunter7Tide' });
      await world.ask('think_card', {
        card: { id: 'c', type: 'note', title, text: 'Hunter7Tide' },
      });
      const { text: listed } = await world.reply('recall', { limit: 20 });
      expect(listed, title).not.toContain('Tide');
      expect(listed, title).not.toContain('::');
      const said = await world.reply('recall', { query: title });
      expect(said.text, title).not.toContain('Tide');
      expect(said.text, title).toContain('<redacted>');
    }
  });

  it('[RC120] nor does it in lists that are narrowed by words', async () => {
    await world.ask('think_card', { card: { id: 'c', type: 'decision', text } });
    await world.ask('tasks_create', { title: 'Plan' });
    await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Task', description: text });
    await gateway('start_new', { sessionTitle: `Billing ${text}` });
    await gateway('cipher');
    await gateway('thought', { thought: text, nextThoughtNeeded: true });
    const found = async (words: string) => [
      ...(await world.ask('think_query', { text: words })).cards,
      ...(await world.ask('graph_query', { branch: 'main', text: words })).nodes,
      ...(await gateway('session', { subOperation: 'search', query: words })).sessions,
    ];
    expect((await found('webhook')).length).toBeGreaterThan(2);
    for (const part of parts) expect(await found(part), part).toEqual([]);
  });
});
