/** `tasks_focus_get`: which plan or task is meant when none is named. */

import type { JsonObject } from '../../kernel/json.ts';
import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';

export const tasksFocusGet = defineOperation({
  name: 'tasks_focus_get',
  title: 'Get the focus',
  description:
    'The plan or task that the caller means when it names none, or null; inherited where another agent put it there.',
  toolset: 'tasks',
  does: reads([omit('workspace')]),
  input: {},
  example: { title: 'What is in focus', args: {} },
  async run(_input, { tx, agent, workspace: id }) {
    const { target, isOwn } = await tx.agents.focus(agent);
    // Whoever has none of its own looks on at the newest of the workspace.
    const inherited = target !== null && !isOwn ? { inherited: true } : {};
    return answer<JsonObject>({ workspace: id, focus: target, ...inherited });
  },
});
