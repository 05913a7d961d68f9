/** Asks `recall` over MCP. */

import type { StdioClient } from './stdio-client.ts';

interface Page {
  readonly hits: readonly { readonly id: string }[];
  readonly cursor?: string;
}

/** The ids of the first hits, best first, read page by page. */
export async function recallHits(
  client: StdioClient,
  most: number,
  args: object,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page: object = cursor === undefined ? {} : { cursor };
    const answer = await client.call('recall', { limit: most, ...args, ...page });
    const found: Page = JSON.parse(answer).result;
    ids.push(...found.hits.map(({ id }) => id));
    cursor = found.cursor;
  } while (cursor !== undefined && ids.length < most);
  return ids.slice(0, most);
}
