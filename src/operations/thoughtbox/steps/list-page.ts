/** Pages of lists, and the list of sessions that three routes share. */

import type * as z from 'zod';
import type { Session } from '../../../domain/thoughts/session.ts';
import { sessionView } from '../../../domain/thoughts/session-view.ts';
import type { Trim } from '../../../kernel/budget.ts';
import { cutList } from '../../../kernel/cuts/list-cuts.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { omit } from '../../../kernel/trims.ts';
import type { ListPage, Reading, SessionFilter } from '../../../store/port.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import type { RouteContext } from '../router/define-route.ts';
import { projectInView } from './find-session.ts';
import { aspect, page, projectOrAll, search, sorting, tags, task } from './gateway-fields.ts';
import { navigated } from './navigated.ts';

export const listFields = {
  project: projectOrAll,
  task,
  aspect,
  tags,
  search: search.optional(),
  ...page,
  ...sorting,
};

export type ListRequest = z.output<z.ZodObject<typeof listFields>>;

/** Reads one item more than the page has: it shows whether there is another page. */
export async function readPage<Item, Page extends Pick<ListPage, 'limit' | 'offset'> = ListPage>(
  read: (page: Page) => Promise<readonly Item[]>,
  page: Page,
): Promise<{ items: readonly Item[]; more: JsonObject }> {
  const found = await read({ ...page, limit: page.limit + 1 });
  const hasMore = found.length > page.limit;
  return {
    items: found.slice(0, page.limit),
    more: { hasMore, ...(hasMore ? { nextOffset: page.offset + page.limit } : {}) },
  };
}

/** `more`: further fields of some sessions, by their seqs. */
export async function listSessions(
  context: RouteContext,
  request: ListRequest & { readonly operation: string },
  more?: (sessions: readonly Session[]) => Promise<ReadonlyMap<number, JsonObject>>,
): Promise<Answer | Refusal> {
  const state = navigated(context, request);
  if (isRefusal(state)) return state;
  const about = [
    ...(request.task === undefined ? [] : [`task:${request.task}`]),
    ...(request.aspect === undefined ? [] : [`aspect:${request.aspect}`]),
  ];
  const project = projectListed(context, request.project);
  const filter = {
    project,
    tags: [...(request.tags ?? []), ...about],
    text: request.search,
  };
  const { items, more: next } = await readPage<Session>(
    (page) => begunFirst(context.tx, filter, page),
    request,
  );
  const added = await more?.(items);
  const isNarrowed = project !== undefined && request.project === undefined;
  const canLeave = isNarrowed && context.call.server.thoughts.project === undefined;
  return answer(
    {
      sessions: items.map((session) => ({ ...sessionView(session), ...added?.get(session.seq) })),
      ...{ count: items.length, ...next },
      ...(project === undefined ? {} : { project }),
      ...(canLeave ? { note: `only project ${project}; project: null for all` } : {}),
    },
    { trims: [omit('note'), ...cutPage('sessions', request.offset, ['description', 'tags'])] },
  );
}

/** Sessions in which nothing was done yet come after all others, whatever the order. */
async function begunFirst(
  { thoughts }: Reading,
  filter: SessionFilter,
  page: ListPage,
): Promise<readonly Session[]> {
  const begun = await thoughts.sessions({ ...filter, begun: true }, page);
  if (begun.length === page.limit) return begun;
  const before =
    begun.length > 0
      ? page.offset + begun.length
      : await thoughts.countSessions({ ...filter, begun: true });
  const rest = {
    ...page,
    limit: page.limit - begun.length,
    offset: Math.max(0, page.offset - before),
  };
  return [...begun, ...(await thoughts.sessions({ ...filter, begun: false }, rest))];
}

/** The project that is named, else the one in view; null is all projects of this server. */
function projectListed(context: RouteContext, named: string | null | undefined) {
  if (named === null) return context.call.server.thoughts.project;
  return named ?? projectInView(context);
}

/** Drops items of a page from its end; the answer says where the next page begins. */
export function cutPage(list: string, offset: number, spare?: readonly string[]): readonly Trim[] {
  return cutList(list, { from: 'back', counted: true, offset, ...(spare ? { spare } : {}) });
}

/** For an item that is cut itself: the rest of it is on no page, so the answer names none. */
export function withoutOffset(trim: Trim): Trim {
  return {
    ...trim,
    apply(view, fits) {
      const { nextOffset: _skips, hasMore: _more, ...rest } = view;
      const cut = trim.apply(rest, fits);
      return cut === rest ? view : cut;
    },
  };
}

/** How a list shrinks that has no pages: `leftOut` says how many items are missing. */
export function cutWhole(list: string): readonly Trim[] {
  return cutList(list, { from: 'back', counted: true, countsLeftOut: true });
}
