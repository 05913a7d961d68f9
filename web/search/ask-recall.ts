/** Asks the memory what it holds, by the tool that agents use. */

import type { ShownFound, ShownThing } from '../../src/observatory/shown-hits.ts';
import { askTool } from '../live/rows.ts';
import type { Reply } from '../live/socket.ts';

export interface Question {
  readonly query: string;
  readonly kinds: readonly string[];
}

const AT_ONCE = 20;

export function searchFor({ query, kinds }: Question, cursor?: string): Promise<Reply<ShownFound>> {
  return askTool('recall', {
    limit: AT_ONCE,
    ...(query === '' ? {} : { query }),
    ...(kinds.length === 0 ? {} : { kinds }),
    ...(cursor === undefined ? {} : { cursor }),
  });
}

export function openById(id: string): Promise<Reply<ShownThing>> {
  return askTool('recall', { id });
}
