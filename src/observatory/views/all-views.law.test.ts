/** Every view follows every event type, named by the rules in docs/spec/observatory.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES, withStore } from '../../../test/support/engines.ts';
import { type FrozenEvent, readNewestFrozen } from '../../../test/support/frozen.ts';
import type { Shown } from '../../../test/support/task-world.ts';
import { viewArguments } from '../../../test/support/view-arguments.ts';
import { ViewMirror } from '../../../test/support/view-mirror.ts';
import { EVENTS } from '../../domain/journal/all-events.ts';
import type { EventDraft, EventType } from '../../domain/journal/event.ts';
import type { Store } from '../../store/port.ts';
import type { ViewRow } from '../view.ts';
import { VIEWS } from './all-views.ts';

/** These show any event, or read their rows again after each one. */
const OF_ALL_EVENTS: readonly string[] = ['head', 'place', 'agents', 'history', 'event', 'entry'];

/** The event types that no other view shows. */
const IN_NO_OTHER_VIEW: readonly EventType[] = ['ref_reset', 'gateway_moved'];

/** All views of one workspace, with arguments for what is in it. */
class FollowedViews {
  readonly #mirrors = new Map<string, { view: string; mirror: ViewMirror<ViewRow> }>();
  readonly #store: Store;
  readonly #workspace: string;

  constructor(store: Store, workspace: string) {
    this.#store = store;
    this.#workspace = workspace;
  }

  async followAll(): Promise<void> {
    const head = await this.#store.read(this.#workspace, async (tx) => Math.max(1, tx.head));
    const rows = async (view: string, args: object = {}) =>
      (await this.#mirror(view, args)).rows as readonly ViewRow[] as readonly Shown[];
    for (const view of VIEWS.keys()) {
      for (const args of await viewArguments(view, rows, head)) await this.#mirror(view, args);
    }
  }

  async #mirror(view: string, args: object): Promise<ViewMirror<ViewRow>> {
    const name = `${view} ${JSON.stringify(args)}`;
    const known = this.#mirrors.get(name)?.mirror;
    if (known) return known;
    const mirror = await ViewMirror.of<ViewRow>(this.#store, this.#workspace, view, args);
    this.#mirrors.set(name, { view, mirror });
    return mirror;
  }

  /** Returns the views that have read rows again. A view that should have and did not fails. */
  async catchUp({ seq, type }: FrozenEvent): Promise<readonly string[]> {
    const touched: string[] = [];
    for (const [name, { view, mirror }] of this.#mirrors) {
      await mirror.catchUp(`the view ${name} after event ${seq}, ${type}`);
      if (mirror.touched.length > 0) touched.push(view);
    }
    return touched;
  }
}

/** What `touched` reads is compared on every engine by test/random-observatory.test.ts. */
describe.each(MAIN_ENGINES.slice(0, 1))('each event type on $name', (engine) => {
  it('[OB10] is followed by the views whose rows it changes', async () => {
    const shown = new Set<string>(IN_NO_OTHER_VIEW);
    await withStore(engine, async (store) => {
      const workspaces = new Map<string, FollowedViews>();
      for (const event of readNewestFrozen().events) {
        const { workspace, agent, tsMs: nowMs } = event;
        const views = workspaces.get(workspace) ?? new FollowedViews(store, workspace);
        workspaces.set(workspace, views);
        await views.followAll();
        const draft = event as unknown as EventDraft;
        await store.write({ workspace, agent, nowMs }, (tx) => tx.append([draft]));
        const touched = await views.catchUp(event);
        if (touched.some((view) => !OF_ALL_EVENTS.includes(view))) shown.add(event.type);
      }
    });
    const forgotten = Object.keys(EVENTS).filter((type) => !shown.has(type));
    const advice = 'let `touched` of a view follow it, or list it in IN_NO_OTHER_VIEW';
    expect(forgotten, advice).toEqual([]);
  });
});
