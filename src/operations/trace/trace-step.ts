/** `trace_step`: writes one step of reasoning to a trace. */

import * as z from 'zod';
import { recordStep } from '../../domain/trace/record-step.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { line, meta, text, title } from '../declaration/fields.ts';
import { appendStep, ids, stepPlace, traceFields } from './steps/trace-place.ts';

export const traceStep = defineOperation({
  name: 'trace_step',
  title: 'Record a step of reasoning',
  description:
    'Records one step of reasoning in the trace of a target, or in a document of a branch; the ids it supports or blocks are stored in its meta. Returns the entry with its seq.',
  toolset: 'reasoning',
  does: writes().and(scoped(traceFields)),
  input: {
    step: text.describe('What was considered or done'),
    message: title.describe('Title'),
    mode: line(LIMITS.docName).optional(),
    supports: ids.describe('Ids'),
    blocks: ids.describe('Ids'),
    base: line(LIMITS.title).optional().describe('What it starts from'),
    checkpoint_every: z.int().min(1).optional(),
    meta,
  },
  example: {
    title: 'On the checkout',
    args: {
      step: 'Measured: 40 % of the reads miss the cache.',
      message: 'Hit rate',
      supports: ['CARD-1', 'CARD-2'],
    },
  },
  async run(input, { tx, scope }) {
    const { mode, supports, blocks, base, checkpoint_every } = input;
    const links = { mode, supports, blocks, base, checkpoint_every };
    return appendStep(tx, scope, recordStep(stepPlace(scope, input), input.step, links));
  },
});
