/** The arguments that tools share: one name, one meaning, one limit each. */

import * as z from 'zod';
import { STEP_ID, STEP_PATH } from '../../domain/tasks/step-tree.ts';
import { TARGET_ID, WORKSPACE_ID, WORKSPACE_RULE } from '../../kernel/ids.ts';
import { type Json, type JsonObject, jsonBytes } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { CURSOR_TEXT } from '../../kernel/paging.ts';
import { isOneLine } from '../../kernel/text.ts';

/** Rarely needed: shown by help, and listed by sets that are larger than the daily one. */
export function unlisted<Field extends z.ZodType>(field: Field): Field {
  return field.meta({ ...field.meta(), unlisted: 'daily' }) as Field;
}

/** Another name for a listed argument, or one that is the same for all tools: only help shows it. */
export function neverListed<Field extends z.ZodType>(field: Field): Field {
  return field.meta({ ...field.meta(), unlisted: 'always' }) as Field;
}

/** Listed with a shorter schema than the one that checks it. */
export function listedAs<Field extends z.ZodType>(field: Field, schema: JsonObject): Field {
  return field.meta({ ...field.meta(), listed_as: schema }) as Field;
}

/** Adds to the description what only help and the reference show, such as limits. */
export function noted<Field extends z.ZodType>(field: Field, note: string): Field {
  return field.meta({ ...field.meta(), note }) as Field;
}

/** The shortest schema of a list of objects with these fields. */
export function listOf(properties: JsonObject, required?: readonly string[]): JsonObject {
  const needed = required ? { required } : {};
  return { type: 'array', items: { type: 'object', properties, ...needed } };
}

/** The checks are not part of the JSON schema, which every client gets with each listing. */
export function line(max: number) {
  return z
    .string()
    .refine((text) => text.trim() !== '', 'must not be blank')
    .refine((text) => text.length <= max, `at most ${max} characters`)
    .refine(isOneLine, 'one line without control characters');
}

export const workspace = z
  .string()
  .refine((id) => WORKSPACE_ID.test(id), WORKSPACE_RULE)
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

/** A name that is looked up; the domain checks new names. */
export const branch = line(LIMITS.branchName);

export const doc = line(LIMITS.docName);

/** Several names: ids, types, tags. */
export const names = z.array(z.string().max(256)).max(200);

/**
 * Ids that may also be sent with their workspace, as in `shop:TASK-001`. `not`: what stands before
 * the colon and means something else.
 */
export const MAY_BE_QUALIFIED = z.registry<{ readonly not?: readonly string[] }>();

export const targetId = z
  .string()
  .refine((id) => TARGET_ID.test(id), 'PLAN-001 or TASK-001')
  .register(MAY_BE_QUALIFIED, {});

const anyTarget = z.union(
  [targetId, z.strictObject({ id: targetId, kind: z.enum(['plan', 'task']).optional() })],
  { error: 'a PLAN- or TASK- id, or {id, kind}' },
);

export const target = listedAs(anyTarget.optional().describe('Default: focus'), {
  type: 'string',
});

/** The arguments by which most scoped tools name their document. */
export const documentFields = {
  target,
  branch: branch.optional().describe('Default: the checkout'),
  doc: doc.optional(),
};

/** Of tools about one target: `task` and `plan` are aliases of `target`. */
export const aimFields = aimFieldsFor('Default: focus');

/** `words`: what is meant if no target is named, where that is not simply the focus. */
export function aimFieldsFor(words: string) {
  return {
    target: listedAs(anyTarget.optional().describe(words), { type: 'string' }),
    task: neverListed(targetId.optional().describe('Alias of target')),
    plan: neverListed(targetId.optional().describe('Alias of target')),
  };
}

const revision = z.int().min(0).optional();

/**
 * Of tools that change a target: refuse a call that would change another target, or a newer
 * revision.
 */
export const guardFields = {
  expected_target_id: unlisted(targetId.optional()),
  strict_targeting: unlisted(z.boolean().optional().describe('Requires expected_target_id')),
  expected_revision: unlisted(revision),
  expected_version: neverListed(revision.describe('Alias of expected_revision')),
};

/** Without it, the focus moves to the target that is named. */
export const readOnlyField = unlisted(z.boolean().default(false).describe('Keeps the focus'));

/** The step that a call is about. */
export const step = {
  step_id: z
    .string()
    .refine((id) => STEP_ID.test(id), 'STEP- and 8 letters or digits')
    .optional(),
  path: z
    .string()
    .refine(
      (path) => path.length <= 200 && (STEP_PATH.test(path) || STEP_ID.test(path)),
      's:0, s:0.s:1 or a STEP- id',
    )
    .optional()
    .describe('e.g. s:0.s:1'),
};

const shortText = z
  .string()
  .refine((value) => value.length <= LIMITS.title, `at most ${LIMITS.title} characters`);

const isBlank = (value: string) => value.trim() === '';

function shortTexts<Text extends z.ZodType>(each: Text) {
  return z
    .array(each)
    .refine((list) => list.length <= LIMITS.listItems, `at most ${LIMITS.listItems}`);
}

/** Receipts and attachments: blank ones are reported, and not stored. */
export const receipts = shortTexts(shortText);

/** A list of short texts, such as criteria, tests or blockers. Only `[]` empties a stored list. */
export const texts = receipts.refine(
  (list) => list.length === 0 || !list.every(isBlank),
  'must not be blank; [] empties the list',
);

/** Short texts that are counted by their places: each says something. */
export const titles = shortTexts(shortText.refine((value) => !isBlank(value), 'must not be blank'));

export const cursor = listedAs(
  z.int().min(0).nullable().optional().describe('next_cursor of the previous page'),
  { type: 'integer' },
);

/** For a list of graph versions, whose pages may end within an event. */
export const versionCursor = listedAs(
  z
    .union([z.int().min(0), z.string().max(1_000).regex(CURSOR_TEXT)], { error: 'a next_cursor' })
    .nullable()
    .optional()
    .describe('next_cursor of the previous page'),
  { anyOf: [{ type: 'integer' }, { type: 'string' }] },
);

export function limit(standard: number, most: number) {
  return z.int().min(1).max(most).default(standard);
}

/**
 * The bound is not part of the schema: it would be repeated three times in every tool that reads.
 */
const cap = z
  .int()
  .refine((value) => value >= 0, 'expected number to be >=0')
  .optional();

/** The budget of one part of the answer of a macro. */
export const partBudget = unlisted(cap);

/**
 * The budget of every tool that reads; the surface applies it. `max_bytes` is an alias of
 * `max_chars`.
 */
export const budgetFields = {
  max_chars: cap.describe('Cap, UTF-8 bytes'),
  max_bytes: neverListed(cap),
  max_lines: neverListed(cap),
};
