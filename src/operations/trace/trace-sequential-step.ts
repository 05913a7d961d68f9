/** `trace_sequential_step`: writes one numbered thought to a trace. */

import * as z from 'zod';
import { recordThought } from '../../domain/trace/record-step.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { line, meta, text, title } from '../declaration/fields.ts';
import { refuseUnknownThought } from './steps/thoughts-before.ts';
import { appendStep, stepPlace, traceFields } from './steps/trace-place.ts';

const words = line(LIMITS.docName);

const number = z.int().min(1);

export const traceSequentialStep = defineOperation({
  name: 'trace_sequential_step',
  title: 'Record a numbered thought',
  description:
    'Records one numbered thought in a trace, with its number, the thought it revises and the one it branches from; unknown ones are refused. trace_validate checks the numbers.',
  toolset: 'reasoning',
  does: writes().and(scoped(traceFields)),
  input: {
    thought: text,
    thoughtNumber: number,
    totalThoughts: number.describe('Estimate; may grow'),
    nextThoughtNeeded: z.boolean(),
    isRevision: z.boolean().optional(),
    revisesThought: number.optional(),
    branchFromThought: number.optional(),
    branchId: words.optional().describe('Names a side chain'),
    needsMoreThoughts: z
      .union([z.boolean(), words], { error: 'true, false or a few words' })
      .optional(),
    confidence: z
      .union([z.number().min(0).max(1), words], { error: 'a few words, or a number from 0 to 1' })
      .optional(),
    goal: line(LIMITS.title).optional(),
    message: title.describe('Title'),
    meta,
  },
  refusals: ['UNKNOWN_ID'],
  example: {
    title: 'A first thought',
    args: {
      thought: 'Where do the misses come from?',
      thoughtNumber: 1,
      totalThoughts: 3,
      nextThoughtNeeded: true,
      goal: 'Halve the read latency',
    },
  },
  async run(input, { tx, scope }) {
    const { thoughtNumber, totalThoughts, nextThoughtNeeded, isRevision, revisesThought } = input;
    const { branchFromThought, branchId, needsMoreThoughts, confidence, goal } = input;
    const missing = await refuseUnknownThought(tx, scope, input);
    if (missing) return missing;
    const draft = recordThought(stepPlace(scope, input), input.thought, {
      thoughtNumber,
      totalThoughts,
      nextThoughtNeeded,
      isRevision,
      revisesThought,
      branchFromThought,
      branchId,
      needsMoreThoughts,
      confidence,
      goal,
    });
    return appendStep(tx, scope, draft);
  },
});
