/** Real servers under load: each call writes a unique word, by which its effect is found or not. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { StorePlace } from '../../src/store/open-store.ts';
import { openStore } from '../../src/store/open-store.ts';
import { journalOf } from '../support/journal.ts';
import { type CallResult, StdioClient } from '../support/stdio-client.ts';

export const WORKSPACE = 'soak';

/** How often a call of unknown outcome is repeated by its key before that counts as a fault. */
const REPEATS = 60;
const PAUSE_MS = 50;

interface Write {
  readonly tool: string;
  readonly args: (word: string, root: string) => JsonObject;
}

const WRITES: readonly Write[] = [
  // With an explicit branch: without one they would use the focus, which another agent may have.
  { tool: 'notes_commit', args: (word) => ({ branch: 'main', content: `note ${word}` }) },
  { tool: 'macro_branch_note', args: (word) => ({ name: word, from: 'main', content: word }) },
  {
    tool: 'think_card',
    args: (word) => ({ branch: 'main', card: { type: 'note', title: word, text: word } }),
  },
  {
    tool: 'graph_plan',
    args: (word, root) => ({ nodes: [{ ref: 'a', parent_ref: root, summary: word }] }),
  },
  { tool: 'tasks_macro_start', args: (word) => ({ task_title: word }) },
];

export interface Tally {
  calls: number;
  acknowledged: number;
  refused: number;
  /** Calls reported as of unknown outcome, and settled by a repeat with the key in the refusal. */
  unknown: number;
  /** The same, for calls without a key of the caller. */
  ticketed: number;
  reads: number;
  /** Must stay empty. */
  readonly faults: string[];
}

/** The expected outcome of each word. */
type Fate = 'there' | 'absent';

export class Writers {
  readonly tally: Tally = {
    calls: 0,
    acknowledged: 0,
    refused: 0,
    unknown: 0,
    ticketed: 0,
    reads: 0,
    faults: [],
  };
  private readonly fates = new Map<string, Fate>();
  private readonly clients: StdioClient[] = [];
  private root = '';
  private isStopped = false;
  private working: Promise<unknown> = Promise.resolve();

  static async start(place: StorePlace, flags: readonly string[], count: number) {
    const writers = new Writers();
    const store = await openStore(place);
    await store.close();
    for (let n = 0; n < count; n++) {
      const client = await StdioClient.start({ flags, workspace: WORKSPACE });
      const opened = await client.call('graph_open', { project: 'soak', goal: 'Survive' });
      writers.root = rootIn(opened);
      writers.clients.push(client);
    }
    writers.working = Promise.all(writers.clients.map((client, n) => writers.work(client, n)));
    return writers;
  }

  /** Stops the load, waits for running calls, and ends the servers. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.working;
    for (const client of this.clients) {
      const { code } = await client.close();
      if (code !== 0) this.tally.faults.push(`a server ended with ${code}: ${client.stderr}`);
      if (/bug in|Unhandled|Error:/.test(client.stderr)) this.tally.faults.push(client.stderr);
    }
  }

  kill(): void {
    this.isStopped = true;
    for (const client of this.clients) client.kill();
  }

  private async work(client: StdioClient, server: number): Promise<void> {
    for (let n = 0; !this.isStopped; n++) {
      const write = WRITES[n % WRITES.length] as Write;
      try {
        await this.write(client, write, `w${server}x${n}z`, n % 2 === 0);
        if (n % 5 === 0) await this.read(client);
      } catch (error) {
        this.tally.faults.push(`${write.tool}: ${(error as Error).message}`);
        return;
      }
    }
  }

  private async write(
    client: StdioClient,
    { tool, args }: Write,
    word: string,
    isKeyed: boolean,
  ): Promise<void> {
    this.tally.calls += 1;
    const sent = { ...args(word, this.root), ...(isKeyed ? { call_id: `key ${word}` } : {}) };
    let reply = await client.call(tool, sent);
    if (reply.text.includes('OUTCOME_UNKNOWN')) {
      this.tally.unknown += 1;
      if (!isKeyed) this.tally.ticketed += 1;
      reply = await this.repeated(client, tool, sent, reply);
    }
    if (!reply.isError) {
      this.tally.acknowledged += 1;
      this.fates.set(word, 'there');
      return;
    }
    this.tally.refused += 1;
    this.fates.set(word, 'absent');
    const isRight = /STORE_UNAVAILABLE|store_unavailable/.test(reply.text);
    const isSaid = reply.text.includes('nothing was written');
    if (!isRight || !isSaid) this.tally.faults.push(`${tool} refused: ${reply.text}`);
    await sleep(PAUSE_MS);
  }

  /** Repeats by the key that the refusal names, until the outcome is known. */
  private async repeated(
    client: StdioClient,
    tool: string,
    sent: JsonObject,
    first: CallResult,
  ): Promise<CallResult> {
    const key = /call_id=(.+?): if it was applied/.exec(first.text)?.[1];
    if (key === undefined) throw new Error(`no key is named: ${first.text}`);
    for (let n = 0; n < REPEATS; n++) {
      const reply = await client.call(tool, { ...sent, call_id: key });
      if (!reply.isError) return reply;
      if (!/OUTCOME_UNKNOWN|STORE_UNAVAILABLE|store_unavailable|outcome_unknown/.test(reply.text)) {
        return reply;
      }
      await sleep(5 * PAUSE_MS);
    }
    throw new Error(`never settled: ${first.text}`);
  }

  private async read(client: StdioClient): Promise<void> {
    this.tally.reads += 1;
    const reply = await client.call('status');
    if (reply.isError && !reply.text.includes('STORE_UNAVAILABLE')) {
      this.tally.faults.push(`status: ${reply.text}`);
    }
  }

  /** Compares what was reported with what is stored; the journal decides. */
  async judge(place: StorePlace): Promise<{ lost: string[]; untrue: string[]; twice: string[] }> {
    const store = await openStore(place);
    try {
      const events = await journalOf(store, WORKSPACE);
      const found = new Map<string, Map<string, number>>();
      for (const { type, payload } of events) {
        for (const word of new Set(JSON.stringify(payload).match(/w\d+x\d+z/g) ?? [])) {
          const types = found.get(word) ?? new Map<string, number>();
          types.set(type, (types.get(type) ?? 0) + 1);
          found.set(word, types);
        }
      }
      const said = (fate: Fate) =>
        [...this.fates].flatMap(([word, each]) => (each === fate ? [word] : []));
      this.tally.faults.push(...(await store.check()));
      return {
        lost: said('there').filter((word) => !found.has(word)),
        untrue: said('absent').filter((word) => found.has(word)),
        twice: [...found].flatMap(([word, types]) =>
          // A call may write its word in several events of one type; applied twice, it writes all
          // twice.
          Math.min(...types.values()) > 1 ? [`${word} ${[...types]}`] : [],
        ),
      };
    } finally {
      await store.close();
    }
  }
}

function rootIn({ text, json }: CallResult): string {
  const root = (json?.root as JsonObject | undefined)?.id;
  if (typeof root !== 'string') throw new Error(`no root: ${text}`);
  return root;
}
