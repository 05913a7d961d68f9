/** One random run: the server, its model, and the answers of both to the same calls. */

import { expect } from 'vitest';
import type { Json } from '../../../src/kernel/json.ts';
import { dispatch } from '../../../src/surface/dispatch.ts';
import type { Random } from '../random.ts';
import type { Presence, TestSurface } from '../surface.ts';
import type { Shown } from '../task-world.ts';
import { type Asking, endsWithProcess } from './claims.ts';
import { type Graph, newGraph } from './graph.ts';
import type { Outcome } from './making.ts';
import { expectSameRules, type Folded, newFolded } from './rules.ts';

export const AGENTS = ['ada', 'ben'];

/** The agents present at the moment, for the server and for the model. */
let there: ReadonlySet<string> | undefined;

export const PRESENCE: Presence = { present: () => there, endsWithProcess };

export function askingAs({ nowMs }: Run, agent: string): Asking {
  return { agent, nowMs, present: there };
}

/** Changes which agents are present, or stops tracking presence. */
function changePresence({ random }: Run): void {
  const some = AGENTS.filter(() => random.chance(0.5));
  there = random.chance(0.1) ? undefined : new Set(some);
}

export interface Run {
  readonly server: TestSurface;
  readonly random: Random;
  graph: Graph;
  /** The state that the rules alone compute from the journal. */
  folded: Folded;
  workspace: string;
  nowMs: number;
  step: number;
  /** The last call, for the message of a failure. */
  last: string;
  /** How often each thing was done, so that a run cannot pass by doing nothing. */
  readonly done: Map<string, number>;
}

export type Step = (run: Run) => Promise<void>;

export function newRun(server: TestSurface, random: Random): Run {
  const nowMs = Date.UTC(2026, 0, 5, 9);
  there = undefined;
  const empty = { graph: newGraph(), folded: newFolded() };
  const begun = { ...empty, workspace: '', nowMs, step: 0, last: '' };
  return { server, random, ...begun, done: new Map() };
}

/** Starts an empty workspace and an empty model: the brute-force checks need small graphs. */
export async function startWorkspace(run: Run, name: string): Promise<void> {
  run.workspace = name;
  run.graph = newGraph();
  run.folded = newFolded();
  await call(run, 'init', {}, 'ada');
}

export function count({ done }: Run, what: string, times = 1): void {
  done.set(what, (done.get(what) ?? 0) + times);
}

export function headOf({ server, workspace }: Run): Promise<number> {
  return server.surface.store.read(workspace, async (tx) => tx.head);
}

export async function followRules({ server, workspace, folded }: Run): Promise<void> {
  await server.surface.store.read(workspace, (tx) => expectSameRules(folded, tx));
}

/** The answer as a client gets it, at the time of the run. */
export async function call(run: Run, tool: string, args: object, agent: string): Promise<Shown> {
  run.last = `${agent}: ${tool} ${JSON.stringify(args)}`;
  const surface = { ...run.server.surface, now: () => run.nowMs };
  const asked = { tool, args: { workspace: run.workspace, ...args } };
  const reply = await dispatch(surface, asked, { agent, role: 'write' });
  if (reply.isError && !reply.refusal) throw new Error(reply.text);
  const answered = JSON.parse(reply.text);
  count(run, `${tool} ${reply.isError ? answered.code : 'ok'}`);
  if (reply.text.includes('⊃')) count(run, `${tool} deadlock`);
  return answered;
}

/** Asks the server and the model. If they agree, the run continues with the graph of the model. */
export async function ask(
  run: Run,
  tool: string,
  args: object,
  model: (asking: Asking, answered: Shown) => Outcome,
): Promise<Shown> {
  const { random } = run;
  run.nowMs += random.chance(0.1) ? 0 : random.chance(0.03) ? 45_000 : random.below(3_000);
  if (random.chance(0.2)) changePresence(run);
  const asking = askingAs(run, random.pick(AGENTS));
  const before = await headOf(run);
  const answered = await call(run, tool, withNulls(run, args), asking.agent);
  const outcome = model(asking, answered);
  const head = await headOf(run);
  if ('codes' in outcome) {
    expect(outcome.codes, `${tool} ${answered.error ?? 'was not refused'}`).toContain(
      answered.code,
    );
    if (answered.code === 'cycle_detected') expectCircle(answered.path);
    expect(head, 'a refusal leaves nothing').toBe(before);
    count(run, 'refused');
    return answered;
  }
  expect(settled(answered)).toEqual(settled(outcome.answer));
  const isSame = JSON.stringify([...outcome.graph.nodes]) === JSON.stringify([...run.graph.nodes]);
  const sameEdges = outcome.graph.edges.length === run.graph.edges.length;
  if (isSame && sameEdges) expect(head, 'what changes nothing leaves nothing').toBe(before);
  else expect(head).toBeGreaterThan(before);
  run.graph = outcome.graph;
  return answered;
}

/** The optional fields of what the lists of a call hold. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  nodes: ['parent_ref', 'context_links', 'depends_on', 'properties'],
  updates: ['resolved', 'summary', 'hint', 'release', 'properties', 'add_evidence'],
  operations: ['node_id', 'new_parent', 'source', 'target', 'reason'],
  edges: ['remove'],
};

/** The same call with some of the fields that it leaves out given as null, which means the same. */
function withNulls({ random }: Run, args: object): object {
  const fields = Object.entries(args).map(([name, list]) => {
    const optional = OPTIONAL[name];
    if (!optional || !Array.isArray(list)) return [name, list];
    const items = list.map((item: object) => {
      const left = optional.filter((field) => !(field in item) && random.chance(0.1));
      return { ...item, ...Object.fromEntries(left.map((field) => [field, null])) };
    });
    return [name, items];
  });
  return Object.fromEntries(fields);
}

function expectCircle(path: readonly string[]): void {
  expect(path.length).toBeGreaterThan(1);
  expect(path[0]).toBe(path.at(-1));
}

/** Leaves wordings out. */
function settled(answer: Shown): Shown {
  const { rejected, details, warnings, nodes, waiting, next_call: _proposed, ...rest } = answer;
  return {
    ...rest,
    ...(rejected ? { rejected: rejected.map(reasonOnly) } : {}),
    ...(details ? { details: details.map(({ result: _words, ...each }: Shown) => each) } : {}),
    ...(countOf(warnings) > 0 ? { warnings: countOf(warnings) } : {}),
    ...(nodes ? { nodes: nodes.map(idOnly).map(withoutWords) } : {}),
    ...(waiting ? { waiting: withoutWords(waiting) } : {}),
  };
}

/** What others changed is told by the history, which the model does not repeat. */
function countOf(warnings: Shown = 0): number {
  if (!Array.isArray(warnings)) return warnings;
  return warnings.filter(({ code }: Shown) => code !== 'NODE_CHANGED').length;
}

/** A node that comes with the answer to a change is shown in short. */
function idOnly(item: Shown): Shown {
  return item.node && !('created_at' in item.node) ? { id: item.node.id } : item;
}

function withoutWords({ note, hint: _hint, blocked_by: _by, changed: _changed, ...rest }: Shown) {
  return { ...rest, ...(note === undefined ? {} : { note: true }) };
}

function reasonOnly({ from, to, reason }: Shown): Json {
  return { from, to, reason };
}

/** An optional argument, given with this probability. */
export function perhaps<Value>(run: Run, probability: number, value: Value): Partial<Value> {
  return run.random.chance(probability) ? value : {};
}
