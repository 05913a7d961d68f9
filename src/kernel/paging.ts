/** Pages of a sequence, newest last, with a cursor that means "older than this". */

/**
 * A seq means the rows older than that event. If a page ends between several rows of one event, the
 * cursor is the text `seq.key` and means the rows after the row of that key.
 */
export type Cursor = number | string;

/** A row that shares its event with others. */
export interface VersionMark {
  readonly seq: number;
  readonly key: string;
}

export const CURSOR_TEXT = /^([0-9]{1,15})\.(.+)$/s;

export function cursorBehind(
  last: { readonly seq: number; readonly key?: string | undefined },
  next: { readonly seq: number } | undefined,
): Cursor {
  const isWithin = next?.seq === last.seq && last.key !== undefined;
  return isWithin ? `${last.seq}.${last.key}` : last.seq;
}

/** A text that is not a cursor means "before everything", so its page is empty. */
export function readCursor(cursor: Cursor | null | undefined): number | VersionMark | undefined {
  if (typeof cursor !== 'string') return cursor ?? undefined;
  const [, seq, key] = CURSOR_TEXT.exec(cursor) ?? [];
  return seq === undefined || key === undefined ? 0 : { seq: Number(seq), key };
}

/** A type, not an interface: it goes into views, and those are JSON. */
export type Pagination = {
  readonly cursor: Cursor | null;
  readonly next_cursor?: Cursor;
  readonly has_more: boolean;
  readonly limit: number;
  readonly count: number;
};

export interface PageRequest {
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

interface PagedRow {
  readonly seq: number;
  readonly key?: string | undefined;
}

/**
 * Builds a page from rows fetched newest first with one extra row, which only proves that there are
 * more. The page has its rows oldest first, like a log.
 */
export function pageOf<Row extends PagedRow>(
  newestFirst: readonly Row[],
  request: PageRequest,
): { rows: Row[]; pagination: Pagination } {
  const { rows, pagination } = newestPage(newestFirst, request);
  return { rows: rows.reverse(), pagination };
}

/** The same for lists that are read newest first. */
export function newestPage<Row extends PagedRow>(
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
      ...(hasMore && oldest
        ? { next_cursor: cursorBehind(oldest, newestFirst[request.limit]) }
        : {}),
      has_more: hasMore,
      limit: request.limit,
      count: kept.length,
    },
  };
}
