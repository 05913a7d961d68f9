/** One random run: makes the same calls to the server and the model, and compares the answers. */

import { expect } from 'vitest';
import type { JournalEvent } from '../../../src/domain/journal/event.ts';
import type { Reply } from '../../../src/surface/render.ts';
import { sometimesWithNulls } from '../left-out.ts';
import type { Random } from '../random.ts';
import { TESTER, type TestSurface } from '../surface.ts';
import type { Call } from './call.ts';
import { isModelled, play } from './play.ts';
import { expectSameTarget } from './same-target.ts';
import type { Captured, Fields, ModelEvent, World } from './world.ts';

export const workspace = 'wander';

export interface Run {
  readonly server: TestSurface;
  readonly world: World;
  readonly random: Random;
  /** The calls that must come next, because an earlier call planned them. */
  readonly planned: Call[];
  /** The target that most calls are about, if there is one. */
  favourite: string | undefined;
  /** The server's clock before the first call, and how often it has ticked. */
  readonly startMs: number;
  calls: number;
  /** The last seq of the journal. */
  head: number;
  step: number;
  /** The last call, for the message of a failure. */
  last: string;
  /** How often each thing happened, so that a run that does too little fails. */
  readonly done: Map<string, number>;
  /** Events, notes and graph keys of each plan or task, including deleted ones. */
  readonly traces: Map<string, ModelEvent[]>;
  readonly notes: Map<string, string[]>;
  readonly keys: Map<string, Set<string>>;
  /** Every event and every capture, over all plans and tasks. */
  readonly events: ModelEvent[];
  readonly captures: Captured[];
  /** How far `tasks_delta` has been read. */
  delta: { since: number; count: number };
}

export function newRun(server: TestSurface, world: World, random: Random, head: number): Run {
  return {
    server,
    world,
    random,
    planned: [],
    favourite: undefined,
    // Reading the clock makes it tick, as every call does.
    startMs: server.surface.now(),
    calls: 1,
    head,
    step: 0,
    last: '',
    done: new Map(),
    traces: new Map(),
    notes: new Map(),
    keys: new Map(),
    events: [],
    captures: [],
    delta: { since: head, count: 0 },
  };
}

export function count({ done }: Run, what: string): void {
  done.set(what, (done.get(what) ?? 0) + 1);
}

/** Makes a call of the server that the model does not have. */
export async function read(run: Run, tool: string, args: Fields): Promise<Fields> {
  return readAs(run, tool, { workspace, ...args });
}

