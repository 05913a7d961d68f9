/** A server for the tests of the work graph: answers read, refusals proven to leave no trace. */

import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Json, JsonObject } from '../../src/kernel/json.ts';
import type { Caller } from '../../src/surface/caller.ts';
import type { TestEngine } from './engines.ts';
import { openTestSurface, TESTER, type TestSurface, type TestSurfaceOptions } from './surface.ts';
import type { Shown } from './task-world.ts';

export const ALICE: Caller = { agent: 'alice', role: 'write' };
export const BOB: Caller = { agent: 'bob', role: 'write' };

export interface Request {
  readonly ref: string;
  readonly summary?: string;
  /** Default: the root. */
  readonly parent_ref?: string;
  readonly depends_on?: readonly string[];
  readonly properties?: JsonObject;
  readonly context_links?: readonly string[];
}

export interface WorkWorld {
  readonly server: TestSurface;
  readonly workspace: string;
  /** Of the project that `next` opens, `p`. */
  readonly root: string;
  /** Begins an empty workspace with one project. */
  next(goal?: string): Promise<void>;
  /** The answer to a call that must succeed. */
  ask(tool: string, args?: object, caller?: Caller): Promise<Shown>;
  /** The refusal of a call, after which nothing has changed. */
  refused(tool: string, args?: object, caller?: Caller): Promise<Shown>;
  /** Plans under the root where nothing else is said; the ids by ref. */
  plan(...requests: readonly Request[]): Promise<Record<string, string>>;
  update(node_id: string, change: object, caller?: Caller): Promise<Shown>;
  resolve(...ids: readonly string[]): Promise<Shown>;
  restructure(...operations: readonly object[]): Promise<Shown>;
  connect(from: string, to: string, type?: string): Promise<Shown>;
  node(id: string): Promise<Shown>;
  counts(project?: string): Promise<Shown>;
  /** All pages of a query, one after the other. */
  query(args?: object, between?: () => Promise<unknown>): Promise<Shown[]>;
  /** Ids that `graph_next` gives, in order. */
  ready(args?: object, caller?: Caller): Promise<string[]>;
  head(): Promise<number>;
  close(): Promise<void>;
}

type WorkOptions = Omit<TestSurfaceOptions, 'engine'>;

const PAGE = { project: 'p', limit: 3 };

export async function openWorkWorld(
  engine: TestEngine,
  options: WorkOptions = {},
): Promise<WorkWorld> {
  const server = await openTestSurface({ engine, ...options });
  return workWorldOn(() => server);
}

/** For the block of tests that calls it: one server, and an empty workspace for each test. */
export function workScenes(engine: TestEngine, options: WorkOptions = {}): WorkWorld {
  let server: TestSurface | undefined;
  const world = workWorldOn(() => {
    if (!server) throw new Error('the server is not open');
    return server;
  });
  beforeAll(async () => {
    server = await openTestSurface({ engine, ...options });
  });
  beforeEach(() => world.next());
  afterAll(() => world.close());
  return world;
}

function workWorldOn(opened: () => TestSurface): WorkWorld {
  let used = 0;
  let root = '';
  const call = (tool: string, args: object, caller: Caller) =>
    opened().call(tool, { workspace: world.workspace, ...args }, caller);
  const world: WorkWorld = {
    get server() {
      return opened();
    },
    get workspace() {
      return `w${used}`;
    },
    get root() {
      return root;
    },
    async next(goal = 'Goal') {
      used += 1;
      root = (await world.ask('graph_open', { project: 'p', goal })).root.id;
    },
    async ask(tool, args = {}, caller = TESTER) {
      const reply = await call(tool, args, caller);
      expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
      return JSON.parse(reply.text);
    },
    async refused(tool, args = {}, caller = TESTER) {
      const before = await world.head();
      const reply = await call(tool, args, caller);
      expect(reply.isError, `${tool} should be refused: ${reply.text}`).toBe(true);
      expect(reply.refusal, `${tool} broke: ${reply.text}`).toBeDefined();
      expect(await world.head(), `${tool} left something`).toBe(before);
      return JSON.parse(reply.text);
    },
    async plan(...requests) {
      const nodes = requests.map((request) => ({
        parent_ref: root,
        summary: request.ref,
        ...request,
      }));
      const { created } = await world.ask('graph_plan', { nodes });
      return Object.fromEntries(created.map(({ ref, id }: Shown) => [ref, id]));
    },
    update: (node_id, change, caller) =>
      world.ask('graph_update', { updates: [{ node_id, ...change }] }, caller),
    resolve: (...ids) =>
      world.ask('graph_update', { updates: ids.map((node_id) => ({ node_id, resolved: true })) }),
    restructure: (...operations) => world.ask('graph_restructure', { operations }),
    connect: (from, to, type = 'depends_on') =>
      world.ask('graph_connect', { edges: [{ from, to, type }] }),
    node: async (id) => (await world.ask('graph_context', { node_id: id })).node,
    counts: async (project = 'p') => (await world.ask('graph_open', { project })).summary,
    query: (args = {}, between) => allPages(world, { ...PAGE, ...args }, between),
    async ready(args = {}, caller = TESTER) {
      const { nodes } = await world.ask('graph_next', { project: 'p', count: 50, ...args }, caller);
      return nodes.map(({ node }: Shown) => node.id);
    },
    head: () => opened().surface.store.read(world.workspace, async (tx) => tx.head),
    close: () => opened().close(),
  };
  return world;
}

async function allPages(world: WorkWorld, args: object, between?: () => Promise<unknown>) {
  const nodes: Shown[] = [];
  let cursor: Json | undefined;
  do {
    const page = await world.ask('graph_query', { ...args, cursor });
    nodes.push(...page.nodes);
    cursor = page.next_cursor;
    if (cursor !== undefined) await between?.();
  } while (cursor !== undefined);
  return nodes;
}
