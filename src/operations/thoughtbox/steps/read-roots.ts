/** Asks the client for its roots; answers with the reason if the client does not provide any. */

import type { Refusal } from '../../../kernel/refusal.ts';
import { answer } from '../../declaration/define-operation.ts';
import type { Outcome, RouteContext } from '../router/define-route.ts';

/** A type, not an interface: only a type is assignable to JSON. */
export type Root = { readonly uri: string; readonly name: string };

const MOST_ROOTS = 100;

export function readRoots(
  { call: { reply } }: RouteContext,
  use: (roots: readonly Root[]) => Outcome | Refusal,
): Outcome | Refusal {
  if (reply?.kind === 'roots') {
    return use(
      reply.roots
        .slice(0, MOST_ROOTS)
        .map(({ uri, name }) => ({ uri, name: name ?? lastPart(uri) })),
    );
  }
  const why =
    reply?.kind === 'failed'
      ? `the client did not report its roots: ${reply.message}`
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

function lastPart(uri: string): string {
  const [, path = ''] = /^[a-z][a-z0-9+.-]*:\/\/(.*)$/i.exec(uri) ?? [];
  return path.split('/').findLast((part) => part !== '') ?? uri;
}
