/**
 * The versions of every event type, and how events of earlier versions are read.
 *
 * An event is never rewritten. When the payload of a type changes its meaning, the type gets a new
 * version, and its noun declares a pure function that turns the previous payload into the new one.
 * Reading applies all of them, so the rest of the program knows only the present versions.
 */

import type { JsonObject } from '../../kernel/json.ts';
import type { EventVersions } from '../../kernel/upcast.ts';
import { BRANCH_EVENTS } from '../branches/branch-events.ts';
import { CARD_EVENTS } from '../cards/card-events.ts';
import { DOCUMENT_EVENTS } from '../documents/document-events.ts';
import { GRAPH_EVENTS } from '../graph/graph-events.ts';
import { NOTEBOOK_EVENTS } from '../notebooks/notebook-events.ts';
import { REF_EVENTS } from '../refs/ref-events.ts';
import { RULE_EVENTS } from '../rules/rule-events.ts';
import { TASK_EVENTS } from '../tasks/task-events.ts';
import { THOUGHT_EVENTS } from '../thoughts/thought-events.ts';
import { TRACE_EVENTS } from '../trace/trace-events.ts';
import { WORK_EVENTS } from '../work/work-events.ts';
import { WORKSPACE_EVENTS } from '../workspace/workspace-events.ts';
import type { EventType } from './event.ts';

export const EVENT_VERSIONS: EventVersions<EventType> = {
  ...WORKSPACE_EVENTS,
  ...BRANCH_EVENTS,
  ...REF_EVENTS,
  ...DOCUMENT_EVENTS,
  ...GRAPH_EVENTS,
  ...TRACE_EVENTS,
  ...CARD_EVENTS,
  ...TASK_EVENTS,
  ...THOUGHT_EVENTS,
  ...NOTEBOOK_EVENTS,
  ...RULE_EVENTS,
  ...WORK_EVENTS,
};

/** The version in which an event of this type is entered. */
export function presentVersion(type: EventType): number {
  return EVENT_VERSIONS[type].length + 1;
}

/** Why this program cannot read an event: its type is unknown, or its version is newer. */
export interface UnknownEvent {
  readonly unknown: 'type' | 'version';
  /** The last version that is known. */
  readonly known: number;
}

export function presentPayload(
  type: string,
  version: number,
  payload: JsonObject,
  versions: EventVersions<string> = EVENT_VERSIONS,
): { readonly payload: JsonObject } | UnknownEvent {
  const upcasters = Object.hasOwn(versions, type) ? versions[type] : undefined;
  if (!upcasters) return { unknown: 'type', known: 0 };
  const known = upcasters.length + 1;
  if (!Number.isInteger(version) || version < 1 || version > known) {
    return { unknown: 'version', known };
  }
  return {
    payload: upcasters.slice(version - 1).reduce((older, upcast) => upcast(older), payload),
  };
}
