/** Serves many listeners without keeping the calls of agents waiting for all of them. */

import { setImmediate as turn } from 'node:timers/promises';

/** Listeners that are served before others get a turn. */
const AT_ONCE = 10;

/** Those that join meanwhile are left out: they read the state after this. */
export async function inTurns<Listener>(
  listeners: ReadonlySet<Listener>,
  serve: (listener: Listener) => void,
): Promise<void> {
  let served = 0;
  for (const listener of [...listeners]) {
    if (served > 0 && served % AT_ONCE === 0) await turn();
    if (listeners.has(listener)) serve(listener);
    served += 1;
  }
}
