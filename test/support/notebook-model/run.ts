/** One random run: the server, its model, and the calls whose answers are compared. */

import { expect } from 'vitest';
import { GATEWAY } from '../../../src/domain/thoughts/gateway-state.ts';
import type { Caller } from '../../../src/surface/caller.ts';
import { dispatch } from '../../../src/surface/dispatch.ts';
import type { Random } from '../random.ts';
import type { TestSurface } from '../surface.ts';
import type { Shown } from '../task-world.ts';
import { connected } from '../thought-world.ts';
import { type Model, type ModelNotebook, newModel } from './model.ts';

export const AGENTS = ['ada', 'ben', 'cyd'] as const;

export interface Run {
  readonly server: TestSurface;
  readonly random: Random;
  readonly callers: Map<string, Caller>;
  model: Model;
  workspace: string;
  nowMs: number;
  step: number;
  last: string;
  readonly done: Map<string, number>;
}

export type Step = (run: Run) => Promise<void>;

export function newRun(server: TestSurface, random: Random): Run {
  const begun = { model: newModel(), workspace: '', nowMs: Date.UTC(2026, 0, 5, 9) };
  return { server, random, callers: new Map(), ...begun, step: 0, last: '', done: new Map() };
}

/** Starts with an empty workspace and an empty model. */
export async function beginAnew(run: Run, name: string): Promise<void> {
  run.workspace = name;
  run.model = newModel();
  await run.server.call('init', { workspace: name });
  for (const agent of AGENTS) {
    run.callers.set(agent, connected(agent));
    await call(run, 'ada', { operation: 'start_new' });
    await call(run, agent, { operation: 'start_new' });
    await call(run, agent, { operation: 'cipher' });
  }
}

export function count({ done }: Run, what: string): void {
  done.set(what, (done.get(what) ?? 0) + 1);
}

async function call(run: Run, agent: string, args: object) {
  run.last = `${agent}: ${JSON.stringify(args).slice(0, 2_000)}`;
  const caller = run.callers.get(agent);
  if (!caller) throw new Error(`${agent} is not connected`);
  const surface = { ...run.server.surface, now: () => run.nowMs };
  const asked = { tool: GATEWAY, args: { workspace: run.workspace, ...args } };
  const reply = await dispatch(surface, asked, caller);
  if (reply.isError && !reply.refusal) throw new Error(reply.text);
  return { view: JSON.parse(reply.text) as Shown, isError: reply.isError };
}

/** The answer to a call that must succeed. */
export async function read(run: Run, subOperation: string, args: object = {}): Promise<Shown> {
  const asked = { operation: 'notebook', subOperation, ...args };
  const { view, isError } = await call(run, 'ada', asked);
  expect(isError, `${subOperation}: ${JSON.stringify(view)}`).toBe(false);
  return view;
}

/**
 * A call by any agent. With a fault it must be refused with that code and append nothing; the
 * answer is then undefined.
 */
export async function ask(
  run: Run,
  subOperation: string,
  args: object,
  fault: string | undefined,
): Promise<Shown | undefined> {
  const { random } = run;
  run.nowMs += random.below(3_000);
  const before = await headOf(run);
  const asked = { operation: 'notebook', subOperation, ...args };
  const { view, isError } = await call(run, random.pick(AGENTS), asked);
  count(run, `${subOperation} ${isError ? view.code : 'ok'}`);
  if (fault === undefined) {
    expect(isError, `${subOperation}: ${JSON.stringify(view)}`).toBe(false);
    return view;
  }
  expect(view.code, `${subOperation} was not refused`).toBe(fault);
  expect(await headOf(run), 'a refusal appends nothing').toBe(before);
  return undefined;
}

function headOf({ server, workspace }: Run): Promise<number> {
  return server.surface.store.read(workspace, async (tx) => tx.head);
}

export function someNotebook({ random, model }: Run): ModelNotebook | undefined {
  return model.notebooks.length === 0 ? undefined : random.pick(model.notebooks);
}
