/** What the routes of `knowledge` share: parameters, refusals and answers. */

import * as z from 'zod';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import type { Trim } from '../../../kernel/budget.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import { cutField } from '../../../kernel/trims.ts';
import type { Dated, ListPage } from '../../../store/port.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import { line } from '../../declaration/fields.ts';
import type { RouteContext } from '../router/define-route.ts';
import { findSession } from './find-session.ts';
import { page, search, sorting } from './gateway-fields.ts';
import { cutPage, readPage } from './list-page.ts';

/** Every route of `knowledge` needs stage 1: a session was started or loaded. */
export const KNOWLEDGE = { operation: 'knowledge', stage: 1 } as const;

export const entryId = line(64);
export const entryTitle = line(LIMITS.title);
export const citedSessionIds = z.array(line(64)).max(100).optional();

/** The parameters of a route that is about one entry. */
export const oneEntry = { input: { id: entryId }, minimal: { id: '<fill: an id>' } } as const;

/** The parameters of a list, except those that only patterns have. */
export const listInput = { search: search.optional(), ...page, ...sorting };

type Kind = 'pattern' | 'note';

export function noEntry(kind: Kind, id: string): Refusal {
  const { operation } = KNOWLEDGE;
  const subOperation = kind === 'pattern' ? 'list' : 'list_notes';
  return refuse('UNKNOWN_ID', `id: no ${kind} ${JSON.stringify(id)}`, {
    suggestions: [suggestCall(GATEWAY, { operation, subOperation }, `List the ${kind}s`)],
  });
}

/** Refuses an id, and proposes the same call with changes that make it valid. */
export function badId(
  message: string,
  request: object,
  changes: { id?: string | undefined; title?: string },
): Refusal {
  return refuse('INVALID_INPUT', `id: ${message}`, {
    details: { field: 'id' },
    suggestions: [suggestCall(GATEWAY, sameCall({ ...request }, changes), 'For example')],
  });
}

/** The ids of the sessions that a pattern cites. Each must exist; `current` and `latest` count. */
export async function findCitedSessions(
  context: RouteContext,
  names: readonly string[] | undefined,
): Promise<readonly string[] | undefined | Refusal> {
  if (names === undefined) return undefined;
  const ids: string[] = [];
  for (const name of names) {
    const session = await findSession(context, name, 'derivedFromSessions');
    if (isRefusal(session)) return session;
    ids.push(session.id);
  }
  return [...new Set(ids)];
}

interface Entry {
  readonly content: string;
}

function dated<Value extends object>({ value, createdMs, updatedMs }: Dated<Value>) {
  return { ...value, createdAt: timestamp(createdMs), updatedAt: timestamp(updatedMs) };
}

export const entryTrims: readonly Trim[] = [cutField('content')];

export function entryAnswer<Value extends Entry & JsonObject>(entry: Dated<Value>): Answer {
  return answer(dated(entry));
}

export async function listAnswer(
  kind: Kind,
  read: (page: ListPage) => Promise<readonly Dated<Entry>[]>,
  request: ListPage,
): Promise<Answer> {
  const list = `${kind}s`;
  const { items, more } = await readPage(read, request);
  const shown = items.map((each): JsonObject => {
    const { content: _whole, ...view } = dated(each);
    return view;
  });
  return answer(
    { [list]: shown, count: shown.length, ...more },
    { trims: cutPage(list, request.offset, ['description', 'tags']) },
  );
}
