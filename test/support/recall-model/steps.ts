/** Random calls that write, change and delete texts of every kind. */

import {
  ask,
  count,
  end,
  endWithin,
  gateway,
  keep,
  newText,
  type Run,
  type Step,
  some,
  type Thing,
  type Written,
} from './run.ts';

/** Without an id that anything is known by: it never changes. */
function keepFixed(run: Run, within: string, text: ReturnType<typeof newText>): void {
  keep(run, text.word, within, text);
}

const commitNote: Step = async (run) => {
  const [branch, text] = [run.random.pick(run.branches), newText(run, 'note')];
  if (await ask(run, 'notes_commit', { branch, content: text.text }))
    keepFixed(run, `branch ${branch}`, text);
};

const traceStep: Step = async (run) => {
  const text = newText(run, 'trace');
  const step = { thoughtNumber: 1, totalThoughts: 9, nextThoughtNeeded: true };
  if (await ask(run, 'trace_sequential_step', { thought: text.text, ...step }))
    keepFixed(run, 'branch main', text);
};

const writeCard: Step = async (run) => {
  const branch = run.random.pick(run.branches);
  const kind = run.random.pick(['card', 'question'] as const);
  const text = newText(run, kind);
  const id = `${kind}-${run.written.length}`;
  const type = kind === 'card' ? 'decision' : 'question';
  const card = run.random.chance(0.5)
    ? { id, type, title: text.text, text: 'more' }
    : { id, type, text: text.text };
  if (await ask(run, 'think_card', { branch, card })) keepCard(run, id, branch, text);
};

function keepCard(run: Run, id: string, branch: string, text: Written): void {
  keep(run, id, `branch ${branch}`, text);
  run.seen.get(branch)?.set(id, { text, isDeleted: false });
}

/** What a branch sees of its base becomes its own with the first change. */
const changeSeenCard: Step = async (run) => {
  const branch = run.random.pick(run.branches);
  const seen = [...(run.seen.get(branch) ?? [])].filter(([, { isDeleted }]) => !isDeleted);
  if (seen.length === 0) return;
  const [id, { text: before }] = run.random.pick(seen);
  if (before.within !== `branch ${branch}` && run.random.chance(0.3)) {
    const ops = [{ op: 'node_delete', id }];
    if (!(await ask(run, 'graph_apply', { branch, ops }))) return;
    run.seen.get(branch)?.set(id, { text: before, isDeleted: true });
    return;
  }
  const text = newText(run, before.kind);
  const type = before.kind === 'card' ? 'decision' : 'question';
  const ops = [{ op: 'node_upsert', id, type, text: text.text }];
  if (await ask(run, 'graph_apply', { branch, ops })) keepCard(run, id, branch, text);
};

const changeCard: Step = async (run) => {
  const card = some(run, run.random.pick(['card', 'question']));
  if (!card) return writeCard(run);
  const branch = card.text.within.replace('branch ', '');
  if (run.random.chance(0.3)) {
    const ops = [{ op: 'node_delete', id: card.id }];
    if (!(await ask(run, 'graph_apply', { branch, ops }))) return;
    end(run, card, 'marked');
    run.seen.get(branch)?.set(card.id, { text: card.text, isDeleted: true });
    return;
  }
  const text = newText(run, card.kind);
  const type = card.kind === 'card' ? 'decision' : 'question';
  const ops = [{ op: 'node_upsert', id: card.id, type, text: text.text }];
  if (await ask(run, 'graph_apply', { branch, ops })) keepCard(run, card.id, branch, text);
};

const MAX_BRANCHES = 5;

const changeBranches: Step = async (run) => {
  const { random, branches } = run;
  const others = branches.filter((name) => name !== 'main');
  if (others.length < MAX_BRANCHES && random.chance(0.7)) {
    const name = `idea-${run.step}`;
    const from = random.pick(branches);
    if (!(await ask(run, 'branch_create', { name, from }))) return;
    branches.push(name);
    run.seen.set(name, new Map(run.seen.get(from)));
    return;
  }
  if (others.length === 0) return;
  const name = random.pick(others);
  if (random.chance(0.4)) return mergeNotes(run, name);
  if (!(await ask(run, 'branch_delete', { name }))) return;
  branches.splice(branches.indexOf(name), 1);
  run.seen.delete(name);
  endWithin(run, `branch ${name}`, 'gone');
};

/** The notes are in both branches now; what is deleted there stays here. */
async function mergeNotes(run: Run, from: string): Promise<void> {
  if (!(await ask(run, 'merge', { from, into: 'main' }))) return;
  for (const text of run.written) {
    if (text.kind === 'note' && text.within === `branch ${from}`) text.within = 'branch main';
  }
}

