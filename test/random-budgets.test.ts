/**
 * Walks through every list of every reading tool under random budgets, on each engine: whatever the
 * budget, following the cursors yields every item exactly once, in the same order, and the text
 * keeps the budget. A larger budget shows every item that a smaller one shows. WAYMARK_SEED replays
 * a failure, WAYMARK_STEPS lengthens a run.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadEnds } from './support/dead-ends.ts';
import { MAIN_ENGINES } from './support/engines.ts';
import { randomFrom } from './support/random.ts';
import { repeats } from './support/repeats.ts';
import { openTestSurface, type TestSurface } from './support/surface.ts';
import type { Shown } from './support/task-world.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261);
const BUDGETS = Number(process.env.WAYMARK_STEPS ?? repeats(1, 2));

/**
 * A budget that holds an item of any list and what stands around it; an overview has other sections
 * beside it.
 */
const LEAST = 1_000;
const LEAST_OVERVIEW = 6_000;
const MOST = 9_000;
const WHOLE = 5_000_000;

interface List {
  readonly name: string;
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly items: (view: Shown) => readonly Shown[];
  readonly id: (item: Shown) => string;
  /** The arguments of the next page, or undefined at the end. */
  readonly next: (view: Shown) => Record<string, unknown> | undefined;
  readonly least?: number;
  /** One of several lists of an answer, which a small budget may leave out. */
  readonly isPart?: boolean;
  /** Whether a page shows its newest item last. */
  readonly isLog?: boolean;
}

const bySeq = (item: Shown) => String(item.seq);
const byId = (item: Shown) => String(item.id);

/** Lists with `pagination`, under its usual name or another one. */
const paged =
  (cursor = 'cursor', at: (view: Shown) => Shown = (view) => view.pagination) =>
  (view: Shown) => {
    const page = at(view);
    return page?.next_cursor === undefined ? undefined : { [cursor]: page.next_cursor };
  };
const byOffset = (view: Shown) =>
  view.nextOffset === undefined ? undefined : { offset: view.nextOffset };
const byHitCursor = (view: Shown) => (view.has_more ? { cursor: view.cursor } : undefined);
const byCursor = (view: Shown) =>
  view.next_cursor === undefined ? undefined : { cursor: view.next_cursor };

