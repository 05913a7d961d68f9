/** `tasks_focus_get`: returns the focus of the caller. */

import type { JsonObject } from '../../kernel/json.ts';
import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';

export const tasksFocusGet = defineOperation({
  name: 'tasks_focus_get',
  title: 'Get the focus',
  description:
    'The plan or task in the caller’s focus, which calls use when they name none, or null. inherited: another agent set it.',
  toolset: 'tasks',
  does: reads([omit('workspace')]),
  input: {},
  example: { title: 'What is in focus', args: {} },
  async run(_input, { tx, agent, workspace: id }) {
    const { target, isOwn } = await tx.agents.focus(agent);
    // An agent without a focus of its own sees the newest focus of the workspace.
    const inherited = target !== null && !isOwn ? { inherited: true } : {};
    return answer<JsonObject>({ workspace: id, focus: target, ...inherited });
  },
});
