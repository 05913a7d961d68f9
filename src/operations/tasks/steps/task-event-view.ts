/** Shows an event of a plan or task. */

import { eventId } from '../../../kernel/ids.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import type { TaskEvent } from './commit-moves.ts';

export function taskEventView(event: TaskEvent): JsonObject {
  const { fields } = event.payload;
  return {
    event_id: eventId(event.seq),
    ts: timestamp(event.tsMs),
    ts_ms: event.tsMs,
    task_id: event.entity,
    path: typeof fields.path === 'string' ? fields.path : null,
    type: event.type,
    payload: fields,
  };
}

export function qualifiedId(workspace: string, id: string): string {
  return `${workspace}:${id}`;
}
