/** `tasks_edit`: changes the fields of a plan or task. */

import * as z from 'zod';
import { editTarget } from '../../domain/tasks/edit-target.ts';
import { PRIORITIES } from '../../domain/tasks/target.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import {
  aimFields,
  guardFields,
  line,
  meta,
  names,
  targetId,
  text,
} from '../declaration/fields.ts';
import { commitTargetMove } from './steps/commit-target-move.ts';

export const tasksEdit = defineOperation({
  name: 'tasks_edit',
  title: 'Edit a plan or task',
  description:
    'Changes title, description, context, priority, tags or dependencies of a plan or task in one event. null clears a text.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: {
    title: line(LIMITS.title).optional(),
    description: text.nullable().optional(),
    context: text.nullable().optional(),
    priority: z.enum(PRIORITIES).optional(),
    new_domain: line(LIMITS.docName).nullable().optional().describe('Tasks only'),
    tags: names.optional(),
    depends_on: z.array(targetId).max(LIMITS.listItems).optional(),
    contract: text.nullable().optional().describe('Plans only'),
    contract_data: meta.unwrap().nullable().optional().describe('Plans only'),
  },
  refusals: ['CONFLICT'],
  example: {
    title: 'Raise the priority',
    args: { task: 'TASK-001', priority: 'HIGH', tags: ['parser'] },
  },
  async run(input, call) {
    const move = editTarget(call.target, editFields(input));
    return isRefusal(move) ? move : commitTargetMove(call, move);
  },
});

type Named = 'workspace' | 'target' | 'task' | 'plan';
type Guard = 'expected_target_id' | 'strict_targeting' | 'expected_revision' | 'expected_version';

/** The fields to edit, without the arguments that select and guard the target. */
function editFields<Input extends object>(input: Input): Omit<Input, Named | Guard> {
  const aimed = ['workspace', ...Object.keys({ ...aimFields, ...guardFields })];
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => !aimed.includes(name)),
  ) as Omit<Input, Named | Guard>;
}
