/** The events of plans and tasks. Each is an entry of the target's own trace. */

import type { JsonObject } from '../../kernel/json.ts';
import { versionsOf } from '../../kernel/upcast.ts';
import { type Mirrored, markMirrored } from '../graph/mirrored.ts';
import type { Changes } from './change.ts';
import type { Capture } from './evidence.ts';

export const TASK_EVENT_TYPES = [
  'plan_created',
  'task_created',
  'plan_edited',
  'task_edited',
  'steps_added',
  'step_defined',
  'step_noted',
  'step_verified',
  'step_done',
  'step_reopened',
  'step_blocked',
  'step_unblocked',
  'step_deleted',
  'task_patched',
  'task_completed',
  'task_deleted',
  'task_node_added',
  'task_node_defined',
  'task_node_deleted',
  'plan_updated',
  'contract_updated',
  'evidence_captured',
  'dependency_dropped',
  'undo_applied',
  'redo_applied',
] as const;

export type TaskEventType = (typeof TASK_EVENT_TYPES)[number];

/** A type, not an interface, because payloads are JSON. */
export type TaskEventPayload = Mirrored & {
  /** The target's revision after the event. */
  readonly revision: number;
  /** The fields of the event that a trace shows. */
  readonly fields: JsonObject;
  readonly changes: Changes;
  /** Set if the history lists the event as an operation. */
  readonly operation?: Operation;
  /** Of an undo or redo: the seqs of the operations that it undid or redid. */
  readonly of?: readonly number[];
  readonly evidence?: Capture;
};

export type Operation = {
  readonly intent: Intent;
  readonly undoable: boolean;
  /** Operations of one batch share its number, and are undone together. */
  readonly batch?: number;
};

export type Intent =
  | 'task_detail_patch'
  | 'step_patch'
  | 'task_node_patch'
  | 'step_progress'
  | 'step_block_set'
  | 'step_delete'
  | 'task_delete'
  | 'task_node_add'
  | 'task_node_delete';

export type TaskPayloads = { [Type in TaskEventType]: TaskEventPayload };

/**
 * Since version 2 the graph follows from the event. Version 1 entered nodes and edges by events of
 * their own; its upcaster marks that they exist.
 */
export const TASK_EVENTS = versionsOf(TASK_EVENT_TYPES, [markMirrored]);
