/** Answers programs that ask once, by plain HTTP: the rows of the views, sessions and the journal. */

import type { JsonObject } from '../../kernel/json.ts';
import { NONE_YET } from '../../observatory/first-workspace.ts';
import type { Hub } from '../../observatory/hub.ts';
import { ReadingCalls } from '../../observatory/reading-calls.ts';
import type { ApiAnswer, ApiContext } from '../../observatory/serve-observatory.ts';
import type { Look } from '../../observatory/view.ts';
import { BadRequest, Query } from './query.ts';
import { readEvents } from './read-events.ts';
import { countActive, listSessions, readOneSession } from './read-sessions.ts';
import { searchMemory } from './search-memory.ts';

/** What a path shows: a view, the name of its rows in the answer, and its arguments. */
interface ViewPath {
  readonly view: string;
  readonly as: string;
  /** The name of the rows behind the first one, if the first one stands for the whole. */
  readonly parts?: string;
  /** Undefined if there can be no rows. */
  args?(query: Query, look: Look): Promise<JsonObject | undefined> | JsonObject;
}

const LISTS: Readonly<Record<string, ViewPath>> = {
  tasks: { view: 'tasks', as: 'tasks' },
  agents: { view: 'agents', as: 'agents' },
  branches: { view: 'branches', as: 'branches' },
  notebooks: { view: 'notebooks', as: 'notebooks' },
  work: { view: 'projects', as: 'projects' },
  conflicts: {
    view: 'conflicts',
    as: 'conflicts',
    args: (query) => given('status', query.choice('status', ['open', 'resolved'])),
  },
  graph: { view: 'cards', as: 'nodes', args: graphArgs },
};

/** The paths with one more segment, which names a thing. */
const THINGS: Readonly<Record<string, ViewPath>> = {
  tasks: { view: 'task', as: 'task', parts: 'steps' },
  conflicts: { view: 'conflict', as: 'conflict' },
  notebooks: { view: 'notebook', as: 'notebook' },
};

export async function answerRest(url: string, context: ApiContext): Promise<ApiAnswer> {
  try {
    const query = new Query(url);
    return { status: 200, body: await answer(query, context) };
  } catch (error) {
    if (error instanceof BadRequest) return error.answer;
    throw error;
  }
}

async function answer(query: Query, context: ApiContext): Promise<JsonObject> {
  const [, name = '', id, ...more] = query.segments;
  if (name === 'health' && id === undefined) return health(context);
  const hub = await context.scope.hubToRead(query.text('workspace'));
  if ('fault' in hub) throw new BadRequest(404, 'UNKNOWN_ID', hub.fault);
  if (more.length > 0) throw nothingAt(query);
  if (name === 'sessions') {
    return hub.look((look) =>
      id === undefined ? listSessions(look, query) : readOneSession(look, id, query),
    );
  }
  if (name === 'events' && id === undefined) return hub.look((look) => readEvents(look, query));
  if (name === 'search' && id === undefined) {
    if (hub.workspace === NONE_YET) return { hits: [] };
    const calls = new ReadingCalls(context.surface, context.caller.workspaces);
    return searchMemory(calls, hub.workspace, query);
  }
  if (name === 'work' && id !== undefined) return readWork(hub, context, id, query);
  const path = id === undefined ? LISTS[name] : THINGS[name];
  if (!path) throw nothingAt(query);
  return id === undefined
    ? readList(hub, context, path, query)
    : readThing(hub, context, path, id, query);
}

function nothingAt({ segments }: Query): BadRequest {
  return new BadRequest(404, 'UNKNOWN_ID', `nothing at /${segments.join('/')}`);
}

async function readPage(
  { workspace }: Hub,
  { scope }: ApiContext,
  view: string,
  args: JsonObject,
  cursor?: string,
) {
  const read = await scope.page({ view, args, workspace }, cursor);
  if ('fault' in read) throw new BadRequest(400, 'INVALID_INPUT', read.fault);
  const { rows, next, total } = read.page;
  return {
    rows: rows as unknown as JsonObject[],
    rest: {
      seq: read.seq,
      ...given('next_cursor', next),
      ...given('total', total),
    },
  };
}

async function readList(
  hub: Hub,
  context: ApiContext,
  { view, as, args }: ViewPath,
  query: Query,
): Promise<JsonObject> {
  const asked = args ? await hub.look(async (look) => args(query, look)) : {};
  const { rows, rest } = asked
    ? await readPage(hub, context, view, asked, query.text('cursor'))
    : { rows: [], rest: { seq: 0 } };
  return { [as]: rows, ...(as === 'nodes' ? { edges: edgesOf(rows) } : {}), ...rest };
}

async function readThing(
  hub: Hub,
  context: ApiContext,
  { view, as, parts }: ViewPath,
  id: string,
  query: Query,
): Promise<JsonObject> {
  const cursor = parts === undefined ? undefined : query.text('cursor');
  const { rows, rest } = await readPage(hub, context, view, { id }, cursor);
  if (parts !== undefined && cursor !== undefined) return { [parts]: rows, ...rest };
  const [row, ...others] = rows;
  if (!row) throw new BadRequest(404, 'UNKNOWN_ID', `there is no ${as} ${id}`);
  return { [as]: row, ...(parts === undefined ? {} : { [parts]: others }), ...rest };
}

async function readWork(
  hub: Hub,
  context: ApiContext,
  project: string,
  query: Query,
): Promise<JsonObject> {
  const counts = await hub.look(({ tx }) => tx.work.project(project));
  if (!counts) throw new BadRequest(404, 'UNKNOWN_ID', `there is no project ${project}`);
  const { total, resolved, actionable, blocked } = counts;
  const args = { project, ...given('lens', query.choice('lens', ['open', 'all'])) };
  const { rows, rest } = await readPage(hub, context, 'work', args, query.text('cursor'));
  return { project, counts: { total, resolved, actionable, blocked }, nodes: rows, ...rest };
}

/** The branch by its name, else the one that is checked out; a workspace without events has none. */
async function graphArgs(query: Query, { tx }: Look): Promise<JsonObject | undefined> {
  const name = query.text('branch');
  const branch =
    name === undefined ? (await tx.state())?.checkout : (await tx.branches.byName(name))?.id;
  if (branch === undefined && name === undefined) return undefined;
  if (branch === undefined) throw new BadRequest(404, 'UNKNOWN_ID', `there is no branch ${name}`);
  return { branch, ...given('doc', query.text('doc')) };
}

interface WithEdges {
  readonly id: string;
  readonly edges: readonly { readonly rel: string; readonly to: string }[];
}

function edgesOf(rows: readonly JsonObject[]): readonly JsonObject[] {
  return (rows as unknown as readonly WithEdges[]).flatMap(({ id, edges }) =>
    edges.map(({ rel, to }) => ({ from: id, rel, to })),
  );
}

async function health(context: ApiContext): Promise<JsonObject> {
  const { surface, caller, connections, scope } = context;
  const heads = await surface.store.heads();
  const seen = heads.filter(({ workspace }) => caller.workspaces?.includes(workspace) ?? true);
  let activeSessions = 0;
  for (const { workspace } of seen) {
    const hub = await scope.hub(workspace);
    if (!('fault' in hub)) activeSessions += await hub.look(countActive);
  }
  const workspaces = seen.map(({ workspace, head }) => ({ workspace, seq: head }));
  return { status: 'ok', connections, activeSessions, workspaces };
}

function given(name: string, value: string | number | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
