/** Patches: set, unset, append and remove on the fields of a root, a step or a task node. */

import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { isOneLine } from '../../kernel/text.ts';
import { canonicalTags } from '../graph/graph-names.ts';
import { misplacedField } from './edit-target.ts';
import { type Move, revised } from './move.ts';
import { withdrawn } from './step-moves.ts';
import type { PlacedNode, PlacedStep } from './step-tree.ts';
import { PRIORITIES, STATUSES, type Target, withNode, withRoot, withStep } from './target.ts';
import { NODE_LISTS } from './task-node-moves.ts';
import { textList } from './text-list.ts';

export const PATCH_OPS = ['set', 'unset', 'append', 'remove'] as const;

export interface PatchOp {
  readonly op: (typeof PATCH_OPS)[number];
  readonly field: string;
  readonly value?: Json | undefined;
}

/** The values that a field accepts, and the operations that are possible on it. */
type FieldKind =
  | 'line'
  | 'text'
  | 'status'
  | 'priority'
  | 'flag'
  | 'object'
  | 'list'
  | 'ids'
  | 'tags';

const OPS: Readonly<Record<FieldKind, readonly PatchOp['op'][]>> = {
  line: ['set'],
  status: ['set'],
  priority: ['set'],
  flag: ['set'],
  text: ['set', 'unset'],
  object: ['set', 'unset'],
  list: PATCH_OPS,
  ids: PATCH_OPS,
  tags: PATCH_OPS,
};

const ROOT_FIELDS: Readonly<Record<string, FieldKind>> = {
  title: 'line',
  priority: 'priority',
  description: 'text',
  context: 'text',
  contract: 'text',
  contract_data: 'object',
  domain: 'text',
  phase: 'text',
  component: 'text',
  assignee: 'text',
  tags: 'tags',
  depends_on: 'ids',
};

const STEP_FIELDS: Readonly<Record<string, FieldKind>> = {
  title: 'line',
  success_criteria: 'list',
  tests: 'list',
  blockers: 'list',
};

const NODE_FIELDS: Readonly<Record<string, FieldKind>> = {
  title: 'line',
  status: 'status',
  status_manual: 'flag',
  priority: 'priority',
  blocked: 'flag',
  description: 'text',
  context: 'text',
  ...Object.fromEntries(NODE_LISTS.map((name) => [name, 'list' as const])),
};

export function patchRoot(target: Target, ops: readonly PatchOp[]): Move | Refusal {
  const change = patched(target.root, ops, ROOT_FIELDS);
  if (isRefusal(change)) return change;
  const fields = Object.keys(change);
  const misfit = misplacedField(target, fields);
  if (misfit) return misfit;
  return {
    type: 'task_patched',
    fields: { task: target.root.id, kind: 'task_detail', fields },
    after: revised(withRoot(target, change)),
    operation: { intent: 'task_detail_patch', undoable: true },
  };
}

export function patchStep(
  target: Target,
  { step, path }: PlacedStep,
  ops: readonly PatchOp[],
): Move | Refusal {
  const change = patched(step, ops, STEP_FIELDS);
  if (isRefusal(change)) return change;
  const criteria = change.success_criteria;
  if (Array.isArray(criteria) && criteria.length === 0) {
    return refuse('INVALID_INPUT', 'success_criteria: a step needs at least one');
  }
  return {
    type: 'step_defined',
    fields: { task: target.root.id, step_id: step.id, path, fields: Object.keys(change) },
    after: revised(withStep(target, step.id, withdrawn(step, change))),
    operation: { intent: 'step_patch', undoable: true },
  };
}

export function patchNode(
  target: Target,
  { node, path }: PlacedNode,
  ops: readonly PatchOp[],
): Move | Refusal {
  const change = patched(node, ops, NODE_FIELDS);
  if (isRefusal(change)) return change;
  return {
    type: 'task_node_defined',
    fields: { task: target.root.id, node_id: node.id, path, fields: Object.keys(change) },
    after: revised(withNode(target, node.id, change)),
    operation: { intent: 'task_node_patch', undoable: true },
  };
}

function patched(
  part: JsonObject,
  ops: readonly PatchOp[],
  known: Readonly<Record<string, FieldKind>>,
): JsonObject | Refusal {
  const change: Record<string, Json | undefined> = {};
  for (const [index, op] of ops.entries()) {
    const kind = Object.hasOwn(known, op.field) ? known[op.field] : undefined;
    const at = `ops.${index}`;
    if (kind === undefined) {
      return refuse('INVALID_INPUT', `${at}.field: no field ${JSON.stringify(op.field)} here`, {
        recovery: `Known: ${Object.keys(known).join(', ')}.`,
      });
    }
    if (!OPS[kind].includes(op.op)) {
      return refuse('INVALID_INPUT', `${at}.op: ${op.field} takes ${OPS[kind].join(', ')}`);
    }
    const value = valueAfter(change[op.field] ?? part[op.field] ?? null, op, kind, `${at}.value`);
    if (isRefusal(value)) return value;
    change[op.field] = value;
  }
  return change as JsonObject;
}

function valueAfter(was: Json, op: PatchOp, kind: FieldKind, at: string): Json | Refusal {
  const isList = kind === 'list' || kind === 'tags' || kind === 'ids';
  if (op.op === 'unset') return isList ? [] : null;
  if (!isList) return scalar(op.value, kind, at);
  const given = listOf(op.value, kind, at);
  if (isRefusal(given)) return given;
  const had = Array.isArray(was) ? (was as readonly string[]) : [];
  if (op.op === 'set') return given;
  if (op.op === 'remove') return had.filter((item) => !given.includes(item));
  const joined = [...new Set([...had, ...given])];
  return kind === 'tags' ? canonicalTags(joined, at) : joined;
}

function scalar(value: Json | undefined, kind: FieldKind, at: string): Json | Refusal {
  if (kind === 'flag') return typeof value === 'boolean' ? value : wrong(at, 'true or false');
  if (kind === 'object') {
    const fits = isJsonObject(value ?? null);
    return fits ? (value as JsonObject) : wrong(at, 'an object');
  }
  if (kind === 'status' || kind === 'priority') {
    const known: readonly Json[] = kind === 'status' ? STATUSES : PRIORITIES;
    return value !== undefined && known.includes(value) ? value : wrong(at, known.join(', '));
  }
  if (typeof value !== 'string' || value.trim() === '') return wrong(at, 'some text');
  if (kind === 'text') {
    return value.length <= LIMITS.text ? value : wrong(at, `at most ${LIMITS.text} characters`);
  }
  const title = value.trim();
  return title.length <= LIMITS.title && isOneLine(title)
    ? title
    : wrong(at, `one line of at most ${LIMITS.title} characters`);
}

function listOf(value: Json | undefined, kind: FieldKind, at: string): readonly string[] | Refusal {
  const items = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) {
    return wrong(at, 'a text or a list of texts');
  }
  if (items.length > LIMITS.listItems) return wrong(at, `at most ${LIMITS.listItems} texts`);
  if (items.some((item) => item.length > LIMITS.title)) {
    return wrong(at, `texts of at most ${LIMITS.title} characters`);
  }
  if (kind === 'tags') return canonicalTags(items, at);
  if (items.length > 0 && items.every((item) => item.trim() === '')) {
    return wrong(at, 'some text; [] empties the list');
  }
  return textList(items);
}

function wrong(at: string, expected: string): Refusal {
  return refuse('INVALID_INPUT', `${at}: expected ${expected}`);
}
