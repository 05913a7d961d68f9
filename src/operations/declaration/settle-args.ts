/**
 * Settles what arguments may say in more than one way, by the schema of their tool: `null` means
 * that an optional argument was left out, and `WORKSPACE:TASK-001` names a task and its workspace.
 */

import * as z from 'zod';
import { TARGET_ID, WORKSPACE_ID } from '../../kernel/ids.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import type { Operation } from './define-operation.ts';
import { MAY_BE_QUALIFIED } from './fields.ts';

export function settleArgs(operation: Operation, args: JsonObject): JsonObject | Refusal {
  if (!mayNeedIt(args)) return args;
  const workspaces = new Set<string>();
  const settled = settle(operation.schema, args, workspaces) as JsonObject;
  if (workspaces.size === 0 || !('workspace' in operation.fields)) return settled;
  const [workspace, other] = new Set([
    ...(typeof settled.workspace === 'string' ? [settled.workspace] : []),
    ...workspaces,
  ]);
  if (other === undefined) return { ...settled, workspace };
  return refuse(
    'INVALID_INPUT',
    `workspace: one call cannot be about both ${workspace} and ${other}`,
    {
      recovery: 'Send ids of one workspace, or ids without a workspace.',
      details: { field: 'workspace' },
    },
  );
}

/** Most calls have nothing to settle, and schemas are slow to walk. */
function mayNeedIt(value: Json | undefined): boolean {
  if (typeof value === 'string') return isQualified(value);
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(mayNeedIt);
}

function settle(schema: unknown, value: Json, workspaces: Set<string>): Json {
  if (schema instanceof z.ZodObject && isJsonObject(value)) {
    return settleFields(schema.shape, value, workspaces);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: Json) => settle(schema.element, item, workspaces));
  }
  if (schema instanceof z.ZodUnion) return settleOption(schema, value, workspaces);
  if (isWrapper(schema)) return settle(schema.def.innerType, value, workspaces);
  if (schema instanceof z.ZodPipe) return settle(schema.def.in, value, workspaces);
  if (
    typeof value === 'string' &&
    isQualified(value) &&
    MAY_BE_QUALIFIED.has(schema as z.ZodType)
  ) {
    const [workspace, id] = partsOf(value);
    if (MAY_BE_QUALIFIED.get(schema as z.ZodType)?.not?.includes(workspace)) return value;
    workspaces.add(workspace);
    return id;
  }
  return value;
}

function isWrapper(schema: unknown) {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  );
}

function settleFields(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  value: JsonObject,
  workspaces: Set<string>,
): JsonObject {
  const fields = Object.entries(value).flatMap(([name, field]): [string, Json][] => {
    const schema = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
    if (field === undefined || (field === null && schema && isLeftOut(schema))) return [];
    return [[name, schema ? settle(schema, field, workspaces) : field]];
  });
  return Object.fromEntries(fields);
}

/** Where null is a value of its own, it stays. */
function isLeftOut(schema: z.ZodType): boolean {
  return !schema.safeParse(null).success && schema.safeParse(undefined).success;
}

/** The first option that the settled value fits. */
function settleOption(schema: z.ZodUnion, value: Json, workspaces: Set<string>): Json {
  for (const option of schema.options) {
    const named = new Set<string>();
    const settled = settle(option, value, named);
    if (!(option as z.ZodType).safeParse(settled).success) continue;
    for (const workspace of named) workspaces.add(workspace);
    return settled;
  }
  return value;
}

function partsOf(text: string): readonly [string, string] {
  const end = Math.max(0, text.lastIndexOf(':'));
  return [text.slice(0, end), text.slice(end + 1)];
}

function isQualified(text: string): boolean {
  const [workspace, id] = partsOf(text);
  return WORKSPACE_ID.test(workspace) && TARGET_ID.test(id);
}
