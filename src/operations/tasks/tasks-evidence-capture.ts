/** `tasks_evidence_capture`: stores what was run, changed or seen, and links it to checkpoints. */

import { readCapture } from '../../domain/tasks/evidence.ts';
import { findStep } from '../../domain/tasks/step-tree.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { changes, writes } from '../declaration/facets.ts';
import { step } from '../declaration/fields.ts';
import { capture, captureBounds, captureInput } from './steps/capture-fields.ts';
import { withCellRun } from './steps/read-proof.ts';
import { recordEvidence } from './steps/record-evidence.ts';
import { taskEventView } from './steps/task-event-view.ts';

export const tasksEvidenceCapture = defineOperation({
  name: 'tasks_evidence_capture',
  title: 'Capture evidence',
  description:
    'Stores artifacts, receipts and attachments as evidence for a step, or for a whole plan or task. A checkpoint of a step that evidence is linked to becomes required.',
  toolset: 'tasks',
  does: writes().and(changes('either')),
  input: {
    ...step,
    ...capture,
    artifacts: capture.items.describe('Alias of items'),
    ...captureBounds,
  },
  example: {
    title: 'A test run',
    args: {
      task: 'TASK-001',
      path: 's:0',
      checks: ['CMD: npm test, 12 passed', 'LINK: https://ci.example/run/7'],
      checkpoint: 'tests',
    },
  },
  async run(input, call) {
    const { target } = call;
    const isStep = input.step_id !== undefined || input.path !== undefined;
    const placed = isStep ? findStep(target, input) : undefined;
    if (isRefusal(placed)) return placed;
    const { artifacts, items } = input;
    const pieces = [...(items ?? []), ...(artifacts ?? [])];
    const request = await withCellRun(
      call.tx,
      captureInput({ ...input, items: pieces }),
      call.nowMs,
    );
    if (isRefusal(request)) return request;
    const read = readCapture(request);
    if (isRefusal(read)) return read;
    const evidence = await recordEvidence(call, placed, read);
    if (isRefusal(evidence)) return evidence;
    const { event, warnings } = evidence;
    return answer(
      {
        task: target.root.id,
        revision: event?.payload.revision ?? target.revision,
        step: placed ? { step_id: placed.step.id, path: placed.path } : null,
        event: event ? taskEventView(event) : null,
      },
      { warnings },
    );
  },
});
