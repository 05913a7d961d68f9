/** Records evidence on a step, or on a plan or task as a whole. */

import { CHECKPOINTS, type Entity, withStep } from './entity.ts';
import { type Capture, captureCounts, captureSummary } from './evidence.ts';
import { type Move, revised } from './move.ts';
import type { PlacedStep } from './step-tree.ts';

/** A checkpoint that evidence speaks for is required from now on. */
export function captureEvidence(
  entity: Entity,
  placed: PlacedStep | undefined,
  capture: Capture,
): Move {
  const { id, kind } = entity.root;
  const linked = placed
    ? CHECKPOINTS.filter(
        (each) => placed.step.evidenced.includes(each) || capture.checkpoints.includes(each),
      )
    : [];
  return {
    type: 'evidence_captured',
    fields: {
      task: id,
      entity_kind: placed ? 'step' : kind,
      entity_id: placed?.step.id ?? id,
      ...(placed ? { step_id: placed.step.id, path: placed.path } : { path: null }),
      ...captureCounts(capture),
    },
    after: revised(placed ? withStep(entity, placed.step.id, { evidenced: linked }) : entity),
    evidence: capture,
    note: {
      title: 'Evidence captured',
      content: captureSummary(capture),
      meta: {
        source: 'tasks_evidence',
        task_id: id,
        ...(placed ? { step_id: placed.step.id, path: placed.path } : {}),
      },
    },
  };
}
