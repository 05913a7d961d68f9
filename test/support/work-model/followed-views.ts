/**
 * Views that are followed through a random run as the feed follows them: read once, and after that
 * only what events touched.
 */

import { expect } from 'vitest';
import type { JournalEvent } from '../../../src/domain/journal/event.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { AnyView, Look, ViewRow } from '../../../src/observatory/view.ts';
import type { Reading } from '../../../src/store/port.ts';
import { inOrder, takeEvents, wholeView } from '../whole-view.ts';
import type { Run } from './run.ts';

/** One moment in which every claim holds: time changes no row, so that only events do. */
export function timelessLook(tx: Reading): Look {
  return {
    tx,
    nowMs: 0,
    claims: { staleMs: -1, present: undefined },
    project: undefined,
    present: async () => [],
  };
}

interface Followed {
  readonly view: AnyView;
  readonly args: JsonObject;
  rows: Map<string, ViewRow>;
}

export class FollowedViews {
  readonly #run: Run;
  readonly #views: Followed[] = [];
  #seq = 0;
  /** How often rows were kept without reading everything anew. */
  kept = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  async follow(view: AnyView, args: JsonObject): Promise<void> {
    await this.#look(async (look) => {
      expect(view.args.parse(args)).toEqual(args);
      this.#seq = look.tx.head;
      this.#views.push({ view, args, rows: await wholeView(look, view, args) });
    });
  }

  /**
   * Takes what happened since in several batches, of which all but the last are looked at when the
   * memory is already further.
   */
  async catchUp(): Promise<void> {
    const { random } = this.#run;
    await this.#look(async (look) => {
      const events = await look.tx.journal.after(this.#seq, 5_000);
      this.#seq = look.tx.head;
      for (let at = 0; at < events.length; ) {
        const some = 1 + random.below(events.length - at);
        for (const each of this.#views) await this.#apply(look, each, events.slice(at, at + some));
        at += some;
      }
      for (const { view, args, rows } of this.#views) {
        const fresh = await wholeView(look, view, args);
        expect(inOrder(rows), `${view.name} ${JSON.stringify(args)}`).toEqual(inOrder(fresh));
      }
    });
  }

  async #apply(look: Look, followed: Followed, events: readonly JournalEvent[]): Promise<void> {
    const { view, args, rows } = followed;
    const touched = await takeEvents(look, view, args, rows, events);
    if (touched === 'all') followed.rows = await wholeView(look, view, args);
    else this.kept += 1;
  }

  #look(work: (look: Look) => Promise<void>): Promise<void> {
    const { server, workspace } = this.#run;
    return server.surface.store.read(workspace, (tx) => work(timelessLook(tx)));
  }
}
