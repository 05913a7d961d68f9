/** A server for tests of the thought ledger, which checks that a refused call changed nothing. */

import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { GATEWAY } from '../../src/domain/thoughts/gateway-state.ts';
import type { ClientReply } from '../../src/operations/declaration/define-operation.ts';
import type { Caller } from '../../src/surface/caller.ts';
import { Connection } from '../../src/surface/connection.ts';
import { dispatch } from '../../src/surface/dispatch.ts';
import type { TestEngine } from './engines.ts';
import { filled } from './filled.ts';
import { openTestSurface, type TestSurface, type TestSurfaceOptions } from './surface.ts';
import type { Shown } from './task-world.ts';

/** A caller with a connection of its own. */
export function connected(agent: string): Caller {
  return { agent, role: 'write', connection: new Connection() };
}

/** A caller whose requests come without a connection. */
export const LONER: Caller = { agent: 'loner', role: 'write' };
export const READER: Caller = { agent: 'reader', role: 'read' };

export const NOBODY = '00000000-0000-7000-8000-000000000000';

export interface ThoughtWorld {
  readonly server: TestSurface;
  readonly workspace: string;
  /** The caller by default; `next` gives it a new connection. */
  readonly caller: Caller;
  /** Creates an empty workspace, which the calls that follow use. */
  next(): Promise<void>;
  /** The answer to a call that must succeed; `session get` is operation and sub-operation. */
  ask(what: string, args?: object, caller?: Caller): Promise<Shown>;
  /** The refusal of a call that must fail, and must change neither the journal nor the caller's stage. */
  refused(what: string, args?: object, caller?: Caller): Promise<Shown>;
  /** The answer of another tool, which must succeed. */
  tool(name: string, args?: object): Promise<Shown>;
  /** Starts a session and loads the cipher; returns the id of the session. */
  begin(args?: object, caller?: Caller): Promise<string>;
  think(thought: string, args?: object, caller?: Caller): Promise<Shown>;
  stage(caller?: Caller): Promise<number>;
  /** Runs the calls that a refusal proposes; each must succeed. */
  follow(refusal: Shown, caller?: Caller): Promise<void>;
  head(): Promise<number>;
  close(): Promise<void>;
}

export function spoken(what: string): { operation: string; subOperation?: string } {
  const [operation = '', subOperation] = what.split(' ');
  return subOperation === undefined ? { operation } : { operation, subOperation };
}

export async function openThoughtWorld(
  engine: TestEngine,
  options: Omit<TestSurfaceOptions, 'engine'> = {},
): Promise<ThoughtWorld> {
  const server = await openTestSurface({ engine, ...options });
  let used = 0;
  let caller = connected('tester');
  const call = (args: object, by: Caller) =>
    server.call(GATEWAY, { workspace: world.workspace, ...args }, by);
  const world: ThoughtWorld = {
    server,
    get workspace() {
      return `w${used}`;
    },
    get caller() {
      return caller;
    },
    async next() {
      used += 1;
      caller = connected('tester');
      await server.call('init', { workspace: world.workspace });
    },
    async ask(what, args = {}, by = caller) {
      const reply = await call({ ...spoken(what), ...args }, by);
      expect(reply.isError, `${what}: ${reply.text}`).toBe(false);
      return JSON.parse(reply.text);
    },
    async refused(what, args = {}, by = caller) {
      const [before, stood] = [await world.head(), by.connection?.stateIn(world.workspace)];
      const reply = await call({ ...spoken(what), ...args }, by);
      expect(reply.isError, `${what} should be refused: ${reply.text}`).toBe(true);
      expect(reply.refusal, `${what} failed by a bug: ${reply.text}`).toBeDefined();
      expect(await world.head(), `${what} appended events`).toBe(before);
      expect(by.connection?.stateIn(world.workspace), `${what} changed the caller's state`).toBe(
        stood,
      );
      return JSON.parse(reply.text);
    },
    async tool(name, args = {}) {
      const reply = await server.call(name, { workspace: world.workspace, ...args }, caller);
      expect(reply.isError, `${name}: ${reply.text}`).toBe(false);
      return (reply.structured as Shown).result ?? reply.structured;
    },
    async begin(args = {}, by = caller) {
      const { sessionId } = await world.ask('start_new', args, by);
      await world.ask('cipher', {}, by);
      return sessionId;
    },
    think: (thought, args = {}, by = caller) =>
      world.ask('thought', { thought, nextThoughtNeeded: true, ...args }, by),
    stage: async (by = caller) => (await world.ask('get_state', {}, by)).currentStage,
    async follow(refusal, by = caller) {
      for (const { tool, args } of refusal.details?.next ?? []) {
        const reply = await server.call(tool, filled(args), by);
        expect(reply.isError, `${JSON.stringify(args)} as proposed: ${reply.text}`).toBe(false);
      }
    },
    head: () => server.surface.store.read(world.workspace, async (tx) => tx.head),
    close: () => server.close(),
  };
  return world;
}

/** Opens one world for a suite, and an empty workspace before each test. */
export function eachInWorkspace(engine: TestEngine, give: (world: ThoughtWorld) => void): void {
  let world: ThoughtWorld;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
    give(world);
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());
}

/** Like `eachInWorkspace`, with a session that has loaded the cipher. */
export function eachInSession(
  engine: TestEngine,
  give: (world: ThoughtWorld, session: string) => void,
): void {
  let world: ThoughtWorld;
  eachInWorkspace(engine, (opened) => {
    world = opened;
  });
  beforeEach(async () => give(world, await world.begin()));
}

/** Records a session with two branches, a revision and a question; returns its id. */
export async function recordSlowPages(world: ThoughtWorld): Promise<string> {
  await world.next();
  const sessionId = await world.begin({ sessionTitle: 'Slow pages', sessionTags: ['web'] });
  await world.think('S1|O|Users report slow pages', { totalThoughts: 6 });
  await world.think('S2|H|S1|The cache is cold');
  await world.think('S3|E|S2|Hit rate 2%', { branchId: 'cache', branchFromThought: 2 });
  await world.think('S4|C|S3|Warm the cache', { branchId: 'cache', nextThoughtNeeded: false });
  await world.think('It is the network', { branchId: 'net', branchFromThought: 1 });
  await world.think('S5|X|S2|It is warm', { revisesThought: 2, critique: true });
  await world.think('S6|Q|Which query?');
  await world.think('S7|C|S1,S5|Add the index', { nextThoughtNeeded: false });
  await world.ask('load_context', { sessionId });
  return sessionId;
}

/** Calls the gateway, if given with the client's reply to what an earlier call asked for. */
export async function dispatchReply(world: ThoughtWorld, args: object, reply?: ClientReply) {
  const asked = { tool: GATEWAY, args: { workspace: world.workspace, ...args } };
  const answer = await dispatch(world.server.surface, asked, world.caller, { reply });
  const { ask, isError } = answer;
  return { view: JSON.parse(answer.text) as Shown, ask: ask as Shown, isError };
}
