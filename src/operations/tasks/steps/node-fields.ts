/** The arguments by which callers set the fields of a task node. */

import * as z from 'zod';
import { NODE_ID, NODE_PATH } from '../../../domain/tasks/step-tree.ts';
import { PRIORITIES, STATUSES } from '../../../domain/tasks/target.ts';
import { text, texts } from '../../declaration/fields.ts';

export const nodeFields = {
  status: z.enum(STATUSES).optional(),
  status_manual: z.boolean().optional(),
  priority: z.enum(PRIORITIES).optional(),
  blocked: z.boolean().optional(),
  description: text.nullable().optional(),
  context: text.nullable().optional(),
  blockers: texts.optional(),
  dependencies: texts.optional(),
  next_steps: texts.optional(),
  problems: texts.optional(),
  risks: texts.optional(),
  success_criteria: texts.optional(),
};

export const nodePath = z
  .string()
  .refine(
    (path) => path.length <= 200 && (NODE_PATH.test(path) || NODE_ID.test(path)),
    'expected a path such as s:0.t:1, or a NODE- id',
  )
  .describe('Path of the task node, such as s:0.t:1, or its id');

/** The fields of the node, without the arguments that select it. */
export function nodePart<Input extends object>(input: Input) {
  const names = ['title', ...Object.keys(nodeFields)];
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => names.includes(name) && value !== undefined),
  );
}
