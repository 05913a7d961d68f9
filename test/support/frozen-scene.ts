/** A few days of work in which every kind of event happens: the content of a frozen journal. */

import type { EventDraft } from '../../src/domain/journal/event.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { TestSurface } from './surface.ts';

type Call = (tool: string, args?: object) => Promise<JsonObject>;

export async function playScene(server: TestSurface): Promise<void> {
  const as =
    (workspace: string, agent: string): Call =>
    async (tool, args = {}) => {
      const caller = { agent, role: 'write' } as const;
      const reply = await server.call(tool, { workspace, ...args }, caller);
      if (reply.isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${reply.text}`);
      return reply.structured;
    };
  await takeNotes(as('notes', 'ada'));
  await think(as('notes', 'ada'));
  await planTasks(as('tasks', 'ada'), as('tasks', 'bob'));
  await dropTasks(as('tasks', 'bob'));
  await shareWork(as('work', 'ada'), as('work', 'bob'));
  await haveThoughts(server, as('thoughts', 'ada'));
  await keepNotebooks(server, as('notebooks', 'ada'), as('notebooks', 'bob'));
  await remember(as('tasks', 'ada'));
}

async function remember(call: Call): Promise<void> {
  await call('remember', { kind: 'rule', text: ['Errors are values.', 'Months are 30 days.'] });
  await call('remember', { kind: 'rule', text: 'Never on Fridays.', source: 'Ann' });
  await call('remember', { replaces: 'RULE-002', text: 'Months are calendar months.' });
  await call('remember', { replaces: 'RULE-003' });
  await call('remember', { kind: 'fact', text: 'The log rotates at noon.', about: 'workspace' });
}

async function takeNotes(call: Call): Promise<void> {
  await call('init');
  await call('notes_commit', { content: 'The cache is cold.', title: 'Cache', meta: { n: 1 } });
  await call('notes_commit', { content: 'Größe: 40 % der Zugriffe "verfehlen" ihn.' });
  await call('tag_create', { name: 'agreed' });
  await call('tag_create', { name: 'gone' });
  await call('tag_delete', { name: 'gone' });
  await call('notes_commit', { content: 'No: 50 %.' });
  await call('reset', { ref: 'agreed' });
  await call('graph_apply', {
    ops: [
      { op: 'node_upsert', id: 'q1', type: 'question', title: 'Which queue?', tags: ['infra'] },
      { op: 'node_upsert', id: 'h1', type: 'hypothesis', title: 'A table will do' },
      { op: 'edge_upsert', from: 'h1', rel: 'supports', to: 'q1' },
    ],
  });
  await call('branch_create', { name: 'idea/cache' });
  await call('branch_create', { name: 'idea/none' });
  await call('branch_rename', { old: 'idea/none', new: 'idea/gone' });
  await call('branch_delete', { name: 'idea/gone' });
  await call('checkout', { ref: 'idea/cache' });
  await call('notes_commit', { content: 'Hash the keys.' });
  const retitle = (title: string, branch: string) =>
    call('graph_apply', {
      branch,
      ops: [{ op: 'node_upsert', id: 'q1', type: 'question', title }],
    });
  await retitle('Which cache?', 'idea/cache');
  await retitle('Which broker?', 'main');
  await call('graph_apply', {
    branch: 'idea/cache',
    ops: [
      { op: 'node_upsert', id: 'n1', type: 'note', text: 'Later' },
      { op: 'edge_delete', from: 'h1', rel: 'supports', to: 'q1' },
      { op: 'node_delete', id: 'h1' },
    ],
  });
  await call('graph_merge', { from: 'idea/cache', merge_to_base: true });
  const { result } = (await call('graph_conflicts', { into: 'main' })) as {
    result: { conflicts: { conflict_id: string }[] };
  };
  const [conflict] = result.conflicts;
  await call('graph_conflict_resolve', {
    conflict_id: conflict?.conflict_id,
    resolution: 'use_from',
  });
}

async function think(call: Call): Promise<void> {
  await call('trace_step', { step: 'Measured the hit rate.', message: 'Hit rate' });
  await call('think_card', { card: 'type: question\ntitle: Which keys?\nid: k1' });
  await call('think_card', { card: { id: 'k2', type: 'decision', title: 'Hashed ones' } });
  await call('think_pin', { targets: 'k2' });
}

const STEPS = [
  { title: 'Write the test', success_criteria: ['1e3 is in it'], tests: ['npm test'] },
  { title: 'Read the exponent', success_criteria: ['1e3 is 1000'], blockers: ['Undecided'] },
  { title: 'Write it down', success_criteria: ['It is in the changelog'] },
];

async function planTasks(ada: Call, bob: Call): Promise<void> {
  await ada('tasks_create', { title: 'Ship the parser' });
  await ada('tasks_create', { parent: 'PLAN-001', title: 'Read numbers', steps: STEPS });
  await bob('tasks_create', { parent: 'PLAN-001', title: 'Read dates', steps: STEPS.slice(0, 1) });
  await ada('tasks_plan', { plan: 'PLAN-001', steps: ['Read', 'Check'] });
  await ada('tasks_contract', { plan: 'PLAN-001', current: 'All of JSON is read.' });
  await ada('tasks_edit', { plan: 'PLAN-001', title: 'Ship the new parser', tags: ['parser'] });
  await ada('tasks_edit', { task: 'TASK-001', priority: 'HIGH', depends_on: ['TASK-002'] });
  await ada('tasks_focus_set', { target: 'TASK-001' });
  const one = { task: 'TASK-001' };
  await ada('tasks_decompose', { ...one, steps: [{ title: 'Lint', success_criteria: ['Clean'] }] });
  await ada('tasks_define', { ...one, path: 's:0', tests: ['npm test', 'npm run lint'] });
  await ada('tasks_note', { ...one, path: 's:0', note: 'It fails as it should.' });
  const checks = ['CMD: npm test, 12 passed', 'LINK: https://ci.example/run/7'];
  await ada('tasks_evidence_capture', { ...one, path: 's:0', checks, checkpoint: 'tests' });
  await ada('tasks_verify', { ...one, path: 's:0', checkpoints: { criteria: true, tests: true } });
  await ada('tasks_done', { ...one, path: 's:0' });
  await ada('tasks_progress', { ...one, path: 's:0', completed: false });
  await ada('tasks_block', { ...one, path: 's:1', reason: 'The grammar is undecided' });
  await ada('tasks_block', { ...one, path: 's:1', blocked: false });
  await ada('tasks_task_add', { ...one, parent_step: 's:1', title: 'Read the sign' });
  await ada('tasks_task_define', { ...one, path: 's:1.t:0', status: 'DONE' });
  await ada('tasks_task_add', { ...one, parent_step: 's:1', title: 'Read the dot' });
  await ada('tasks_task_delete', { ...one, path: 's:1.t:1' });
  await ada('tasks_patch', {
    ...one,
    ops: [{ op: 'set', field: 'description', value: 'Exponents' }],
  });
  await ada('tasks_undo', one);
  await ada('tasks_redo', one);
  await ada('graph_apply', {
    target: 'TASK-001',
    ops: [
      { op: 'node_upsert', id: 'why', type: 'note', title: 'Why' },
      { op: 'edge_upsert', from: 'why', rel: 'about', to: 'step:STEP-00000003' },
    ],
  });
  await ada('tasks_delete', { ...one, path: 's:2' });
  await ada('tasks_macro_close_step', { ...one, note: 'Done with it.', proof: ['npm test, 13'] });
}

async function dropTasks(call: Call): Promise<void> {
  await call('tasks_create', { parent: 'PLAN-001', title: 'Read nothing' });
  await call('tasks_complete', { task: 'TASK-003' });
  await call('tasks_delete', { task: 'TASK-002' });
  await call('tasks_create', { title: 'Another plan' });
  await call('tasks_create', { parent: 'PLAN-002', title: 'With a task' });
  await call('tasks_delete', { plan: 'PLAN-002' });
}

async function shareWork(ada: Call, bob: Call): Promise<void> {
  await ada('graph_open', { project: 'parser', goal: 'Read all of JSON' });
  const nodes = async () => {
    const { nodes: found } = (await ada('graph_query', { project: 'parser', limit: 100 })) as {
      nodes: { id: string; summary: string }[];
    };
    return (summary: string) => found.find((node) => node.summary === summary)?.id;
  };
  const root = (await nodes())('Read all of JSON');
  await ada('graph_plan', {
    nodes: [
      { ref: 'lexer', parent_ref: root, summary: 'Lexer', properties: { area: 'text' } },
      { ref: 'numbers', parent_ref: root, summary: 'Numbers', depends_on: ['lexer'] },
      { ref: 'digits', parent_ref: 'numbers', summary: 'Digits' },
      { ref: 'figures', parent_ref: root, summary: 'Figures' },
      { ref: 'dates', parent_ref: root, summary: 'Dates' },
      { ref: 'days', parent_ref: 'dates', summary: 'Days' },
    ],
  });
  const id = await nodes();
  await bob('graph_next', { project: 'parser', claim: true });
  await ada('graph_update', {
    updates: [
      {
        node_id: id('Lexer'),
        resolved: true,
        add_evidence: [{ type: 'git', ref: '4f2c1d0 read tokens' }],
      },
    ],
  });
  const link = { from: id('Figures'), to: id('Numbers'), type: 'relates_to' };
  await ada('graph_connect', { edges: [link] });
  await ada('graph_connect', { edges: [{ ...link, remove: true }] });
  await ada('graph_connect', { edges: [{ ...link, to: id('Days'), type: 'depends_on' }] });
  await ada('graph_restructure', {
    operations: [
      { op: 'move', node_id: id('Digits'), new_parent: id('Figures') },
      { op: 'merge', source: id('Figures'), target: id('Numbers') },
    ],
  });
  await ada('graph_restructure', {
    operations: [{ op: 'drop', node_id: id('Dates'), reason: 'Not needed' }],
  });
}

async function haveThoughts(server: TestSurface, call: Call): Promise<void> {
  const ask = (operation: string, args: object = {}) =>
    call('thoughtbox_gateway', { operation, ...args });
  const say = (thought: string, args: object = {}) =>
    ask('thought', { thought, nextThoughtNeeded: true, ...args });
  const session = '00000000-0000-4000-8000-000000000001';
  await call('init');
  await server.surface.store.write(
    { workspace: 'thoughts', agent: 'ada', nowMs: 1_767_600_000_000 },
    (tx) => tx.append([started(tx.head + 1, session)]),
  );
  await ask('load_context', { sessionId: session });
  await ask('cipher');
  await say('S1|O|Pages are slow\nS2|H|S1|The queries are', { sessionTitle: 'Slow pages' });
  await say('S3|E|S2|The log says so [S9]');
  await say('Perhaps it is the network', { branchId: 'network', branchFromThought: 1 });
  await say('S1|Q|S2|Which network?', { branchId: 'network' });
  await say('It is the index.', { isRevision: true, revisesThought: 2, nextThoughtNeeded: false });
  await server.surface.store.write(
    { workspace: 'thoughts', agent: 'ada', nowMs: 1_767_690_000_000 },
    (tx) => tx.append([changed(session), criticised]),
  );
  const text = { title: 'Look at the log', description: 'First.', content: 'It names the table.' };
  await ask('knowledge', { subOperation: 'create', ...text, tags: ['debugging'] });
  await ask('knowledge', { subOperation: 'create', ...text, title: 'Guess' });
  await ask('knowledge', { subOperation: 'delete', id: 'guess' });
  await ask('knowledge', { subOperation: 'save_note', title: 'Todo', content: 'Add the index' });
  await ask('knowledge', { subOperation: 'save_note', title: 'Old', content: 'Nothing' });
  await ask('knowledge', { subOperation: 'delete_note', id: 'old' });
}

const SESSION_ENTITY = 'session:2';

function started(seq: number, id: string): EventDraft {
  const entity = `session:${seq}`;
  if (entity !== SESSION_ENTITY) throw new Error(`the session is ${entity}`);
  return { type: 'session_started', entity, payload: { id, project: '', title: '', tags: [] } };
}

function changed(_session: string): EventDraft {
  return { type: 'session_changed', entity: SESSION_ENTITY, payload: { tags: ['pages'] } };
}

/** Only a client with a model can cause this event. */
const criticised: EventDraft = {
  type: 'critique_attached',
  entity: SESSION_ENTITY,
  payload: { of: { chain: '', number: 2 }, text: 'Which log?', model: 'a-model' },
};

async function keepNotebooks(server: TestSurface, ada: Call, bob: Call): Promise<void> {
  for (const call of [ada, bob]) {
    await call('thoughtbox_gateway', { operation: 'start_new' });
    await call('thoughtbox_gateway', { operation: 'cipher' });
  }
  const by =
    (call: Call) =>
    (subOperation: string, args: object = {}) =>
      call('thoughtbox_gateway', { operation: 'notebook', subOperation, ...args });
  const { notebookId } = (await by(ada)('create', {
    name: 'Hit rate',
    language: 'typescript',
  })) as {
    notebookId: string;
  };
  const add = (args: object) => by(ada)('add_cell', { notebookId, ...args });
  const { cellId } = (await add({
    ...{ type: 'code', filename: 'rate.ts' },
    content: 'export const rate: number = 40 / 50;',
  })) as { cellId: string };
  await add({ type: 'code', language: 'javascript', content: 'console.log("größer")' });
  await add({ type: 'markdown', content: 'Why it matters: *everything* waits.', position: 1 });
  await add({ type: 'markdown', content: 'Not needed.' });
  const edit = by(bob);
  await edit('update_cell', { notebookId, cellId, content: 'export const rate = 0.8;' });
  await edit('move_cell', { notebookId, cellId, position: 0 });
  const { cells } = (await edit('list_cells', { notebookId })) as { cells: { id: string }[] };
  await edit('delete_cell', { notebookId, cellId: cells.at(-1)?.id });
  const gone = (await edit('create', { name: 'Gone' })) as { notebookId: string };
  await edit('delete', { notebookId: gone.notebookId });
  await server.surface.store.write(
    { workspace: 'notebooks', agent: 'bob', nowMs: 1_767_690_000_000 },
    (tx) => tx.append(ranOnce(notebookId, cellId)),
  );
}

/** Only a server with a sandbox can cause these events. */
function ranOnce(notebook: string, cell: string): EventDraft[] {
  const entity = `notebook:${notebook}`;
  const run = '00000000-0000-4000-8000-0000000000aa';
  return [
    {
      type: 'notebook_run_started',
      entity,
      payload: {
        ...{ run, cell, source: '0f'.repeat(32), runtime: { kind: 'node', version: '22.0.0' } },
        limits: { timeMs: 30_000, memoryBytes: 512_000_000, outputBytes: 256_000 },
        leaseMs: 1_767_690_040_000,
      },
    },
    {
      type: 'notebook_run_ended',
      entity,
      payload: { run, cell, reason: 'ok', exit: 0, stdout: '0.8\n', stderr: '', ms: 40, cpuMs: 31 },
    },
  ];
}
