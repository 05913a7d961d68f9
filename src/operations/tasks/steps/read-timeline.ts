/** Reads the latest events of a plan or task, oldest first. */

import { dropItems } from '../../../kernel/cuts/list-cuts.ts';
import { squeezeItems } from '../../../kernel/cuts/squeeze.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Section } from '../../../kernel/sections.ts';
import type { Reading } from '../../../store/port.ts';
import { taskEventView } from './task-event-view.ts';

export interface Timeline extends JsonObject {
  readonly limit: number;
  readonly count: number;
  readonly has_more: boolean;
  readonly events: readonly JsonObject[];
}

export async function readTimeline(tx: Reading, target: string, limit: number): Promise<Timeline> {
  const found = await tx.targets.events(target, { limit: limit + 1 });
  const events = found.slice(0, limit).reverse().map(taskEventView);
  return { limit, count: events.length, has_more: found.length > limit, events };
}

/** How many items of a list the first round of cuts keeps. */
export const FEW = 5;

const fewerEvents = (keep: number) => dropItems('events', { from: 'front', keep, counted: true });

/** Payloads go before the last event does, because type and path say most. */
export const TIMELINE: Section = {
  few: [fewerEvents(FEW)],
  items: [fewerEvents(1)],
  texts: [squeezeItems('events', ['payload', 'ts'])],
  gone: [fewerEvents(0)],
};
