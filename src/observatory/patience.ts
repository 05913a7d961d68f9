/** Waits for a store that cannot be read now, and tells the client once that it does. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../kernel/json.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { type Outlet, refusalText } from './outlet.ts';
import { RETRY_MS } from './paced.ts';

export interface PatienceOptions {
  readonly log: (line: string) => void;
  /** Names the subscription that waits. */
  readonly details: JsonObject;
  isOver(): boolean;
}

export class Patience {
  readonly #outlet: Outlet;
  readonly #options: PatienceOptions;
  #wasTold = false;

  constructor(outlet: Outlet, options: PatienceOptions) {
    this.#outlet = outlet;
    this.#options = options;
  }

  /** Tries again until it succeeds; undefined if it is over before. */
  async until<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const { isOver } = this.#options;
    while (!isOver()) {
      try {
        const result = await work();
        this.#wasTold = false;
        return isOver() ? undefined : result;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        this.#tell(error.message);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
    return undefined;
  }

  #tell(message: string): void {
    this.#options.log(`observatory: ${message}`);
    if (this.#wasTold) return;
    this.#wasTold = true;
    this.#outlet.send(refusalText('STORAGE_ERROR', message, this.#options.details));
  }
}
