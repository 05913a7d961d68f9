/** Examples of `tasks_templates_list`. */

import { examplesOf } from '../declaration/examples.ts';
import { tasksTemplatesList } from './tasks-templates-list.ts';

export const examples = examplesOf(tasksTemplatesList);