const changeRules: Step = async (run) => {
  const { random } = run;
  const rule = random.chance(0.5) ? some(run, 'rule') : undefined;
  if (rule && random.chance(0.4)) {
    if (await ask(run, 'remember', { replaces: rule.id })) end(run, rule, 'marked');
    return;
  }
  const text = newText(run, 'rule');
  const what = rule ? { replaces: rule.id } : { kind: 'rule' };
  const told = await ask(run, 'remember', { ...what, text: text.text });
  const [id] = /RULE-\d+/.exec(told?.text.replace(rule?.id ?? '', '') ?? '') ?? [];
  if (id === undefined) return;
  if (rule) end(run, rule, 'marked');
  keep(run, id, '', text);
};

const startSession: Step = async (run) => {
  const text = newText(run, 'session');
  const told = await gateway(run, 'start_new', { sessionTitle: text.text, tags: ['x'] });
  if (!told) return;
  run.session = told.sessionId;
  run.thoughts = 0;
  keep(run, run.session, '', text);
  await gateway(run, 'cipher');
};

const think: Step = async (run) => {
  const { random } = run;
  if (run.session === '') return startSession(run);
  const text = newText(run, 'thought');
  const old = random.chance(0.3) ? someThought(run) : undefined;
  const branch = random.chance(0.2) && run.thoughts > 0 ? 'aside' : undefined;
  const told = await gateway(run, 'thought', {
    ...{ thought: text.text, nextThoughtNeeded: true },
    ...(branch === undefined ? {} : { branchId: branch, branchFromThought: 1 }),
    ...(old && branch === undefined
      ? { isRevision: true, revisesThought: Number(old.id.split('#')[1]) }
      : {}),
  });
  if (!told) return;
  if (branch === undefined) run.thoughts += 1;
  if (old && branch === undefined) end(run, old, 'marked');
  const number = branch === undefined ? String(run.thoughts) : `${branch}:${run.step}`;
  keep(run, `${run.session}#${number}`, run.session, text);
};

/** One of the main chain of the session. */
function someThought(run: Run): Thing | undefined {
  const all = [...run.things.values()].filter(
    ({ kind, id, text }) => kind === 'thought' && text.within === run.session && /#\d+$/.test(id),
  );
  return all.length === 0 ? undefined : run.random.pick(all);
}

const changeKnowledge: Step = async (run) => {
  const { random } = run;
  const kind = random.pick(['pattern', 'scratchpad'] as const);
  const [save, remove] = kind === 'pattern' ? ['update', 'delete'] : ['save_note', 'delete_note'];
  const known = random.chance(0.6) ? some(run, kind) : undefined;
  const knowledge = (subOperation: string, args: object) =>
    gateway(run, 'knowledge', { subOperation, ...args });
  if (known && random.chance(0.4)) {
    if (await knowledge(remove, { id: known.id })) end(run, known, 'gone');
    return;
  }
  const text = newText(run, kind);
  const id = known?.id ?? `${kind}-${run.step}`;
  const what = { id, content: text.text, title: 'Kept', description: 'd' };
  const name = kind === 'pattern' && !known ? 'create' : save;
  if (await knowledge(name, kind === 'pattern' ? what : { id, content: text.text }))
    keep(run, id, '', text);
};

const createTarget: Step = async (run) => {
  const { random } = run;
  const plan = random.chance(0.6) ? some(run, 'plan') : undefined;
  if (!plan) {
    const text = newText(run, 'plan');
    const told = await ask(run, 'tasks_create', { title: text.text });
    if (told) keep(run, told.id ?? told.target?.id ?? told.plan?.id, '', text);
    return;
  }
  const [text, step] = [newText(run, 'task'), newText(run, 'step')];
  const steps = [
    { title: step.text, success_criteria: ['it is there'], tests: ['npm test'] },
    { title: 'Last', success_criteria: ['it is there'], tests: ['npm test'] },
  ];
  const told = await ask(run, 'tasks_create', { parent: plan.id, title: text.text, steps });
  if (!told) return;
  const id = told.id ?? told.target?.id ?? told.task?.id;
  keep(run, id, `target ${id}`, text);
  keep(run, `${id} s:0`, `target ${id}`, step);
};

const changeTask: Step = async (run) => {
  const { random } = run;
  const task = some(run, 'task');
  if (!task) return createTarget(run);
  const which = random.below(6);
  if (which === 0) {
    if (await ask(run, 'tasks_delete', { task: task.id }))
      endWithin(run, task.text.within, 'marked');
  } else if (which === 1) {
    const text = newText(run, 'evidence');
    const checks = [`CMD: npm test ${text.text}`];
    const args = { task: task.id, path: 's:0', checks };
    if (await ask(run, 'tasks_evidence_capture', args)) keepFixed(run, 'evidence', text);
  } else if (which === 2) await deleteStep(run, task);
  else await retitle(run, task);
};

