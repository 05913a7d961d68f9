/** The moves of one step: define, verify, close, reopen, block, note, prove, delete. */

import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { confirmedAfter, gate, type Mentions } from './checkpoints.ts';
import { type Capture, captureCounts, captureSummary } from './evidence.ts';
import { type Move, revised } from './move.ts';
import { refuseFor } from './reasons.ts';
import { type PlacedStep, placedAgain, subtree } from './step-tree.ts';
import {
  CHECKPOINTS,
  type Checkpoint,
  isOpen,
  type Step,
  type Target,
  withRoot,
  withStep,
} from './target.ts';
import { textList } from './text-list.ts';

function placeOf(target: Target, { step, path }: PlacedStep) {
  return { task: target.root.id, step_id: step.id, path };
}

export interface StepDefinition {
  readonly title?: string | undefined;
  readonly success_criteria?: readonly string[] | undefined;
  readonly tests?: readonly string[] | undefined;
  readonly blockers?: readonly string[] | undefined;
}

/** New criteria or tests are not confirmed yet. */
export function defineStep(
  target: Target,
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
  const fields = { ...placeOf(target, placed), fields: Object.keys(change) };
  const after = revised(withStep(target, placed.step.id, withdrawn(placed.step, change)));
  return { type: 'step_defined', fields, after };
}

/** The change, and the confirmations that it withdraws. */
export function withdrawn(step: Step, change: Partial<Step>): Partial<Step> {
  const stale: Checkpoint[] = [
    ...(change.success_criteria ? (['criteria'] as const) : []),
    ...(change.tests ? (['tests'] as const) : []),
  ];
  if (stale.length === 0) return change;
  return { ...change, confirmed: step.confirmed.filter((kind) => !stale.includes(kind)) };
}

export function verifyStep(target: Target, placed: PlacedStep, mentions: Mentions): Move {
  const confirmed = confirmedAfter(placed.step, mentions);
  const told = Object.fromEntries(
    Object.entries(mentions).map(([kind, value]) => [`${kind}_confirmed`, value]),
  );
  return {
    type: 'step_verified',
    fields: { ...placeOf(target, placed), ...told },
    after: revised(withStep(target, placed.step.id, { confirmed })),
  };
}

export interface Closing {
  readonly nowMs: number;
  /** Skips the gate, on the responsibility of the caller; the step then shows that it was forced. */
  readonly force?: boolean;
}

export function closeStep(
  target: Target,
  placed: PlacedStep,
  { nowMs, force = false }: Closing,
): Move | Refusal {
  if (!isOpen(placed.step)) return alreadyClosed(target, placed);
  const closed = gate(target, placed);
  if (closed && !force) return closed;
  const { id, blocked } = placed.step;
  const change = {
    completed_at_ms: nowMs,
    ...(closed ? { forced: true } : {}),
    ...(blocked ? { blocked: false, blocked_reason: null } : {}),
  };
  return {
    type: 'step_done',
    fields: { ...placeOf(target, placed), ...(force ? { force } : {}) },
    after: revised(withStep(target, id, change)),
  };
}

function alreadyClosed({ root }: Target, { path }: PlacedStep): Refusal {
  const message = `${path} of ${root.id} is done already`;
  return refuseFor({ kind: 'step_closed', task: root.id }, 'INVALID_INPUT', message);
}

/** Verifies and closes as one operation: two events, one revision. */
export function verifyAndClose(
  target: Target,
  placed: PlacedStep,
  mentions: Mentions,
  nowMs: number,
): readonly Move[] | Refusal {
  if (!isOpen(placed.step)) return alreadyClosed(target, placed);
  const closed = gate(target, placed, mentions);
  if (closed) return closed;
  const verified = verifyStep(target, placed, mentions);
  const done = closeStep(verified.after, placedAgain(verified.after, placed), { nowMs });
  if (isRefusal(done)) return done;
  return [verified, { ...done, after: { ...done.after, revision: verified.after.revision } }];
}

export function reopenStep(target: Target, placed: PlacedStep, force: boolean): Move {
  return {
    type: 'step_reopened',
    fields: { ...placeOf(target, placed), force },
    after: revised(withStep(target, placed.step.id, reopened(placed.step))),
  };
}

function reopened({ forced }: Step): Partial<Step> {
  return { completed_at_ms: null, ...(forced ? { forced: false } : {}) };
}

export function blockStep(
  target: Target,
  placed: PlacedStep,
  blocked: boolean,
  reason: string | undefined,
): Move {
  return {
    type: blocked ? 'step_blocked' : 'step_unblocked',
    fields: {
      ...placeOf(target, placed),
      blocked,
      ...(blocked && reason !== undefined ? { reason } : {}),
    },
    after: revised(
      withStep(target, placed.step.id, {
        blocked,
        blocked_reason: blocked ? (reason ?? null) : null,
      }),
    ),
  };
}

export function noteStep(target: Target, placed: PlacedStep, content: string): Move {
  const notes = placed.step.notes + 1;
  const { task, ...at } = placeOf(target, placed);
  return {
    type: 'step_noted',
    fields: { task, ...at, note_seq: notes },
    after: revised(withStep(target, placed.step.id, { notes })),
    note: { content, meta: { source: 'tasks_note', task_id: task, ...at, note_seq: notes } },
  };
}

/**
 * For a step, or for a whole plan or task. The checkpoints it supports are required from then on.
 */
export function captureEvidence(
  target: Target,
  placed: PlacedStep | undefined,
  capture: Capture,
): Move {
  const { id, kind } = target.root;
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
    after: revised(placed ? withStep(target, placed.step.id, { evidenced: linked }) : target),
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

/** Deletes a step with everything below it. Its path is not used again. */
export function deleteStep(target: Target, placed: PlacedStep): Move {
  const gone = subtree(target, placed.step.id);
  const kept = withFloor(target, placed.step);
  return {
    type: 'step_deleted',
    fields: placeOf(target, placed),
    after: revised({
      ...kept,
      steps: kept.steps.filter((step) => !gone.has(step.id)),
      nodes: target.nodes.filter((node) => !gone.has(node.step)),
    }),
    operation: { intent: 'step_delete', undoable: false },
  };
}

function withFloor(target: Target, { parent, ordinal }: Step): Target {
  const above = target.steps.find((step) => step.id === parent);
  const floor = Math.max((above ?? target.root).step_floor ?? 0, ordinal + 1);
  return above
    ? withStep(target, above.id, { step_floor: floor })
    : withRoot(target, { step_floor: floor });
}
