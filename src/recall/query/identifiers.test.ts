/** Identifiers in queries, by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';

describe.each(MAIN_ENGINES)('identifiers on $name', (engine) => {
  const world = useTaskWorld(engine);
  const found = async (query: string): Promise<string[]> =>
    (await world.ask('recall', { query, limit: 10 })).hits.map(({ id }: Shown) => id);
  const card = (id: string, text: string, more: object = {}) =>
    world.ask('think_card', { card: { id, text, ...more } });

  const LONG = 'It was measured over several weeks, in many runs of the whole suite, by hand. ';

  it.each([
    ['fullmark10z', 'full mark 10', 'fullmark 10'],
    ['getUserById', 'get the user by id', 'User id'],
    ['retry_budget_ms', 'retry budget', 'budget of ms'],
    ['src/cache/lru.ts', 'cache lru', 'src ts'],
  ])('[RC123] %s comes before texts with its parts', async (identifier, ...parts) => {
    await card('exact', `${LONG.repeat(4)} The name ${identifier} says so. ${LONG.repeat(4)}`);
    for (const [at, part] of parts.entries()) {
      await card(`title${at}`, part, { title: part });
      await card(`rule${at}`, part, { type: 'decision', title: part });
    }
    const [first, ...others] = await found(identifier);
    expect(first).toBe('exact');
    expect(others.length).toBeGreaterThan(0);
    expect((await found(`"${identifier}"`))[0]).toBe('exact');
  });

  it('[RC14] the title of a task alone does not bring its other steps', async () => {
    await world.ask('tasks_macro_start', {
      ...{ plan_title: 'P', task_title: 'zebra' },
      steps: [{ title: 'Alpha', success_criteria: ['a'], tests: ['t'] }],
    });
    expect(await found('zebra')).toEqual(['TASK-001']);
  });

  it('[RC123] what replaced it stays above it; other words of the query still count', async () => {
    await card('old', 'The flag fullmark10z is on.');
    await card('part', 'mark 10', { title: 'fullmark 10' });
    await card('new', 'The switch is gone.');
    await world.ask('think_link', { from: 'new', rel: 'replaces', to: 'old' });
    expect((await found('fullmark10z')).slice(0, 2)).toEqual(['new', 'old']);
    await card('zebra', 'The zebra is striped, and so is every zebra of the herd.');
    expect(await found('zebra fullmark10z')).toContain('zebra');
    expect(await found('fullmark 10')).toContain('part');
  });
});
