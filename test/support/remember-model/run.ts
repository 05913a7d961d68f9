/** A random run of rules and questions, among tasks, work, thoughts and branches that change. */

import { expect } from 'vitest';
import type { Random } from '../random.ts';
import type { TestSurface } from '../surface.ts';

export const workspace = 'remembered';

/** A rule as it must be shown. */
export interface ModelRule {
  readonly id: string;
  readonly text: string;
  readonly about: string;
  readonly holds: boolean;
  readonly replacedBy?: string;
}

export interface Run {
  readonly server: TestSurface;
  readonly random: Random;
  readonly rules: ModelRule[];
  /** Ids of questions that were asked, open or not. */
  readonly asked: string[];
  /** What something can be about. */
  readonly subjects: string[];
  tasks: number;
  readonly branches: string[];
  session: string;
  last: string;
  /** The tools that succeeded at least once. */
  readonly done: Set<string>;
}

type Step = (run: Run) => Promise<void>;

const TEXTS = ['Never force-push.', 'Errors are values.', 'Ask before a migration.', 'Émile 🧭'];

async function call(run: Run, tool: string, args: object) {
  run.last = `${tool} ${JSON.stringify(args)}`;
  const reply = await run.server.call(tool, { workspace, ...args });
  if (!reply.isError) run.done.add(tool);
  return reply;
}

/** A call that must succeed. */
async function ask(run: Run, tool: string, args: object) {
  const reply = await call(run, tool, args);
  expect(reply.isError, `${run.last}: ${reply.text}`).toBe(false);
  return reply;
}

function someSubject({ random, subjects }: Run): string | undefined {
  return random.chance(0.4) ? undefined : random.pick(subjects);
}

/** What is said again stays the rule that it is. */
function keep({ rules }: Run, text: string, about: string, replaces: string | undefined): void {
  const at = rules.findIndex((rule) => rule.id === replaces);
  const same = rules.find((rule) => rule.holds && rule.text === text && rule.about === about);
  if (same) return;
  const id = `RULE-${String(rules.length + 1).padStart(3, '0')}`;
  rules.push({ id, text, about, holds: true });
  const replaced = rules[at];
  if (replaced) rules[at] = { ...replaced, holds: false, replacedBy: id };
}

const setRule: Step = async (run) => {
  const [text, about] = [run.random.pick(TEXTS), someSubject(run)];
  const reply = await call(run, 'remember', { kind: 'rule', text, about });
  if (!reply.isError) keep(run, text, about ?? '', undefined);
};

const endRule: Step = async (run) => {
  const { random, rules } = run;
  const rule = rules.length === 0 ? undefined : random.pick(rules);
  const text = random.chance(0.5) ? random.pick(TEXTS) : undefined;
  const reply = await call(run, 'remember', { replaces: rule?.id ?? 'RULE-001', text });
  expect(reply.isError, `${run.last}: ${reply.text}`).toBe(rule?.holds !== true);
  if (!rule?.holds) return;
  if (text !== undefined) keep(run, text, rule.about, rule.id);
  else rules[rules.indexOf(rule)] = { ...rule, holds: false };
};

const askQuestion: Step = async (run) => {
  const { random, asked } = run;
  const to = random.pick([null, 'user', 'ada']);
  const text = `${random.pick(TEXTS)} Why?`;
  const args = { kind: 'question', text, to, about: someSubject(run) };
  const reply = await call(run, 'remember', args);
  asked.push(...(reply.isError ? [] : (reply.text.match(/CARD-\d+/)?.slice(0, 1) ?? [])));
};

const answerQuestion: Step = async (run) => {
  if (run.asked.length === 0) return;
  await call(run, 'remember', { answers: run.random.pick(run.asked), text: 'Because.' });
};

/** Cards change by other tools too, on branches of their own. */
const changeCard: Step = async (run) => {
  const { random, asked } = run;
  if (asked.length === 0) return;
  const id = random.pick(asked);
  const node = { op: 'node_upsert', id, type: random.pick(['question', 'note']), title: 'Changed' };
  const status = random.pick(['open', 'answered']);
  const op = random.chance(0.2) ? { op: 'node_delete', id } : { ...node, status };
  await call(run, 'graph_apply', { ops: [op] });
};

