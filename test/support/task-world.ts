/** A server for the tests of plans and tasks: answers read, refusals proven to leave no trace. */

import { expect } from 'vitest';
import type { Target } from '../../src/domain/tasks/target.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { TestEngine } from './engines.ts';
import { codeIn } from './reply.ts';
import { openTestSurface, type TestSurface } from './surface.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read as their readers do, field by field.
export type Shown = any;

export interface TaskWorld {
  readonly server: TestSurface;
  readonly workspace: string;
  /** Begins an empty workspace. */
  next(): Promise<void>;
  /** The result of a call that must succeed. */
  ask(tool: string, args?: object): Promise<Shown>;
  /** The text of a portal that must succeed. */
  lines(tool: string, args?: object): Promise<string[]>;
  /** The code of a call that must be refused, after which nothing has changed. */
  refused(tool: string, args?: object): Promise<string>;
  /** The same, with the whole text. */
  refusal(tool: string, args?: object): Promise<string>;
  entity(id: string): Promise<Target>;
  head(): Promise<number>;
  close(): Promise<void>;
}

export const STEPS = [
  { title: 'First', success_criteria: ['it is there'], tests: ['npm test'] },
  { title: 'Second', success_criteria: ['it is there'], tests: ['npm test'] },
];

export async function openTaskWorld(engine: TestEngine): Promise<TaskWorld> {
  const server = await openTestSurface({ engine });
  let used = 0;
  const world: TaskWorld = {
    server,
    get workspace() {
      return `w${used}`;
    },
    async next() {
      used += 1;
      await server.call('init', { workspace: world.workspace });
    },
    async ask(tool, args = {}) {
      const reply = await server.call(tool, { workspace: world.workspace, ...args });
      expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
      return (reply.structured as { result?: JsonObject }).result ?? reply.structured;
    },
    async lines(tool, args = {}) {
      const reply = await server.call(tool, { workspace: world.workspace, ...args });
      expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
      return reply.text.split('\n');
    },
    async refusal(tool, args = {}) {
      const before = await world.head();
      const reply = await server.call(tool, { workspace: world.workspace, ...args });
      expect(reply.isError, `${tool} should be refused: ${reply.text}`).toBe(true);
      expect(await world.head(), `${tool} left something`).toBe(before);
      return reply.text;
    },
    async refused(tool, args = {}) {
      return codeIn(await world.refusal(tool, args));
    },
    entity: (id) =>
      server.surface.store.read(world.workspace, async (tx) => {
        const target = await tx.targets.byId(id);
        if (!target) throw new Error(`there is no ${id}`);
        return target;
      }),
    head: () => server.surface.store.read(world.workspace, async (tx) => tx.head),
    close: () => server.close(),
  };
  return world;
}

/** PLAN-001 with TASK-001 of two steps. */
export async function makeTask(world: TaskWorld, steps: readonly object[] = STEPS): Promise<void> {
  await world.ask('tasks_create', { title: 'Plan' });
  await world.ask('tasks_create', { parent: 'PLAN-001', title: 'Task', steps });
}
