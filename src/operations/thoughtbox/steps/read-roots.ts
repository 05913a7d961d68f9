/** Asks the client for its roots; answers with the reason if the client does not provide any. */

import { namedRoot, type Root } from '../../../domain/thoughts/client-root.ts';
import { excerpt } from '../../../kernel/excerpt.ts';
import { isFileUri } from '../../../kernel/file-uri.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Refusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import type { Outcome, RouteContext } from '../router/define-route.ts';

const MAX_ROOTS = 100;
/** How many of the roots that cannot be used are named. */
const FEW = 3;

export async function readRoots(
  { call: { reply } }: RouteContext,
  use: (roots: readonly Root[], ignored: JsonObject) => Promise<Outcome | Refusal> | Outcome,
): Promise<Outcome | Refusal> {
  if (reply?.kind === 'roots') {
    const some = reply.roots.slice(0, MAX_ROOTS);
    const good = some.filter(({ uri }) => isFileUri(uri));
    const bad = some.map(({ uri }) => uri).filter((uri) => !isFileUri(uri));
    return use(good.map(namedRoot), ignoredView(bad));
  }
  const why =
    reply?.kind === 'failed'
      ? `the client did not report its roots: ${excerpt(reply.message, 300)}`
      : 'this client does not support MCP roots';
  return {
    ...answer({
      success: false,
      roots: [],
      count: 0,
      supported: reply?.kind === 'failed',
      message: `${why}; use navigate {project} instead`,
    }),
    // A client that failed is not asked again: with stateless requests that would never end.
    ...(reply === undefined ? { ask: { kind: 'roots' } as const } : {}),
  };
}

/** One root that cannot be used does not spoil the others. */
function ignoredView(uris: readonly string[]): JsonObject {
  if (uris.length === 0) return {};
  const named = uris.slice(0, FEW).map((uri) => excerpt(uri, 100));
  return { note: `left out, since a root must be a file:// URI: ${named.join(', ')}` };
}
