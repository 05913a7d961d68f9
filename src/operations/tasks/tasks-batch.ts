/** `tasks_batch`: runs several task operations in one call. */

import * as z from 'zod';
import { firstCharacters } from '../../kernel/excerpt.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import {
  type Answer,
  answer,
  defineOperation,
  type Failure,
} from '../declaration/define-operation.ts';
import { composes, writes } from '../declaration/facets.ts';

/** Only operations that can be undone may be part of an atomic batch. */
const ATOMIC = ['tasks_patch', 'tasks_task_define', 'tasks_progress', 'tasks_block'];

const ALLOWED = [
  ...ATOMIC,
  ...['tasks_create', 'tasks_decompose', 'tasks_define', 'tasks_note', 'tasks_verify'],
  ...['tasks_done', 'tasks_close_step', 'tasks_edit', 'tasks_delete', 'tasks_task_add'],
  ...['tasks_task_delete', 'tasks_evidence_capture', 'tasks_plan', 'tasks_contract'],
  ...['tasks_complete'],
];

const args = z.record(z.string(), z.json()).optional();

const operation = z.strictObject({
  tool: z.string().optional(),
  name: z.string().optional().describe('Alias of tool'),
  args,
  arguments: args.describe('Alias of args'),
});

export const tasksBatch = defineOperation({
  name: 'tasks_batch',
  title: 'Run several task operations',
  description:
    'Runs several task operations in order. With atomic, all succeed or nothing changes, and one undo takes all back; only undoable tools are allowed. Without it, a failure stops the batch, and the answer says what was and was not done.',
  toolset: 'tasks',
  does: writes().and(composes),
  input: {
    operations: z
      .array(operation)
      .refine((list) => list.length > 0, 'at least one is required')
      .refine((list) => list.length <= 100, 'at most 100'),
    atomic: z.boolean().default(false),
    compact: z.boolean().default(false),
  },
  refusals: ['BATCH_FAILED'],
  example: {
    title: 'Two steps at once',
    args: {
      atomic: true,
      operations: [
        { tool: 'tasks_block', args: { task: 'TASK-001', path: 's:0', reason: 'CI is down' } },
        { tool: 'tasks_block', args: { task: 'TASK-001', path: 's:1', reason: 'CI is down' } },
      ],
    },
  },
  async run(input, { tx, invoke }) {
    const calls = readCalls(input.operations, input.atomic);
    if (isRefusal(calls)) return calls;
    const batch = tx.head + 1;
    const results: JsonObject[] = [];
    for (const [index, { tool, args: given }] of calls.entries()) {
      const run = () => invoke(tool, given, batch);
      const outcome = await (input.atomic ? run() : tx.attempt(run));
      if (!isRefusal(outcome)) {
        results.push(shown(index, tool, outcome, input.compact));
        continue;
      }
      if (input.atomic || index === 0) return failed(index, tool, outcome);
      const left = calls.slice(index).map((each, at) => ({ index: index + at, tool: each.tool }));
      return answer(
        { operations: results, failed: { index, tool, error: errorOf(outcome) }, not_done: left },
        { failure: stopped(index, tool, outcome), suggestions: outcome.suggestions },
      );
    }
    return answer<JsonObject>({ operations: results });
  },
});

interface BatchCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** Checks the whole list before the first operation runs. */
function readCalls(
  operations: readonly z.output<typeof operation>[],
  atomic: boolean,
): readonly BatchCall[] | Refusal {
  const calls: BatchCall[] = [];
  for (const [index, each] of operations.entries()) {
    const at = `operations.${index}`;
    const tool = each.tool ?? each.name;
    if (tool === undefined) return refuse('INVALID_INPUT', `${at}.tool: required`);
    const known = atomic ? ATOMIC : ALLOWED;
    if (!known.includes(tool)) {
      const why = ALLOWED.includes(tool)
        ? 'it cannot be undone, so it cannot be in an atomic batch'
        : 'not allowed in a batch';
      return refuse('INVALID_INPUT', `${at}.tool: ${firstCharacters(tool, 60, '')}: ${why}`, {
        recovery: `Use one of ${known.join(', ')}.`,
      });
    }
    const given = each.args ?? each.arguments ?? {};
    calls.push({ tool, args: given as JsonObject });
  }
  return calls;
}

function shown(
  index: number,
  tool: string,
  { view, warnings }: Answer,
  compact: boolean,
): JsonObject {
  return {
    index,
    tool,
    success: true,
    ...(compact ? {} : { response: view }),
    ...(warnings.length > 0 ? { warnings: warnings.map((each) => ({ ...each })) } : {}),
  };
}

function errorOf({ code, message, recovery }: Refusal): JsonObject {
  return { code, message, ...(recovery === undefined ? {} : { recovery }) };
}

function failed(index: number, tool: string, why: Refusal): Refusal {
  return refuse('BATCH_FAILED', `operations.${index} ${tool}: ${why.code} ${why.message}`, {
    recovery: `Nothing was changed. ${why.recovery ?? 'Fix that operation and send the whole batch again.'}`,
    suggestions: why.suggestions,
  });
}

function stopped(index: number, tool: string, why: Refusal): Failure {
  const done = index === 1 ? 'operations.0 is done' : `operations.0 to ${index - 1} are done`;
  return {
    code: 'BATCH_FAILED',
    message: `operations.${index} ${tool}: ${why.code} ${why.message}`,
    recovery: `${done}. Send the rest again from operations.${index}, once it can succeed.`,
  };
}
