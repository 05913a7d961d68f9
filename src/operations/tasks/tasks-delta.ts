/** `tasks_delta`: the events of plans and tasks after a point in the journal. */

import * as z from 'zod';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import { seqOfEvent } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { limit } from '../declaration/fields.ts';
import { taskEventView } from './steps/task-event-view.ts';

const EVENT_ID = /^evt_[0-9]{1,16}$/;

const isEventId = (id: string) => EVENT_ID.test(id) && Number.isSafeInteger(seqOf(id));

const point = z
  .union([z.int().min(0), z.string().refine(isEventId)], {
    error: 'a seq, or an event id such as evt_0000000000000012',
  })
  .optional()
  .describe('next_since of the previous call, or an event id');

export const tasksDelta = defineOperation({
  name: 'tasks_delta',
  title: 'Events of tasks since a point',
  description:
    'The events of all plans and tasks after since, oldest first. Send next_since as since in the following call, now or later.',
  toolset: 'tasks',
  does: reads([
    ...cutList('events', { from: 'back', counted: true, readOn, spare: ['payload', 'path', 'ts'] }),
    omit('workspace', 'limit', 'since', 'events'),
  ]),
  input: { since: point, limit: limit(50, 200) },
  example: { title: 'From the start', args: { limit: 3 } },
  async run(input, { tx, workspace: id }) {
    const since = seqOf(input.since ?? 0);
    const found = await tx.targets.eventsAfter(since, input.limit + 1);
    const events = found.slice(0, input.limit);
    return answer({
      workspace: id,
      since,
      events: events.map((event) => ({ seq: event.seq, ...taskEventView(event) })),
      limit: input.limit,
      count: events.length,
      has_more: found.length > input.limit,
      next_since: events.at(-1)?.seq ?? since,
      truncated: false,
    });
  },
});

function seqOf(since: number | string): number {
  return typeof since === 'number' ? since : seqOfEvent(since);
}

/** The reader continues after the last event that is kept; without any, it would not get on. */
function readOn(cut: JsonObject): JsonObject {
  const { next_since: _skips, ...rest } = cut;
  const last = (cut.events as readonly JsonObject[]).at(-1);
  if (last?.seq !== undefined) return { ...rest, next_since: last.seq };
  const { has_more: _more, ...page } = rest;
  return page;
}
