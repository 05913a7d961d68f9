/** The conditions of a node filter in SQL, on one branch. */

import { sql as raw } from 'kysely';
import type { NodeFilter } from '../../port.ts';
import { type GraphDocument, type Query, withoutReserved } from './version-rows.ts';

export function liveOnly(query: Query): Query {
  return query.where('state', 'is not', null);
}

/** PostgreSQL has no empty list. */
function among(query: Query, column: 'key' | 'type', values: readonly string[]): Query {
  return values.length === 0
    ? query.where(raw<boolean>`1 = 0`)
    : query.where(column, 'in', [...values]);
}

/** Starts from the tag, not from the nodes: a rare tag costs only as much as it has nodes. */
function tagged(
  query: Query,
  place: GraphDocument,
  branch: number,
  tags: readonly string[],
  is = true,
): Query {
  if (tags.length === 0) return query.where(raw<boolean>`1 = 0`);
  return query.where((e) =>
    e(
      e.refTuple('graph_versions.seq', 'graph_versions.place'),
      is ? 'in' : 'not in',
      e
        .selectFrom('graph_tags')
        .select(['graph_tags.seq', 'graph_tags.place'])
        .where('graph_tags.workspace', '=', place.workspace)
        .where('graph_tags.branch', '=', branch)
        .where('graph_tags.doc', '=', place.doc)
        .where('graph_tags.tag', 'in', [...tags])
        .$asTuple('seq', 'place'),
    ),
  );
}

export function filtered(
  query: Query,
  filter: NodeFilter,
  place: GraphDocument,
  branch: number,
): Query {
  let narrowed = filter.includeDeleted ? query : liveOnly(query);
  if (filter.ids) narrowed = among(narrowed, 'key', filter.ids);
  if (filter.status !== undefined) narrowed = narrowed.where('status', '=', filter.status);
  for (const tag of filter.tagsAll ?? []) narrowed = tagged(narrowed, place, branch, [tag]);
  if (filter.tagsAny) narrowed = tagged(narrowed, place, branch, filter.tagsAny);
  if (filter.withoutTag !== undefined) {
    narrowed = tagged(narrowed, place, branch, [filter.withoutTag], false);
  }
  for (const status of filter.withoutStatuses ?? []) {
    narrowed = narrowed.where(raw<boolean>`(status is null or lower(status) <> ${status})`);
  }
  if (filter.excludeReserved) narrowed = withoutReserved(narrowed, 'node');
  return narrowed;
}
