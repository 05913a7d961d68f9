/** Examples of `tasks_evidence_capture`. */

import { examplesOf } from '../declaration/examples.ts';
import { TASK_SCENE } from './scenes/task-scene.ts';
import { tasksEvidenceCapture } from './tasks-evidence-capture.ts';

export const examples = examplesOf(tasksEvidenceCapture, {
  before: TASK_SCENE,
});