const createBranch: Step = async (run) => {
  const name = `idea/${run.random.below(1_000)}`;
  const reply = await call(run, 'branch_create', { name, from: 'main' });
  if (!reply.isError) run.branches.push(name);
};

const changeBranches: Step = async (run) => {
  const { random, branches } = run;
  if (branches.length < 3) await createBranch(run);
  const some = random.pick(branches);
  const next = `idea/${random.below(1_000)}`;
  const [tool, args] = random.pick<readonly [string, object]>([
    ['checkout', { ref: 'main' }],
    ['checkout', { ref: some }],
    ['graph_merge', { from: some, into: 'main' }],
    ['branch_rename', { old: some, new: next }],
    ['branch_delete', { name: some }],
  ]);
  const isDone = !(await call(run, tool, args)).isError;
  const isGone = isDone && (tool === 'branch_rename' || tool === 'branch_delete');
  if (isGone) branches.splice(branches.indexOf(some), 1);
  if (isDone && tool === 'branch_rename') branches.push(next);
};

const changeTasks: Step = async (run) => {
  const { random } = run;
  const task = `TASK-${String(1 + random.below(run.tasks)).padStart(3, '0')}`;
  if (random.chance(0.15)) await call(run, 'tasks_delete', { task });
  else if (random.chance(0.6)) {
    const value = `Title ${random.below(9)}`;
    await call(run, 'tasks_patch', { task, ops: [{ op: 'set', field: 'title', value }] });
    if (random.chance(0.3)) await call(run, 'tasks_undo', { task });
  } else await createTask(run);
};

const think: Step = async (run) => {
  const { random, session } = run;
  if (random.chance(0.2)) {
    await call(run, 'branch_rename', { old: `session/${session}`, new: 'talk' });
    return;
  }
  const thought = `S${random.below(50)}|Q|${random.pick(TEXTS)}`;
  await call(run, 'thoughtbox_gateway', { operation: 'thought', thought, nextThoughtNeeded: true });
};

const changeWork: Step = async (run) => {
  const node = run.subjects[0] ?? '';
  await call(run, 'graph_update', {
    updates: [{ node_id: node, summary: `Goal ${run.random.below(9)}` }],
  });
};

const STEPS: readonly Step[] = [
  ...[setRule, setRule, setRule, endRule, endRule, askQuestion, askQuestion, askQuestion],
  ...[answerQuestion, changeCard, changeBranches, changeBranches, changeTasks, changeTasks],
  ...[think, changeWork],
];

async function createTask(run: Run): Promise<void> {
  const steps = [{ title: 'Sign', success_criteria: ['reads -1'] }];
  run.tasks += 1;
  const id = `TASK-${String(run.tasks).padStart(3, '0')}`;
  await ask(run, 'tasks_create', { kind: 'task', parent: 'PLAN-001', title: id, steps });
  const { store } = run.server.surface;
  const target = await store.read(workspace, (tx) => tx.targets.byId(id));
  run.subjects.push(id, ...(target?.steps ?? []).map((step) => step.id));
}

export async function beginRun(server: TestSurface, random: Random): Promise<Run> {
  const run: Run = {
    ...{ server, random, rules: [], asked: [], subjects: [] },
    ...{ tasks: 0, branches: [], session: '', last: '', done: new Set() },
  };
  await ask(run, 'init', {});
  await ask(run, 'graph_open', { project: 'site', goal: 'Ship' });
  await ask(run, 'tasks_create', { kind: 'plan', title: 'Plan' });
  for (const operation of ['get_state', 'start_new', 'cipher']) {
    await ask(run, 'thoughtbox_gateway', { operation });
  }
  await server.surface.store.read(workspace, async (tx) => {
    const [site] = await tx.work.projects(1);
    const page = { sortBy: 'createdAt', sortOrder: 'desc', offset: 0, limit: 1 } as const;
    const [session] = await tx.thoughts.sessions({}, page);
    run.session = session?.id ?? '';
    run.subjects.push(site?.root ?? '', run.session, 'PLAN-001');
  });
  await createTask(run);
  return run;
}

export async function takeStep(run: Run): Promise<void> {
  await run.random.pick(STEPS)(run);
}
