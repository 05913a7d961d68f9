/**
 * The nodes of the work graph as the reasoning graph shows them, after every tool that writes work,
 * by the rules in docs/spec/work-graph.md.
 */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { workScenes } from '../../../test/support/work-world.ts';

describe.each(MAIN_ENGINES)('work in the reasoning graph on $name', (engine) => {
  const world = workScenes(engine);

  /** The reasoning graph's view of work, as ids and edges. */
  const mirrored = async () => {
    const args = { workspace: world.workspace, branch: 'main', types: ['work'], limit: 200 };
    const { structured } = await world.server.call('graph_query', args);
    const { nodes, edges } = structured.result as Shown;
    const bare = (id: string) => id.replace('work:', '');
    return {
      nodes: Object.fromEntries(
        nodes.map(({ id, title, status }: Shown) => [bare(id), `${title} ${status}`]),
      ),
      edges: edges.map(({ from, rel, to }: Shown) => `${bare(from)} ${rel} ${bare(to)}`).sort(),
    };
  };

  it('[WO29] every node is in the reasoning graph, and follows every change', async () => {
    const {
      a = '',
      b = '',
      c = '',
      d = '',
    } = await world.plan(
      { ref: 'a' },
      { ref: 'b', parent_ref: 'a' },
      { ref: 'c', depends_on: ['b'] },
      { ref: 'd' },
    );
    const { root } = world;
    expect(await mirrored()).toEqual({
      nodes: { [root]: 'Goal open', [a]: 'a open', [b]: 'b open', [c]: 'c open', [d]: 'd open' },
      edges: [
        ...[`${a} child_of ${root}`, `${b} child_of ${a}`, `${c} child_of ${root}`],
        ...[`${d} child_of ${root}`, `${c} depends_on ${b}`],
      ].sort(),
    });
    await world.update(a, { summary: 'A' });
    await world.connect(c, d, 'relates_to');
    await world.resolve(b);
    await world.restructure({ op: 'move', node_id: d, new_parent: a });
    await world.restructure({ op: 'merge', source: b, target: d });
    expect(await mirrored()).toEqual({
      nodes: { [root]: 'Goal open', [a]: 'A open', [c]: 'c open', [d]: 'd open' },
      edges: [
        ...[`${a} child_of ${root}`, `${c} child_of ${root}`, `${d} child_of ${a}`],
        ...[`${c} depends_on ${d}`, `${c} relates_to ${d}`],
      ].sort(),
    });
    await world.restructure({ op: 'drop', node_id: a, reason: 'No' });
    const { nodes } = await mirrored();
    expect(nodes).toMatchObject({ [a]: 'A resolved', [d]: 'd resolved', [c]: 'c open' });
  });

  it('[WO29] cards can link to a node of work', async () => {
    const { a = '' } = await world.plan({ ref: 'a' });
    const { workspace } = world;
    const card = { id: 'c1', type: 'decision', title: 'Do it so' };
    const reply = await world.server.call('think_card', {
      workspace,
      card,
      supports: [`work:${a}`],
    });
    expect(reply.isError, reply.text).toBe(false);
    const { structured } = await world.server.call('graph_query', { workspace, branch: 'main' });
    const { edges } = structured.result as Shown;
    expect(edges).toContainEqual(expect.objectContaining({ rel: 'supports', to: `work:${a}` }));
  });

  it('[WO77] only events of work are written, and a merged node disappears with the edges of cards', async () => {
    const { a = '', b = '' } = await world.plan({ ref: 'a' }, { ref: 'b' });
    const { workspace } = world;
    const card = { id: 'c1', type: 'decision', title: 'Do it so' };
    await world.server.call('think_card', { workspace, card, supports: [`work:${a}`] });
    const since = await world.head();
    await world.restructure({ op: 'merge', source: a, target: b });
    await world.restructure({ op: 'drop', node_id: b, reason: 'No' });
    const types = await world.server.surface.store.read(workspace, async (tx) =>
      (await tx.journal.after(since, 100)).map(({ type }) => type),
    );
    expect(types).toEqual(['work_merged', 'work_dropped']);
    const { structured } = await world.server.call('graph_query', { workspace, branch: 'main' });
    const { edges } = structured.result as Shown;
    expect(JSON.stringify(edges)).not.toContain(`work:${a}`);
    expect((await mirrored()).nodes).toMatchObject({ [b]: 'b resolved' });
  });
});
