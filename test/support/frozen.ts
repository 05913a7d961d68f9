/** Journals that were frozen as text, with the answers that tools gave about them at that time. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EventType, JournalEvent } from '../../src/domain/journal/event.ts';
import { presentVersion } from '../../src/domain/journal/event-versions.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import { isPlaceholder } from '../../src/kernel/placeholder.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Caller } from '../../src/surface/caller.ts';
import type { TestEngine, TestPlace } from './engines.ts';
import { playScene } from './frozen-scene.ts';
import { journalOf } from './journal.ts';
import { runStatements } from './older-memory.ts';
import { openTestSurface, type TestSurface } from './surface.ts';

export const FROZEN = fileURLToPath(new URL('../frozen', import.meta.url));

/** The names of the frozen journals, oldest first. */
export const FROZEN_NAMES: readonly string[] = readdirSync(FROZEN).sort();

/** Holds every event type. */
export function readNewestFrozen() {
  return readFrozen(FROZEN_NAMES.at(-1) ?? '');
}

/** An event as the journal has it, on one line. */
export interface FrozenEvent extends Omit<JournalEvent, 'type' | 'payload'> {
  readonly workspace: string;
  readonly type: string;
  readonly version: number;
  readonly payload: JsonObject;
}

/** A call that only reads, and its answer. */
export interface FrozenView {
  readonly tool: string;
  readonly args: JsonObject;
  readonly answer: JsonObject;
}

