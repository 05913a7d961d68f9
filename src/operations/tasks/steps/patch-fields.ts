/** The arguments of one patch. */

import * as z from 'zod';
import { PATCH_OPS, type PatchOp } from '../../../domain/tasks/patch.ts';
import { PATCH_KINDS } from '../../../domain/tasks/patch-target.ts';
import { NODE_ID, NODE_PATH, STEP_ID, STEP_PATH } from '../../../domain/tasks/step-tree.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { step } from '../../declaration/fields.ts';

const NAMES = [STEP_PATH, NODE_PATH, STEP_ID, NODE_ID];

export const patch = {
  kind: z.enum(PATCH_KINDS).default('task_detail'),
  path: z
    .string()
    .refine(
      (path) => path.length <= 200 && NAMES.some((name) => name.test(path)),
      's:0 for a step, s:0.t:1 for a task node, or an id',
    )
    .optional(),
  step_id: step.step_id,
  task_node_id: z
    .string()
    .refine((id) => NODE_ID.test(id), 'NODE- and 8 letters or digits')
    .optional(),
  ops: z
    .array(
      z.strictObject({
        op: z.enum(PATCH_OPS),
        field: z.string().max(LIMITS.docName),
        value: z.json().optional(),
      }),
    )
    .refine((ops) => ops.length > 0, 'at least one is required')
    .refine((ops) => ops.length <= LIMITS.listItems, `at most ${LIMITS.listItems}`)
    .transform((ops) => ops as readonly PatchOp[]),
};
