/** Compares everything visible of plans and tasks with the model. */

import { expect } from 'vitest';
import { graphShape } from './graph-shape.ts';
import { isGone } from './history.ts';
import { type Run, read } from './run.ts';
import { expectSameTarget } from './same-target.ts';
import { expectSameViews } from './views.ts';
import type { DrawnEdge, Fields } from './world.ts';

/** A budget that cuts nothing; cuts have their own tests. */
const page = { limit: 200, max_chars: 10_000_000 };

/** `all` includes targets that were deleted long ago. */
export async function expectSameState(run: Run, { all }: { all: boolean }): Promise<void> {
  const { world, traces } = run;
  const gone = [...traces.keys()].filter((id) => !world.targets.has(id));
  for (const id of [...world.targets.keys(), ...(all ? gone : gone.slice(-5))]) {
    try {
      await expectSameTarget(run.server, world, id);
      await expectSameGraph(run, id);
      await expectSameTrace(run, id);
      await expectSameHistory(run, id);
    } catch (error) {
      if (error instanceof Error) error.message = `${id}: ${error.message}`;
      throw error;
    }
  }
  await expectSameViews(run);
}

/** The notes and cards of a deleted target stay on its branch, which is then an ordinary one. */
function placeOf({ world }: Run, id: string, kind: 'graph' | 'trace' | 'notes'): Fields {
  if (!world.targets.has(id)) {
    return { branch: world.branches.get(id), doc: kind === 'notes' ? kind : `${id}-${kind}` };
  }
  return { target: id, ...(kind === 'graph' ? {} : { doc_kind: kind }) };
}

/** Whether the task family writes this node; cards and their edges have other tests. */
function isOwn(id: unknown): boolean {
  return /^(task|step):/.test(String(id));
}

function edgeKey({ from, rel, to }: Fields | DrawnEdge): string {
  return `${from}|${rel}|${to}`;
}

function nodeState({ id: _1, deleted: _2, last_seq: _3, last_ts_ms: _4, ...rest }: Fields): Fields {
  return rest;
}

/** Expects live nodes and edges for what exists, deleted ones for what existed, and no others. */
async function expectSameGraph(run: Run, id: string): Promise<void> {
  const { world } = run;
  const all = { include_deleted: true, edges_limit: 1_000, ...page };
  const shown = await read(run, 'graph_query', { ...placeOf(run, id, 'graph'), ...all });
  const nodes = (shown.nodes as Fields[]).filter((node) => isOwn(node.id));
  const edges = (shown.edges as Fields[]).filter((edge) => isOwn(edge.to));
  const target = world.targets.get(id);
  const shape = target ? graphShape(world, target) : { nodes: new Map(), edges: new Set() };
  const drawn = world.drawn.filter((edge) => edge.target === id);
  const isLive = ({ deleted }: Fields) => deleted === false;
  const live = nodes.filter(isLive).map((node) => [String(node.id), nodeState(node)]);
  expect(Object.fromEntries(live), 'the live nodes').toEqual(Object.fromEntries(shape.nodes));
  expect(edges.filter(isLive).map(edgeKey).sort(), 'the live edges').toEqual(
    [...shape.edges, ...drawn.filter((edge) => edge.isLive).map(edgeKey)].sort(),
  );
  const seen = new Set([...(run.keys.get(id) ?? []), ...drawn.map(edgeKey)]);
  const known = [...nodes.map((node) => String(node.id)), ...edges.map(edgeKey)];
  expect(known.sort(), 'everything that ever existed').toEqual([...seen].sort());
}

/** The entries of all pages, oldest first. */
async function entriesOf(run: Run, args: Fields): Promise<Fields[]> {
  const entries: Fields[] = [];
  let cursor: number | null = null;
  do {
    const shown: Fields = await read(run, 'show', { ...args, ...page, cursor });
    entries.unshift(...(shown.entries as Fields[]));
    cursor = ((shown.pagination as Fields).next_cursor as number | undefined) ?? null;
  } while (cursor !== null);
  return entries;
}

/** Each event and each note once, in order. They stay after their target is deleted. */
async function expectSameTrace(run: Run, id: string): Promise<void> {
  const entries = await entriesOf(run, placeOf(run, id, 'trace'));
  const events = entries.filter(({ kind }) => kind === 'event');
  expect(events.map((each) => [each.event_type, each.task_id, each.path ?? null])).toEqual(
    (run.traces.get(id) ?? []).map(({ type, path }) => [type, id, path]),
  );
  const notes = await entriesOf(run, placeOf(run, id, 'notes'));
  expect(notes.map(({ content }) => content)).toEqual(run.notes.get(id) ?? []);
}

async function expectSameHistory(run: Run, id: string): Promise<void> {
  const operations = run.world.operations.get(id) ?? [];
  const shown = await read(run, 'tasks_history', { task: id, ...page });
  expect(
    (shown.operations as Fields[]).map(({ intent, path, undoable, undone }) => ({
      intent,
      path,
      undoable,
      undone,
    })),
  ).toEqual(
    [...operations]
      .reverse()
      .slice(0, page.limit)
      .map((operation) => ({ operation, ...operation }))
      .map(({ operation, intent, path, state }) => ({
        intent,
        path,
        undoable: state !== 'final' && !isGone(run.world.targets.get(id), operation),
        undone: state === 'undone' || state === 'discarded',
      })),
  );
}
