/** One random run: the server, the ledger of it, and what both say to the same call. */

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

/** Two with connections of their own, and one whose requests stand alone. */
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
  /** The call that was made last, for the message of a failure. */
  last: string;
  /** How often each thing was done, so that a run cannot pass by doing nothing. */
  readonly done: Map<string, number>;
}

export type Step = (run: Run, agent: Agent) => Promise<void>;

export function newRun(server: TestSurface, random: Random): Run {
  const nowMs = Date.UTC(2026, 0, 5, 9);
  const begun = { ledger: newLedger(), workspace: '', nowMs, step: 0, last: '' };
  return { server, random, callers: new Map(), ...begun, done: new Map() };
}

/** An empty workspace and an empty ledger; nobody is connected any more. */
export async function beginAnew(run: Run, name: string): Promise<void> {
  run.workspace = name;
  run.ledger = newLedger();
  for (const agent of AGENTS) connect(run, agent);
  await run.server.call('init', { workspace: name });
}

/** A new connection stands where everyone begins; without one, the agent is known again. */
export function connect(run: Run, agent: Agent): void {
  const isLoner = agent === 'cyd';
  if (!isLoner) run.ledger.standings.delete(agent);
  const caller: Caller = { agent, role: 'write' };
  run.callers.set(agent, isLoner ? caller : { ...caller, connection: new Connection() });
}

export function count({ done }: Run, what: string, times = 1): void {
  done.set(what, (done.get(what) ?? 0) + times);
}

export function standing(run: Run, agent: Agent): Standing {
  return standingOf(run.ledger, agent);
}

/** A tool as its reader sees it, at the run's own time. */
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
  const reply = await dispatch(surface, asked, caller, said);
  if (reply.isError && !reply.refusal) throw new Error(reply.text);
  const ticket = reply.ask?.kind === 'sampling' ? reply.ask.state : undefined;
  return { told: JSON.parse(reply.text) as Shown, isError: reply.isError, ticket };
}

/** The answer to a call of the gateway that must succeed. */
export async function read(run: Run, what: string, args: object, agent: Agent): Promise<Shown> {
  const { told, isError } = await callTool(run, GATEWAY, { ...spoken(what), ...args }, agent);
  expect(isError, `${what}: ${JSON.stringify(told)}`).toBe(false);
  return told;
}

/**
 * A call that may be refused: with one of these codes where there are any, and then nothing is
 * left behind. Returns the answer, or undefined where it was refused.
 */
export async function ask(
  run: Run,
  agent: Agent,
  what: string,
  args: object,
  faults: readonly string[],
): Promise<Shown | undefined> {
  return (await asking(run, agent, what, args, faults))?.told;
}

/** The same, with the ticket for a critique if one is asked for. */
export async function asking(
  run: Run,
  agent: Agent,
  what: string,
  args: object,
  faults: readonly string[],
): Promise<{ readonly told: Shown; readonly ticket: string | undefined } | undefined> {
  const { random } = run;
  run.nowMs += random.chance(0.1) ? 0 : 1 + random.below(3_000);
  const before = await headOf(run);
  const asked = { ...spoken(what), ...args };
  const { told, isError, ticket } = await callTool(run, GATEWAY, asked, agent);
  count(run, `${spoken(what).operation} ${isError ? told.code : 'ok'}`);
  if (faults.length === 0) {
    expect(isError, `${what}: ${JSON.stringify(told)}`).toBe(false);
    return { told, ticket };
  }
  expect(faults, `${what} ${told.message ?? 'was not refused'}`).toContain(told.code);
  expect(await headOf(run), 'a refusal leaves nothing').toBe(before);
  return undefined;
}

function headOf({ server, workspace }: Run): Promise<number> {
  return server.surface.store.read(workspace, async (tx) => tx.head);
}

/** An argument that may be left out. */
export function perhaps<Value>(run: Run, probability: number, value: Value): Partial<Value> {
  return run.random.chance(probability) ? value : {};
}
