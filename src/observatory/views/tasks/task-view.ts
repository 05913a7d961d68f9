/** One plan or task: its head, and one row for each step in the order of the tree. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { type PlacedStep, stepsInOrder } from '../../../domain/tasks/step-tree.ts';
import type { Step, Target, TaskNode } from '../../../domain/tasks/target.ts';
import { isTaskEvent } from '../../../domain/tasks/task-events.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Captured } from '../../../store/port.ts';
import { cutText, jsonText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import {
  type CheckpointRow,
  checkpointsOf,
  type Sign,
  type StepSigns,
  signsOf,
} from './task-signs.ts';

export interface TaskHeadRow extends ViewRow {
  readonly is: 'task';
  readonly id: string;
  readonly kind: string;
  readonly parent?: { readonly id: string; readonly title: string };
  readonly title: string;
  readonly status: string;
  readonly priority: string;
  readonly tags: readonly string[];
  readonly description?: string;
  readonly context?: string;
  readonly contract?: string;
  /** As indented JSON. */
  readonly contractData?: string;
  readonly domain?: string;
  readonly phase?: string;
  readonly component?: string;
  readonly assignee?: string;
  readonly checklist?: { readonly current: number; readonly steps: readonly string[] };
  readonly dependsOn: readonly Other[];
  readonly dependents: readonly Other[];
  readonly focusedBy: readonly string[];
  readonly steps: { readonly total: number; readonly done: number };
  readonly tasks: { readonly total: number; readonly done: number };
  /** Captures that belong to it as a whole. */
  readonly evidence: number;
  readonly revision: number;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly seq: number;
}

export interface Other {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}

export interface StepRow extends ViewRow {
  readonly is: 'step';
  readonly path: string;
  /** 0 for a step of the task itself. */
  readonly depth: number;
  readonly parent: string | null;
  readonly title: string;
  readonly criteria: readonly string[];
  readonly tests: readonly string[];
  readonly blockers: readonly string[];
  /** Whether a text or a list of texts was cut. */
  readonly more?: true;
  readonly checkpoints: readonly CheckpointRow[];
  readonly done: boolean;
  readonly doneMs?: number;
  readonly doneBy?: string;
  /** Closed without its checkpoints. */
  readonly forced?: true;
  readonly blocked: boolean;
  readonly reason?: string;
  readonly blockedSign?: Sign;
  readonly notes: number;
  readonly nodes: readonly NodeLine[];
  /** All captures of the step. */
  readonly evidence: number;
}

export interface NodeLine {
  readonly path: string;
  readonly title: string;
  readonly status: string;
  readonly blocked: boolean;
}

export type TaskRow = TaskHeadRow | StepRow;

/** The key of the head; those of steps are their ids. */
export const HEAD = 'task';

/** Steps in one page of the view. */
const STEPS_AT_ONCE = 250;
const MAX_TEXTS = 20;
const MAX_NODES = 50;
const MAX_OTHERS = 50;

const args = z.object({ id: z.string().min(1).max(100) });

async function othersOf({ tx }: Look, ids: readonly string[]): Promise<readonly Other[]> {
  const others: Other[] = [];
  for (const id of ids.slice(0, MAX_OTHERS)) {
    const found = await tx.targets.summary(id);
    if (found) others.push({ id, title: cutText(found.title).text, status: found.status });
  }
  return others;
}

async function headOf(look: Look, target: Target): Promise<TaskHeadRow> {
  const { tx } = look;
  const { root, revision, createdMs, updatedMs } = target;
  const { id } = root;
  const summary = await tx.targets.summary(id);
  const face = (await tx.targets.board.faces([id])).get(id);
  const [parent] = await othersOf(look, root.parent === null ? [] : [root.parent]);
  const given = Object.entries({
    description: root.description,
    context: root.context,
    contract: root.contract,
    contractData: root.contract_data && jsonText(root.contract_data),
    domain: root.domain,
    phase: root.phase,
    component: root.component,
    assignee: root.assignee,
  }).filter(([, text]) => text !== null);
  return {
    key: HEAD,
    is: 'task',
    id,
    kind: root.kind,
    ...(parent ? { parent: { id: parent.id, title: parent.title } } : {}),
    title: root.title,
    status: root.status,
    priority: root.priority,
    tags: root.tags,
    ...Object.fromEntries(given),
    ...(root.checklist ? { checklist: checklistOf(root.checklist) } : {}),
    dependsOn: await othersOf(look, root.depends_on),
    dependents: await othersOf(look, await tx.targets.dependents(id)),
    focusedBy: face?.focusedBy ?? [],
    steps: summary?.steps ?? { total: 0, done: 0 },
    tasks: summary?.tasks ?? { total: 0, done: 0 },
    evidence: (await tx.targets.board.captures(id)).filter(({ step }) => step === null).length,
    revision,
    createdMs,
    updatedMs,
    seq: face?.seq ?? 0,
  };
}

function checklistOf({ current, steps }: NonNullable<Target['root']['checklist']>) {
  return { current, steps: steps.slice(0, MAX_TEXTS).map((text) => cutText(text).text) };
}

export interface StepFacts {
  readonly target: Target;
  readonly signs: ReadonlyMap<string, StepSigns>;
  readonly captures: readonly Captured[];
}

export async function factsOf(
  { tx }: Look,
  target: Target,
  steps: readonly string[],
): Promise<StepFacts> {
  const { board } = tx.targets;
  const events = steps.length === 0 ? [] : await board.signings(target.root.id, steps);
  const captures = steps.length === 0 ? [] : await board.captures(target.root.id);
  return { target, signs: signsOf(events), captures };
}

