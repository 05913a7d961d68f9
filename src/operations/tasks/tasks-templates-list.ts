/** `tasks_templates_list`: lists the templates of plans and tasks. */

import { TEMPLATES } from '../../domain/tasks/templates.ts';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { readsAnywhere } from '../declaration/facets.ts';

export const tasksTemplatesList = defineOperation({
  name: 'tasks_templates_list',
  title: 'List templates',
  description:
    'Lists the built-in templates of plans and tasks, with their checklist points or steps and the proof they require.',
  toolset: 'tasks',
  does: readsAnywhere(
    cutList('templates', { from: 'back', spare: ['steps', 'plan_steps', 'description'] }),
  ),
  input: {},
  example: { title: 'All templates', args: {} },
  async run() {
    return answer({ templates: TEMPLATES as unknown as readonly JsonObject[], truncated: false });
  },
});
