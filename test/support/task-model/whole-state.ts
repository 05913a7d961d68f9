/** Everything that can be seen of plans and tasks, held against the model. */

import { expect } from 'vitest';
import { graphShape } from './graph-shape.ts';
import { look, type Run } from './run.ts';
import { expectSameTarget } from './same-target.ts';
import { expectSameViews } from './views.ts';
import type { DrawnEdge, Fields } from './world.ts';

/** Whole pages: what a budget cuts off is no matter of this test. */
const page = { limit: 200, max_chars: 10_000_000 };

/** `all`: those too that have been gone for long. */
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

/** The thinking about what is gone stays on its branch, which then is one like any other. */
function placeOf({ world }: Run, id: string, kind: 'graph' | 'trace' | 'notes'): Fields {
  if (!world.targets.has(id)) {
    return { branch: world.branches.get(id), doc: kind === 'notes' ? kind : `${id}-${kind}` };
  }
  return { target: id, ...(kind === 'graph' ? {} : { doc_kind: kind }) };
}

/** Of the task family: ideas and cards, and the edges between them, are others' to test. */
function isOwn(id: unknown): boolean {
  return /^(task|step):/.test(String(id));
}

function edgeKey({ from, rel, to }: Fields | DrawnEdge): string {
  return `${from}|${rel}|${to}`;
}

function nodeState({ id: _1, deleted: _2, last_seq: _3, last_ts_ms: _4, ...rest }: Fields): Fields {
  return rest;
}

/** Live exactly what there is, a tombstone for all that was, and nothing else. */
async function expectSameGraph(run: Run, id: string): Promise<void> {
  const { world } = run;
  const all = { include_deleted: true, edges_limit: 1_000, ...page };
  const told = await look(run, 'graph_query', { ...placeOf(run, id, 'graph'), ...all });
  const nodes = (told.nodes as Fields[]).filter((node) => isOwn(node.id));
  const edges = (told.edges as Fields[]).filter((edge) => isOwn(edge.to));
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
  expect(known.sort(), 'all that ever was').toEqual([...seen].sort());
}

/** Every page, oldest entries first. */
async function entriesOf(run: Run, args: Fields): Promise<Fields[]> {
  const entries: Fields[] = [];
  let cursor: number | null = null;
  do {
    const told: Fields = await look(run, 'show', { ...args, ...page, cursor });
    entries.unshift(...(told.entries as Fields[]));
    cursor = ((told.pagination as Fields).next_cursor as number | undefined) ?? null;
  } while (cursor !== null);
  return entries;
}

/** Each event once and in order; the notes likewise. They outlive what they are about. */
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
  const told = await look(run, 'tasks_history', { task: id, ...page });
  expect(
    (told.operations as Fields[]).map(({ intent, path, undoable, undone }) => ({
      intent,
      path,
      undoable,
      undone,
    })),
  ).toEqual(
    [...operations]
      .reverse()
      .slice(0, page.limit)
      .map(({ intent, path, state }) => ({
        intent,
        path,
        undoable: state !== 'final',
        undone: state === 'undone' || state === 'discarded',
      })),
  );
}
