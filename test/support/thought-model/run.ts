/** One random run: the server, its model, and the calls whose answers are compared. */

import { expect } from 'vitest';
import { GATEWAY } from '../../../src/domain/thoughts/gateway-state.ts';
import type { ClientReply } from '../../../src/operations/declaration/define-operation.ts';
import type { Caller } from '../../../src/surface/caller.ts';
import { Connection } from '../../../src/surface/connection.ts';
import { dispatch } from '../../../src/surface/dispatch.ts';
import type { Random } from '../random.ts';
import type { TestSurface } from '../surface.ts';
import type { Shown } from '../task-world.ts';
import { spoken } from '../thought-world.ts';
import { type Ledger, newLedger, type Standing, standingOf } from './ledger.ts';

/** Two agents with a connection each, and one whose requests come without a connection. */
export const AGENTS = ['ada', 'ben', 'cyd'] as const;

export type Agent = (typeof AGENTS)[number];

export interface Run {
  readonly server: TestSurface;
  readonly random: Random;
  readonly callers: Map<Agent, Caller>;
  ledger: Ledger;
  workspace: string;
  nowMs: number;
  step: number;
  /** The last call, for the message of a failure. */
  last: string;
  /** How often each step was done: a run that does nothing must not pass. */
  readonly done: Map<string, number>;
}

export type Step = (run: Run, agent: Agent) => Promise<void>;

export function newRun(server: TestSurface, random: Random): Run {
  const nowMs = Date.UTC(2026, 0, 5, 9);
  const begun = { ledger: newLedger(), workspace: '', nowMs, step: 0, last: '' };
  return { server, random, callers: new Map(), ...begun, done: new Map() };
}

/** Starts with an empty workspace, an empty model and new connections. */
export async function beginAnew(run: Run, name: string): Promise<void> {
  run.workspace = name;
  run.ledger = newLedger();
  for (const agent of AGENTS) connect(run, agent);
  await run.server.call('init', { workspace: name });
}

/** A new connection begins at stage 0; without a connection, the state stays with the agent. */
export function connect(run: Run, agent: Agent): void {
  const isUnconnected = agent === 'cyd';
  if (!isUnconnected) run.ledger.standings.delete(agent);
  const caller: Caller = { agent, role: 'write' };
  run.callers.set(agent, isUnconnected ? caller : { ...caller, connection: new Connection() });
}

export function count({ done }: Run, what: string, times = 1): void {
  done.set(what, (done.get(what) ?? 0) + times);
}

export function standing(run: Run, agent: Agent): Standing {
  return standingOf(run.ledger, agent);
}

/** Calls a tool at the time of the run. */
export async function callTool(
  run: Run,
  tool: string,
  args: object,
  agent: Agent,
  said?: ClientReply,
) {
  run.last = `${agent}: ${tool} ${JSON.stringify(args)}`;
  const surface = { ...run.server.surface, now: () => run.nowMs };
  const asked = { tool, args: { workspace: run.workspace, ...args } };
  const caller = run.callers.get(agent);
  if (!caller) throw new Error(`${agent} is not connected`);
  const reply = await dispatch(surface, asked, caller, { reply: said });
  if (reply.isError && !reply.refusal) throw new Error(reply.text);
  const ticket = reply.ask?.kind === 'sampling' ? reply.ask.state : undefined;
  return { view: JSON.parse(reply.text) as Shown, isError: reply.isError, ticket };
}

/** The answer to a call of the gateway that must succeed. */
export async function read(run: Run, what: string, args: object, agent: Agent): Promise<Shown> {
  const { view, isError } = await callTool(run, GATEWAY, { ...spoken(what), ...args }, agent);
  expect(isError, `${what}: ${JSON.stringify(view)}`).toBe(false);
  return view;
}

/**
 * Calls a route. If `faults` has codes, the call must be refused with one of them and append
 * nothing. Returns the answer, or undefined if the call was refused.
 */
export async function ask(
  run: Run,
  agent: Agent,
  what: string,
  args: object,
  faults: readonly string[],
): Promise<Shown | undefined> {
  return (await askWithTicket(run, agent, what, args, faults))?.view;
}

/** Like `ask`, with the ticket for a critique if the server asks for one. */
export async function askWithTicket(
  run: Run,
  agent: Agent,
  what: string,
  args: object,
  faults: readonly string[],
): Promise<{ readonly view: Shown; readonly ticket: string | undefined } | undefined> {
  const { random } = run;
  run.nowMs += random.chance(0.1) ? 0 : 1 + random.below(3_000);
  const before = await headOf(run);
  const asked = { ...spoken(what), ...args };
  const { view, isError, ticket } = await callTool(run, GATEWAY, asked, agent);
  count(run, `${spoken(what).operation} ${isError ? view.code : 'ok'}`);
  if (faults.length === 0) {
    expect(isError, `${what}: ${JSON.stringify(view)}`).toBe(false);
    return { view, ticket };
  }
  expect(faults, `${what} ${view.message ?? 'was not refused'}`).toContain(view.code);
  expect(await headOf(run), 'a refusal appends nothing').toBe(before);
  return undefined;
}

function headOf({ server, workspace }: Run): Promise<number> {
  return server.surface.store.read(workspace, async (tx) => tx.head);
}

/** The arguments, or none, by chance. */
export function perhaps<Value>(run: Run, probability: number, value: Value): Partial<Value> {
  return run.random.chance(probability) ? value : {};
}
