/** The events of plans and tasks. Each is an entry of the target's own trace. */

import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { counted, joined, plainText } from '../../kernel/text.ts';
import { type Mirrored, markMirrored } from '../graph/mirrored.ts';
import { defineEvent, type EventText, none, shape, type Words } from '../journal/define-event.ts';
import type { JournalEvent } from '../journal/event.ts';
import type { Changes } from './change.ts';
import type { Capture } from './evidence.ts';

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

/** What the words of an event are made of. */
interface Facts {
  readonly entity: string;
  readonly fields: JsonObject;
  /** The step or task node, such as `s:0`; empty if the event is about the target. */
  readonly path: string;
  /** “step s:0 of TASK-003”. */
  readonly step: string;
}

/**
 * Since version 2 the graph follows from the event. Version 1 entered nodes and edges by events of
 * their own; its upcaster marks that they exist.
 */
function taskEvent(
  text: (payload: TaskEventPayload) => EventText | undefined,
  words: (facts: Facts) => Words,
) {
  return defineEvent({
    payload: shape<TaskEventPayload>(),
    upcasters: [markMirrored],
    words: ({ entity, payload: { fields = {} } }) => {
      const path = plainText(fields.path);
      const step = path === '' ? `a step of ${entity}` : `step ${path} of ${entity}`;
      return words({ entity, fields, path, step });
    },
    text,
    opensAs: 'task',
  });
}

export const TASK_EVENTS = {
  plan_created: taskEvent(none, ({ entity, fields }) => [`created ${entity}`, fields.title]),
  task_created: taskEvent(none, ({ entity, fields }) => {
    const parent = plainText(fields.parent);
    return [`created ${entity}${parent === '' ? '' : ` in ${parent}`}`, fields.title];
  }),
  plan_edited: taskEvent(none, editWords),
  task_edited: taskEvent(none, editWords),
  steps_added: taskEvent(none, ({ entity, fields }) => {
    const steps = list(fields.steps).length;
    return `added ${steps === 0 ? 'steps' : counted(steps, 'step')} to ${entity}`;
  }),
  step_defined: taskEvent(none, ({ step }) => `defined ${step}`),
  step_noted: taskEvent(none, ({ step }) => `noted progress on ${step}`),
  step_verified: taskEvent(none, verificationWords),
  step_done: taskEvent(
    none,
    ({ step, fields }) => `closed ${step}${fields.force === true ? ' by force' : ''}`,
  ),
  step_reopened: taskEvent(none, ({ step }) => `reopened ${step}`),
  step_blocked: taskEvent(none, ({ step, fields }) => [`blocked ${step}`, fields.reason]),
  step_unblocked: taskEvent(none, ({ step }) => `unblocked ${step}`),
  step_deleted: taskEvent(none, ({ step }) => `deleted ${step}`),
  task_patched: taskEvent(none, ({ entity }) => `changed ${entity}`),
  task_completed: taskEvent(none, statusWords),
  task_deleted: taskEvent(none, ({ entity }) => `deleted ${entity}`),
  task_node_added: taskEvent(none, ({ entity, fields, path }) => [
    `added task node ${path} of ${entity}`,
    fields.title,
  ]),
  task_node_defined: taskEvent(
    none,
    ({ entity, path }) => `changed task node ${path} of ${entity}`,
  ),
  task_node_deleted: taskEvent(
    none,
    ({ entity, path }) => `deleted task node ${path} of ${entity}`,
  ),
  plan_updated: taskEvent(none, (facts) =>
    plainText(facts.fields.status) === ''
      ? `updated the checklist of ${facts.entity}`
      : statusWords(facts),
  ),
  contract_updated: taskEvent(
    none,
    ({ entity, fields }) =>
      `${fields.cleared === true ? 'cleared' : 'wrote'} the contract of ${entity}`,
  ),
  evidence_captured: taskEvent(
    ({ evidence }) => evidence && { kind: 'evidence', text: textOfCapture(evidence) },
    ({ entity, fields, path, step }) => {
      const pieces = ['artifacts', 'checks', 'attachments'].reduce(
        (sum, name) => sum + Number(fields[name] ?? 0),
        0,
      );
      const kinds = list(fields.checkpoints).map(plainText).join(', ');
      const what = `${pieces > 0 ? counted(pieces, 'piece') : 'pieces'} of evidence`;
      const where = path === '' ? entity : step;
      return `captured ${what} for ${where}${kinds === '' ? '' : ` (${kinds})`}`;
    },
  ),
  dependency_dropped: taskEvent(
    none,
    ({ entity, fields }) => `${entity} no longer waits for ${plainText(fields.depends_on)}`,
  ),
  undo_applied: taskEvent(none, (facts) => `undid a change of ${placeWords(facts)}`),
  redo_applied: taskEvent(none, (facts) => `redid a change of ${placeWords(facts)}`),
};

export type TaskEventType = keyof typeof TASK_EVENTS;

export function isTaskEvent(event: JournalEvent): event is JournalEvent<TaskEventType> {
  return Object.hasOwn(TASK_EVENTS, event.type);
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function verificationWords({ fields, step }: Facts): string {
  const kinds = (value: boolean) =>
    Object.keys(fields)
      .filter((name) => name.endsWith('_confirmed') && fields[name] === value)
      .map((name) => name.slice(0, -'_confirmed'.length))
      .join(', ');
  const [confirmed, withdrawn] = [kinds(true), kinds(false)];
  if (confirmed === '' && withdrawn === '') return `verified ${step}`;
  if (confirmed === '') return `took back ${withdrawn} of ${step}`;
  return `confirmed ${confirmed}${withdrawn === '' ? '' : `, took back ${withdrawn}`} of ${step}`;
}

function editWords({ entity, fields: { patch } }: Facts): string {
  const names = isJsonObject(patch) ? Object.keys(patch) : [];
  const shown = names.map((name) => name.replaceAll('_', ' ')).join(', ');
  return `changed ${shown === '' ? '' : `${shown} of `}${entity}`;
}

function statusWords({ entity, fields }: Facts): string {
  const status = plainText(fields.status);
  if (status === 'DONE') return `completed ${entity}`;
  return status === '' ? `changed ${entity}` : `set ${entity} to ${status}`;
}

function placeWords({ entity, path }: Facts): string {
  return path === '' ? entity : `${path} of ${entity}`;
}

function textOfCapture({ checks, items, attachments }: Capture): string {
  const artifacts = items.flatMap((item) => [
    item.command,
    item.content,
    item.stdout,
    item.stderr,
    item.diff,
    item.url,
    item.external_uri,
  ]);
  return joined([...checks, ...artifacts, ...attachments]);
}
