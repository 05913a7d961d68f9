/** A server for the tests of plans and tasks; every refusal is checked to leave the journal as it was. */

import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Target } from '../../src/domain/tasks/target.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Reply } from '../../src/surface/render.ts';
import type { TestEngine } from './engines.ts';
import { codeIn } from './reply.ts';
import { openTestSurface, type TestSurface } from './surface.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read as their readers do, field by field.
export type Shown = any;

export interface TaskWorld {
  readonly server: TestSurface;
  readonly workspace: string;
  /** Starts an empty workspace. */
  next(): Promise<void>;
  /** The whole reply to a call that must succeed. */
  reply(tool: string, args?: object): Promise<Reply>;
  /** The result of a call that must succeed. */
  ask(tool: string, args?: object): Promise<Shown>;
  /** The lines of a portal that must succeed. */
  lines(tool: string, args?: object): Promise<string[]>;
  /** The same lines, without the workspace that each command names. */
  plainLines(tool: string, args?: object): Promise<string[]>;
  /** The code of a call that must be refused and must change nothing. */
  refused(tool: string, args?: object): Promise<string>;
  /** The text of a call that must be refused and must change nothing. */
  refusal(tool: string, args?: object): Promise<string>;
  /** A plan or task as it is stored. */
  target(id: string): Promise<Target>;
  /** The seq of the newest event. */
  head(): Promise<number>;
}

type Prepare = (world: TaskWorld) => Promise<void>;

/** `each` prepares an empty workspace for each test; `once` prepares one that all tests share. */
export interface Preparation {
  readonly each?: Prepare;
  readonly once?: Prepare;
}

/** Opens a server for the tests of the enclosing `describe`, and closes it after them. */
export function useTaskWorld(engine: TestEngine, { each, once }: Preparation = {}): TaskWorld {
  let server: TestSurface | undefined;
  const world = taskWorld(() => {
    if (!server) throw new Error('the server is opened before the first test');
    return server;
  });
  const begin = async (prepare: Prepare | undefined) => {
    await world.next();
    await prepare?.(world);
  };
  beforeAll(async () => {
    server = await openTestSurface({ engine });
    if (once) await begin(once);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    if (!once) await begin(each);
  });
  return world;
}

function taskWorld(server: () => TestSurface): TaskWorld {
  let used = 0;
  const world: TaskWorld = {
    get server() {
      return server();
    },
    get workspace() {
      return `w${used}`;
    },
    async next() {
      used += 1;
      await server().call('init', { workspace: world.workspace });
    },
    async reply(tool, args = {}) {
      const reply = await server().call(tool, { workspace: world.workspace, ...args });
      expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
      return reply;
    },
    async ask(tool, args) {
      const { structured } = await world.reply(tool, args);
      return (structured as { result?: JsonObject }).result ?? structured;
    },
    async lines(tool, args) {
      return (await world.reply(tool, args)).text.split('\n');
    },
    async plainLines(tool, args) {
      const { text } = await world.reply(tool, args);
      return text.replaceAll(` workspace=${world.workspace}`, '').split('\n');
    },
    async refusal(tool, args = {}) {
      const before = await world.head();
      const reply = await server().call(tool, { workspace: world.workspace, ...args });
      expect(reply.isError, `${tool} should be refused: ${reply.text}`).toBe(true);
      expect(await world.head(), `${tool} wrote to the journal`).toBe(before);
      return reply.text;
    },
    async refused(tool, args = {}) {
      return codeIn(await world.refusal(tool, args));
    },
    target: (id) =>
      server().surface.store.read(world.workspace, async (tx) => {
        const target = await tx.targets.byId(id);
        if (!target) throw new Error(`${id} does not exist`);
        return target;
      }),
    head: () => server().surface.store.read(world.workspace, async (tx) => tx.head),
  };
  return world;
}

export const STEPS = [
  { title: 'First', success_criteria: ['it is there'], tests: ['npm test'] },
  { title: 'Second', success_criteria: ['it is there'], tests: ['npm test'] },
];

/** Creates PLAN-001 with TASK-001, by default of two steps. */
export async function createTask(
  world: TaskWorld,
  steps: readonly object[] = STEPS,
): Promise<void> {
  await world.ask('tasks_create', { title: 'Plan' });
  await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Task', steps });
}

/** Creates TASK-001 from the template `principal-task`; its step s:3 requires proof of the tests. */
export async function createPrincipalTask(world: TaskWorld): Promise<void> {
  const request = { template: 'principal-task', title: 'T', plan_title: 'P' };
  await world.ask('tasks_scaffold', request);
}

/** One step of TASK-001 as `tasks_resume` shows it. */
export async function shownStep(world: TaskWorld, path: string): Promise<Shown> {
  const { steps } = await world.ask('tasks_resume', { task: 'TASK-001', read_only: true });
  return steps.find((each: Shown) => each.path === path);
}

/** Sets one field of TASK-001, which can be undone. */
export function setField(world: TaskWorld, field: string, value: unknown): Promise<Shown> {
  return world.ask('tasks_patch', { ...TASK, ops: [{ op: 'set', field, value }] });
}

/** Adds a task node to the first step of TASK-001, and returns its id and its path. */
export async function addPiece(world: TaskWorld): Promise<Shown> {
  const piece = { ...TASK, parent_step: 's:0', title: 'Piece', risks: ['late', 'none'] };
  return (await world.ask('tasks_task_add', piece)).node;
}

export const TASK = { task: 'TASK-001' };
export const FIRST_STEP = { ...TASK, path: 's:0' };
/** The step of `createPrincipalTask` that requires proof. */
export const PROVEN_STEP = { ...TASK, path: 's:3' };

/** Proof that is strong enough for every gate. */
export const RECEIPTS = ['CMD: npm test, 12 passed', 'LINK: https://ci.example/7'];
