/** The arguments that tools share: one name, one meaning, one limit each. */

import * as z from 'zod';
import { TARGET_ID, WORKSPACE_ID } from '../kernel/ids.ts';
import { type Json, jsonBytes } from '../kernel/json.ts';
import { LIMITS } from '../kernel/limits.ts';
import { isOneLine } from '../kernel/text.ts';

/** Checks stay out of the JSON schema on purpose: every client pays for it with each listing. */
export function line(max: number) {
  return z
    .string()
    .refine((text) => text.trim() !== '', 'must not be blank')
    .refine((text) => text.length <= max, `at most ${max} characters`)
    .refine(isOneLine, 'one line without control characters');
}

export const workspace = z
  .string()
  .refine(
    (id) => WORKSPACE_ID.test(id),
    'a letter or digit, then letters, digits, ". _ / -", at most 128 characters',
  )
  .optional()
  .describe('Project; default: this one');

export const text = z
  .string()
  .refine((value) => value.length <= LIMITS.text, `at most ${LIMITS.text} characters`);

export const title = line(LIMITS.title).optional();

export const format = line(LIMITS.docName).optional().describe('e.g. markdown');

export const meta = z
  .record(z.string(), z.json())
  .refine(
    (value) => jsonBytes(value as Json) <= LIMITS.metaBytes,
    `at most ${LIMITS.metaBytes} bytes of JSON`,
  )
  .optional();

/** A name that is looked up; what a new one may be is the domain's to say. */
export const branch = line(LIMITS.branchName);

export const doc = line(LIMITS.docName);

/** Several names: ids, types, tags. */
export const names = z.array(z.string().max(256)).max(200);

const targetId = z.string().refine((id) => TARGET_ID.test(id), 'PLAN-001 or TASK-001');

export const requiredTarget = z
  .union([targetId, z.strictObject({ id: targetId, kind: z.enum(['plan', 'task']).optional() })], {
    error: 'a PLAN- or TASK- id, or {id, kind}',
  })
  .describe('PLAN- or TASK- id');

export const target = requiredTarget.optional().describe('PLAN- or TASK- id; default: focus');

export const cursor = z
  .int()
  .min(0)
  .nullable()
  .optional()
  .describe('next_cursor of the page before');

export function limit(standard: number, most: number) {
  return z.int().min(1).max(most).default(standard);
}

/** The bound stays out of the schema: three of them in every tool that reads add up. */
const cap = z
  .int()
  .refine((value) => value >= 0, 'expected number to be >=0')
  .optional();

/** Every tool that reads takes these; the surface applies them. `max_bytes` is `max_chars`. */
export const budget = {
  max_chars: cap.describe('Cap, UTF-8 bytes'),
  max_bytes: cap,
  max_lines: cap,
};
