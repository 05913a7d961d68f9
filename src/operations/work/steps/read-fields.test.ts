/** Summaries and properties of work as callers give them, by the rules in docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { workScenes } from '../../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('fields of work on $name', (engine) => {
  const world = workScenes(engine);

  it('[WO105] a summary of many lines becomes its first one, and the whole text a property', async () => {
    const { a = '' } = await world.plan({ ref: 'a', properties: { area: 'x' } });
    const text = 'Read numbers\n\n- 1e5\n- 0x1F';
    const told = await world.update(a, { summary: `  ${text} ` });
    expect(told.warnings).toMatchObject([{ code: 'SUMMARY_SHORTENED' }]);
    expect(told.warnings[0].message).toMatch(/^updates\.0\.summary: /);
    expect(await world.node(a)).toMatchObject({
      summary: 'Read numbers',
      properties: { area: 'x', description: text },
    });
    const [next] = (await world.ask('graph_next', { project: 'p' })).nodes;
    expect(next.node.properties.description, 'whoever does it gets it').toBe(text);
    const both = { summary: text, properties: { description: 'Mine' } };
    const refusal = await world.refused('graph_update', { updates: [{ node_id: a, ...both }] });
    expect(refusal.field).toBe('updates.0.summary');
    await world.update(a, { summary: 'Short again' });
    expect((await world.node(a)).properties.description).toBe(text);
  });

  it('[WO106] a priority in quotes is stored as its number, and one that is none is reported', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    const told = await world.update(b, { properties: { priority: ' 10 ' } });
    expect(told).not.toHaveProperty('warnings');
    expect((await world.node(b)).properties).toEqual({ priority: 10 });
    expect(await world.ready()).toEqual([b, a]);
    expect(await world.ready({ filter: { priority: '10' } })).toEqual([b]);
    expect(await world.query({ filter: { properties: { priority: '1e1' } } })).toHaveLength(1);
    for (const priority of ['high', '', '1e999', [3], true, { n: 1 }]) {
      const { warnings } = await world.update(b, { properties: { priority } });
      expect(warnings, JSON.stringify(priority)).toMatchObject([{ code: 'PRIORITY_UNRANKED' }]);
      expect((await world.node(b)).properties).toEqual({ priority });
    }
    expect(await world.update(b, { properties: { priority: null } })).not.toHaveProperty(
      'warnings',
    );
    expect((await world.node(b)).properties).toEqual({});
  });

  it('[WO105] a long text in one summary does not refuse the batch, and is kept whole', async () => {
    const long = 'word '.repeat(400);
    const nodes = [
      { summary: 'Short' },
      { summary: '\n\n  Two\tlines\r\nof text', properties: { area: 'x' } },
      { summary: long },
    ];
    const goal = 'Read all of JSON\nas the standard says';
    const { root, created, warnings } = await world.ask('graph_plan', {
      project: 'q',
      goal,
      nodes,
    });
    expect(warnings.map(({ code }: Shown) => code)).toEqual(['SUMMARY_SHORTENED']);
    expect(warnings[0].message).toMatch(/^nodes\.1\.summary and 2 more: /);
    expect(await world.node(root)).toMatchObject({
      summary: 'Read all of JSON',
      properties: { description: goal },
    });
    const [, two, three] = created.map(({ id }: Shown) => id);
    expect(await world.node(two)).toMatchObject({
      summary: 'Two lines',
      properties: { area: 'x', description: 'Two\tlines\r\nof text' },
    });
    const { summary, properties } = await world.node(three);
    expect([summary.length, properties.description]).toEqual([300, long.trim()]);
    expect(long.startsWith(summary.slice(0, 290))).toBe(true);
    expect(await world.query({ project: 'q', filter: { text: 'JSON' } })).toHaveLength(1);
    const again = await world.ask('graph_plan', { project: 'q', goal, nodes: [{ summary: 'b' }] });
    expect(again, 'the goal is the same').not.toHaveProperty('warnings');
  });

  it('[WO106] null is no property, and a priority that is no number is reported once', async () => {
    const properties = [{ priority: null, area: null }, { priority: '7' }, { priority: 'high' }];
    const nodes = properties.map((each, n) => ({ summary: `n${n}`, properties: each }));
    const { created, warnings } = await world.ask('graph_plan', { project: 'p', nodes });
    const stored = [];
    for (const { id } of created) stored.push((await world.node(id)).properties);
    expect(stored).toEqual([{}, { priority: 7 }, { priority: 'high' }]);
    expect(warnings).toMatchObject([{ code: 'PRIORITY_UNRANKED' }]);
    expect(warnings[0].message).toMatch(/^nodes\.2\.properties\.priority: /);
  });
});
