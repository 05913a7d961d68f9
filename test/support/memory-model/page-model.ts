/** A page of anything that has a seq, as answers describe it. */

export interface PageRequest {
  readonly cursor?: number | null | undefined;
  readonly limit: number;
}

/** The first `limit` rows after the cursor, in their order. */
export function firstPage<Row extends { readonly seq: number }>(
  rest: readonly Row[],
  { cursor = null, limit }: PageRequest,
) {
  const rows = rest.slice(0, limit);
  const last = rows.at(-1);
  const has_more = rest.length > limit;
  const next = has_more && last ? { next_cursor: last.seq } : {};
  return { rows, pagination: { cursor, ...next, has_more, limit, count: rows.length } };
}

/** Newest first, older than the cursor. */
export function newestPage<Row extends { readonly seq: number }>(
  rows: readonly Row[],
  request: PageRequest,
) {
  const { cursor } = request;
  const rest = rows.filter((row) => cursor == null || row.seq < cursor);
  return firstPage(
    rest.sort((a, b) => b.seq - a.seq),
    request,
  );
}
