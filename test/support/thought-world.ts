/** A server for the tests of the thought ledger: answers read, refusals proven to move nothing. */

import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { GATEWAY } from '../../src/domain/thoughts/gateway-state.ts';
import type { Caller } from '../../src/surface/caller.ts';
import { Connection } from '../../src/surface/connection.ts';
import type { TestEngine } from './engines.ts';
import { filled } from './filled.ts';
import { openTestSurface, type TestSurface, type TestSurfaceOptions } from './surface.ts';
import type { Shown } from './task-world.ts';

/** Somebody with a connection of its own. */
export function connected(agent: string): Caller {
  return { agent, role: 'write', connection: new Connection() };
}

/** Its requests stand alone. */
export const LONER: Caller = { agent: 'loner', role: 'write' };
export const READER: Caller = { agent: 'reader', role: 'read' };

export const NOBODY = '00000000-0000-7000-8000-000000000000';

export interface ThoughtWorld {
  readonly server: TestSurface;
  readonly workspace: string;
  /** Who calls where nobody is named; `next` gives it a new connection. */
  readonly caller: Caller;
  /** Begins an empty workspace. */
  next(): Promise<void>;
  /** The answer to a call that must succeed; `session get` is operation and sub-operation. */
  ask(what: string, args?: object, caller?: Caller): Promise<Shown>;
  /** The refusal of a call, after which nothing has changed and nobody has moved. */
  refused(what: string, args?: object, caller?: Caller): Promise<Shown>;
  /** Another tool, which must succeed. */
  tool(name: string, args?: object): Promise<Shown>;
  /** Begins a session and loads the cipher; returns its id. */
  begin(args?: object, caller?: Caller): Promise<string>;
  think(thought: string, args?: object, caller?: Caller): Promise<Shown>;
  stage(caller?: Caller): Promise<number>;
  /** Plays the calls that a refusal proposes. */
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
      expect(reply.refusal, `${what} broke: ${reply.text}`).toBeDefined();
      expect(await world.head(), `${what} left something`).toBe(before);
      expect(by.connection?.stateIn(world.workspace), `${what} moved someone`).toBe(stood);
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

/** For a suite: one world, and a new workspace with a session under way for each case. */
export function eachInSession(
  engine: TestEngine,
  give: (world: ThoughtWorld, session: string) => void,
): void {
  let world: ThoughtWorld;
  beforeAll(async () => {
    world = await openThoughtWorld(engine);
  });
  beforeEach(async () => {
    await world.next();
    give(world, await world.begin());
  });
  afterAll(() => world.close());
}
