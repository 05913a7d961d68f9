/** One random run: the server, its model, and the answers of both to the same calls. */

import { expect } from 'vitest';
import type { JournalEvent } from '../../../src/domain/journal/event.ts';
import type { Json, JsonObject } from '../../../src/kernel/json.ts';
import { sometimesWithNulls } from '../left-out.ts';
import type { Random } from '../random.ts';
import type { TestSurface } from '../surface.ts';
import type { Memory } from './model.ts';

export const workspace = 'wander';

export interface Run {
  readonly server: TestSurface;
  readonly memory: Memory;
  readonly random: Random;
  step: number;
  /** The last call, for the message of a failure. */
  last: string;
  /** How often each thing was done, so that a run cannot pass by doing nothing. */
  readonly done: Map<string, number>;
}

export type Step = (run: Run) => Promise<void>;

export function count({ done }: Run, what: string, times = 1): void {
  done.set(what, (done.get(what) ?? 0) + times);
}

/** Fields that the model does not predict, or that are the same in every answer. */
const UNFORETOLD = new Set([
  ...['ts', 'ts_ms', 'last_ts_ms', 'from_ts_ms', 'created_at_ms', 'updated_at_ms'],
  ...['resolved_at_ms', 'event_id', 'workspace', 'message', 'recovery', 'budget'],
]);

function predicted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => predicted(item) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !UNFORETOLD.has(name))
      .map(([name, item]) => [name, predicted(item as Json)]),
  );
}

/** The result of a call, or its error, without the fields that the model does not predict. */
export async function call(run: Run, tool: string, args: object): Promise<JsonObject> {
  run.last = `${tool} ${JSON.stringify(args)}`;
  const sent = sometimesWithNulls(run.step, tool, { workspace, ...args });
  const reply = await run.server.call(tool, sent);
  count(run, `${tool} ${reply.refusal ?? 'ok'}`);
  if (reply.isError && !reply.refusal) throw new Error(reply.text);
  const { error, result } = reply.structured;
  return predicted(error ?? result ?? reply.structured) as JsonObject;
}

/** Asks the server and the model the same, and returns the answer that they agree on. */
export async function ask<Args extends object>(
  run: Run,
  tool: string,
  args: Args,
  model: (memory: Memory, args: Args) => object,
): Promise<JsonObject> {
  const answered = await call(run, tool, args);
  expect(answered).toEqual(model(run.memory, args));
  return answered;
}

/** Asks page after page, to the end or until `isEnough`. */
export async function askPages<Args extends object>(
  run: Run,
  tool: string,
  args: Args,
  model: (memory: Memory, args: Args) => object,
  isEnough = () => false,
): Promise<void> {
  let cursor: number | null = null;
  do {
    const answered = await ask(run, tool, { ...args, cursor }, model);
    cursor = nextCursor(answered);
  } while (cursor !== null && !isEnough());
}

export function nextCursor({ pagination }: JsonObject): number | null {
  return ((pagination as JsonObject | undefined)?.next_cursor as number | undefined) ?? null;
}

/** The events after the head of the model. */
export function newEvents({ server, memory }: Run): Promise<readonly JournalEvent[]> {
  return server.surface.store.read(workspace, (tx) => tx.journal.after(memory.head, 1_000));
}

/** A refused call, a preview and a read write no event; any other call writes exactly its own. */
export async function expectSameHead({ server, memory }: Run): Promise<void> {
  const head = await server.surface.store.read(workspace, async (tx) => tx.head);
  expect(head, 'the last seq').toBe(memory.head);
}

/** Mostly an existing branch. */
export function someBranch({ memory, random }: Run): string {
  return random.chance(0.02) ? 'nowhere' : random.pick(memory.names);
}

/** An optional argument, given with this probability. */
export function perhaps<Value>(run: Run, probability: number, value: Value): Partial<Value> {
  return run.random.chance(probability) ? value : {};
}
