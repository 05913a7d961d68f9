/** Finding cards, by the rules in docs/spec/thinking.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type CardShown, thinkScenes } from '../../../test/support/think-world.ts';
import { eachInSession, type ThoughtWorld } from '../../../test/support/thought-world.ts';

describe.each(MAIN_ENGINES)('think_query on $name', (engine) => {
  const { ask } = thinkScenes(engine);

  it('[TI10] returns only cards, newest first, on every page', async () => {
    for (let n = 1; n <= 7; n++) await ask('think_card', { card: { id: `c${n}`, text: `${n}` } });
    await ask('graph_apply', { ops: [{ op: 'node_upsert', id: 'n1', type: 'file' }] });
    const seen: string[] = [];
    let cursor: number | null = null;
    do {
      const page = await ask('think_query', { limit: 3, cursor });
      seen.push(...page.cards.map((each: CardShown) => each.id));
      cursor = page.pagination.next_cursor ?? null;
    } while (cursor !== null);
    expect(seen).toEqual(['c7', 'c6', 'c5', 'c4', 'c3', 'c2', 'c1']);
  });
});

describe.each(MAIN_ENGINES)('words in derived nodes on $name', (engine) => {
  let world: ThoughtWorld;
  let session: string;
  eachInSession(engine, (given, id) => {
    [world, session] = [given, id];
  });

  const nodes = async (args: object) =>
    (await world.tool('graph_query', args)).nodes.map(({ id }: CardShown) => id);

  it('[RC37] finds the cards of cipher steps, also after others settled them', async () => {
    await world.think('S1|H|The cache is cold');
    await world.think('S2|E|[S1]+ Warm caches answer at once');
    await world.think('S3|X|[S1]- It was warm');
    const ref = `session/${session}`;
    const cards = async (text: string, more: object = {}) =>
      (await world.tool('think_query', { ref, text, ...more })).cards.map(
        ({ id }: CardShown) => id,
      );
    expect(await cards('cache')).toEqual(['S1', 'S2']);
    expect(await cards('cold', { status: 'rejected' })).toEqual(['S1']);
    expect(await cards('warm')).toEqual(['S3', 'S2']);
    expect(await cards('warm cold')).toEqual([]);
    expect(await nodes({ text: 'cache' })).toEqual([]);
    await world.tool('branch_create', { name: 'later', from: ref });
    await world.think('S4|P|Measure the cache');
    expect(await cards('cache')).toEqual(['S4', 'S1', 'S2']);
    expect(await nodes({ branch: 'later', text: 'cache' })).toEqual(['S1', 'S2']);
  });

  it('[RC37] finds the nodes of tasks and work', async () => {
    await world.tool('tasks_macro_start', {
      plan_title: 'Parser of numbers',
      task_title: 'Read exponents',
      steps: [{ title: 'Tokenize mantissas', success_criteria: ['None is lost'], tests: ['t'] }],
    });
    const doc = { branch: 'task/TASK-001', doc: 'TASK-001-graph' };
    expect(await nodes({ ...doc, text: 'exponent' })).toEqual(['task:TASK-001']);
    expect(await nodes({ ...doc, text: 'mantissa' })).toEqual(['step:STEP-00000001']);
    expect(await nodes({ ...doc, text: 'lost' })).toEqual([]);
    await world.tool('graph_open', { project: 'p', goal: 'Store yaks' });
    await world.tool('graph_plan', { project: 'p', nodes: [{ ref: 'a', summary: 'Shave yaks' }] });
    const main = { branch: 'main', doc: 'graph' };
    expect(await nodes({ ...main, text: 'yak' })).toHaveLength(2);
    expect(await nodes({ ...main, text: 'yaks shaving' })).toHaveLength(1);
  });
});