function lists(world: World): readonly List[] {
  const entries = (view: Shown) => view.entries;
  const log = { items: entries, id: bySeq, next: paged(), isLog: true };
  const of = (name: string) => (view: Shown) => view[name];
  const memory = (name: string) => ({
    tool: 'tasks_resume_super',
    args: { task: 'TASK-001', read_only: true },
    items: (view: Shown) => view.memory?.[name]?.entries ?? [],
    id: bySeq,
    next: paged(`${name}_cursor`, (view) => view.memory?.[name]?.pagination),
    isLog: true,
    isPart: true,
    least: LEAST_OVERVIEW,
  });
  const session = { operation: 'session', sessionId: world.session };
  return [
    { name: 'show', tool: 'show', args: { branch: 'main', doc: 'notes', limit: 7 }, ...log },
    { name: 'show of a trace', tool: 'show', args: { branch: 'main', doc: 'steps' }, ...log },
    {
      name: 'trace_hydrate',
      tool: 'trace_hydrate',
      args: { doc: 'steps', limit_steps: 9 },
      ...log,
    },
    { name: 'diff', tool: 'diff', args: { from: 'main', to: 'other', limit: 6 }, ...log },
    {
      ...{ name: 'log', tool: 'log', args: { ref: 'main', limit: 8 }, ...log },
      items: of('commits'),
    },
    { name: 'reflog', tool: 'reflog', args: { limit: 9 }, ...log, isLog: false },
    {
      ...{ name: 'graph_query', tool: 'graph_query', args: { branch: 'other', doc: 'graph' } },
      ...{ items: of('nodes'), id: byId, next: paged() },
    },
    {
      ...{ name: 'graph_diff', tool: 'graph_diff', args: { from: 'main', to: 'other', limit: 9 } },
      ...{ items: of('changes'), next: paged() },
      id: (item) => item.id ?? JSON.stringify(item.key),
    },
    {
      ...{ name: 'graph_conflicts', tool: 'graph_conflicts', args: { into: 'main', limit: 4 } },
      ...{ items: of('conflicts'), next: paged(), id: (item) => item.conflict_id },
    },
    {
      ...{ name: 'think_query', tool: 'think_query', args: { ref: 'main', limit: 11 } },
      ...{ items: of('cards'), id: byId, next: paged() },
    },
    {
      ...{ name: 'tasks_history', tool: 'tasks_history', args: { task: 'TASK-001', limit: 9 } },
      ...{ items: of('operations'), id: bySeq, next: paged() },
    },
    {
      ...{ name: 'tasks_mirror', tool: 'tasks_mirror', args: { plan: 'PLAN-001', limit: 7 } },
      ...{ items: of('tasks'), id: byId, next: byCursor },
    },
    {
      ...{ name: 'tasks_mirror of steps', tool: 'tasks_mirror', items: of('steps') },
      ...{ args: { task: 'TASK-002', limit: 6 }, id: (item) => item.step_id, next: byCursor },
    },
    ...(['timeline', 'delta'] as const).map((name) => ({
      ...{ name, tool: name === 'delta' ? 'tasks_context_pack' : 'tasks_resume_pack' },
      args: { task: 'TASK-001', read_only: true },
      items: (view: Shown) => view[name]?.events ?? [],
      id: (item: Shown) => item.event_id,
      next: paged(name === 'delta' ? 'delta_cursor' : 'events_cursor', (view) => view[name]),
      isLog: true,
      isPart: true,
      least: LEAST_OVERVIEW,
    })),
    ...(['plans', 'tasks'] as const).map((name) => ({
      ...{ name: `tasks_context, ${name}`, tool: 'tasks_context', args: { tasks_limit: 7 } },
      ...{ items: of(name), id: byId, isPart: name === 'plans' },
      next: paged(`${name}_cursor`, (view) => view[`${name}_pagination`]),
    })),
    {
      ...{ name: 'tasks_delta', tool: 'tasks_delta', args: { limit: 13 }, items: of('events') },
      id: bySeq,
      next: (view) => (view.has_more ? { since: view.next_since } : undefined),
    },
    ...(['notes', 'trace'] as const).map((name) => ({
      name: `tasks_resume_super, ${name}`,
      ...memory(name),
    })),
    {
      ...{ name: 'tasks_resume_super, cards', ...memory('notes'), isLog: false, id: byId },
      items: (view) => view.memory?.cards ?? [],
      next: paged('cards_cursor', (view) => view.memory?.cards_pagination),
    },
    ...['readiness', 'depth', 'recent', 'created'].map((sort) => ({
      ...{ name: `graph_query of work, ${sort}`, tool: 'graph_query', items: of('nodes') },
      ...{ args: { project: 'P', sort, limit: 9 }, id: byId, next: byCursor },
    })),
    {
      ...{ name: 'graph_history', tool: 'graph_history', items: of('events'), next: byCursor },
      args: { node_id: world.node, limit: 5 },
      id: (item) => item.timestamp,
    },
    {
      ...{
        name: 'session list',
        tool: 'thoughtbox_gateway',
        items: of('sessions'),
        next: byOffset,
      },
      ...{ args: { operation: 'session', subOperation: 'list', limit: 5 }, id: byId },
    },
    {
      ...{ name: 'session get', tool: 'thoughtbox_gateway', next: byOffset },
      args: { ...session, subOperation: 'get', limit: 8 },
      items: (view) => [
        ...(view.thoughts ?? []),
        ...Object.values((view.branches ?? {}) as Shown).flat(),
      ],
      id: (item) => `${item.branchId ?? ''} ${item.thoughtNumber}`,
    },
    {
      ...{ name: 'knowledge list', tool: 'thoughtbox_gateway', next: byOffset },
      args: { operation: 'knowledge', subOperation: 'list', limit: 4 },
      ...{ items: of('patterns'), id: byId },
    },
    ...[
      { query: 'wörd part session', limit: 9 },
      { query: 'wörd', kinds: ['note', 'card'], limit: 30, explain: true },
      { kinds: ['work', 'trace', 'pattern'], limit: 6 },
    ].map((args) => ({
      ...{ name: `recall ${JSON.stringify(args)}`, tool: 'recall', args, items: of('hits') },
      ...{ id: (item: Shown) => `${item.kind} ${item.in} ${item.id}`, next: byHitCursor },
    })),
  ];
}

interface World {
  readonly session: string;
  readonly node: string;
}

