/** Lists of sessions: what `list_sessions`, `session list` and `session search` share. */

import type * as z from 'zod';
import type { Session } from '../../../domain/thoughts/session.ts';
import { sessionView } from '../../../domain/thoughts/session-view.ts';
import type { Trim } from '../../../kernel/budget.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { dropItems, omitFromItems, shorten } from '../../../kernel/trims.ts';
import type { ListPage } from '../../../store/port.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import type { RouteContext } from '../router/define-route.ts';
import { projectInView } from './find-session.ts';
import { aspect, page, project, search, sorting, tags, task, wordsOf } from './gateway-fields.ts';
import { navigated } from './navigated.ts';

export const listFields = {
  project,
  task,
  aspect,
  tags,
  search: search.optional(),
  ...page,
  ...sorting,
};

export type ListRequest = z.output<z.ZodObject<typeof listFields>>;

/** One more than asked proves that there is more. */
export async function pageFrom<Item>(
  read: (page: ListPage) => Promise<readonly Item[]>,
  page: ListPage,
): Promise<{ items: readonly Item[]; more: JsonObject }> {
  const found = await read({ ...page, limit: page.limit + 1 });
  const hasMore = found.length > page.limit;
  return {
    items: found.slice(0, page.limit),
    more: { hasMore, ...(hasMore ? { nextOffset: page.offset + page.limit } : {}) },
  };
}

export async function listSessions(
  context: RouteContext,
  request: ListRequest & { readonly operation: string },
): Promise<Answer | Refusal> {
  const there = navigated(context, request);
  if (isRefusal(there)) return there;
  const about = [
    ...(request.task === undefined ? [] : [`task:${request.task}`]),
    ...(request.aspect === undefined ? [] : [`aspect:${request.aspect}`]),
  ];
  const filter = {
    project: request.project ?? projectInView(context),
    tags: [...(request.tags ?? []), ...about],
    words: wordsOf(request.search),
  };
  const { items, more } = await pageFrom<Session>(
    (page) => context.tx.thoughts.sessions(filter, page),
    request,
  );
  return answer(
    { sessions: items.map(sessionView), count: items.length, ...more },
    { trims: cutPage('sessions', request.offset) },
  );
}

/** All but one item, then that one too; what is left says where to go on. */
export function cutPage(list: string, offset: number): readonly Trim[] {
  return [1, 0].map((keep) => dropItems(list, { from: 'back', keep, counted: true, offset }));
}

/** What is cut without a page to go on with says that there is more, and no more. */
export function endingThere(trim: Trim): Trim {
  return {
    ...trim,
    apply(view, fits) {
      const { nextOffset: _skips, ...rest } = view;
      const told = { ...rest, hasMore: true };
      const cut = trim.apply(told, fits);
      return cut === told ? view : cut;
    },
  };
}

export function cutList(list: string): readonly Trim[] {
  return [1, 0].map((keep) => endingThere(dropItems(list, { from: 'back', keep, counted: true })));
}

export const listTrims: readonly Trim[] = [
  shorten('sessions', ['title', 'description'], 120),
  omitFromItems('sessions', ['description', 'tags']),
];
