/** Examples of `tasks_evidence_capture`. */

import { examplesOf } from '../examples.ts';
import { TASK_SCENE } from './task-scene.ts';
import { tasksEvidenceCapture } from './tasks-evidence-capture.ts';

export const examples = examplesOf(tasksEvidenceCapture, {
  before: TASK_SCENE,
});
