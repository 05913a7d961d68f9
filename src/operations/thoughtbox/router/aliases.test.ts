/** Sub-operations can be called by other names; docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import { eachInSession, type ThoughtWorld } from '../../../../test/support/thought-world.ts';

const PATTERN = {
  title: 'Read the log',
  description: 'First of all.',
  content: '# Log\nRead it.',
};

describe.each(MAIN_ENGINES)('aliases of sub-operations on $name', (engine) => {
  let world: ThoughtWorld;
  eachInSession(engine, (given) => {
    world = given;
  });

  it('[TH45] longer names mean the same sub-operations', async () => {
    const { id } = await world.ask('knowledge create_pattern', PATTERN);
    await world.ask('knowledge get_pattern', { id });
    await world.ask('knowledge list_patterns');
    await world.ask('knowledge update_pattern', { id, title: 'New' });
    await world.ask('knowledge delete_pattern', { id });
    await world.ask('knowledge create_note', { title: 'T', content: 'c' });
    await world.ask('knowledge update_note', { id: 't', content: 'd' });
    expect((await world.ask('knowledge get_note', { id: 't' })).content).toBe('d');
  });
});
