/** Tells a client that asked for it how far the job of a call is. */

import type { ServerContext } from '@modelcontextprotocol/server';

/** Often enough to look alive, seldom enough for a cell that prints in a loop. */
const EVERY_MS = 250;

/** Undefined if the client did not ask for progress. Lines that come too fast are left out. */
export function progressTo(
  ctx: ServerContext,
  now: () => number,
): ((line: string) => void) | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  return (message) => {
    const nowMs = now();
    if (nowMs - lastMs < EVERY_MS) return;
    lastMs = nowMs;
    progress++;
    const params = { progressToken, progress, message };
    // A client that has left cannot be told anything.
    ctx.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}
