/** Parameters that several routes share. */

import * as z from 'zod';
import { MAX_TITLE } from '../../../domain/thoughts/session.ts';
import { PROJECT_NAME } from '../../../kernel/ids.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isOneLine } from '../../../kernel/text.ts';
import { limit, line } from '../../declaration/fields.ts';

/** Any line is accepted: an id that does not exist is refused when it is looked up. */
export const sessionId = line(LIMITS.docName).describe('A UUID, current, or latest');

export const sessionTitle = line(MAX_TITLE).optional();

const MAX_TAGS = 50;

const tag = line(LIMITS.docName).refine((text) => !text.includes('|'), 'must not contain "|"');

export const tags = z
  .array(tag)
  .refine((list) => list.length <= MAX_TAGS, `at most ${MAX_TAGS}`)
  .optional();

const projectName = z
  .string()
  .refine((name) => PROJECT_NAME.test(name), 'letters, digits, ". _ -", at most 64, no dot first');

export const project = projectName.optional();
/** Null leaves the project. */
export const projectOrAll = projectName.nullable().optional();

/** What the caller works on; new sessions get them as tags. */
export const task = tag.optional();
export const aspect = tag.optional();
export const domainName = line(LIMITS.docName);
/** Null leaves the domain. */
export const domain = domainName.nullable().optional();

export const search = z
  .string()
  .refine((text) => text.length <= LIMITS.title, `at most ${LIMITS.title} characters`)
  .refine(isOneLine, 'one line without control characters');

export const page = {
  limit: limit(20, 100),
  offset: z.int().min(0).default(0),
};

export const sorting = {
  sortBy: z.enum(['createdAt', 'updatedAt', 'title']).default('updatedAt'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
};
