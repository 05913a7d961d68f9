/** Stores evidence with its note; empty entries are reported in a warning and not stored. */

import { type ReadCapture, sizeOf } from '../../../domain/tasks/evidence.ts';
import { captureEvidence } from '../../../domain/tasks/step-moves.ts';
import type { PlacedStep } from '../../../domain/tasks/step-tree.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { counted } from '../../../kernel/text.ts';
import type { Warning } from '../../declaration/define-operation.ts';
import { commitMoves, type TaskEvent } from './commit-moves.ts';
import type { TargetCall } from './commit-step-move.ts';

export interface Evidence {
  /** Undefined if nothing in the request was evidence. */
  readonly event: TaskEvent | undefined;
  readonly warnings: readonly Warning[];
}

export async function recordEvidence(
  { tx, target, batch }: TargetCall,
  placed: PlacedStep | undefined,
  { capture, ignored, dropped = 0, cut = 0 }: ReadCapture,
): Promise<Evidence | Refusal> {
  const warnings = [
    ...(ignored > 0 ? [placeholders(ignored)] : []),
    ...(dropped + cut > 0 ? [boundedBy(dropped, cut)] : []),
  ];
  if (sizeOf(capture) === 0) return { event: undefined, warnings };
  const committed = await commitMoves(tx, target, [captureEvidence(target, placed, capture)], {
    batch,
  });
  return isRefusal(committed) ? committed : { event: committed.events[0], warnings };
}

function boundedBy(dropped: number, cut: number): Warning {
  const parts = [
    ...(dropped > 0 ? [`${counted(dropped, 'artifact')} left out`] : []),
    ...(cut > 0 ? [`${counted(cut, 'artifact')} shortened`] : []),
  ];
  return {
    code: 'EVIDENCE_BOUNDED',
    message: parts.join(', '),
    recovery: 'Raise max_items or max_artifact_bytes to store more.',
  };
}

function placeholders(count: number): Warning {
  return {
    code: 'PROOF_WEAK',
    message:
      count === 1
        ? '1 entry is empty or a placeholder and was not stored'
        : `${count} entries are empty or placeholders and were not stored`,
    recovery: 'Replace <fill: ...> by what was run and what it showed.',
  };
}