/** `cuts`: as in a list; otherwise whole. */
export function stepRow({ target, signs, captures }: StepFacts, placed: PlacedStep, cuts: boolean) {
  const { step, path } = placed;
  const own = captures.filter((each) => each.step === step.id);
  const sign = signs.get(step.id);
  const isDone = step.completed_at_ms !== null;
  const texts = textsOf(step, cuts);
  const row: StepRow = {
    key: step.id,
    is: 'step',
    path,
    depth: path.split('.').length - 1,
    parent: step.parent,
    ...texts,
    checkpoints: checkpointsOf(step, sign, own),
    done: isDone,
    ...(isDone ? { doneMs: step.completed_at_ms ?? 0 } : {}),
    ...(isDone && sign?.done ? { doneBy: sign.done.by } : {}),
    ...(isDone && sign?.done?.forced ? { forced: true } : {}),
    blocked: step.blocked,
    ...(step.blocked && step.blocked_reason !== null ? { reason: step.blocked_reason } : {}),
    ...(step.blocked && sign?.blocked ? { blockedSign: sign.blocked } : {}),
    notes: step.notes,
    nodes: nodesOf(target.nodes, step, path),
    evidence: own.length,
  };
  return row;
}

function textsOf(step: Step, cuts: boolean) {
  const lists = { criteria: step.success_criteria, tests: step.tests, blockers: step.blockers };
  if (!cuts) return { title: step.title, ...lists };
  let isCut = false;
  const short = (text: string) => {
    const { text: kept, more } = cutText(text);
    isCut ||= more === true;
    return kept;
  };
  const some = (texts: readonly string[]) => {
    isCut ||= texts.length > MAX_TEXTS;
    return texts.slice(0, MAX_TEXTS).map(short);
  };
  const texts = {
    title: short(step.title),
    criteria: some(lists.criteria),
    tests: some(lists.tests),
    blockers: some(lists.blockers),
  };
  return { ...texts, ...(isCut ? { more: true as const } : {}) };
}

function nodesOf(nodes: readonly TaskNode[], step: Step, path: string): readonly NodeLine[] {
  return nodes
    .filter((node) => node.step === step.id)
    .slice(0, MAX_NODES)
    .map(({ ordinal, title, status, blocked }) => ({
      path: `${path}.t:${ordinal}`,
      title: cutText(title).text,
      status,
      blocked,
    }));
}

/** By the numbers in their paths; a step comes before the steps below it. */
export function comparePaths(a: string, b: string): number {
  const [one, two] = [a, b].map((path) => path.split('.').map((each) => Number(each.slice(2))));
  for (const [at, number] of (one ?? []).entries()) {
    const other = two?.[at];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return (one?.length ?? 0) - (two?.length ?? 0);
}

async function page(look: Look, { id }: z.infer<typeof args>, cursor: string | undefined) {
  const target = await look.tx.targets.byId(id);
  if (!target) return { rows: [] };
  const all = stepsInOrder(target);
  // Behind a path, not behind a number of steps: others may have gone meanwhile.
  const rest =
    cursor === undefined ? all : all.filter(({ path }) => comparePaths(path, cursor) > 0);
  const some = rest.slice(0, STEPS_AT_ONCE);
  const facts = await factsOf(
    look,
    target,
    some.map(({ step }) => step.id),
  );
  const rows: TaskRow[] = cursor === undefined ? [await headOf(look, target)] : [];
  rows.push(...some.map((placed) => stepRow(facts, placed, true)));
  const last = some.at(-1);
  return { rows, ...(rest.length > some.length && last ? { next: last.path } : {}) };
}

async function touched(look: Look, { id }: z.infer<typeof args>, events: readonly JournalEvent[]) {
  const keys = new Set<string>();
  let target: Target | undefined;
  for (const event of events) {
    if (!(isTaskEvent(event) && event.entity === id)) {
      if (isTaskEvent(event) || event.type === 'focus_changed') keys.add(HEAD);
      continue;
    }
    if (event.type === 'task_deleted') return 'all' as const;
    target ??= await look.tx.targets.byId(id);
    keys.add(HEAD);
    for (const key of stepsIn(event.payload, target)) keys.add(key);
  }
  return [...keys];
}

/** The steps that a change names, or whose task nodes it names. */
function stepsIn(
  { changes, fields }: JournalEvent<'step_noted'>['payload'],
  target: Target | undefined,
): readonly string[] {
  const steps = changes.map(({ part, before, after }) => {
    if (part.startsWith('STEP-')) return part;
    const node = { ...before, ...after } as JsonObject;
    return target?.nodes.find((each) => each.id === part)?.step ?? node.step;
  });
  return [fields.step_id, ...steps].filter((each) => typeof each === 'string');
}

async function rows(look: Look, { id }: z.infer<typeof args>, keys: readonly string[]) {
  const target = await look.tx.targets.byId(id);
  if (!target) return [];
  const placed = stepsInOrder(target).filter(({ step }) => keys.includes(step.id));
  const facts = await factsOf(
    look,
    target,
    placed.map(({ step }) => step.id),
  );
  const found: TaskRow[] = placed.map((each) => stepRow(facts, each, true));
  return keys.includes(HEAD) ? [await headOf(look, target), ...found] : found;
}

export const TASK_VIEW = defineView<z.infer<typeof args>, TaskRow>({
  name: 'task',
  args,
  page,
  touched,
  rows,
});
