/**
 * Rules for the answers of all tools of the work graph: refusals, size, and callers that may only
 * read, by the rules in docs/spec/work-graph.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { workScenes } from '../../../test/support/work-world.ts';
import type { Caller } from '../../surface/caller.ts';

const READER: Caller = { agent: 'reader', role: 'read' };

describe.each(MAIN_ENGINES)('answers about work on $name', (engine) => {
  const world = workScenes(engine);

  it('[WO1] refusals report code, field and the existing names', async () => {
    const none = await world.refused('graph_next', { project: 'q' });
    expect(none).toMatchObject({ code: 'project_not_found', projects: ['p'] });
    expect(none.error).toEqual(expect.any(String));
    expect(await world.refused('graph_context', { node_id: 'nowhere' })).toMatchObject({
      code: 'node_not_found',
      node_id: 'nowhere',
    });
    expect(await world.refused('graph_plan', { nodes: 'x' })).toMatchObject({
      code: 'validation_error',
      field: 'nodes',
    });
    const cycle = await world.refused('graph_plan', {
      nodes: [{ ref: 'a', parent_ref: world.root, summary: 'A', depends_on: ['a'] }],
    });
    expect(cycle).toMatchObject({ code: 'cycle_detected', path: ['a', 'a'] });
  });

  it('[WO111] a refusal of wrong arguments proposes a call that runs', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const place = { workspace: world.workspace };
    const empty = await world.refused('graph_update');
    expect(empty.next).toEqual([{ tool: 'graph_onboard', args: place }]);
    expect(empty.recovery).toContain('node_id');
    const [form] = (await world.refused('graph_update', { node_id: a })).next;
    expect(form).toMatchObject({ tool: 'graph_update', args: { node_id: a, resolved: true } });
    const wrong: readonly (readonly [string, object])[] = [
      ['graph_update', { updates: [{ node_id: a, state: 1 }], hint: 'x' }],
      ['graph_restructure', { operations: [{ op: 'move', node_id: a }] }],
      ['graph_open', { goal: 'x' }],
      ['graph_plan', {}],
      ['graph_query', { project: 'p', limit: 150 }],
      ['graph_history', { node_id: a, cursor: 'x' }],
    ];
    for (const [tool, args] of wrong) {
      const { next, recovery } = await world.refused(tool, args);
      const isAdvised = recovery !== undefined || next?.[0]?.args.tool === tool;
      expect(isAdvised, `${tool} ${JSON.stringify(args)}`).toBe(true);
    }
  });

  it('[WO33] a day of work costs few characters', async () => {
    const cost = { chars: 0 };
    const spend = async (tool: string, args: object) => {
      const reply = await world.server.call(tool, { workspace: world.workspace, ...args });
      cost.chars += JSON.stringify(args).length + reply.text.length;
      return { size: reply.text.length, answer: JSON.parse(reply.text) };
    };
    const part = (n: number) => ({ ref: `part ${n}`, summary: `Part ${n} of the whole thing` });
    const parts = await world.plan(...[1, 2, 3, 4].map(part));
    const leaves = Object.values(parts).flatMap((parent_ref, p) =>
      Array.from({ length: 6 }, (_, n) => ({
        ref: `${p}.${n}`,
        parent_ref,
        summary: `Write the code that reads piece ${n} of part ${p}`,
        properties: { area: 'reader' },
        ...(n > 0 ? { depends_on: [`${p}.${n - 1}`] } : {}),
      })),
    );
    await world.plan(...leaves);
    await world.plan({ ref: 'last', summary: 'Write it all up' });
    expect((await world.counts()).total).toBe(30);
    cost.chars = 0;
    await spend('graph_open', { project: 'p' });
    const { answer } = await spend('graph_next', { project: 'p', claim: true });
    const add_evidence = [{ type: 'git', ref: '4f2c1d0 read the first piece' }];
    const node_id = answer.nodes[0].node.id;
    await spend('graph_update', { updates: [{ node_id, resolved: true, add_evidence }] });
    expect(cost.chars).toBeLessThanOrEqual(1_500);
    const nodes = [1, 2, 3, 4].map((n) => ({ ref: `s${n}`, parent_ref: world.root, summary: 'S' }));
    expect((await spend('graph_plan', { nodes })).size).toBeLessThanOrEqual(220);
    await world.plan({ ref: 'one more' });
    expect((await world.counts()).total).toBe(35);
    expect((await spend('graph_onboard', {})).size).toBeLessThanOrEqual(2_400);
  });

  it('[WO51] a caller that may only read is answered if nothing would be written', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const head = await world.head();
    expect(await world.ready({}, READER)).toEqual([a]);
    expect((await world.ask('graph_open', {}, READER)).projects).toHaveLength(1);
    expect((await world.ask('graph_open', { project: 'p' }, READER)).root.id).toBe(world.root);
    expect((await world.ask('graph_open', { project: world.root }, READER)).project).toBe('p');
    expect(await world.head()).toBe(head);
    const forbidden = [
      ['graph_next', { project: 'p', claim: true }],
      ['graph_open', { project: 'new' }],
      ['graph_update', { release: true }],
    ] as const;
    for (const [tool, args] of forbidden) {
      expect((await world.refused(tool, args, READER)).code).toBe('forbidden');
    }
  });
});
