/** Checks that the plan of a new task exists. */

import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';

export async function checkParent(
  tx: Reading,
  parent: string | undefined,
  field = 'parent',
): Promise<Refusal | undefined> {
  if (parent === undefined) return undefined;
  if (!parent.startsWith('PLAN-')) {
    return refuse('INVALID_INPUT', `${field}: ${parent} is not a plan`);
  }
  if (await tx.targets.summary(parent)) return undefined;
  return refuse('UNKNOWN_ID', `${field}: ${parent} does not exist`, {
    recovery: 'Create the plan first, or name one that exists.',
    suggestions: [suggestCall('tasks_context', {}, 'List the plans')],
  });
}
