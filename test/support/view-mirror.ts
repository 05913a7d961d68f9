/**
 * Follows a view as the feed does: a first page, then only the rows that events touched. What it
 * holds must always equal a fresh page.
 */

import { expect } from 'vitest';
import { Hub } from '../../src/observatory/hub.ts';
import type { AnyView, ViewRow } from '../../src/observatory/view.ts';
import { VIEWS } from '../../src/observatory/views/all-views.ts';
import type { Store } from '../../src/store/port.ts';
import { inOrder, takeEvents, wholeView } from './whole-view.ts';

export class ViewMirror<Row extends ViewRow> {
  readonly #hub: Hub;
  readonly #view: AnyView;
  readonly #args: Parameters<AnyView['page']>[1];
  #rows = new Map<string, Row>();
  #seq = 0;
  /** How often the view had to be read anew. */
  resets = 0;
  /** The keys that the last events touched. */
  touched: readonly string[] | 'all' = [];

  private constructor(store: Store, workspace: string, name: string, args: object) {
    const view = VIEWS.get(name);
    if (!view) throw new Error(`there is no view ${name}`);
    this.#view = view;
    this.#args = view.args.parse(args);
    const nowMs = Date.UTC(2026, 0, 5, 9);
    this.#hub = new Hub(workspace, {
      ...{ store, now: () => nowMs, claimTtlMinutes: 60, log: () => {} },
    });
  }

  static async of<Row extends ViewRow>(
    store: Store,
    workspace: string,
    view: string,
    args: object = {},
  ): Promise<ViewMirror<Row>> {
    const mirror = new ViewMirror<Row>(store, workspace, view, args);
    mirror.#rows = await mirror.#fresh();
    mirror.#seq = await mirror.#hub.look(async ({ tx }) => tx.head);
    return mirror;
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  row(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  /** Takes in what happened since, and compares with a fresh page. */
  async catchUp(what?: string): Promise<this> {
    await this.#hub.look(async (look) => {
      const events = await look.tx.journal.after(this.#seq, 10_000);
      this.#seq = look.tx.head;
      if (events.length === 0) return;
      this.touched = await takeEvents(look, this.#view, this.#args, this.#rows, events);
    });
    const fresh = await this.#fresh();
    if (this.touched === 'all') {
      this.resets += 1;
      this.#rows = fresh;
    }
    expect(inOrder(this.#rows), what).toEqual(inOrder(fresh));
    return this;
  }

  #fresh(): Promise<Map<string, Row>> {
    return this.#hub.look((look) => wholeView<Row>(look, this.#view, this.#args));
  }
}
