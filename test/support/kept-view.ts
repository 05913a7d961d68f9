/** Rows of a view as a page keeps them: read once, then kept by what the events touch. */

import { expect } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { Hub } from '../../src/observatory/hub.ts';
import type { AnyView, Look, ViewRow } from '../../src/observatory/view.ts';
import { VIEWS } from '../../src/observatory/views/all-views.ts';
import type { Store } from '../../src/store/port.ts';
import { inOrder, takeEvents, wholeView } from './whole-view.ts';

export interface KeptViewOptions {
  readonly store: Store;
  readonly now: () => number;
}

export class KeptView {
  readonly name: string;
  readonly #view: AnyView;
  readonly #args: JsonObject;
  readonly #hub: Hub;
  #rows = new Map<string, ViewRow>();
  #seq = 0;
  /** How often everything had to be read again. */
  resets = 0;

  constructor(options: KeptViewOptions, workspace: string, name: string, args: JsonObject = {}) {
    const view = VIEWS.get(name);
    if (!view) throw new Error(`there is no view ${name}`);
    this.name = `${name} ${JSON.stringify(args)}`;
    this.#view = view;
    this.#args = view.args.parse(args);
    this.#hub = new Hub(workspace, { ...options, claimTtlMinutes: 60, log: () => {} });
  }

  get rows(): ReadonlyMap<string, ViewRow> {
    return this.#rows;
  }

  async load(): Promise<void> {
    const { rows, head } = await this.#hub.look(async (look) => ({
      rows: await this.#all(look),
      head: look.tx.head,
    }));
    this.#rows = rows;
    this.#seq = head;
  }

  /** Reads what the events since then touched. */
  async follow(): Promise<void> {
    await this.#hub.look(async (look) => {
      const events = await look.tx.journal.after(this.#seq, 5_000);
      if (events.length === 0) return;
      this.#seq = look.tx.head;
      const touched = await takeEvents(look, this.#view, this.#args, this.#rows, events);
      if (touched !== 'all') return;
      this.resets += 1;
      this.#rows = await this.#all(look);
    });
  }

  /** What is kept must be what a fresh reader gets. */
  async expectFresh(after: string): Promise<void> {
    const fresh = await this.#hub.look((look) => this.#all(look));
    expect(inOrder(this.#rows), `${this.name} after ${after}`).toEqual(inOrder(fresh));
  }

  #all(look: Look): Promise<Map<string, ViewRow>> {
    return wholeView(look, this.#view, this.#args);
  }
}
