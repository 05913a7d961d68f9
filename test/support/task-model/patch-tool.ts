/** Patches: set, unset, append and remove, field by field. */

import type { Tool } from './call.ts';
import { checkDependencies } from './dependencies.ts';
import { findNode, findStep } from './find-part.ts';
import { findTarget } from './find-target.ts';
import { undoable } from './history.ts';
import { invalid } from './refuse.ts';
import { revise } from './revise.ts';
import { redefine } from './step-tools.ts';
import { targetAnswer } from './target-answer.ts';
import { isBlankList, tagList, textList } from './text-rules.ts';
import type { Fields, Target, Value, World } from './world.ts';
import { listOf, PRIORITIES, STATUSES } from './world.ts';

type Shape = 'line' | 'text' | 'object' | 'flag' | 'list' | 'tags' | 'status' | 'priority';

function shaped(shape: Shape, names: readonly string[]): [string, Shape][] {
  return names.map((name) => [name, shape]);
}

export const NODE_LISTS = [
  ...['blockers', 'dependencies', 'next_steps', 'problems', 'risks', 'success_criteria'],
];

const FIELDS: Record<string, Map<string, Shape>> = {
  task_detail: new Map([
    ...shaped('line', ['title']),
    ...shaped('text', ['description', 'context', 'contract', 'domain', 'phase']),
    ...shaped('text', ['component', 'assignee']),
    ...shaped('object', ['contract_data']),
    ...shaped('priority', ['priority']),
    ...shaped('tags', ['tags']),
    ...shaped('list', ['depends_on']),
  ]),
  step: new Map([
    ...shaped('line', ['title']),
    ...shaped('list', ['success_criteria', 'tests', 'blockers']),
  ]),
  task: new Map([
    ...shaped('line', ['title']),
    ...shaped('text', ['description', 'context']),
    ...shaped('flag', ['status_manual', 'blocked']),
    ...shaped('status', ['status']),
    ...shaped('priority', ['priority']),
    ...shaped('list', NODE_LISTS),
  ]),
};

/** The fields that the operations name, with their new values. */
function patched(part: Fields, ops: readonly Fields[], kind: string): Fields {
  const change: Fields = {};
  for (const { op, field, value } of ops) {
    const name = String(field);
    const shape = FIELDS[kind]?.get(name) ?? invalid(`no field ${name}`);
    change[name] = valueAfter(change[name] ?? part[name] ?? null, String(op), value, shape);
  }
  return change;
}

function valueAfter(was: Value, op: string, value: Value | undefined, shape: Shape): Value {
  if (shape === 'list' || shape === 'tags') {
    if (op === 'unset') return [];
    const items = typeof value === 'string' ? [value] : value;
    if (!Array.isArray(items) || items.some((item) => typeof item !== 'string')) invalid('list');
    if (shape === 'list' && isBlankList(items)) invalid('blank');
    const given = shape === 'tags' ? tagList(items as string[]) : textList(items as string[]);
    if (op === 'set') return given;
    const had = was as string[];
    if (op === 'remove') return had.filter((item) => !given.includes(item));
    return shape === 'tags' ? tagList([...had, ...given]) : textList([...had, ...given]);
  }
  if (op === 'unset' && (shape === 'text' || shape === 'object')) return null;
  if (op !== 'set') invalid(`${op} of ${shape}`);
  return scalar(value, shape);
}

function scalar(value: Value | undefined, shape: Shape): Value {
  if (shape === 'flag') return typeof value === 'boolean' ? value : invalid('flag');
  if (shape === 'object') {
    const fits = typeof value === 'object' && value !== null && !Array.isArray(value);
    return fits ? value : invalid('object');
  }
  if (typeof value !== 'string' || value.trim() === '') return invalid('text');
  if (shape === 'text') return value;
  if (shape === 'line') return /[\n\r]/.test(value) ? invalid('lines') : value.trim();
  const known: readonly string[] = shape === 'status' ? STATUSES : PRIORITIES;
  return known.includes(value) ? value : invalid(shape);
}

const PLAN_ONLY = ['contract', 'contract_data'];
const TASK_ONLY = ['domain', 'phase', 'component', 'assignee'];

export function checkKind(target: Target, fields: readonly string[]): void {
  const foreign = target.kind === 'plan' ? TASK_ONLY : PLAN_ONLY;
  if (fields.some((field) => foreign.includes(field))) invalid('not for this kind');
}

interface Patched {
  type: string;
  intent: string;
  path: string | null;
}

/** Applies one patch, and returns what it changed. */
export function applyPatch(world: World, target: Target, patch: Fields, record: boolean): Patched {
  const kind = String(patch.kind ?? 'task_detail');
  const ops = patch.ops as Fields[];
  const allowed = { task_detail: [], step: ['path', 'step_id'], task: ['path', 'task_node_id'] };
  const stray = ['path', 'step_id', 'task_node_id'].filter(
    (name) => !(allowed[kind as keyof typeof allowed] as string[]).includes(name),
  );
  if (stray.some((name) => patch[name] !== undefined)) invalid('stray selector');
  const run = (shown: Patched, change: () => void): Patched => {
    if (record) undoable(world, target, shown, change);
    else change();
    revise(world, target, shown.path, shown.type);
    return shown;
  };
  if (kind === 'step') {
    const { step, path } = findStep(target, patch);
    return run({ type: 'step_defined', intent: 'step_patch', path }, () =>
      redefine(step, patched(step.fields, ops, kind)),
    );
  }
  if (kind === 'task') {
    const { node, path } = findNode(target, patch);
    return run({ type: 'task_node_defined', intent: 'task_node_patch', path }, () => {
      Object.assign(node.fields, patched(node.fields, ops, kind));
    });
  }
  return run({ type: 'task_patched', intent: 'task_detail_patch', path: null }, () => {
    const change = patched(target.fields, ops, kind);
    checkKind(target, Object.keys(change));
    Object.assign(target.fields, change);
  });
}

const patch: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'either');
  const before = listOf(target, 'depends_on');
  const { type, path } = applyPatch(world, target, args, true);
  checkDependencies(world, target, before);
  return targetAnswer(target, type, path);
};

export const patchTools: Record<string, Tool> = { tasks_patch: patch };
