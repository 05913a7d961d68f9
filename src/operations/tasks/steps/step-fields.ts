/** The arguments by which steps are created and checkpoints confirmed. */

import * as z from 'zod';
import { CHECKPOINTS } from '../../../domain/tasks/target.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { line, listedAs, texts } from '../../declaration/fields.ts';

const newStep = {
  title: line(LIMITS.title),
  success_criteria: texts,
};

export const newSteps = z
  .array(z.strictObject({ ...newStep, tests: texts.optional(), blockers: texts.optional() }))
  .refine((steps) => steps.length <= LIMITS.steps, `at most ${LIMITS.steps}`);

/** `tasks_decompose` takes no tests; `tasks_define` sets them. */
export const plainSteps = z
  .array(z.strictObject(newStep))
  .refine((steps) => steps.length > 0, 'at least one is required')
  .refine((steps) => steps.length <= LIMITS.steps, `at most ${LIMITS.steps}`);

const mention = z
  .union([z.boolean(), z.strictObject({ confirmed: z.boolean() })], {
    error: 'true, false or {confirmed}',
  })
  .nullable()
  .optional();

export const checkpoints = listedAs(
  z
    .union(
      [
        z.enum(['gate', 'all']),
        z.strictObject(Object.fromEntries(CHECKPOINTS.map((kind) => [kind, mention])) as Mentioned),
      ],
      { error: `"gate", "all", or an object of ${CHECKPOINTS.join(', ')}` },
    )
    .describe('gate (criteria, tests), all, or {criteria: true}'),
  { anyOf: [{ type: 'string' }, { type: 'object' }] },
);

type Mentioned = { [Kind in (typeof CHECKPOINTS)[number]]: typeof mention };
