/** The tools on a plan or task as a whole: edit, complete, close, checklist and contract. */

import type { Tool } from './call.ts';
import { checkGate } from './checkpoints.ts';
import { checkDependencies } from './dependencies.ts';
import { findTarget } from './find-target.ts';
import { differences, snapshot } from './history.ts';
import { applyPatch, checkKind } from './patch-tool.ts';
import { invalid, Refused } from './refuse.ts';
import { revise } from './revise.ts';
import { checklistOf, targetAnswer } from './target-answer.ts';
import { tagList, textList } from './text-rules.ts';
import { isOpen, stepPlaces } from './tree.ts';
import { type Difference, type Fields, listOf, type Target, type World } from './world.ts';

const EDITABLE = [
  ...['title', 'description', 'context', 'priority', 'new_domain', 'tags', 'depends_on'],
  ...['contract', 'contract_data'],
];

const edit: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'either');
  const fields: Fields = {};
  for (const name of EDITABLE) {
    const value = args[name];
    if (value === undefined) continue;
    if (name === 'title') fields.title = String(value).trim();
    else if (name === 'tags') fields.tags = tagList(value as string[]);
    else if (name === 'depends_on') fields.depends_on = [...new Set(value as string[])];
    else fields[name === 'new_domain' ? 'domain' : name] = value;
  }
  if (Object.keys(fields).length === 0) invalid('nothing to edit');
  checkKind(target, Object.keys(fields));
  const before = listOf(target, 'depends_on');
  Object.assign(target.fields, fields);
  checkDependencies(world, target, before);
  const type = `${target.kind}_edited`;
  revise(world, target, null, type);
  return targetAnswer(target, type);
};

/** Every step is closed, and would close now. */
export function checkDone(target: Target): void {
  const steps = stepPlaces(target).map(({ step }) => step);
  if (steps.some(isOpen)) throw new Refused('CHECKPOINTS_NOT_CONFIRMED');
  for (const step of steps) checkGate(step);
}

export function complete(world: World, target: Target, status: string): string {
  if (status === 'DONE') checkDone(target);
  target.fields.status = status;
  const type = target.kind === 'plan' ? 'plan_updated' : 'task_completed';
  revise(world, target, null, type);
  return type;
}

const completeTool: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'either');
  const type = complete(world, target, String(args.status ?? 'DONE'));
  return targetAnswer(target, type);
};

/** One revision per patch and one for the completion. A dry run leaves the world unchanged. */
const closeTask: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'task');
  const was = structuredClone(target);
  const before = listOf(target, 'depends_on');
  const types = ((args.patches ?? []) as Fields[]).map(
    (each) => applyPatch(world, target, each, false).type,
  );
  types.push(complete(world, target, 'DONE'));
  checkDependencies(world, target, before);
  const answer = { task: target.id, diff: byPart(differences(snapshot(was), target)) };
  if (args.apply === true) {
    const events = types.map((type) => ({ type, task_id: target.id }));
    return { ...answer, applied: true, revision: target.revision, status: 'DONE', events };
  }
  Object.assign(target, was);
  world.happened = [];
  const { revision, fields } = was;
  return { ...answer, applied: false, revision, status: fields.status ?? '', events: [] };
};

function byPart(found: readonly Difference[]): Fields[] {
  return [...new Set(found.map(({ part }) => part))].sort().map((part) => {
    const own = found.filter((each) => each.part === part);
    const side = (name: 'before' | 'after') =>
      Object.fromEntries(own.map((each) => [each.field, each[name]]));
    return { part, before: side('before'), after: side('after') };
  });
}

const plan: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'plan');
  const { steps, current, doc, advance } = args;
  if (steps === undefined && current === undefined && doc === undefined && advance !== true) {
    invalid('nothing to update');
  }
  const was = checklistOf(target);
  const points = steps === undefined ? (was?.steps ?? []) : textList(steps as string[]);
  const kept = steps === undefined ? (was?.current ?? 0) : 0;
  const at = Number(current ?? kept) + (advance === true ? 1 : 0);
  if (at > points.length) invalid('beyond the end');
  target.fields.checklist = { doc: doc ?? was?.doc ?? null, current: at, steps: points };
  revise(world, target, null, 'plan_updated');
  return targetAnswer(target, 'plan_updated');
};

const contract: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'plan');
  const { current, contract_data: data, clear } = args;
  const says = current !== undefined || data !== undefined;
  if ((clear === true) === says) invalid('clear alone, or something to set');
  if (clear === true) Object.assign(target.fields, { contract: null, contract_data: null });
  if (current !== undefined) target.fields.contract = current;
  if (data !== undefined) target.fields.contract_data = data;
  revise(world, target, null, 'contract_updated');
  return targetAnswer(target, 'contract_updated');
};

export const targetTools: Record<string, Tool> = {
  tasks_edit: edit,
  tasks_complete: completeTool,
  tasks_close_task: closeTask,
  tasks_plan: plan,
  tasks_contract: contract,
};