async function build(server: TestSurface, random = randomFrom(SEED)): Promise<World> {
  const call = async (tool: string, args: object): Promise<Shown> => {
    const reply = await server.call(tool, args);
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
    return reply.text.startsWith('{') ? JSON.parse(reply.text) : {};
  };
  /** Mostly short, sometimes longer than any budget. */
  const words = (n: number) => {
    const length = random.chance(0.08) ? 12_000 : random.below(random.chance(0.3) ? 2_500 : 300);
    return `${n} ${'wörd "q" 界\n'.repeat(Math.ceil(length / 14))}`.trimEnd();
  };
  for (let n = 0; n < 24; n++) {
    await call('notes_commit', { branch: 'main', doc: 'notes', content: words(n), meta: { n } });
    const step = { thoughtNumber: n + 1, totalThoughts: 30, nextThoughtNeeded: true };
    await call('trace_sequential_step', { doc: 'steps', thought: words(n), ...step });
  }
  await reasoning(call, words);
  await tasks(call, words);
  return { session: await thoughts(call, words), node: await work(call, words) };
}

type Call = (tool: string, args: object) => Promise<Shown>;
type Words = (n: number) => string;

async function reasoning(call: Call, words: Words): Promise<void> {
  const node = (id: string, text: string) => ({ op: 'node_upsert', id, type: 'note', text });
  await call('graph_apply', {
    branch: 'main',
    ops: Array.from({ length: 6 }, (_, n) => node(`both${n}`, 'base')),
  });
  for (let n = 0; n < 16; n++) {
    const card = { id: `c${n}`, type: n % 2 ? 'question' : 'evidence', title: `t${n}` };
    const supports = n > 0 ? [`c${n - 1}`] : [];
    await call('think_card', { branch: 'main', card: { ...card, text: words(n) }, supports });
  }
  await call('branch_create', { name: 'other', from: 'main' });
  for (let n = 0; n < 12; n++) {
    await call('notes_commit', { branch: 'other', content: words(n) });
    const ops = [node(`x${n}`, words(n)), node(`y${n}`, words(n))];
    await call('graph_apply', { branch: 'other', ops });
  }
  for (const branch of ['other', 'main']) {
    const ops = Array.from({ length: 6 }, (_, n) => node(`both${n}`, `${branch} ${n}`));
    await call('graph_apply', { branch, ops });
  }
  await call('graph_merge', { from: 'other', into: 'main' });
}

async function tasks(call: Call, words: Words): Promise<void> {
  await call('tasks_create', { title: 'Plan' });
  await call('tasks_create', { title: 'Second plan' });
  for (let n = 0; n < 18; n++) {
    const title = words(n).replaceAll('\n', ' ').slice(0, 160);
    await call('tasks_create', { parent: 'PLAN-001', title });
  }
  const steps = Array.from({ length: 16 }, (_, n) => {
    const [title = ''] = words(n).slice(0, 200).split('\n');
    return { title, success_criteria: [words(n).slice(0, 900)] };
  });
  await call('tasks_decompose', { task: 'TASK-002', steps });
  const task = { task: 'TASK-001' };
  for (let n = 0; n < 12; n++) {
    const ops = [{ op: 'set', field: 'description', value: words(n) }];
    await call('tasks_patch', { ...task, kind: 'task_detail', ops });
    await call('notes_commit', { target: 'TASK-001', content: words(n) });
    const card = { id: `t${n}`, type: 'decision', text: words(n) };
    await call('think_card', { target: 'TASK-001', card });
  }
}

async function work(call: Call, words: Words): Promise<string> {
  const nodes = Array.from({ length: 20 }, (_, n) => ({
    ref: `${n}`,
    summary: `Part ${n}`,
    properties: { text: words(n), priority: n % 4 },
    ...(n > 3 ? { depends_on: [`${n % 4}`] } : {}),
  }));
  const { created } = await call('graph_plan', { project: 'P', nodes });
  const node_id = created[0].id;
  for (let n = 0; n < 12; n++) {
    const add_evidence = [{ type: 'note', ref: words(n) }];
    await call('graph_update', { node_id, state: { n }, add_evidence });
  }
  return node_id;
}

