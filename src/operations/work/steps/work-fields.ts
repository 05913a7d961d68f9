/** The arguments of the work graph. */

import * as z from 'zod';
import { beginningOf } from '../../../domain/work/given-fields.ts';
import { type Json, jsonBytes } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { line } from '../../declaration/fields.ts';

export const project = line(LIMITS.branchName).describe('Project name');

/** An id that is looked up; an unknown one is refused by name. */
export const nodeId = line(LIMITS.docName);

/** One line; of a longer text the first line, and the whole text becomes a property. */
export const summary = z
  .string()
  .refine((text) => beginningOf(text) !== '', 'must not be blank')
  .refine((text) => text.length <= LIMITS.workText, `at most ${LIMITS.workText} characters`);

export const links = z
  .array(line(LIMITS.title))
  .refine((list) => list.length <= LIMITS.listItems, `at most ${LIMITS.listItems}`);

export const properties = z
  .record(z.string(), z.json())
  .refine(
    (value) => jsonBytes(value as Json) <= LIMITS.metaBytes,
    `at most ${LIMITS.metaBytes} bytes of JSON`,
  );

/** Each property is a condition of the query, and SQLite takes a thousand conditions at most. */
const MAX_FILTER_PROPERTIES = 50;

/** Properties that nodes are selected by. */
export const propertyFilter = properties.refine(
  (value) => Object.keys(value).length <= MAX_FILTER_PROPERTIES,
  `at most ${MAX_FILTER_PROPERTIES} properties`,
);

export const state = z
  .json()
  .refine(
    (value) => jsonBytes(value as Json) <= LIMITS.metaBytes,
    `at most ${LIMITS.metaBytes} bytes of JSON`,
  );
