/** Examples of `tasks_storage`. */

import { examplesOf } from '../declaration/examples.ts';
import { tasksStorage } from './tasks-storage.ts';

export const examples = examplesOf(tasksStorage);
