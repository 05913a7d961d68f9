/**
 * Two agents work off one project together, in processes of their own: one call for each node,
 * nothing done twice, waiting explained, and work given back with a hint. What it costs is
 * counted where they take turns: how often one who waits asks again is chance otherwise.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { StdioClient } from '../support/stdio-client.ts';
import type { Shown } from '../support/task-world.ts';
import { runWaymark } from '../support/waymark-command.ts';

const MAX_CHARS_PER_NODE = 900;
const HARD = 'parse_ago';
const HINT = 'The sign is done; months of 30 days are missing.';

/** Twelve functions of a parser for spans of time, and what each needs. */
const FUNCTIONS: readonly (readonly [string, ...string[]])[] = [
  ['read_digits'],
  ['read_word'],
  ['parse_number', 'read_digits'],
  ['parse_unit', 'read_word'],
  ['parse_span', 'parse_number', 'parse_unit'],
  [HARD, 'parse_span'],
  ['format_unit', 'parse_unit'],
  ['format_span', 'format_unit', 'parse_span'],
  ['add_spans', 'parse_span'],
  ['compare_spans', 'add_spans'],
  ['round_span', 'format_span'],
  ['main', ...['read_digits', 'read_word', 'parse_number', 'parse_unit', 'parse_span', HARD]],
];

const PLAN = {
  project: 'spans',
  goal: 'Read and write spans of time such as "3 days ago"',
  nodes: FUNCTIONS.map(([name, ...needs]) => ({
    ref: name,
    summary: `Write ${name} in src/${name}.ts`,
    context_links: [`src/${name}.ts`],
    ...(needs.length > 0 ? { depends_on: needs } : {}),
  })),
};

interface Agent {
  readonly name: string;
  readonly client: StdioClient;
  readonly done: string[];
  readonly project: string;
  /** What it sent and got, in characters. */
  chars: number;
}

