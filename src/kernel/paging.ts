/** Pages over a sequence: newest last, a cursor that means "older than this". */

/** A type, not an interface: it goes into views, and those are JSON. */
export type Pagination = {
  readonly cursor: number | null;
  readonly next_cursor?: number;
  readonly has_more: boolean;
  readonly limit: number;
  readonly count: number;
};

export interface PageRequest {
  readonly cursor: number | undefined;
  readonly limit: number;
}

/**
 * Builds a page from rows fetched newest first with one row too many: the extra row only proves
 * that there is more. Rows come out oldest first, as a log reads.
 */
export function pageOf<Row extends { readonly seq: number }>(
  newestFirst: readonly Row[],
  request: PageRequest,
): { rows: Row[]; pagination: Pagination } {
  const { rows, pagination } = newestPage(newestFirst, request);
  return { rows: rows.reverse(), pagination };
}

/** The same for lists that are read newest first. */
export function newestPage<Row extends { readonly seq: number }>(
  newestFirst: readonly Row[],
  request: PageRequest,
): { rows: Row[]; pagination: Pagination } {
  const kept = newestFirst.slice(0, request.limit);
  const hasMore = newestFirst.length > request.limit;
  const oldest = kept.at(-1);
  return {
    rows: kept,
    pagination: {
      cursor: request.cursor ?? null,
      ...(hasMore && oldest ? { next_cursor: oldest.seq } : {}),
      has_more: hasMore,
      limit: request.limit,
      count: kept.length,
    },
  };
}
