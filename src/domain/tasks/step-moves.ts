/** What can be done with one step: define, verify, close, reopen, block, note, prove, delete. */

import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { confirmedAfter, gate, type Mentions } from './checkpoints.ts';
import {
  CHECKPOINTS,
  type Checkpoint,
  type Entity,
  isOpen,
  type Step,
  withStep,
} from './entity.ts';
import { type Capture, captureCounts, captureSummary } from './evidence.ts';
import { type Move, revised } from './move.ts';
import { refuseFor } from './reasons.ts';
import { type PlacedStep, placedAgain, subtree } from './step-tree.ts';
import { textList } from './text-list.ts';

function placeOf(entity: Entity, { step, path }: PlacedStep) {
  return { task: entity.root.id, step_id: step.id, path };
}

export interface StepDefinition {
  readonly title?: string | undefined;
  readonly success_criteria?: readonly string[] | undefined;
  readonly tests?: readonly string[] | undefined;
  readonly blockers?: readonly string[] | undefined;
}

/** New criteria or tests were not confirmed by anyone yet. */
export function defineStep(
  entity: Entity,
  placed: PlacedStep,
  given: StepDefinition,
): Move | Refusal {
  const change: Partial<{ -readonly [Field in keyof Step]: Step[Field] }> = {};
  if (given.title !== undefined) change.title = given.title.trim();
  for (const list of ['success_criteria', 'tests', 'blockers'] as const) {
    if (given[list] !== undefined) change[list] = textList(given[list]);
  }
  if (Object.keys(change).length === 0) {
    return refuse('INVALID_INPUT', 'title, success_criteria, tests, blockers: give one to define');
  }
  if (change.success_criteria?.length === 0) {
    return refuse('INVALID_INPUT', 'success_criteria: say when the step is done');
  }
  const fields = { ...placeOf(entity, placed), fields: Object.keys(change) };
  const after = revised(withStep(entity, placed.step.id, withdrawn(placed.step, change)));
  return { type: 'step_defined', fields, after };
}

/** The change, and the confirmations it takes back with it. */
export function withdrawn(step: Step, change: Partial<Step>): Partial<Step> {
  const stale: Checkpoint[] = [
    ...(change.success_criteria ? (['criteria'] as const) : []),
    ...(change.tests ? (['tests'] as const) : []),
  ];
  if (stale.length === 0) return change;
  return { ...change, confirmed: step.confirmed.filter((kind) => !stale.includes(kind)) };
}

export function verifyStep(entity: Entity, placed: PlacedStep, mentions: Mentions): Move {
  const confirmed = confirmedAfter(placed.step, mentions);
  const told = Object.fromEntries(
    Object.entries(mentions).map(([kind, value]) => [`${kind}_confirmed`, value]),
  );
  return {
    type: 'step_verified',
    fields: { ...placeOf(entity, placed), ...told },
    after: revised(withStep(entity, placed.step.id, { confirmed })),
  };
}

export interface Closing {
  readonly nowMs: number;
  /** Skips checkpoints and proof: somebody takes the blame. */
  readonly force?: boolean;
}

export function closeStep(
  entity: Entity,
  placed: PlacedStep,
  { nowMs, force = false }: Closing,
): Move | Refusal {
  if (!isOpen(placed.step)) return alreadyClosed(entity, placed);
  const closed = force ? undefined : gate(entity, placed);
  if (closed) return closed;
  return {
    type: 'step_done',
    fields: { ...placeOf(entity, placed), ...(force ? { force } : {}) },
    after: revised(withStep(entity, placed.step.id, { completed_at_ms: nowMs })),
  };
}

function alreadyClosed({ root }: Entity, { path }: PlacedStep): Refusal {
  const message = `${path} of ${root.id} is done already`;
  return refuseFor({ kind: 'step_closed', task: root.id }, 'INVALID_INPUT', message);
}

/** Verifies and closes as one operation: two events, one revision. */
export function verifyAndClose(
  entity: Entity,
  placed: PlacedStep,
  mentions: Mentions,
  nowMs: number,
): readonly Move[] | Refusal {
  if (!isOpen(placed.step)) return alreadyClosed(entity, placed);
  const closed = gate(entity, placed, mentions);
  if (closed) return closed;
  const verified = verifyStep(entity, placed, mentions);
  const done = closeStep(verified.after, placedAgain(verified.after, placed), { nowMs });
  if (isRefusal(done)) return done;
  return [verified, { ...done, after: { ...done.after, revision: verified.after.revision } }];
}

export function reopenStep(entity: Entity, placed: PlacedStep, force: boolean): Move {
  return {
    type: 'step_reopened',
    fields: { ...placeOf(entity, placed), force },
    after: revised(withStep(entity, placed.step.id, { completed_at_ms: null })),
  };
}

export function blockStep(
  entity: Entity,
  placed: PlacedStep,
  blocked: boolean,
  reason: string | undefined,
): Move {
  return {
    type: blocked ? 'step_blocked' : 'step_unblocked',
    fields: {
      ...placeOf(entity, placed),
      blocked,
      ...(blocked && reason !== undefined ? { reason } : {}),
    },
    after: revised(
      withStep(entity, placed.step.id, {
        blocked,
        blocked_reason: blocked ? (reason ?? null) : null,
      }),
    ),
  };
}

export function noteStep(entity: Entity, placed: PlacedStep, content: string): Move {
  const notes = placed.step.notes + 1;
  const { task, ...at } = placeOf(entity, placed);
  return {
    type: 'step_noted',
    fields: { task, ...at, note_seq: notes },
    after: revised(withStep(entity, placed.step.id, { notes })),
    note: { content, meta: { source: 'tasks_note', task_id: task, ...at, note_seq: notes } },
  };
}

/** On a step, or on a plan or task as a whole. What it speaks for is required from now on. */
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

/** With everything under it. */
export function deleteStep(entity: Entity, placed: PlacedStep): Move {
  const gone = subtree(entity, placed.step.id);
  return {
    type: 'step_deleted',
    fields: placeOf(entity, placed),
    after: revised({
      ...entity,
      steps: entity.steps.filter((step) => !gone.has(step.id)),
      nodes: entity.nodes.filter((node) => !gone.has(node.step)),
    }),
    operation: { intent: 'step_delete', undoable: false },
  };
}
