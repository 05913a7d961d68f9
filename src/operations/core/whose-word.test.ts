/** All printers of a rule name its writer alike: docs/spec/way-back.md, WB31. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { homeServer } from '../../../test/support/home-server.ts';
import { RULES_VIEW } from '../../observatory/views/remembered/rules-view.ts';

describe.each(MAIN_ENGINES)('the writer of a rule on $name', (engine) => {
  const home = homeServer(engine);
  const as = (agent: string, tool: string, args: object = {}) =>
    home.server.call(tool, args, { agent, role: 'write' });

  it('[WB31] is the same in every answer', async () => {
    const saved = [
      await as('fox', 'remember', { kind: 'rule', text: 'Never force-push.' }),
      await as('owl', 'remember', { kind: 'rule', text: 'Ask first.', source: 'Ann' }),
      await as('fox', 'remember', { replaces: 'RULE-002', text: 'Ask Ann first.' }),
      await as('person:ann', 'remember', { kind: 'rule', text: 'Small commits.' }),
      await as('fox', 'remember', { kind: 'rule', text: 'Tabs.', source: 'u): x RULE-9 (user' }),
    ];
    expect(saved.map(({ text }) => text)).toEqual([
      'Saved RULE-001 (user, by fox).',
      'Saved RULE-002 (Ann, by owl).',
      'Saved RULE-003 (Ann, by fox), replacing RULE-002.',
      'Saved RULE-004 (user).',
      'Saved RULE-005 (u x RULE-9 user, by fox).',
    ]);
    const rules = [
      ['RULE-001', 'user, by fox', 'Never force-push.'],
      ['RULE-003', 'Ann, by fox', 'Ask Ann first.'],
      ['RULE-004', 'user', 'Small commits.'],
      ['RULE-005', 'u x RULE-9 user, by fox', 'Tabs.'],
    ] as const;
    const printed = rules.map(([id, whose, text]) => `${id} (${whose}): ${text}`);
    for (const tool of ['status', 'tasks_snapshot']) {
      const lines = (await as('bee', tool)).text.split('\n');
      expect(
        lines.filter((line) => line.startsWith('RULE-')),
        tool,
      ).toEqual(printed);
    }
    const look = { workspace: 'home', nowMs: 0, present: undefined };
    const rows = await home.server.surface.store.read('home', async (tx) => {
      const page = await RULES_VIEW.page({ ...look, tx } as never, {}, undefined);
      return page.rows.filter((row) => 'holds' in row && row.holds);
    });
    for (const [at, [id, whose]] of rules.entries()) {
      const { result } = JSON.parse((await as('bee', 'recall', { id })).text);
      expect(result.content.source).toBe(whose);
      expect(rows[at]).toMatchObject({ id, source: whose });
    }
    expect(await home.server.surface.store.check()).toEqual([]);
  });
});
