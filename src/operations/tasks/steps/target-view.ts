/** Shows a plan or task, its steps, its task nodes and its evidence. */

import type { JournalEvent } from '../../../domain/journal/event.ts';
import { missingFor, missingProof, requiredFor } from '../../../domain/tasks/checkpoints.ts';
import { planProgress } from '../../../domain/tasks/plan-moves.ts';
import { nodePathOf, type PlacedStep } from '../../../domain/tasks/step-tree.ts';
import { isOpen, isPlan, type Target, type TaskNode } from '../../../domain/tasks/target.ts';
import { eventId } from '../../../kernel/ids.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import { qualifiedId } from './task-event-view.ts';

/** Without the fields that are null, undefined or an empty list. */
function withoutEmpty(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

export function targetHead({ root, revision }: Target): JsonObject {
  const { id, kind, title, status } = root;
  return { id, kind, revision, status, title };
}

export function targetView(workspace: string, target: Target): JsonObject {
  const { root, revision, createdMs, updatedMs } = target;
  const { id, kind, parent, title, status, description, contract, checklist, ...rest } = root;
  const { contract_data: data, step_floor: _floor, ...details } = rest;
  return {
    id,
    qualified_id: qualifiedId(workspace, id),
    kind,
    revision,
    status,
    title,
    ...(isPlan(target)
      ? { contract, contract_data: data, plan_progress: planProgress(checklist) }
      : { parent }),
    description,
    ...withoutEmpty(details),
    created_at_ms: createdMs,
    updated_at_ms: updatedMs,
  };
}

/** One step alone; the paths show which steps are below it. */
export function stepView({ step, path }: PlacedStep): JsonObject {
  return {
    step_id: step.id,
    path,
    title: step.title,
    completed: !isOpen(step),
    ...withoutEmpty({
      success_criteria: step.success_criteria,
      tests: step.tests,
      blockers: step.blockers,
      confirmed: step.confirmed,
      required: requiredFor(step),
      missing: missingFor(step),
      proof: Object.keys(step.proof).length > 0 ? step.proof : null,
      missing_proof: missingProof(step),
    }),
    ...(step.forced ? { forced: true } : {}),
    ...(step.blocked ? { blocked: true, blocked_reason: step.blocked_reason } : {}),
    ...withoutEmpty({ completed_at_ms: step.completed_at_ms }),
    ...(step.notes > 0 ? { notes: step.notes } : {}),
  };
}

export function nodeView(target: Target, node: TaskNode): JsonObject {
  const { id, step: _in, ordinal: _at, title, status, blocked, status_manual, ...details } = node;
  return {
    node_id: id,
    path: nodePathOf(target, node),
    title,
    status,
    ...(status_manual ? { status_manual } : {}),
    ...(blocked ? { blocked } : {}),
    ...withoutEmpty(details),
  };
}

/** One capture with all its evidence. */
export function evidenceView(event: JournalEvent<'evidence_captured'>): JsonObject {
  const { evidence, fields } = event.payload;
  return {
    event_id: eventId(event.seq),
    seq: event.seq,
    ts: timestamp(event.tsMs),
    agent: event.agent,
    ...withoutEmpty({
      step_id: stepOf(event) ?? null,
      path: typeof fields.path === 'string' ? fields.path : null,
      checkpoints: evidence?.checkpoints,
      items: evidence?.items,
      checks: evidence?.checks,
      attachments: evidence?.attachments,
    }),
  };
}

/** The step of a capture; undefined if it belongs to the plan or task as a whole. */
export function stepOf({ payload }: JournalEvent<'evidence_captured'>): string | undefined {
  const { step_id: step } = payload.fields;
  return typeof step === 'string' ? step : undefined;
}