async function deleteStep(run: Run, task: Thing): Promise<void> {
  const step = run.things.get(`step ${task.id} s:0`);
  if (!step) return;
  if (await ask(run, 'tasks_delete', { task: task.id, path: 's:0' })) end(run, step, 'marked');
}

async function retitle(run: Run, task: Thing): Promise<void> {
  const step = run.things.get(`step ${task.id} s:0`);
  const text = newText(run, step && run.random.chance(0.5) ? 'step' : 'task');
  const ops = [{ op: 'set', field: 'title', value: text.text }];
  const args =
    text.kind === 'step'
      ? { task: task.id, kind: 'step', path: 's:0', ops }
      : { task: task.id, kind: 'task_detail', ops };
  if (!(await ask(run, 'tasks_patch', args))) return;
  if (run.random.chance(0.4) && (await ask(run, 'tasks_undo', { task: task.id }))) {
    count(run, 'taken back');
    return;
  }
  keep(run, text.kind === 'step' ? `${task.id} s:0` : task.id, task.text.within, text);
}

const changeWork: Step = async (run) => {
  const { random } = run;
  const node = random.chance(0.6) ? some(run, 'work') : undefined;
  const text = newText(run, 'work');
  if (!node) {
    const nodes = [{ ref: 'a', summary: text.text }];
    const told = await ask(run, 'graph_plan', { project: 'P', nodes });
    if (told) keep(run, told.created[0].id, '', text);
    return;
  }
  if (random.chance(0.2)) {
    const operations = [{ op: 'drop', node_id: node.id, reason: 'not now' }];
    if (await ask(run, 'graph_restructure', { operations })) end(run, node, 'marked');
    return;
  }
  const other = random.chance(0.2) ? some(run, 'work') : undefined;
  if (other && other.id !== node.id) {
    const operations = [{ op: 'merge', source: node.id, target: other.id }];
    if (await ask(run, 'graph_restructure', { operations })) end(run, node, 'marked');
    return;
  }
  const proof = newText(run, 'evidence');
  const add_evidence = [{ type: 'note', ref: proof.text }];
  const args = { node_id: node.id, summary: text.text, add_evidence };
  if (!(await ask(run, 'graph_update', args))) return;
  keep(run, node.id, '', text);
  keepFixed(run, 'evidence', proof);
};

const notebook = (run: Run, subOperation: string, args: object) =>
  gateway(run, 'notebook', { subOperation, ...args });

const changeNotebook: Step = async (run) => {
  const { random } = run;
  const book = random.chance(0.8) ? some(run, 'notebook') : undefined;
  if (!book) {
    const text = newText(run, 'notebook');
    const told = await notebook(run, 'create', { name: text.text, language: 'javascript' });
    if (told) keep(run, told.notebookId, `notebook ${told.notebookId}`, text);
    return;
  }
  const notebookId = book.id;
  const cells = [...run.things.values()].filter(
    ({ kind, text }) => kind === 'cell' && text.within === book.text.within,
  );
  if (random.chance(0.1)) {
    if (await notebook(run, 'delete', { notebookId })) endWithin(run, book.text.within, 'gone');
    return;
  }
  const cell = cells.length > 0 && random.chance(0.6) ? random.pick(cells) : undefined;
  if (cell && random.chance(0.3)) {
    if (await notebook(run, 'delete_cell', { notebookId, cellId: cell.id })) end(run, cell, 'gone');
    return;
  }
  const text = newText(run, 'cell');
  const content = { content: text.text };
  const told = cell
    ? await notebook(run, 'update_cell', { notebookId, cellId: cell.id, ...content })
    : await notebook(run, 'add_cell', { notebookId, cellType: 'markdown', ...content });
  if (told) keep(run, cell?.id ?? told.cellId, book.text.within, text);
};

const KINDS: readonly (readonly [number, Step])[] = [
  [3, commitNote],
  [1, traceStep],
  [3, writeCard],
  [3, changeCard],
  [3, changeSeenCard],
  [2, changeBranches],
  [2, changeRules],
  [1, startSession],
  [4, think],
  [3, changeKnowledge],
  [2, createTarget],
  [4, changeTask],
  [3, changeWork],
  [4, changeNotebook],
];

export const STEP_KINDS = KINDS.flatMap(([weight, step]) => Array<Step>(weight).fill(step));
