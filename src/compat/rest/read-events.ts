/** The journal for programs that poll it. */

import type { JournalEvent } from '../../domain/journal/event.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { Look } from '../../observatory/view.ts';
import { sessionOf } from '../../observatory/views/thinking/sessions-view.ts';
import type { Query } from './query.ts';

const LISTED = { least: 1, most: 500, usual: 100 };
const AFTER = { most: Number.MAX_SAFE_INTEGER, usual: 0 };

/** Characters of events in one answer. */
const MAX_CHARACTERS = 4_000_000;

/** `upTo` is the place to go on from: events that are not shown count as read. */
export async function readEvents(look: Look, query: Query): Promise<JsonObject> {
  const { tx } = look;
  const after = query.number('after', AFTER);
  const events = await tx.journal.after(after, query.number('limit', LISTED));
  const shown: JsonObject[] = [];
  let upTo = after;
  let characters = 0;
  for (const event of events) {
    const view = eventView(event);
    characters += JSON.stringify(view).length;
    if (characters > MAX_CHARACTERS && upTo > after) break;
    upTo = event.seq;
    if (await isShown(look, event)) shown.push(view);
  }
  return { events: shown, upTo, head: tx.head };
}

/** A server of one project does not show the sessions of others. */
async function isShown({ tx, project }: Look, event: JournalEvent): Promise<boolean> {
  const session = project === undefined ? undefined : sessionOf(event);
  if (session === undefined) return true;
  const started = await tx.journal.at(session);
  return started?.type === 'session_started' && started.payload.project === project;
}

function eventView(event: JournalEvent): JsonObject {
  const { seq, tsMs, type, entity, agent, branch, doc, payload } = event;
  return {
    ...{ seq, ts: timestamp(tsMs), type, entity, agent },
    ...(branch === undefined ? {} : { branch }),
    ...(doc === undefined ? {} : { doc }),
    payload: payload as unknown as JsonObject,
  };
}
