/** Agents in processes of their own that take work from one project, and are ended with the test. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type ClientOptions, StdioClient } from './stdio-client.ts';
import type { Shown } from './task-world.ts';

export const WORKSPACE = 'shared';
export const PROJECT = 'work';

export class WorkingAgents {
  private readonly started: StdioClient[] = [];

  async start(
    flags: readonly string[],
    options: Pick<ClientOptions, 'more' | 'env'> = {},
  ): Promise<StdioClient> {
    const client = await StdioClient.start({ flags, workspace: WORKSPACE, ...options });
    this.started.push(client);
    return client;
  }

  async end(): Promise<void> {
    for (const client of this.started.splice(0)) {
      client.kill('SIGCONT');
      client.kill();
      await client.exited;
    }
  }
}

/** The answer to a call that must succeed. */
export async function ask(client: StdioClient, tool: string, args: object): Promise<Shown> {
  const reply = await client.call(tool, args);
  expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
  return reply.json;
}

export async function planLeaves(client: StdioClient, count: number): Promise<void> {
  const { root } = await ask(client, 'graph_open', { project: PROJECT });
  const nodes = Array.from({ length: count }, (_, n) => ({
    ref: `${n}`,
    parent_ref: root.id,
    summary: `Leaf ${n}`,
  }));
  await ask(client, 'graph_plan', { nodes });
}

/** Undefined if none is free. */
export async function take(client: StdioClient): Promise<Shown> {
  return (await ask(client, 'graph_next', { project: PROJECT, claim: true })).nodes[0]?.node;
}

/** Asks until a node is free. How soon that is by the clock, a test of the vigil says (ID31). */
export async function takeOver(client: StdioClient): Promise<Shown> {
  for (;;) {
    const node = await take(client);
    if (node) return node;
    await sleep(250);
  }
}
