/**
 * Many processes take work from one project: each piece is done once, and nothing reported is lost.
 */

import { expect, it } from 'vitest';
import type { TestPlace } from '../support/engines.ts';
import { describeAtOnce } from '../support/engines-at-once.ts';
import { repeats } from '../support/repeats.ts';
import { StdioClient } from '../support/stdio-client.ts';
import type { Shown } from '../support/task-world.ts';
import { runWaymark } from '../support/waymark-command.ts';
import { ask } from '../support/working-agents.ts';

const PROCESSES = 4;
const PARTS = 8;
const LEAVES_EACH = repeats(12, 25);
const LEAVES = PARTS * LEAVES_EACH;
const EVIDENCE_EACH = repeats(20, 50);
const WORKSPACE = 'shared';

interface Team {
  readonly place: TestPlace;
  readonly names: readonly string[];
  readonly clients: readonly StdioClient[];
}

function startClient(
  place: TestPlace,
  name: string,
  env?: Record<string, string>,
): Promise<StdioClient> {
  const { flags } = place;
  return StdioClient.start({ flags, workspace: WORKSPACE, more: ['--agent', name], env });
}

async function withTeam(place: TestPlace, work: (team: Team) => Promise<void>): Promise<void> {
  const names = Array.from({ length: PROCESSES }, (_, n) => `agent-${n}`);
  try {
    // Started together on an empty place: the first of them creates the schema.
    const clients = await Promise.all(names.map((name) => startClient(place, name)));
    await work({ place, names, clients });
    const exits = await Promise.all(clients.map((client) => client.close()));
    expect(exits.map((exit) => exit.code)).toEqual(names.map(() => 0));
    expect(clients.map((client) => client.stderr)).toEqual(names.map(() => ''));
    const doctor = await runWaymark(['doctor', ...place.flags]);
    expect(doctor).toMatchObject({ code: 0, stderr: '' });
  } finally {
    await place.remove();
  }
}

async function planLeaves(client: StdioClient): Promise<{ root: string; leaves: string[] }> {
  const { root } = await ask(client, 'graph_open', { project: 'work' });
  const parts = Array.from({ length: PARTS }, (_, n) => ({
    ref: `part ${n}`,
    parent_ref: root.id,
    summary: `Part ${n}`,
  }));
  const leaves = parts.flatMap(({ ref }) =>
    Array.from({ length: LEAVES_EACH }, (_, n) => ({
      ref: `${ref}, leaf ${n}`,
      parent_ref: ref,
      summary: `Leaf ${n}`,
    })),
  );
  const { created } = await ask(client, 'graph_plan', { nodes: [...parts, ...leaves] });
  return { root: root.id, leaves: created.slice(PARTS).map(({ id }: Shown) => id) };
}

/** Claims and resolves until nothing is left; returns the nodes it got, in order. */
async function workOff(client: StdioClient): Promise<string[]> {
  const taken: string[] = [];
  for (;;) {
    const { nodes } = await ask(client, 'graph_next', { project: 'work', claim: true });
    const id = nodes[0]?.node.id;
    if (id === undefined) return taken;
    taken.push(id);
    const add_evidence = [{ type: 'note', ref: `done as number ${taken.length}` }];
    await ask(client, 'graph_update', { updates: [{ node_id: id, resolved: true, add_evidence }] });
  }
}