/** The same, without adding the workspace. */
async function readAs(run: Run, tool: string, args: Fields): Promise<Fields> {
  run.calls += 1;
  const reply = await run.server.call(tool, args);
  if (reply.isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${reply.text}`);
  return (reply.structured.result ?? reply.structured) as Fields;
}

/** Makes the same call to the server and the model, and compares what both did. */
export async function ask(run: Run, call: Call): Promise<Reply> {
  const { world, server } = run;
  run.last = `${call.tool} ${JSON.stringify(call.args)}`;
  const nowMs = run.startMs + 1_000 * run.calls;
  run.calls += 1;
  const outcome = play(world, call, nowMs);
  const sent = sometimesWithNulls(run.calls, call.tool, { workspace, ...call.args });
  const reply = await server.call(call.tool, sent);
  const code = 'code' in outcome ? outcome.code : stoppedBy(outcome.answer);
  count(run, `${call.tool} ${code ?? 'ok'}`);
  expect(reply.refusal, reply.text).toBe(code);
  await expectSameJournal(run, 'code' in outcome);
  if ('code' in outcome) {
    for (const what of ['refused', outcome.code, outcome.why]) count(run, what);
    return reply;
  }
  remember(run);
  const touched = new Set(world.happened.map(({ target }) => target));
  for (const id of touched) await expectSameTarget(server, world, id);
  for (const what of world.notable) count(run, what);
  expect(reply.isError, reply.text).toBe(code !== undefined);
  const shown = (reply.structured.result ?? reply.structured) as Fields;
  expect(inOrder(shown)).toMatchObject(outcome.answer);
  expect(warningsOf(reply)).toEqual([...world.warnings].sort());
  for (const warning of world.warnings) count(run, warning);
  return reply;
}

/** A batch that stopped half way reports a failure, and keeps what it did. */
function stoppedBy(answer: Fields): string | undefined {
  return answer.failed === undefined ? undefined : 'BATCH_FAILED';
}

interface Proposing {
  readonly suggestions: readonly { action: string; target: string; params: unknown }[];
}

/** A suggestion must succeed as it stands, once its placeholders are filled in. */
export async function follow(run: Run, { suggestions }: Proposing): Promise<void> {
  const [suggestion] = suggestions;
  if (suggestion?.action !== 'call_tool') return;
  const { tool, params } = direct(suggestion);
  const filled = JSON.stringify(params).replaceAll(/<fill: [^>]*>/g, 'npm test, 12 passed');
  const { workspace: _, ...args } = JSON.parse(filled) as Fields;
  if (!isModelled(tool)) {
    await readAs(run, tool, params as Fields);
    return;
  }
  const { refusal, text } = await ask(run, { tool, args });
  count(run, 'suggestion followed');
  expect(refusal, text).toBeUndefined();
}

/** The call itself, where a client would have to make it through the gateway. */
function direct({ target, params }: { target: string; params: unknown }) {
  const { operation, tool, args = {}, ...place } = params as Fields;
  return target === 'thoughtbox_gateway' && operation === 'call'
    ? { tool: String(tool), params: { ...place, ...(args as Fields) } }
    : { tool: target, params };
}

/** Sorts the parts of a difference, since their order does not matter. */
function inOrder(shown: Fields): Fields {
  if (!Array.isArray(shown.diff)) return shown;
  const diff = [...(shown.diff as Fields[])].sort((a, b) =>
    String(a.part) < String(b.part) ? -1 : 1,
  );
  return { ...shown, diff };
}

function warningsOf({ structured, text }: Reply): string[] {
  const listed = structured.warnings as { code: string }[] | undefined;
  const codes = listed
    ? listed.map(({ code }) => code)
    : [...text.matchAll(/^WARNING: ([A-Z_]+)/gm)].map((match) => match[1] ?? '');
  return codes.filter((code) => !code.startsWith('BUDGET_')).sort();
}

const EVENTS = new Set([
  ...['plan_created', 'task_created', 'plan_edited', 'task_edited', 'steps_added'],
  ...['step_defined', 'step_noted', 'step_verified', 'step_done', 'step_reopened'],
  ...['step_blocked', 'step_unblocked', 'step_deleted', 'task_patched', 'task_completed'],
  ...['task_deleted', 'task_node_added', 'task_node_defined', 'task_node_deleted'],
  ...['plan_updated', 'contract_updated', 'evidence_captured', 'dependency_dropped'],
  ...['undo_applied', 'redo_applied'],
]);

/** Expects exactly the events and notes of the model, and none after a refusal. */
async function expectSameJournal(run: Run, isRefused: boolean): Promise<void> {
  const { world, server } = run;
  const { head, focus, events } = await server.surface.store.read(workspace, async (tx) => ({
    head: tx.head,
    focus: (await tx.agents.focus(TESTER.agent)).target,
    events: await tx.journal.after(run.head, 10_000),
  }));
  if (isRefused) expect(head, 'the last seq after a refusal').toBe(run.head);
  expect(focus, 'the focus').toBe(world.focus);
  expect(events.filter(isOfTasks).map(modelEventOf), 'the events').toEqual(world.happened);
  const noted = events.flatMap((event) =>
    event.type === 'note_committed'
      ? [{ target: event.entity, content: event.payload.content }]
      : [],
  );
  expect(noted, 'the notes').toEqual(world.notes);
  expect(events.filter(isCopy), 'events that only repeat other events').toEqual([]);
  const cards = events.filter(({ type }) => type === 'card_recorded');
  expect(cards, 'the cards').toHaveLength(world.cards);
  if (world.happened.length === 0) {
    const moved = events.filter(({ type }) => !OTHERS.includes(type));
    expect(moved, 'events of a call that changes nothing').toEqual([]);
  }
  run.head = head;
}

/** The nodes of plans, tasks and steps are derived, so no event may repeat them. */
function isCopy({ type, payload }: JournalEvent): boolean {
  if (type !== 'graph_node_upserted' && type !== 'graph_node_deleted') return false;
  const { node, id = node?.id } = payload as { node?: { id: string }; id?: string };
  return /^(task|step):/.test(id ?? '');
}

/** Events of other families. */
const OTHERS = ['focus_changed', 'graph_node_upserted', 'graph_edge_upserted', 'branch_renamed'];

function isOfTasks({ type }: JournalEvent): boolean {
  return EVENTS.has(type);
}

function modelEventOf({ entity, type, payload }: JournalEvent): ModelEvent {
  const { revision, fields } = payload as unknown as { revision: number; fields: Fields };
  const path = typeof fields.path === 'string' ? fields.path : null;
  return { target: entity, type, revision, path };
}

/** Keeps what must stay readable after plans and tasks are deleted. */
function remember({ world, traces, notes, keys, events, captures }: Run): void {
  events.push(...world.happened);
  captures.push(...world.captured);
  for (const each of world.happened) {
    traces.set(each.target, [...(traces.get(each.target) ?? []), each]);
  }
  for (const { target, content } of world.notes) {
    notes.set(target, [...(notes.get(target) ?? []), content]);
  }
  for (const { target, key } of world.keys) {
    const known = keys.get(target) ?? new Set();
    keys.set(target, known.add(key));
  }
}