describe.each(MAIN_ENGINES)('two agents on $name', (engine) => {
  let place: TestPlace;
  const started: StdioClient[] = [];

  const start = async (name: string, project: string): Promise<Agent> => {
    const more = ['--agent', name];
    const client = await StdioClient.start({ flags: place.flags, workspace: 'team', more });
    started.push(client);
    return { name, client, done: [], project, chars: 0 };
  };

  const ask = async (agent: Agent, tool: string, args: object): Promise<Shown> => {
    const reply = await agent.client.call(tool, args);
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
    agent.chars += JSON.stringify(args).length + reply.text.length;
    return reply.json;
  };

  const claim = (agent: Agent) => ask(agent, 'graph_next', { project: agent.project, claim: true });

  beforeAll(async () => {
    place = await engine.place();
  });
  afterAll(async () => {
    await Promise.all(started.map((client) => client.close()));
    await place.remove();
  });

  /** Resolves what it was told to do, or gives it back, and is told what comes next. */
  async function move(agent: Agent, told: Shown, others: Turnstile): Promise<Shown> {
    const item = told.nodes[0];
    if (item === undefined) return claim(agent);
    const { id: node_id, summary } = item.node;
    const isHard = summary.includes(HARD);
    if (isHard && others.giver === undefined) others.giver = agent.name;
    if (!isHard || others.giver !== agent.name) {
      if (isHard) expect(item.node.properties).toMatchObject({ _hint: HINT });
      const ref = `12 tests green for ${summary.split(' ')[1]}`;
      const change = { resolved: true, add_evidence: [{ type: 'test', ref }] };
      agent.done.push(node_id);
      return ask(agent, 'graph_update', { node_id, ...change, next: true });
    }
    const back = { release: true, hint: HINT };
    const next = await ask(agent, 'graph_update', { node_id, ...back, next: true });
    expect(next.released).toMatchObject([{ id: node_id, now: 'free' }]);
    if (next.nodes[0]?.node.id !== node_id) return next;
    // It is the only work that is left; the agent waits for the other one.
    await ask(agent, 'graph_update', { node_id, ...back });
    return { nodes: [], waiting: { blocked: 1 } };
  }

  /** Works until everything is resolved; waits for the other one where there is nothing. */
  async function workOff(agent: Agent, first: Shown, others: Turnstile): Promise<void> {
    let told = first;
    let seen = 0;
    while (told.waiting?.resolved !== 'all') {
      const hasWork = told.nodes.length > 0;
      if (!hasWork) {
        expect(whyNot(told.waiting), JSON.stringify(told)).toBe(true);
        await others.movedSince(agent.name, seen);
      }
      seen = others.movesBut(agent.name);
      told = await move(agent, told, others);
      if (hasWork) others.move(agent.name);
    }
    others.move(agent.name);
  }

  it('[WO90] four processes: none collides, waiting is explained, work is given back', async () => {
    const lead = await start('lead', 'spans');
    const [ann, ben, late] = await Promise.all(
      ['ann', 'ben', 'late'].map((name) => start(name, 'spans')),
    );
    if (!ann || !ben || !late) throw new Error('not all agents started');
    const { root, created } = await ask(lead, 'graph_plan', PLAN);
    const [annFirst, benFirst] = await Promise.all([claim(ann), claim(ben)]);
    expect(annFirst.nodes[0].node.id).not.toBe(benFirst.nodes[0].node.id);
    const { nodes, waiting } = await claim(late);
    expect(nodes).toEqual([]);
    expect(waiting.claimed.map(({ by }: Shown) => by).sort()).toEqual(['ann', 'ben']);
    for (const { since, until } of waiting.claimed) {
      expect(Date.parse(until) - Date.parse(since)).toBe(3_600_000);
    }
    expect(waiting.blocked).toBe(10);
    const turns = new Turnstile();
    await Promise.all([workOff(ann, annFirst, turns), workOff(ben, benFirst, turns)]);
    const done = [...ann.done, ...ben.done];
    expect(done.toSorted()).toEqual([root, ...created.map(({ id }: Shown) => id)].toSorted());
    const hard = created.find(({ ref }: Shown) => ref === HARD).id;
    const [finisher] = [ann, ben].filter(({ done: own }) => own.includes(hard));
    expect([ann.name, ben.name]).toContain(turns.giver);
    expect(finisher?.name, 'by the one who did not give it back').not.toBe(turns.giver);
    expect(await claim(late)).toEqual({ nodes: [], waiting: { resolved: 'all' } });
    const doctor = await runWaymark(['doctor', ...place.flags]);
    expect(doctor).toMatchObject({ code: 0, stderr: '' });
  });

  it('[WO90] two that take turns read and write at most 900 characters for each node', async () => {
    const agents = await Promise.all(['cleo', 'dan'].map((name) => start(name, 'turns')));
    const turns = new Turnstile();
    await ask(await start('planner', 'turns'), 'graph_plan', { ...PLAN, project: 'turns' });
    const told = new Map<Agent, Shown>(agents.map((agent) => [agent, { nodes: [] }]));
    while ([...told.values()].some(({ waiting }) => waiting?.resolved !== 'all')) {
      for (const [agent, last] of told) told.set(agent, await move(agent, last, turns));
    }
    const chars = agents.reduce((sum, agent) => sum + agent.chars, 0);
    expect(agents.flatMap(({ done }) => done)).toHaveLength(FUNCTIONS.length + 1);
    expect(chars / FUNCTIONS.length).toBeLessThanOrEqual(MAX_CHARS_PER_NODE);
  });
});

/** Whether an answer without work says what it waits for. */
function whyNot({ claimed = [], blocked = 0, resolved }: Shown): boolean {
  return resolved === 'all' || claimed.length > 0 || blocked > 0;
}

/** Lets the one who waits go on when the other has moved. */
class Turnstile {
  /** The first to meet what is hard. */
  giver: string | undefined;
  readonly #moves = new Map<string, number>();
  #waiting: (() => void)[] = [];

  /** How often others than this agent have moved. */
  movesBut(name: string): number {
    return [...this.#moves].reduce((sum, [by, moves]) => sum + (by === name ? 0 : moves), 0);
  }

  move(name: string): void {
    this.#moves.set(name, (this.#moves.get(name) ?? 0) + 1);
    for (const go of this.#waiting.splice(0)) go();
  }

  async movedSince(name: string, seen: number): Promise<void> {
    while (this.movesBut(name) === seen) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }
}