async function thoughts(call: Call, words: Words): Promise<string> {
  const gateway = (args: object) => call('thoughtbox_gateway', args);
  for (let n = 0; n < 9; n++) {
    await gateway({ operation: 'start_new', sessionTitle: `Session ${n}`, tags: ['a'] });
    const pattern = { title: `Pattern ${n}`, content: words(n), description: words(n) };
    await gateway({ operation: 'knowledge', subOperation: 'create', ...pattern });
  }
  await gateway({ operation: 'cipher' });
  let last: Shown = {};
  for (let n = 0; n < 26; n++) {
    const branch =
      n % 5 === 4 ? { branchId: 'b', ...(n === 4 ? { branchFromThought: 1 } : {}) } : {};
    last = await gateway({
      operation: 'thought',
      thought: words(n),
      nextThoughtNeeded: true,
      ...branch,
    });
  }
  return last.sessionId;
}

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  let server: TestSurface;
  let world: World;

  beforeAll(async () => {
    server = await openTestSurface({ engine, defaultWorkspace: 'home' });
    world = await build(server);
  });
  afterAll(() => server.close());

  const read = async ({ tool, args }: List, more: object): Promise<Shown> => {
    const reply = await server.call(tool, { ...args, ...more });
    expect(reply.isError, `${tool} ${JSON.stringify(more)}: ${reply.text.slice(0, 300)}`).toBe(
      false,
    );
    const answer = JSON.parse(reply.text);
    const { max_chars } = more as { max_chars: number };
    expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(max_chars);
    return 'success' in answer && 'result' in answer ? answer.result : answer;
  };

  /** The ids of all items, oldest first for logs, with every cursor followed to its end. */
  const walk = async (list: List, budgetOf: () => number): Promise<readonly string[]> => {
    const pages: string[][] = [];
    const cursors = new Set<string>();
    let more: Record<string, unknown> | undefined = {};
    while (more) {
      const view = await read(list, { ...more, max_chars: budgetOf() });
      const ids = list.items(view).map(list.id);
      pages.push(ids);
      more = list.next(view);
      if (more === undefined) break;
      const cursor = JSON.stringify(more);
      expect(cursors, `${list.name}: a cursor came back`).not.toContain(cursor);
      expect(ids.length, `${list.name}: a page without items`).toBeGreaterThan(0);
      cursors.add(cursor);
    }
    return (list.isLog ? pages.reverse() : pages).flat();
  };

  /** Without a check of the text: below about 1,000 bytes the frame may exceed the limit. */
  const readIn = async ({ tool, args }: List, max_chars: number): Promise<Shown> => {
    const reply = await server.call(tool, { ...args, max_chars });
    const answer = JSON.parse(reply.text);
    return 'success' in answer && 'result' in answer ? answer.result : answer;
  };

  it(`[BU23] [BU24] a larger budget shows no fewer items, and every page leads on (seed ${SEED})`, async () => {
    const random = randomFrom(SEED + 1);
    const budgets = [0, 200, 250, 300, 450, 600, 750, 900, 1_000, 1_100, 1_200, 1_500]
      .concat(Array.from({ length: 6 * BUDGETS }, () => 200 + random.below(MOST)))
      .sort((a, b) => a - b);
    for (const list of lists(world)) {
      let seen: readonly string[] = [];
      for (const budget of budgets) {
        const view = await readIn(list, budget);
        const ids = (list.items(view) ?? []).map(list.id);
        const lost = seen.filter((id) => !ids.includes(id));
        expect(lost, `${list.name} in ${budget}`).toEqual([]);
        expect(deadEnds(view), `${list.name} in ${budget}`).toEqual([]);
        if (!list.isPart) expect(ids.length, `${list.name} in ${budget}`).not.toBe(0);
        seen = ids;
      }
    }
  });

  it(`[BU10] every list under ${BUDGETS} random budgets yields every item once (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    for (const list of lists(world)) {
      const { least = LEAST } = list;
      const all = await walk(list, () => WHOLE);
      expect(all.length, `${list.name}: too few to show anything`).toBeGreaterThan(1);
      expect(new Set(all).size, list.name).toBe(all.length);
      for (let n = 0; n < BUDGETS; n++) {
        const budget = least + random.below(MOST);
        const seen = await walk(list, () => budget);
        expect([...seen].sort(), `${list.name} in ${budget}`).toEqual([...all].sort());
      }
      const changing = await walk(list, () => least + random.below(MOST));
      expect([...changing].sort(), `${list.name}, changing budgets`).toEqual([...all].sort());
    }
  });
});
