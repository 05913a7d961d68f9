/** Real servers that claim work and give nothing back: no node may ever have two holders. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { StorePlace } from '../../src/store/open-store.ts';
import { journalAt } from '../support/journal.ts';
import { StdioClient } from '../support/stdio-client.ts';

const WORKSPACE = 'claims';
const PROJECT = 'work';
const PAUSE_MS = 250;
/** A new node is asked for with every so many calls. */
const CALLS_PER_NODE = 4;
const NODES = 400;

export class Claimers {
  readonly faults: string[] = [];
  calls = 0;
  refused = 0;
  longestMs = 0;
  private readonly clients: StdioClient[] = [];
  private readonly lastMs: number[] = [];
  private isStopped = false;
  private working: Promise<unknown> = Promise.resolve();

  static async start(flags: readonly string[], count: number): Promise<Claimers> {
    const claimers = new Claimers();
    for (let n = 0; n < count; n++) {
      claimers.clients.push(await StdioClient.start({ flags, workspace: WORKSPACE }));
    }
    const [first] = claimers.clients as [StdioClient];
    const { json } = await first.call('graph_open', { project: PROJECT });
    const { id: parent } = (json as { readonly root: JsonObject }).root;
    const nodes = Array.from({ length: NODES }, (_, n) => ({
      ref: `${n}`,
      parent_ref: parent,
      summary: `Leaf ${n}`,
    }));
    for (let at = 0; at < NODES; at += 50) {
      const planned = await first.call('graph_plan', { nodes: nodes.slice(at, at + 50) });
      if (planned.isError) throw new Error(planned.text);
    }
    claimers.working = Promise.all(claimers.clients.map((client, n) => claimers.work(client, n)));
    return claimers;
  }

  /** How long after this moment the last server had answered a call that was applied. */
  async allAnswered(since = performance.now()): Promise<number> {
    while (this.lastMs.length < this.clients.length || this.lastMs.some((ms) => ms <= since)) {
      if (this.faults.length > 0) throw new Error(this.faults.join('\n'));
      await sleep(50);
    }
    return performance.now() - since;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.working;
    for (const client of this.clients) {
      const { code } = await client.close();
      if (code !== 0) this.faults.push(`a server ended with ${code}`);
      if (client.stderr !== '') this.faults.push(`stderr: ${client.stderr}`);
    }
  }

  /** One server, as the operating system suspends it; it goes on after so long. */
  async suspend(server: number, ms: number): Promise<void> {
    this.clients[server]?.kill('SIGSTOP');
    await sleep(ms);
    this.clients[server]?.kill('SIGCONT');
  }

  /** What happened, and that no node has two holders. */
  async judge(title: string, place: StorePlace, more: string): Promise<number> {
    const { claimed, twice } = await Claimers.read(place);
    const { calls, refused, longestMs, faults } = this;
    process.stderr.write(
      `${title}: ${claimed} nodes claimed, ${twice.length} by two; ${calls} calls, ` +
        `${refused} refused; ${more}, longest call ${seconds(longestMs)} s\n`,
    );
    expect({ twice, faults }).toEqual({ twice: [], faults: [] });
    return claimed;
  }

  kill(): void {
    this.isStopped = true;
    for (const client of this.clients) client.kill();
  }

  private async work(client: StdioClient, server: number): Promise<void> {
    for (let n = 0; !this.isStopped; n++) {
      const begunMs = performance.now();
      const count = Math.min(50, 1 + Math.floor(n / CALLS_PER_NODE));
      try {
        const reply = await client.call('graph_next', { project: PROJECT, claim: true, count });
        this.calls += 1;
        if (!reply.isError) this.lastMs[server] = performance.now();
        else this.refused += 1;
      } catch (error) {
        this.faults.push((error as Error).message);
        return;
      }
      this.longestMs = Math.max(this.longestMs, performance.now() - begunMs);
      await sleep(PAUSE_MS);
    }
  }

  /** The nodes that were given to more than one agent, of all that were claimed. */
  private static async read(place: StorePlace): Promise<{ claimed: number; twice: string[] }> {
    const holders = new Map<string, Set<string>>();
    for (const { type, payload } of await journalAt(place, WORKSPACE)) {
      if (type !== 'work_updated') continue;
      const { id, set } = payload as unknown as { id: string; set: JsonObject };
      const agent = (set.properties as JsonObject | undefined)?._claimed_by;
      if (typeof agent !== 'string') continue;
      holders.set(id, (holders.get(id) ?? new Set()).add(agent));
    }
    const twice = [...holders].flatMap(([id, agents]) => (agents.size > 1 ? [id] : []));
    return { claimed: holders.size, twice };
  }
}

export function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
