/** Work that is resolved although something is open, by the rules in docs/spec/work-graph.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../../test/support/engines.ts';
import type { Shown } from '../../../../test/support/task-world.ts';
import { ALICE, BOB, workScenes } from '../../../../test/support/work-world.ts';

const DONE = { resolved: true, add_evidence: [{ type: 'git', ref: '4f2c1d0' }] };

describe.each(MAIN_ENGINES)('resolved early on $name', (engine) => {
  const world = workScenes(engine);

  const told = ({ warnings = [] }: Shown): string[] =>
    warnings.map(({ code, message }: Shown) => `${code}: ${message}`);

  it('[WO83] names what is open, and more than three of it by number', async () => {
    const parts = Array.from({ length: 5 }, (_, n) => ({ ref: `n${n}`, parent_ref: 'part' }));
    const { part = '', ...below } = await world.plan({ ref: 'part' }, ...parts);
    const [n0, n1, n2] = Object.values(below);
    expect(told(await world.update(part, DONE))).toEqual([
      `RESOLVED_EARLY: ${part} is resolved with 5 open parts (${n0}, ${n1}, ${n2}, ...)`,
    ]);
    const [whole] = told(await world.update(world.root, DONE));
    expect(whole).toContain('5 open parts');
  });

  it('[WO108] every call that leaves a resolved node with something open reports it', async () => {
    const {
      done = '',
      free = '',
      other = '',
    } = await world.plan({ ref: 'done' }, { ref: 'free' }, { ref: 'other' });
    await world.update(done, DONE);
    const part = { ref: 'part', parent_ref: done, summary: 'part' };
    const planned = await world.ask('graph_plan', { nodes: [part] });
    const [{ id }] = planned.created;
    expect(told(planned)).toEqual([`RESOLVED_EARLY: ${done} is resolved with 1 open part (${id})`]);
    await world.update(id, DONE);
    expect(told(await world.update(id, { resolved: false }))).toEqual([
      `RESOLVED_EARLY: ${done} is resolved with 1 open part (${id})`,
    ]);
    const move = { op: 'move', node_id: free, new_parent: done };
    expect(told(await world.restructure(move))[0]).toContain(`2 open parts (${free}, ${id})`);
    expect(told(await world.connect(done, other))[0]).toContain(`1 open dependency (${other})`);
    const { late = '' } = await world.plan({ ref: 'late' });
    await world.update(late, DONE);
    const merged = await world.restructure({ op: 'merge', source: other, target: late });
    expect(told(merged)).toEqual([
      `RESOLVED_EARLY: ${late} is resolved, and ${other}, which was merged into it, was open`,
    ]);
    await world.update(world.root, { resolved: true });
    const below = { ref: 'new', parent_ref: world.root, summary: 'new' };
    expect(told(await world.ask('graph_plan', { nodes: [below] }))[0]).toContain(
      `${world.root} is resolved with 3 open parts`,
    );
  });

  it('[WO108] it shows in the node, in its project and in the work below it', async () => {
    const {
      part = '',
      open = '',
      after = '',
      quiet = '',
    } = await world.plan(
      { ref: 'part' },
      { ref: 'open', parent_ref: 'part' },
      { ref: 'after', depends_on: ['open'] },
      { ref: 'quiet' },
    );
    const early = async (node_id: string) =>
      (await world.ask('graph_context', { node_id })).resolved_early;
    expect(await early(part), 'open itself').toBeUndefined();
    for (const id of [part, after, quiet]) await world.update(id, DONE);
    expect(await early(part)).toEqual({ open_parts: 1 });
    expect(await early(after)).toEqual({ open_dependencies: 1 });
    expect(await early(quiet)).toBeUndefined();
    const { tree } = await world.ask('graph_onboard');
    expect(tree).toEqual([
      { id: part, summary: 'part', resolved_early: true, children: 1, resolved_children: 0 },
    ]);
    const [next] = (await world.ask('graph_next', { project: 'p' })).nodes;
    expect(next.node.id).toBe(open);
    expect(next.ancestors).toEqual([
      { id: world.root, summary: 'Goal' },
      { id: part, summary: 'part', resolved: true },
    ]);
    await world.update(world.root, DONE);
    expect(await early(world.root)).toEqual({ open_parts: 1 });
  });

  it('[WO108] parts that were resolved early are counted with the open ones', async () => {
    const parts = Array.from({ length: 14 }, (_, n) => ({ ref: `n${n}` }));
    const ids = await world.plan(...parts);
    const below = Object.values(ids).map((id, n) => ({ ref: `b${n}`, parent_ref: id }));
    await world.plan(...below);
    for (const id of Object.values(ids).slice(0, 6)) await world.update(id, DONE);
    const { tree, tree_total } = await world.ask('graph_onboard');
    expect([tree.length, tree_total]).toEqual([12, 14]);
  });

  it('[WO110] a dependency or a part given to a node that another agent holds is reported', async () => {
    const {
      held = '',
      other = '',
      free = '',
    } = await world.plan(
      { ref: 'held', properties: { priority: 1 } },
      { ref: 'other' },
      { ref: 'free' },
    );
    await world.ask('graph_next', { project: 'p', claim: true }, ALICE);
    const codes = async (tool: string, args: object, caller = BOB) =>
      ((await world.ask(tool, args, caller)).warnings ?? []).map(({ code }: Shown) => code);
    const edge = { from: held, to: other, type: 'depends_on' };
    expect(await codes('graph_connect', { edges: [edge] })).toEqual(['CLAIM_HELD']);
    const related = { ...edge, type: 'relates_to' };
    expect(await codes('graph_connect', { edges: [related] }), 'nothing waits').toEqual([]);
    const part = { parent_ref: held, summary: 'part' };
    expect(await codes('graph_plan', { nodes: [part] })).toEqual(['CLAIM_HELD']);
    expect(await codes('graph_plan', { nodes: [part] }, ALICE), 'its own').toEqual([]);
    const move = { op: 'move', node_id: free, new_parent: held };
    expect(await codes('graph_restructure', { operations: [move] })).toEqual(['CLAIM_HELD']);
    const told = await world.update(held, { state: 1 }, ALICE);
    expect(told.warnings, 'the holder is told as well').toMatchObject([{ code: 'NODE_CHANGED' }]);
  });
});