export function readFrozen(name: string): { events: FrozenEvent[]; views: FrozenView[] } {
  const lines = (file: string) =>
    readFileSync(join(FROZEN, name, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  return { events: lines('journal.jsonl'), views: lines('views.jsonl') };
}

export async function freeze(name: string, engine: TestEngine): Promise<void> {
  const scene = await openTestSurface({ engine });
  const events: FrozenEvent[] = [];
  try {
    await playScene(scene);
    for (const workspace of await scene.surface.store.workspaces()) {
      const journal = await journalOf(scene.surface.store, workspace);
      events.push(...journal.map((event) => frozen(workspace, event)));
    }
  } finally {
    await scene.close();
  }
  const thawed = await thaw(events, engine);
  try {
    const views = await lookAround(thawed);
    mkdirSync(join(FROZEN, name), { recursive: true });
    const write = (file: string, rows: readonly object[]) =>
      writeFileSync(
        join(FROZEN, name, file),
        rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      );
    write('journal.jsonl', events);
    write('views.jsonl', views);
  } finally {
    await thawed.close();
  }
}

function frozen(workspace: string, event: JournalEvent): FrozenEvent {
  const { type, payload, ...place } = event;
  const version = presentVersion(type as EventType);
  return { workspace, ...place, type, version, payload: payload as unknown as JsonObject };
}

/** The fields that the history of a node told first; it tells more by now. */
const FIRST_TOLD: Readonly<Record<string, readonly string[]>> = {
  created: ['summary', 'parent', 'edge'],
  merged: ['merged_from', 'merged_into'],
};

/**
 * An answer without what was added to it on purpose since: the proof that proposed calls ask for,
 * the count of steps that were closed without any, the task that follows a finished one, the
 * counted points of a plan, what the history of a node tells of its creation and of merges, the
 * cursors of timelines and counts, and the thought that fits a search. A frozen answer has none of
 * them. What can be learnt from a session is worked out anew by each program, so only its kinds are
 * compared.
 */
export function asFrozen(answer: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(answer), (name, value) => {
    const told = FIRST_TOLD[value?.action ?? ''];
    if (told && Array.isArray(value.changes)) {
      const changes = value.changes.filter(({ field }: { field: string }) => told.includes(field));
      return { ...value, changes };
    }
    if (name === 'risks' && Array.isArray(value)) {
      return value.filter((risk) => !String(risk).startsWith('closed without proof: '));
    }
    if (name === 'capsule' && String(value.next).startsWith('done')) {
      return { ...value, next: 'done', action: null, escalation: null };
    }
    if (name === 'timeline') return { ...value, next_cursor: undefined };
    if (name === 'counts') return JSON.parse(JSON.stringify(value, withoutCursor));
    if (name === 'match') return undefined;
    if (name === 'learnings') return value.map(({ type }: JsonObject) => type);
    if (name === 'steps' && value?.first_open !== undefined && !('missing_tests' in value)) {
      return undefined;
    }
    if (name === 'totals' && 'risks' in value) return { ...value, risks: 'any' };
    if (name !== 'args' || !isReceiptForm(value.proof)) return value;
    const { proof: _asked, ...args } = value;
    return args;
  }) as JsonObject;
}

function withoutCursor(name: string, value: unknown): unknown {
  return name === 'next_cursor' ? undefined : value;
}

function isReceiptForm(proof: unknown): boolean {
  return Array.isArray(proof) && proof.length === 1 && isPlaceholder(proof);
}

/** A whole Waymark over a memory that holds the frozen journal and nothing else. */
export async function thaw(
  events: readonly FrozenEvent[],
  engine: TestEngine,
): Promise<TestSurface> {
  const place = await engine.migrated();
  await thawAt(place, events);
  return openTestSurface({ engine: { ...engine, migrated: async () => place } });
}

export async function thawAt(place: TestPlace, events: readonly FrozenEvent[]): Promise<void> {
  await (await openStore(place)).close();
  await runStatements(place, [...events.map(inserted), ...heads(events)]);
  const store = await openStore(place);
  await store.rebuild();
  await store.close();
}

function literal(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}

function inserted(event: FrozenEvent): string {
  const { workspace, seq, tsMs, agent, type, entity, branch, doc, key, version } = event;
  const payload = JSON.stringify(event.payload);
  const values = [workspace, seq, tsMs, agent, type, entity, branch, doc, key, payload, version];
  return `insert into events
    (workspace, seq, ts_ms, agent, type, entity, branch, doc, key, payload, version)
    values (${values.map(literal).join(', ')})`;
}

function heads(events: readonly FrozenEvent[]): string[] {
  const last = new Map(events.map(({ workspace, seq }) => [workspace, seq]));
  return [...last].map(
    ([workspace, seq]) =>
      `insert into workspaces (workspace, last_seq) values (${literal(workspace)}, ${seq})`,
  );
}

/** The agent that worked last in the scene; a stage of thinking belongs to it. */
export const READER: Caller = { agent: 'ada', role: 'write' };

/** Every view that matters, for everything in the journal. */
async function lookAround(server: TestSurface): Promise<FrozenView[]> {
  const views: FrozenView[] = [];
  const look = async (tool: string, args: JsonObject): Promise<JsonObject> => {
    const { structured: answer, isError, text } = await server.call(tool, args, READER);
    if (isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${text}`);
    views.push({ tool, args, answer });
    return (answer.result ?? answer) as JsonObject;
  };
  for (const workspace of await server.surface.store.workspaces()) {
    await lookAtBranches(workspace, look);
    await lookAtTargets(workspace, look);
    await lookAtWork(workspace, look);
    await lookAtThoughts(workspace, look);
    await lookAtNotebooks(workspace, look);
  }
  return views;
}

type Look = (tool: string, args: JsonObject) => Promise<JsonObject>;

async function lookAtBranches(workspace: string, look: Look): Promise<void> {
  const all = { limit: 200 };
  await look('tag_list', { workspace });
  await look('tasks_delta', { workspace });
  const { branches } = (await look('branch_list', { workspace })) as {
    branches: { name: string }[];
  };
  for (const { name } of branches) {
    const { docs } = (await look('docs_list', { workspace, ref: name })) as {
      docs: { doc: string; kind: string }[];
    };
    await look('think_query', { workspace, ref: name, ...all });
    await look('think_frontier', { workspace, ref: name });
    await look('graph_conflicts', { workspace, into: name });
    await look('log', { workspace, ref: name });
    await look('reflog', { workspace, ref: name });
    for (const { doc, kind } of docs) {
      await look('show', { workspace, branch: name, doc, ...all });
      if (kind !== 'graph') continue;
      await look('graph_query', { workspace, branch: name, doc, include_deleted: true, ...all });
      await look('graph_validate', { workspace, branch: name, doc });
    }
  }
}

async function lookAtTargets(workspace: string, look: Look): Promise<void> {
  const found = (await look('tasks_context', { workspace })) as {
    plans?: { id: string }[];
    tasks?: { id: string }[];
  };
  const targets = [...(found.plans ?? []), ...(found.tasks ?? [])];
  for (const { id: target } of targets) {
    for (const tool of ['tasks_radar', 'tasks_mirror']) {
      await look(tool, { workspace, target });
    }
    await look('tasks_history', { workspace, target });
    await look('tasks_resume_super', { workspace, target, read_only: true, graph_diff: true });
    await look('context_pack', { workspace, target });
  }
}

async function lookAtWork(workspace: string, look: Look): Promise<void> {
  if (workspace !== 'work') return;
  const project = 'parser';
  const { nodes } = (await look('graph_query', { workspace, project, limit: 100 })) as {
    nodes: { id: string }[];
  };
  await look('graph_onboard', { workspace, project });
  await look('graph_next', { workspace, project, count: 10 });
  for (const { id } of nodes) {
    await look('graph_context', { workspace, node_id: id });
    await look('graph_history', { workspace, node_id: id });
  }
}

async function lookAtThoughts(workspace: string, look: Look): Promise<void> {
  if (workspace !== 'thoughts') return;
  const ask = (operation: string, args: JsonObject = {}) =>
    look('thoughtbox_gateway', { workspace, operation, ...args });
  const session = '00000000-0000-4000-8000-000000000001';
  await ask('list_sessions');
  for (const subOperation of ['get', 'analyze', 'export', 'extract_learnings']) {
    await ask('session', { subOperation, sessionId: session });
  }
  await ask('session', { subOperation: 'search', query: 'slow' });
  await ask('knowledge', { subOperation: 'list' });
  await ask('knowledge', { subOperation: 'get', id: 'look-at-the-log' });
  await ask('knowledge', { subOperation: 'list_notes' });
}

async function lookAtNotebooks(workspace: string, look: Look): Promise<void> {
  if (workspace !== 'notebooks') return;
  const ask = (subOperation: string, args: JsonObject = {}) =>
    look('thoughtbox_gateway', { workspace, operation: 'notebook', subOperation, ...args });
  const { notebooks } = (await ask('list')) as { notebooks: { id: string }[] };
  for (const { id: notebookId } of notebooks) {
    await ask('get', { notebookId });
    await ask('export', { notebookId });
    const { cells } = (await ask('list_cells', { notebookId })) as { cells: { id: string }[] };
    for (const { id: cellId } of cells) await ask('get_cell', { notebookId, cellId });
  }
}
