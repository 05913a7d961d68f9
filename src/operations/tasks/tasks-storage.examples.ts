/** Examples of `tasks_storage`. */

import { examplesOf } from '../examples.ts';
import { tasksStorage } from './tasks-storage.ts';

export const examples = examplesOf(tasksStorage);
