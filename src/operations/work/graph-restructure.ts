/** `graph_restructure`, of the work graph: moves, merges and drops nodes with all below them. */

import * as z from 'zod';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, refuse } from '../../kernel/refusal.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { answer, defineOperation, type Warning } from '../declaration/define-operation.ts';
import { seesPresence, writes } from '../declaration/facets.ts';
import { noted, text } from '../declaration/fields.ts';
import { heldWork } from './steps/held-work.ts';
import { watchActionable } from './steps/newly-actionable-work.ts';
import { resolvedEarly } from './steps/resolved-early.ts';
import { dropNode, mergeInto, moveNode, type Restructuring } from './steps/restructure-work.ts';
import { nodeId } from './steps/work-fields.ts';

const MAX_OPERATIONS = 100;

const operation = z.strictObject({
  op: z.enum(['move', 'merge', 'drop']),
  node_id: nodeId.optional().describe('move, drop'),
  new_parent: nodeId.optional().describe('move'),
  source: nodeId.optional().describe('merge: absorbed'),
  target: nodeId.optional().describe('merge: survives'),
  reason: text
    .refine((words) => words.trim() !== '', 'must not be blank')
    .optional()
    .describe('drop'),
});

type Operation = z.output<typeof operation>;

/** The fields that each operation requires; others are refused. */
const NEEDS = {
  move: ['node_id', 'new_parent'],
  merge: ['source', 'target'],
  drop: ['node_id', 'reason'],
} as const;

export const graphRestructure = defineOperation({
  name: 'graph_restructure',
  title: 'Restructure work',
  description:
    'Changes the tree of the work graph: moves a node under another, merges one into another, or drops one, which resolves it and all below it; all operations or none.',
  toolset: 'graph',
  does: writes({ destructive: true }).and(seesPresence),
  input: {
    operations: noted(
      z
        .array(operation)
        .refine((list) => list.length > 0, 'give at least one')
        .refine((list) => list.length <= MAX_OPERATIONS, `at most ${MAX_OPERATIONS}`),
      `move: node_id, new_parent; merge: source, target; drop: node_id, reason; at most ${MAX_OPERATIONS}`,
    ),
  },
  refusals: ['NODE_NOT_FOUND', 'CYCLE_DETECTED', 'CROSS_PROJECT', 'CLAIM_HELD'],
  example: {
    title: 'Move a node up',
    args: { operations: [{ op: 'move', node_id: '<node-3-1>', new_parent: '<node-2-0>' }] },
  },
  plain: true,
  async run({ operations }, call) {
    const { tx, agent, nowMs } = call;
    const watch = watchActionable(tx);
    const held = heldWork(call);
    const [heirs, warnings]: [string[], Warning[]] = [[], []];
    const signed = { agent, timestamp: timestamp(nowMs) };
    const work: Restructuring = { tx, watch, held, heirs, warnings, ...signed };
    const details: JsonObject[] = [];
    for (const [index, each] of operations.entries()) {
      const at = `operations.${index}`;
      const request = readOperation(each, at);
      if (isRefusal(request)) return request;
      const done = await perform(work, request, at);
      if (isRefusal(done)) return done;
      details.push({ op: each.op, node_id: request[0], ...done });
    }
    const newly = await watch.newly();
    const ready = newly.newly_actionable.length > 0 ? newly : {};
    return answer<JsonObject>(
      { applied: operations.length, details, ...ready },
      { warnings: [...held.warnings(), ...warnings, ...(await resolvedEarly(tx, heirs))] },
    );
  },
});

type Request = readonly [string, string, Operation['op']];

function readOperation(each: Operation, at: string): Request | ReturnType<typeof refuse> {
  const needs: readonly string[] = NEEDS[each.op];
  for (const name of ['node_id', 'new_parent', 'source', 'target', 'reason'] as const) {
    const isNeeded = needs.includes(name);
    if (isNeeded === (each[name] !== undefined)) continue;
    const why = isNeeded ? 'required' : `not allowed for ${each.op}`;
    return refuse('INVALID_INPUT', `${at}.${name}: ${why}`, {
      details: { field: `${at}.${name}` },
    });
  }
  const [first, second] = NEEDS[each.op];
  return [each[first] ?? '', each[second] ?? '', each.op];
}

function perform(work: Restructuring, [first, second, op]: Request, at: string) {
  if (op === 'move') return moveNode(work, first, second, at);
  return op === 'merge' ? mergeInto(work, first, second, at) : dropNode(work, first, second, at);
}
