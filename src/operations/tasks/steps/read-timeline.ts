/** Reads the latest events of a plan or task, or those before a cursor, oldest first. */

import { dropItems, withCursor } from '../../../kernel/cuts/list-cuts.ts';
import { squeezeItems } from '../../../kernel/cuts/squeeze.ts';
import { seqOfEvent } from '../../../kernel/ids.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Section } from '../../../kernel/sections.ts';
import type { Reading } from '../../../store/port.ts';
import { taskEventView } from './task-event-view.ts';

export interface Timeline extends JsonObject {
  readonly limit: number;
  readonly count: number;
  readonly has_more: boolean;
  /** The seq of the oldest event that is shown: the next page is older. */
  readonly next_cursor?: number;
  readonly events: readonly JsonObject[];
}

export interface TimelineRequest {
  readonly limit: number;
  /** The `next_cursor` of the page before. */
  readonly cursor?: number | null | undefined;
}

export async function readTimeline(
  tx: Reading,
  target: string,
  { limit, cursor }: TimelineRequest,
): Promise<Timeline> {
  const before = cursor == null ? {} : { before: cursor };
  const found = await tx.targets.events(target, { ...before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    limit,
    count: shown.length,
    has_more: last !== undefined,
    ...(last ? { next_cursor: last.seq } : {}),
    events: shown.reverse().map(taskEventView),
  };
}

/** How many items of a list the first round of cuts keeps. */
export const FEW = 5;

const fewerEvents = (keep: number) =>
  dropItems('events', { from: 'front', keep, counted: true, readOn: readOlder });

/** The next page begins before the oldest event that is kept; without any it would be the same. */
function readOlder(cut: JsonObject): JsonObject {
  const [oldest] = cut.events as readonly JsonObject[];
  if (oldest !== undefined) return withCursor(cut, seqOfEvent(String(oldest.event_id)));
  const { has_more: _more, next_cursor: _cursor, ...rest } = cut;
  return rest;
}

/** Payloads go before the last event does, because type and path say most. */
export const TIMELINE: Section = {
  few: [fewerEvents(FEW)],
  items: [fewerEvents(1)],
  texts: [squeezeItems('events', ['payload', 'ts'])],
  gone: [fewerEvents(0)],
};
