/** Opens the memory for a command, and reports progress if an older one is brought up to date. */

import type { Config } from '../config/config.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/port.ts';
import type { Outside } from './outside.ts';

/** Progress is reported after this many events, so that short work reports nothing. */
const NEWS_EVERY = 5_000;

/** `process`: the id of this process, if others should see whether it is alive. */
export function openMemory(
  config: Config,
  { log }: Pick<Outside, 'log'>,
  process?: string,
): Promise<Store> {
  let reported = 0;
  return openStore(config, process, ({ done, total, events }) => {
    if (events - reported < NEWS_EVERY) return;
    reported = events;
    log(
      `waymark: Bringing the memory up to date: ${done} of ${total} workspaces done, ` +
        `${events} events read.`,
    );
  });
}