describeAtOnce('many processes at work', (engine) => {
  it(`[WO30] [WO3] ${PROCESSES} processes resolve ${LEAVES} leaves, each once and without errors`, async () => {
    await withTeam(await engine.migrated(), async ({ clients }) => {
      const opened = await Promise.all(
        clients.map((client) => ask(client, 'graph_open', { project: 'work' })),
      );
      expect(new Set(opened.map(({ root }) => root.id)).size).toBe(1);
      const [first] = clients as [StdioClient];
      const { leaves } = await planLeaves(first);
      const shares = await Promise.all(clients.map(workOff));
      // A process that finds nothing stops; a node that became ready afterwards is left to the
      // others.
      const rest = await workOff(first);
      const taken = [...shares.flat(), ...rest];
      expect(new Set(taken).size, 'handed out twice').toBe(taken.length);
      expect(leaves.filter((id) => !taken.includes(id))).toEqual([]);
      expect(taken).toHaveLength(1 + PARTS + LEAVES);
      const { summary } = await ask(first, 'graph_open', { project: 'work' });
      const total = 1 + PARTS + LEAVES;
      expect(summary).toMatchObject({ total, resolved: total, actionable: 0, blocked: 0 });
      const idle = shares.filter((share) => share.length === 0);
      expect(idle, 'everyone got a share').toEqual([]);
    });
  });

  it(`[WO31] ${PROCESSES} × ${EVIDENCE_EACH} pieces of evidence for one node are all stored`, async () => {
    await withTeam(await engine.migrated(), async ({ clients, names }) => {
      const [first] = clients as [StdioClient];
      const { root } = await ask(first, 'graph_open', { project: 'work' });
      await Promise.all(
        clients.flatMap((client, c) =>
          Array.from({ length: EVIDENCE_EACH }, (_, n) => {
            const add_evidence = [{ type: 'note', ref: `${names[c]} ${n}` }];
            return ask(client, 'graph_update', { updates: [{ node_id: root.id, add_evidence }] });
          }),
        ),
      );
      const { node } = await ask(first, 'graph_context', {
        node_id: root.id,
        max_chars: 500_000,
      });
      const told = node.evidence.map(({ ref, agent }: Shown) => `${agent}: ${ref}`);
      const said = names.flatMap((name) =>
        Array.from({ length: EVIDENCE_EACH }, (_, n) => `${name}: ${name} ${n}`),
      );
      expect(told.toSorted()).toEqual(said.toSorted());
      expect(node.rev).toBe(1 + PROCESSES * EVIDENCE_EACH);
    });
  });

  it('[WO3] opened by all at once, twenty projects have one root each', async () => {
    await withTeam(await engine.migrated(), async ({ clients }) => {
      for (let n = 0; n < 20; n++) {
        const opened = await Promise.all(
          clients.map((client) => ask(client, 'graph_open', { project: `p${n}` })),
        );
        expect(new Set(opened.map(({ root }) => root.id)).size, `p${n}`).toBe(1);
      }
      const [first] = clients as [StdioClient];
      const { projects } = await ask(first, 'graph_open', {});
      expect(projects.map(({ total }: Shown) => total)).toEqual(Array(20).fill(1));
    });
  });

  it('[WO11] what a killed process held is taken over when its claim is old', async () => {
    const place = await engine.migrated();
    // A second and a half.
    const env = { GRAPH_CLAIM_TTL: '0.025' };
    try {
      const doomed = await startClient(place, 'doomed', env);
      const heir = await startClient(place, 'heir', env);
      const { root } = await ask(doomed, 'graph_open', { project: 'work' });
      const nodes = ['a', 'b'].map((ref) => ({ ref, parent_ref: root.id, summary: ref }));
      const { created } = await ask(doomed, 'graph_plan', { nodes });
      const [a, b] = created.map(({ id }: Shown) => id);
      const claim = async (client: StdioClient) =>
        (await ask(client, 'graph_next', { project: 'work', claim: true })).nodes[0]?.node.id;
      expect(await claim(doomed)).toBe(a);
      const add_evidence = [{ type: 'note', ref: 'half done' }];
      await ask(doomed, 'graph_update', { updates: [{ node_id: a, add_evidence }] });
      doomed.kill('SIGKILL');
      await doomed.exited;
      expect(await claim(heir)).toBe(b);
      await ask(heir, 'graph_update', { updates: [{ node_id: b, resolved: true }] });
      let taken: string | undefined;
      while (taken === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        taken = await claim(heir);
      }
      expect(taken).toBe(a);
      const { node } = await ask(heir, 'graph_context', { node_id: a });
      expect(node).toMatchObject({
        properties: { _claimed_by: 'heir' },
        evidence: [{ ref: 'half done', agent: 'doomed' }],
      });
      expect((await heir.close()).code).toBe(0);
      const doctor = await runWaymark(['doctor', ...place.flags]);
      expect(doctor).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await place.remove();
    }
  });
});
