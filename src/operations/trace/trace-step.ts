/** `trace_step`: one step of reasoning into a trace. */

import * as z from 'zod';
import { recordStep } from '../../domain/trace/record-step.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { defineOperation } from '../define-operation.ts';
import { line, meta, text, title } from '../fields.ts';
import { enterStep, ids, stepPlace, traceFields } from './trace-place.ts';

const acme = { workspace: 'acme' };

export const traceStep = defineOperation({
  name: 'trace_step',
  title: 'Record a step of reasoning',
  description:
    'Appends one step to the trace of a target, or to a document of a branch; what it supports or blocks is kept in its meta. Returns the entry with its seq.',
  family: 'reasoning',
  effect: 'write',
  scoped: true,
  input: {
    ...traceFields,
    step: text.describe('What was considered or done'),
    message: title.describe('Title'),
    mode: line(LIMITS.docName).optional(),
    supports: ids.describe('Ids'),
    blocks: ids.describe('Ids'),
    base: line(LIMITS.title).optional().describe('What it starts from'),
    checkpoint_every: z.int().min(1).optional(),
    meta,
  },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      args: { ...acme, ref: 'idea/cahce', step: 'Measured the hit rate.' },
    },
  },
  examples: [
    {
      title: 'On the checkout',
      args: {
        ...acme,
        step: 'Measured: 40 % of the reads miss the cache.',
        message: 'Hit rate',
        supports: ['CARD-1', 'CARD-2'],
      },
    },
    {
      title: 'Into a trace of its own',
      args: { ...acme, ref: 'main', doc: 'cache-trace', step: 'Try shorter keys.', mode: 'plan' },
    },
  ],
  async run(input, { tx, scope }) {
    const { mode, supports, blocks, base, checkpoint_every } = input;
    const links = { mode, supports, blocks, base, checkpoint_every };
    return enterStep(tx, scope, recordStep(stepPlace(scope, input), input.step, links));
  },
});
