/** Thoughts sent at once, by one process and by several, through crashes and restarts. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { TestPlace } from '../support/engines.ts';
import { describeAtOnce } from '../support/engines-at-once.ts';
import { startHttpServer } from '../support/http-server.ts';
import { randomFrom } from '../support/random.ts';
import { repeats } from '../support/repeats.ts';
import { callText, connectHttp } from '../support/sdk-client.ts';
import { StdioClient } from '../support/stdio-client.ts';
import type { Shown } from '../support/task-world.ts';
import { spoken } from '../support/thought-world.ts';
import { runWaymark } from '../support/waymark-command.ts';

const WORKSPACE = 'thinking';
const GATEWAY = 'thoughtbox_gateway';
const NO_STAGES = { WAYMARK_STAGES: 'off' };

function start(
  { flags }: TestPlace,
  agent = 'ada',
  env: Record<string, string> = {},
): Promise<StdioClient> {
  return StdioClient.start({ flags, workspace: WORKSPACE, more: ['--agent', agent], env });
}

async function ask(client: StdioClient, what: string, args: object = {}): Promise<Shown> {
  const reply = await client.call(GATEWAY, { ...spoken(what), ...args });
  if (reply.isError) throw new Error(`${what}: ${reply.text}`);
  return reply.json;
}

async function begin(client: StdioClient, args: object = {}): Promise<string> {
  const { sessionId } = await ask(client, 'start_new', args);
  await ask(client, 'cipher');
  return sessionId;
}

const say = (client: StdioClient, thought: string, args: object = {}) =>
  ask(client, 'thought', { thought, nextThoughtNeeded: true, ...args });

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

/** All nodes of a session, after a check that their links agree. */
async function nodesOf(client: StdioClient, sessionId: string): Promise<Shown[]> {
  const nodes: Shown[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const args = { sessionId, offset, limit: 200, max_chars: 4_000_000 };
    const page: Shown = await ask(client, 'session export', args);
    nodes.push(...page.nodes);
    offset = page.nextOffset;
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  expect(byId.size, 'a number twice').toBe(nodes.length);
  for (const node of nodes) {
    for (const next of node.next) expect(byId.get(next)?.prev).toBe(node.id);
    if (node.prev !== null) expect(byId.get(node.prev)?.next).toContain(node.id);
  }
  expect(nodes.filter((node) => node.prev === null).length).toBe(Math.min(1, nodes.length));
  return nodes;
}

async function expectHealthy({ flags }: TestPlace): Promise<void> {
  const doctor = await runWaymark(['doctor', ...flags]);
  expect(doctor).toMatchObject({ code: 0, stderr: '' });
}

describeAtOnce('thoughts', (engine) => {
  const withPlace = async (work: (place: TestPlace) => Promise<void>) => {
    const place = await engine.migrated();
    try {
      await work(place);
    } finally {
      await place.remove();
    }
  };

  it('[TH52] a hundred sent at once on one connection are stored, numbered and linked', () =>
    withPlace(async (place) => {
      const client = await start(place);
      const session = await begin(client);
      const said = await Promise.all(upTo(100).map((n) => say(client, `S${n}|O|Thought ${n}`)));
      // Calls of a connection run in the order of their arrival.
      expect(said.map(({ thoughtNumber }) => thoughtNumber)).toEqual(upTo(100));
      expect((await client.close()).code).toBe(0);
      expect(client.stderr).toBe('');
      const later = await start(place, 'ben');
      await ask(later, 'load_context', { sessionId: session });
      const nodes = await nodesOf(later, session);
      expect(nodes.map(({ data }) => data.thoughtNumber)).toEqual(upTo(100));
      expect(nodes.map(({ data }) => data.thought)).toEqual(
        upTo(100).map((n) => `S${n}|O|Thought ${n}`),
      );
      const loaded = await ask(later, 'session get', { sessionId: session, last: 1 });
      expect(loaded).toMatchObject({ session: { thoughtCount: 100 }, total: 100 });
      await later.close();
      await expectHealthy(place);
    }));

  it('[TH52] twenty first thoughts sent at once start one session', () =>
    withPlace(async (place) => {
      const client = await start(place, 'ada', NO_STAGES);
      const said = await Promise.all(
        upTo(20).map((n) => say(client, `First ${n}`, { sessionTitle: 'Once' })),
      );
      expect(new Set(said.map(({ sessionId }) => sessionId)).size).toBe(1);
      const { sessions } = await ask(client, 'list_sessions');
      expect(sessions).toMatchObject([{ title: 'Once', thoughtCount: 20 }]);
      expect(await nodesOf(client, sessions[0].id)).toHaveLength(20);
      await client.close();
    }));

  it('[TH52] so do twenty over HTTP under one name, without a connection', () =>
    withPlace(async (place) => {
      const server = await startHttpServer({
        flags: place.flags,
        workspace: WORKSPACE,
        env: NO_STAGES,
      });
      const clients = await Promise.all(
        upTo(4).map(() =>
          connectHttp('2026-07-28', server.mcpUrl, undefined, {
            headers: { 'waymark-agent': 'one-of-four' },
          }),
        ),
      );
      const said = await Promise.all(
        clients.flatMap((client) =>
          upTo(5).map((n) => {
            const thought = { operation: 'thought', thought: `${n}`, nextThoughtNeeded: true };
            return callText(client, GATEWAY, thought);
          }),
        ),
      );
      expect(said.filter(({ isError }) => isError)).toEqual([]);
      const told = said.map(({ text }) => JSON.parse(text) as Shown);
      expect(new Set(told.map(({ sessionId }) => sessionId)).size).toBe(1);
      expect(told.map((each) => each.thoughtNumber).sort((a, b) => a - b)).toEqual(upTo(20));
      await Promise.all(clients.map((client) => client.close()));
      await server.stop();
    }));

  it('[TH53] two processes that write at the same time lose nothing and see each other', () =>
    withPlace(async (place) => {
      const names = ['ada', 'ben'];
      const clients = await Promise.all(names.map((name) => start(place, name)));
      const [one, other] = clients as [StdioClient, StdioClient];
      const shared = await begin(one, { sessionTitle: 'Shared' });
      const seen = await ask(other, 'list_sessions');
      expect(seen.sessions.map(({ id }: Shown) => id)).toEqual([shared]);
      const own = await begin(other, { sessionTitle: 'Own' });
      expect((await ask(one, 'session get', { sessionId: own })).session.title).toBe('Own');
      await say(one, 'Root', { sessionId: shared });
      const each = 40;
      await Promise.all(
        clients.flatMap((client, c) =>
          upTo(each).flatMap((n) => [
            say(client, `${names[c]} ${n}`, { sessionId: shared }),
            say(client, `${names[c]} aside ${n}`, {
              sessionId: shared,
              branchId: n % 2 === 0 ? 'both' : names[c],
              branchFromThought: 1,
            }),
          ]),
        ),
      );
      for (const client of clients) {
        const nodes = await nodesOf(client, shared);
        expect(nodes).toHaveLength(1 + 4 * each);
        const numbers = (branch: string | null) =>
          nodes.flatMap(({ branchId, data }) => (branchId === branch ? data.thoughtNumber : []));
        expect(numbers(null)).toEqual(upTo(1 + 2 * each));
        expect(numbers('both')).toEqual(upTo(each));
        expect(numbers('ada')).toEqual(upTo(each / 2));
        const words = nodes.map(({ data }) => data.thought);
        expect(new Set(words).size).toBe(nodes.length);
      }
      const exits = await Promise.all(clients.map((client) => client.close()));
      expect(exits.map(({ code }) => code)).toEqual([0, 0]);
      expect(clients.map(({ stderr }) => stderr)).toEqual(['', '']);
      await expectHealthy(place);
    }));

  const kills = engine.name.startsWith('sqlite') ? repeats(5, 10) : repeats(3, 10);
  it(`[TH54] keeps every acknowledged thought through ${kills} kills`, () =>
    withPlace(async (place) => {
      const lives = randomFrom(1_729);
      const first = await start(place);
      const session = await begin(first);
      await first.close();
      const acknowledged = new Map<number, string>();
      for (let round = 0; round < kills; round++) {
        await thinkUntilKilled(place, session, round, lives.below(40), acknowledged);
      }
      const reader = await start(place);
      await ask(reader, 'load_context', { sessionId: session });
      const nodes = await nodesOf(reader, session);
      const kept = new Map(nodes.map(({ data }) => [data.thoughtNumber, data.thought]));
      const lost = [...acknowledged].filter(([number, text]) => kept.get(number) !== text);
      expect(lost).toEqual([]);
      expect(acknowledged.size).toBeGreaterThanOrEqual(kills * 3);
      // A thought is whole: its step is a card of the graph, or the thought does not exist.
      const { graph } = await ask(reader, 'session get', { sessionId: session, last: 1 });
      const cards = await allCards(reader, graph);
      expect(cards).toBe(nodes.length);
      await reader.close();
      await expectHealthy(place);
    }));

  it('[TH13] [TH52] over HTTP without a connection, agent and workspace are remembered', () =>
    withPlace(async (place) => {
      const flags = { flags: place.flags, workspace: WORKSPACE, more: ['--agent', 'ada'] };
      const server = await startHttpServer(flags);
      const one = await connectHttp('2026-07-28', server.mcpUrl);
      const gateway = async (client: typeof one, what: string, args: object = {}) => {
        const { text, isError } = await callText(client, GATEWAY, { ...spoken(what), ...args });
        return { isError, ...(JSON.parse(text) as Shown) };
      };
      const { sessionId } = await gateway(one, 'start_new', { sessionTitle: 'Alone' });
      await gateway(one, 'cipher');
      const other = await connectHttp('2026-07-28', server.mcpUrl);
      const said = await Promise.all(
        [one, other].flatMap((client) =>
          upTo(25).map((n) =>
            gateway(client, 'thought', { thought: `T ${n}`, nextThoughtNeeded: true }),
          ),
        ),
      );
      expect(said.filter(({ isError }) => isError)).toEqual([]);
      expect(said.map(({ thoughtNumber }) => thoughtNumber).sort((a, b) => a - b)).toEqual(
        upTo(50),
      );
      expect(new Set(said.map((each) => each.sessionId))).toEqual(new Set([sessionId]));
      expect(await gateway(other, 'get_state', { workspace: 'elsewhere' })).toMatchObject({
        code: 'INVALID_PAYLOAD',
      });
      const large = { thought: '界'.repeat(250_000), nextThoughtNeeded: true };
      expect(await gateway(one, 'thought', large)).toMatchObject({ thoughtNumber: 51 });
      await gateway(other, 'start_new', { workspace: 'elsewhere' });
      const away = await gateway(other, 'get_state', { workspace: 'elsewhere' });
      expect(away).toMatchObject({ currentStage: 1 });
      await Promise.all([one.close(), other.close()]);
      await server.stop();
      const again = await startHttpServer(flags);
      const later = await connectHttp('2026-07-28', again.mcpUrl);
      expect(await gateway(later, 'get_state')).toMatchObject({ currentStage: 2, sessionId });
      // A new connection starts from the beginning.
      const legacy = await connectHttp('2025-11-25', again.mcpUrl);
      expect(await gateway(legacy, 'get_state')).toMatchObject({ currentStage: 0 });
      await gateway(legacy, 'start_new');
      expect(await gateway(later, 'get_state')).toMatchObject({ sessionId });
      await Promise.all([later.close(), legacy.close()]);
      await again.stop();
      const stranger = await startHttpServer({ ...flags, more: ['--agent', 'ben'] });
      const ben = await connectHttp('2026-07-28', stranger.mcpUrl);
      expect(await gateway(ben, 'get_state')).toMatchObject({ currentStage: 0 });
      await ben.close();
      await stranger.stop();
      const reader = await start(place);
      await ask(reader, 'load_context', { sessionId });
      expect(await nodesOf(reader, sessionId)).toHaveLength(51);
      await reader.close();
    }));
});

/** Records thoughts until the server is killed; adds what it had acknowledged by then. */
async function thinkUntilKilled(
  place: TestPlace,
  session: string,
  round: number,
  lifeMs: number,
  acknowledged: Map<number, string>,
): Promise<void> {
  const client = await start(place);
  await ask(client, 'load_context', { sessionId: session });
  await ask(client, 'cipher');
  let sent = 0;
  let beAtWork = () => {};
  const atWork = new Promise<void>((resolve) => {
    beAtWork = resolve;
  });
  let answers = 0;
  const goOn = async (): Promise<void> => {
    for (;;) {
      const label = round * 10_000 + ++sent;
      const text = `S${label}|O|${'x'.repeat(label % 7 === 0 ? 20_000 : 20)} ${label}`;
      const { thoughtNumber } = await say(client, text);
      acknowledged.set(thoughtNumber, text);
      if (++answers === 3) beAtWork();
    }
  };
  const streams = Array.from({ length: 10 }, () => goOn().catch(() => {}));
  await Promise.race([atWork, client.exited]);
  await sleep(lifeMs);
  client.kill('SIGKILL');
  expect((await client.exited).signal).toBe('SIGKILL');
  await Promise.all(streams);
}

async function allCards(client: StdioClient, branch: string): Promise<number> {
  let cards = 0;
  let cursor: number | undefined;
  do {
    const args = { ref: branch, limit: 200, max_chars: 8_000_000, ...(cursor ? { cursor } : {}) };
    const { json } = await client.call('think_query', args);
    const { result } = json as Shown;
    cards += result.cards.length;
    cursor = result.pagination.has_more ? result.pagination.next_cursor : undefined;
  } while (cursor !== undefined);
  return cards;
}
