/** Filters of `recall`, by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import {
  createTask,
  RECEIPTS,
  type Shown,
  TASK,
  type TaskWorld,
  useTaskWorld,
} from '../../../test/support/task-world.ts';
import { RECALL_KINDS } from '../terms/recall-kinds.ts';

/** Something of every kind, each with the word `harbour`. */
async function fill(world: TaskWorld): Promise<void> {
  const { ask } = world;
  await createTask(world, [
    { title: 'The harbour step', success_criteria: ['it is there'], tests: ['npm test'] },
  ]);
  const retitle = (target: object, title: string) =>
    ask('tasks_patch', { ...target, ops: [{ op: 'set', field: 'title', value: title }] });
  await retitle(TASK, 'The harbour task');
  await retitle({ task: 'PLAN-001' }, 'The harbour plan');
  const checks = [...RECEIPTS, 'CMD: harbour'];
  await ask('tasks_evidence_capture', { ...TASK, path: 's:0', checks });
  await ask('notes_commit', { content: 'A harbour note' });
  await ask('notes_commit', { target: 'TASK-001', content: 'A harbour note of the task' });
  const step = { thoughtNumber: 1, totalThoughts: 1, nextThoughtNeeded: false };
  await ask('trace_sequential_step', { thought: 'A harbour step of a trace', ...step });
  const node = (text: string) => ({ op: 'node_upsert', id: 'card-h', type: 'decision', text });
  await ask('graph_apply', { branch: 'main', ops: [node('A harbour card')] });
  await ask('remember', { kind: 'rule', text: 'A harbour rule' });
  await ask('remember', { kind: 'question', text: 'A harbour question?' });
  await ask('branch_create', { name: 'idea', from: 'main' });
  await ask('graph_apply', { branch: 'idea', ops: [node('A harbour there')] });
  await ask('graph_apply', { branch: 'main', ops: [node('A harbour here')] });
  await ask('graph_merge', { from: 'idea', into: 'main' });
  await ask('graph_plan', { project: 'P', nodes: [{ ref: 'a', summary: 'Harbour work' }] });
  await thinkOf(world);
}

async function thinkOf({ ask }: TaskWorld): Promise<void> {
  const gateway = (operation: string, args: object = {}) =>
    ask('thoughtbox_gateway', { operation, ...args });
  await gateway('start_new', { sessionTitle: 'The harbour session' });
  await gateway('cipher');
  await gateway('thought', { thought: 'A harbour thought', nextThoughtNeeded: true });
  const knowledge = (subOperation: string, args: object) =>
    gateway('knowledge', { subOperation, ...args });
  const pattern = { id: 'pattern-1', title: 'A harbour pattern', description: 'd', content: 'c' };
  await knowledge('create', pattern);
  await knowledge('save_note', { id: 'scratch-1', content: 'A harbour scribble' });
  const notebook = (subOperation: string, args: object) =>
    gateway('notebook', { subOperation, ...args });
  const created = await notebook('create', { name: 'Harbour book', language: 'javascript' });
  const { notebookId } = created;
  const source = 'console.log("harbour")';
  const cell = { notebookId, cellType: 'code', content: source, filename: 'a.js' };
  const { cellId } = await notebook('add_cell', cell);
  await notebook('run_cell', { notebookId, cellId });
}

