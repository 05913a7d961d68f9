/** Tests of the sub-operations that run code; the rules are in docs/spec/notebooks.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('running cells on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[NB28] is refused, and a thought is proposed instead', async () => {
    for (const sub of ['install_deps']) {
      const args = { notebookId: 'x', cellId: 'y', packages: ['a'] };
      const refusal = await world.refused(`notebook ${sub}`, args);
      expect(refusal.code).toBe('INVALID_OPERATION');
      expect(refusal.message).toContain(`notebook ${sub}`);
      await world.follow(refusal);
    }
    expect((await world.refused('notebook begin')).code).toBe('INVALID_OPERATION');
  });
});
