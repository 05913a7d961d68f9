/** A memory with much content in every family, for tests that cut or page its answers. */

import type { JsonObject } from '../../src/kernel/json.ts';
import type { Operation } from '../../src/operations/declaration/define-operation.ts';
import { openTestSurface, type TestSurface } from './surface.ts';

export interface LargeMemory extends Ids {
  readonly server: TestSurface;
}

interface Ids {
  /** A node of work with neighbours on every side. */
  readonly workId: string;
  readonly conflictId: string;
}

export async function openLargeMemory(): Promise<LargeMemory> {
  const server = await openTestSurface({ defaultWorkspace: 'home' });
  for (let n = 1; n <= 12; n++) {
    const content = `${n}. ${'Größe 界 🧭 "q"\n'.repeat(n)}`;
    await server.call('notes_commit', { content, title: 'ä'.repeat(n), meta: { n, t: '🧭' } });
  }
  for (let n = 12; n >= 1; n--) {
    const order = { thoughtNumber: n, totalThoughts: 99, nextThoughtNeeded: true };
    const thought = `${n}. ${'Größe 界 🧭 "q"\n'.repeat(n)}`;
    await server.call('trace_sequential_step', { ...order, thought, doc: 'backwards' });
  }
  for (let n = 1; n <= 12; n++) {
    const type = ['question', 'hypothesis', 'test', 'evidence'][n % 4];
    const text = `${n}. ${'Größe 界 🧭 "q"\n'.repeat(n)}`;
    const card = { id: `c${n}`, type, title: 'ä'.repeat(n), text, tags: ['pinned'], n };
    await server.call('think_card', { card, supports: n > 1 ? [`c${n - 1}`] : [] });
  }
  await largeTask(server);
  const workId = await largeWork(server);
  const conflictId = await disagreement(server);
  for (let n = 1; n <= 9; n++) {
    await server.call('macro_branch_note', { name: `idee/größe-${n}`, content: '界'.repeat(90) });
    await server.call('tag_create', { name: `größe-${n}` });
  }
  return { server, workId, conflictId };
}

/** A plan and a task with much content, and another task that it waits for. */
async function largeTask(server: TestSurface): Promise<void> {
  const words = (n: number) => 'Größe 界 🧭 "q"\n'.repeat(n);
  const plan = { title: 'Größe', contract: words(9), description: words(9) };
  await server.call('tasks_create', plan);
  await server.call('tasks_plan', { plan: 'PLAN-001', steps: ['Eins', 'Zwei', 'Drei'] });
  const steps = Array.from({ length: 12 }, (_, n) => ({
    title: `${n}. ${'ä'.repeat(n)}`,
    success_criteria: [`${n} 界`, 'Zwei'],
    tests: ['npm test'],
    blockers: n % 3 === 0 ? ['🧭'.repeat(n + 1)] : [],
  }));
  const first = { parent: 'PLAN-001', title: 'Größe 🧭', description: words(20), steps };
  await server.call('tasks_create', first);
  await server.call('tasks_create', { parent: 'PLAN-001', title: 'Davor' });
  await server.call('tasks_edit', { task: 'TASK-001', depends_on: ['TASK-002'] });
  const step = { task: 'TASK-001', path: 's:0' };
  await server.call('tasks_task_add', { task: 'TASK-001', parent_step: 's:0', title: '界' });
  const items = [{ kind: 'cmd_output', command: 'npm test', stdout: words(40) }];
  await server.call('tasks_evidence_capture', { ...step, items, checkpoint: 'security' });
  for (let n = 1; n <= 12; n++) {
    await server.call('tasks_note', { ...step, note: `${n}. ${words(n)}` });
    const card = { id: `t${n}`, type: n % 2 ? 'decision' : 'evidence', text: words(n) };
    await server.call('think_card', { target: 'TASK-001', card: { ...card, tags: ['blocker'] } });
  }
}

/** A project with much content; returns the id of a node with neighbours on every side. */
async function largeWork(server: TestSurface): Promise<string> {
  const words = (n: number) => 'Größe 界 🧭 "q" '.repeat(n);
  const plainly = async (tool: string, args: JsonObject) =>
    JSON.parse((await server.call(tool, args)).text);
  const { root } = await plainly('graph_open', { project: 'Größe', goal: words(3) });
  const parts = Array.from({ length: 14 }, (_, n) => ({
    ref: `${n}`,
    parent_ref: n < 5 ? root.id : `${n - 5}`,
    summary: `${n}. ${words(n)}`,
    properties: { n, text: words(n), priority: n },
    context_links: [`${n}.md`, 'größe.md'],
    depends_on: n > 10 ? ['4'] : [],
  }));
  const { created } = await plainly('graph_plan', { nodes: parts });
  const [, id, second] = created.map((each: { id: string }) => each.id);
  for (const [n, { id: from }] of created.slice(8, 12).entries()) {
    const edges = ['relates_to', 'depends_on'].map((type) => ({ from, to: id, type }));
    await plainly('graph_connect', { edges: [...edges, { from: id, to: second, type: `t${n}` }] });
  }
  await plainly('graph_connect', { edges: [{ from: id, to: second, type: 'depends_on' }] });
  for (let n = 1; n <= 9; n++) {
    const add_evidence = [{ type: 'note', ref: `${n}. ${words(n)}\n${words(n)}` }];
    await plainly('graph_update', { updates: [{ node_id: id, state: { n }, add_evidence }] });
  }
  await plainly('graph_next', { project: 'Größe', claim: true, count: 3 });
  return id;
}

/** A merge with a conflict; returns the conflict's id. */
async function disagreement(server: TestSurface): Promise<string> {
  const titled = (title: string) => [{ op: 'node_upsert', id: 'both', type: 'note', title }];
  await server.call('graph_apply', { ops: titled('界') });
  await server.call('branch_create', { name: 'streit' });
  await server.call('graph_apply', { branch: 'streit', ops: titled('界'.repeat(60)) });
  await server.call('graph_apply', { ops: titled('🧭'.repeat(60)) });
  const merged = await server.call('graph_merge', { from: 'streit', into: 'main' });
  return JSON.parse(merged.text).result.conflict_ids?.toString() ?? '';
}

const NO_IDS: Ids = { workId: '', conflictId: '' };

/** Arguments for which a tool has something to cut. Few tools need the ids. */
export function largeCall(
  { name, effect, aim }: Operation,
  { workId, conflictId }: Ids = NO_IDS,
): JsonObject {
  if (name.startsWith('trace_')) return { doc: 'backwards' };
  if (name === 'export') return { target: 'TASK-001' };
  if (name === 'tasks_mirror') return { target: 'TASK-001', path: 's:0' };
  if (name === 'tasks_resume_super') {
    return { target: 'TASK-001', read_only: true, graph_diff: true };
  }
  if (effect === 'view') return { target: 'TASK-001', read_only: true };
  if (aim) return { target: 'TASK-001' };
  if (name === 'graph_context' || name === 'graph_history') return { node_id: workId };
  if (name === 'graph_conflict_show') return { conflict_id: conflictId };
  if (name === 'graph_conflicts') return { into: 'main' };
  if (name === 'graph_diff') return { from: 'main', to: 'streit' };
  if (name === 'think_template') return { type: 'note' };
  if (name === 'show') return { branch: 'idee/größe-9', doc: 'notes' };
  return name === 'diff' ? { from: 'main', to: 'idee/größe-9' } : {};
}
