/** Thinks aloud into a memory that a server serves: by an agent's calls, or by thousands at once. */

import type { EventDraft } from '../../../src/domain/journal/event.ts';
import { thoughtRecorded } from '../../../src/domain/thoughts/record-thought.ts';
import { sessionEntity } from '../../../src/domain/thoughts/session.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/port.ts';
import type { TestPlace } from '../../support/engines.ts';
import type { StdioClient } from '../../support/stdio-client.ts';

/** An agent in its own process that thinks by real calls. */
export class Thinker {
  readonly #agent: StdioClient;

  constructor(agent: StdioClient) {
    this.#agent = agent;
  }

  /** Starts a session; returns its id. */
  async begin(title: string, more: object = {}): Promise<string> {
    const { sessionId } = await this.#ask({ operation: 'start_new', sessionTitle: title, ...more });
    await this.#ask({ operation: 'cipher' });
    return String(sessionId);
  }

  async think(thought: string, more: object = {}): Promise<void> {
    await this.#ask({ operation: 'thought', thought, nextThoughtNeeded: true, ...more });
  }

  async thinkAll(thoughts: readonly string[], more: object = {}): Promise<void> {
    for (const thought of thoughts) await this.think(thought, more);
  }

  async #ask(args: object) {
    const { json, isError, text } = await this.#agent.call('thoughtbox_gateway', args);
    if (isError || !json) throw new Error(text);
    return json;
  }
}

/** One thought of many. */
export interface Draft {
  readonly text: string;
  readonly chain?: string;
  readonly number: number;
  readonly from?: number;
  readonly revises?: number;
}

/** Writes to the memory from this process, which is another one than the server's. */
export class BulkThinker {
  readonly #store: Store;
  readonly #workspace: string;
  #nowMs: number;

  private constructor(store: Store, workspace: string, nowMs: number) {
    this.#store = store;
    this.#workspace = workspace;
    this.#nowMs = nowMs;
  }

  static async open(place: TestPlace, workspace: string): Promise<BulkThinker> {
    return new BulkThinker(await openStore(place), workspace, Date.now());
  }

  /** In transactions of at most 500 thoughts. */
  async record(sessionId: string, drafts: readonly Draft[]): Promise<void> {
    const session = await this.#seqOf(sessionId);
    for (let first = 0; first < drafts.length; first += 500) {
      const some = drafts.slice(first, first + 500);
      await this.#append(
        some.map(({ text, chain = '', number, from, revises }, index) =>
          thoughtRecorded(session, {
            ...{ chain, number, text, total: number, more: true, from, steps: [] },
            revises: revises === undefined ? undefined : { chain, number: revises },
            unsure: undefined,
            isCriticised: undefined,
            atMs: this.#nowMs + index,
          }),
        ),
      );
    }
  }

  async criticise(sessionId: string, number: number, text: string): Promise<void> {
    const session = await this.#seqOf(sessionId);
    await this.#append([
      {
        type: 'critique_attached',
        entity: sessionEntity(session),
        payload: { of: { chain: '', number }, text, model: 'critic-1' },
      },
    ]);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  async #seqOf(sessionId: string): Promise<number> {
    const found = await this.#store.read(this.#workspace, (tx) => tx.thoughts.session(sessionId));
    if (!found) throw new Error(`no session ${sessionId}`);
    return found.seq;
  }

  async #append(events: readonly EventDraft[]): Promise<void> {
    this.#nowMs += 1_000;
    const writer = { workspace: this.#workspace, agent: 'crowd', nowMs: this.#nowMs };
    await this.#store.write(writer, async (tx) => void (await tx.append(events)));
  }
}

/** Thoughts `first` to `last` of a chain. */
export function manyThoughts(first: number, last: number, words: string): readonly Draft[] {
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    number: first + index,
    text: `${words} ${first + index}`,
  }));
}
