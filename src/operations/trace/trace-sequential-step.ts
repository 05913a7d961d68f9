/** `trace_sequential_step`: one numbered thought into a trace. */

import * as z from 'zod';
import { recordThought } from '../../domain/trace/record-step.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { defineOperation } from '../define-operation.ts';
import { line, meta, text, title } from '../fields.ts';
import { enterStep, stepPlace, traceFields } from './trace-place.ts';

const acme = { workspace: 'acme' };

const words = line(LIMITS.docName);

const number = z.int().min(1);

export const traceSequentialStep = defineOperation({
  name: 'trace_sequential_step',
  title: 'Record a numbered thought',
  description:
    'Appends one thought of a numbered train to a trace, with its place, what it revises and where it branches off. trace_validate tells whether the train holds together.',
  family: 'reasoning',
  effect: 'write',
  scoped: true,
  input: {
    ...traceFields,
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
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      args: {
        ...acme,
        ref: 'idea/cahce',
        thought: 'Where do the misses come from?',
        thoughtNumber: 1,
        totalThoughts: 3,
        nextThoughtNeeded: true,
      },
    },
  },
  examples: [
    {
      title: 'A first thought',
      args: {
        ...acme,
        thought: 'Where do the misses come from?',
        thoughtNumber: 1,
        totalThoughts: 3,
        nextThoughtNeeded: true,
        goal: 'Halve the read latency',
      },
    },
    {
      title: 'Think again about an earlier one',
      before: [thought(1), thought(2)],
      args: {
        ...acme,
        thought: 'The keys are fine: the cache is too small.',
        thoughtNumber: 3,
        totalThoughts: 3,
        nextThoughtNeeded: false,
        isRevision: true,
        revisesThought: 2,
        confidence: 0.8,
      },
    },
  ],
  async run(input, { tx, scope }) {
    const { thoughtNumber, totalThoughts, nextThoughtNeeded, isRevision, revisesThought } = input;
    const { branchFromThought, branchId, needsMoreThoughts, confidence, goal } = input;
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
    return enterStep(tx, scope, draft);
  },
});

function thought(thoughtNumber: number) {
  return {
    tool: 'trace_sequential_step',
    args: {
      ...acme,
      thought: `Idea ${thoughtNumber}: shorter keys.`,
      thoughtNumber,
      totalThoughts: 3,
      nextThoughtNeeded: true,
    },
  };
}
