/** Searches the memory for programs, and opens what has an id, as `recall` does. */

import type { JsonObject } from '../../kernel/json.ts';
import { type ReadingCalls, refusalIn } from '../../observatory/reading-calls.ts';
import { BadRequest, type Query } from './query.ts';

/** The other parameters are called like the arguments of the tool. */
const SAME = ['id', 'about', 'since', 'until', 'branch', 'cursor'] as const;

const LISTED = { least: 1, most: 100, usual: 10 };

const STATUS: Readonly<Record<string, number>> = { UNKNOWN_ID: 404, STORE_UNAVAILABLE: 503 };

export async function searchMemory(
  calls: ReadingCalls,
  workspace: string,
  query: Query,
): Promise<JsonObject> {
  const args: Record<string, string | readonly string[] | number> = {};
  for (const name of SAME) {
    const given = query.text(name);
    if (given !== undefined) args[name] = given;
  }
  const words = query.text('q');
  if (words !== undefined) args.query = words;
  const kinds = query.texts('kind');
  if (kinds.length > 0) args.kinds = kinds;
  if (args.id === undefined) args.limit = query.number('limit', LISTED);
  const reply = await calls.reply('recall', args, workspace);
  if (!reply.isError) return reply.structured.result as JsonObject;
  const { code, message } = refusalIn(reply);
  throw new BadRequest(STATUS[code] ?? 400, code, message);
}
