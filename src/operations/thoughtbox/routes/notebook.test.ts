/** Tests of `notebook`; the rules are in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('notebook on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[TH48] notebooks are refused, and a thought is proposed instead', async () => {
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
