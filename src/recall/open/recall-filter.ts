/** What the filters of a recall mean: the documents that it may find. */

import { TARGET_ID } from '../../kernel/ids.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { findSubject } from '../../operations/core/steps/find-subject.ts';
import { branchNamed, viewOf } from '../../operations/steps/branch-ref.ts';
import type { Reading } from '../../store/port.ts';
import type { DocFilter } from '../query/doc-filter.ts';
import type { SearchFocus } from '../query/search.ts';
import { seenByBranch } from '../query/seen-by-branch.ts';
import { groupsOfTarget } from '../query/target-groups.ts';
import { filesIn } from '../rank/query-words.ts';
import { nameOf } from '../terms/artifact-texts.ts';
import { numberAt } from '../terms/postings.ts';
import type { RecallKind } from '../terms/recall-kinds.ts';
import { groupOf } from '../terms/recall-text.ts';

/** Also what is read through: all of the memory, or what a branch sees of it. */
export interface Filter extends DocFilter {
  readonly tx: Reading;
}

interface Asked {
  readonly kinds?: readonly RecallKind[] | undefined;
  readonly about?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly branch?: string | undefined;
}

export async function filterOf(tx: Reading, asked: Asked): Promise<Filter | Refusal> {
  const times = timesOf(asked);
  if (isRefusal(times)) return times;
  const subject = asked.about === undefined ? {} : await within(tx, asked.about);
  if (isRefusal(subject)) return subject;
  const seen = asked.branch === undefined ? tx : await onBranch(tx, asked.branch);
  if (isRefusal(seen)) return seen;
  return {
    ...subject,
    kinds: asked.kinds,
    ...(times ? { numbers: await numbersBetween(tx, times) } : {}),
    isOnBranch: asked.branch !== undefined,
    tx: seen,
  };
}

/** The plan or task that the agent works on. */
export async function searchFocus(tx: Reading, agent: string): Promise<SearchFocus> {
  const { target: id } = await tx.agents.focus(agent);
  const target = id === null ? undefined : await tx.targets.byId(id);
  if (!target) return { groups: new Set(), files: [] };
  const { title, description, context } = target.root;
  const steps = target.steps.flatMap((step) => [step.title, ...step.success_criteria]);
  const files = filesIn([title, description, context, ...steps].join('\n'));
  return { groups: new Set(await groupsOfTarget(tx, target.root.id)), files };
}

/** Of a plan so many tasks are looked through: more than anybody plans. */
const MAX_TASKS = 1_000;

async function within(tx: Reading, about: string): Promise<DocFilter | Refusal> {
  const notebook = await tx.notebooks.outline(about.trim());
  if (notebook) return inGroups([groupOf.notebook(about.trim())]);
  const project = await tx.work.project(about.trim());
  if (project) return inGroups([groupOf.project(project.name)]);
  const subject = await findSubject(tx, about, undefined);
  if (isRefusal(subject)) return (await ofDeleted(tx, about.trim())) ?? subject;
  const { id, target } = subject;
  if (id === '') return {};
  if (target !== undefined) {
    const tasks = target.startsWith('PLAN') ? await tasksOf(tx, target) : [];
    const groups: string[] = [];
    for (const each of [target, ...tasks]) groups.push(...(await groupsOfTarget(tx, each)));
    return inGroups(groups);
  }
  const session = await tx.thoughts.session(id);
  if (session) return inGroups([groupOf.session(session.seq)]);
  const [node] = await tx.work.nodes([id]);
  if (!node) return inGroups([id]);
  const name = nameOf.work(id);
  return {
    ...inGroups([groupOf.project(node.project), id]),
    allows: (doc) =>
      doc.name === name || doc.name?.startsWith(`${name}/`) === true || doc.group === id,
  };
}

/** What was deleted is still found, and so is what belonged to it. */
async function ofDeleted(tx: Reading, id: string): Promise<DocFilter | undefined> {
  const [doc] = TARGET_ID.test(id) ? await tx.recall.named([id]) : [];
  return doc && inGroups(await groupsOfTarget(tx, id));
}

function inGroups(groups: readonly string[]): DocFilter {
  return { groups: groups.map((group) => ({ group })) };
}

async function tasksOf(tx: Reading, plan: string): Promise<readonly string[]> {
  const tasks = await tx.targets.latest({ kind: 'task', parent: plan }, MAX_TASKS);
  return tasks.map(({ id }) => id).filter((id) => TARGET_ID.test(id));
}

async function onBranch(tx: Reading, name: string): Promise<Reading | Refusal> {
  const branch = await branchNamed(tx, name, 'branch');
  return isRefusal(branch) ? branch : seenByBranch(tx, await viewOf(tx, branch));
}

interface Times {
  readonly fromMs: number;
  readonly toMs: number;
}

const DAY_MS = 24 * 3_600_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_LENGTH = 10;

/** Whether the calendar has it, if it looks like a day: 30 February would become 2 March. */
function isDay(text: string): boolean {
  return !DAY.test(text) || new Date(`${text}T00:00Z`).toISOString().startsWith(text);
}

function timesOf({ since, until }: Asked): Times | undefined | Refusal {
  if (since === undefined && until === undefined) return undefined;
  const from = since === undefined ? 0 : Date.parse(since);
  const to = until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(until);
  for (const [field, ms, given = ''] of [
    ['since', from, since],
    ['until', to, until],
  ] as const) {
    if (!Number.isNaN(ms) && isDay(given.slice(0, DAY_LENGTH))) continue;
    return refuse(
      'INVALID_INPUT',
      `${field}: a day or a time, such as 2026-01-31 or 2026-01-31T12:00Z`,
    );
  }
  // A day that is named is included to its end.
  return { fromMs: from, toMs: until !== undefined && DAY.test(until) ? to + DAY_MS : to + 1 };
}

async function numbersBetween(
  tx: Reading,
  { fromMs, toMs }: Times,
): Promise<readonly [from: number, below: number]> {
  return [numberAt(await firstSeqAt(tx, fromMs)), numberAt(await firstSeqAt(tx, toMs))];
}

/** The first event at this time or later. Times rise with the journal, so it is found by halves. */
async function firstSeqAt(tx: Reading, ms: number): Promise<number> {
  let [low, high] = [1, tx.head + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const event = await tx.journal.at(middle);
    if (event && event.tsMs < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