describe.each(MAIN_ENGINES)('filters on $name', (engine) => {
  const world = useTaskWorld(engine, { once: fill });
  const hitsOf = async (args: object): Promise<readonly Shown[]> =>
    (await world.ask('recall', { limit: 100, ...args })).hits;
  const kindsOf = (hits: readonly Shown[]) => new Set(hits.map(({ kind }) => kind));

  it('[RC1] [RC21] everything is found by its words, and alone if only its kind is wanted', async () => {
    const all = kindsOf(await hitsOf({ query: 'harbour' }));
    expect(RECALL_KINDS.filter((kind) => !all.has(kind))).toEqual([]);
    for (const kind of RECALL_KINDS) {
      const hits = await hitsOf({ query: 'harbour', kinds: [kind] });
      expect([...kindsOf(hits)]).toEqual([kind]);
      const listed = await hitsOf({ kinds: [kind] });
      expect([...kindsOf(listed)]).toEqual([kind]);
    }
  });

  it('[RC18] [RC29] every hit is opened by its id, and comes first if it is asked for by it', async () => {
    const notFirst: string[] = [];
    for (const { id, kind } of await hitsOf({ query: 'harbour' })) {
      const opened = await world.ask('recall', { id });
      expect(opened.kind ?? opened.choices.length, `${kind} ${id}`).toBeDefined();
      if (kind === 'output') continue;
      const [first] = await hitsOf({ query: id });
      if (first?.id !== id) notFirst.push(kind);
    }
    expect(notFirst).toEqual([]);
  });

  it('[RC21] a container is found by what is in it', async () => {
    const ids = async (query: string, kind: string) =>
      (await hitsOf({ query, kinds: [kind] })).map(({ id }) => id);
    expect(await ids('thought', 'session')).toHaveLength(1);
    expect(await ids('step', 'task')).toEqual(['TASK-001']);
    expect(await ids('console', 'notebook')).toHaveLength(1);
  });

  it('[RC22] about leaves what belongs to it', async () => {
    const within = async (about: string) => kindsOf(await hitsOf({ query: 'harbour', about }));
    const task = await within('TASK-001');
    expect([...task].sort()).toEqual(['evidence', 'note', 'step', 'task']);
    const plan = await within('PLAN-001');
    expect([...plan].sort()).toEqual(['evidence', 'note', 'plan', 'step', 'task']);
    expect([...(await within('P'))]).toEqual(['work']);
    const [session] = await hitsOf({ kinds: ['session'] });
    expect([...(await within(session.id))].sort()).toEqual(['session', 'thought']);
    const [book] = await hitsOf({ kinds: ['notebook'] });
    expect([...(await within(book.id))].sort()).toEqual(['cell', 'notebook', 'output']);
    expect(await world.refused('recall', { query: 'harbour', about: 'TASK-404' })).toBe(
      'UNKNOWN_ID',
    );
  });

  it('[RC23] since and until are moments or whole days', async () => {
    const all = await hitsOf({});
    expect(await hitsOf({ since: '2026-01-05', until: '2026-01-05' })).toEqual(all);
    expect(await hitsOf({ until: '2026-01-04' })).toEqual([]);
    expect(await hitsOf({ since: '2026-01-06' })).toEqual([]);
    expect(await hitsOf({ query: 'TASK-001', until: '2026-01-04' })).toEqual([]);
    const { at } = all[Math.floor(all.length / 2)];
    const [before, after] = [await hitsOf({ until: at }), await hitsOf({ since: at })];
    expect(before).toEqual(all.filter((hit) => hit.at <= at));
    expect(after).toEqual(all.filter((hit) => hit.at >= at));
    const found = await hitsOf({ query: 'harbour', since: at });
    expect(found.filter((hit) => hit.at < at)).toEqual([]);
    for (const since of ['yesterday', '2026-13-45', '', '9'.repeat(20), "'; --"]) {
      expect(await world.refused('recall', { query: 'harbour', since })).toBe('INVALID_INPUT');
      expect(await world.refused('recall', { until: since })).toBe('INVALID_INPUT');
    }
  });

  it('[RC24] a branch leaves what it sees', async () => {
    const texts = async (branch: string) =>
      (await hitsOf({ query: 'harbour', branch, kinds: ['card', 'note'] })).map(({ text }) => text);
    expect(await texts('idea')).toContain('A harbour there');
    expect(await texts('idea')).toContain('A harbour note');
    expect(await texts('idea')).not.toContain('A harbour here');
    expect(await texts('main')).not.toContain('A harbour there');
    expect(await world.refused('recall', { query: 'harbour', branch: 'no' })).toBe('UNKNOWN_ID');
  });

  it('[RC25] without a query the newest come first', async () => {
    const hits = await hitsOf({});
    expect(hits.length).toBeGreaterThan(RECALL_KINDS.length);
    const times = hits.map(({ at }) => at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('[RC21] kinds that do not exist are refused', async () => {
    for (const kinds of [['nope'], [], 'note', [1], { note: true }]) {
      expect(await world.refused('recall', { query: 'harbour', kinds })).toBe('INVALID_INPUT');
    }
  });
});
