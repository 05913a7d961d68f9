/**
 * Random runs of everything that agents can do, watched by pages that are cut off, reconnect, stop
 * reading for a while and outlive the server: in the end the rows that they keep are those of a
 * fresh snapshot, for every view.
 */

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../src/kernel/json.ts';
import { Hubs, type Scope } from '../src/observatory/scope.ts';
import { VIEWS } from '../src/observatory/views/all-views.ts';
import { MAIN_ENGINES } from './support/engines.ts';
import { byKey, KeptPage, type KeptView, overNetwork, slowly } from './support/kept-page.ts';
import { FAMILIES, type Family } from './support/model-families.ts';
import { serveTestObservatory } from './support/observatory.ts';
import { type Random, randomFrom } from './support/random.ts';
import { repeats } from './support/repeats.ts';
import { openTestSurface } from './support/surface.ts';
import { viewArguments } from './support/view-arguments.ts';

const SEED = Number(process.env.WAYMARK_SEED ?? 20_261_119);
const STEPS = { sqlite: repeats(60, 80), postgres: 40 };

/** A connection has at most 32 subscriptions. */
const VIEWS_EACH = 30;
const PAGES = 4;

/** Long after every call, so that no row changes by time alone. */
const NOW_MS = Date.UTC(2026, 0, 5, 20);

const CUT = 0.08;
const STALL = 0.1;
const GO_ON = 0.1;
const RESTART = 0.03;
const FOLLOW = 0.1;

type Served = Awaited<ReturnType<typeof serveTestObservatory>>;
type TestSurface = Awaited<ReturnType<typeof openTestSurface>>;

class Watched {
  readonly pages = Array.from({ length: PAGES }, () => new KeptPage());
  readonly #slow = this.pages[0];
  readonly #surface: TestSurface['surface'];
  readonly #random: Random;
  readonly #scope: Scope;
  #hubs: Hubs | undefined;
  #served: Served | undefined;

  constructor({ surface }: TestSurface, random: Random) {
    this.#surface = { ...surface, now: () => NOW_MS };
    this.#random = random;
    this.#scope = this.#newHubs().scopeOf({});
  }

  #newHubs(): Hubs {
    const log = (line: string) => expect.fail(line);
    return new Hubs({ surface: this.#surface, views: VIEWS, log });
  }

  /** As after a kill: nothing of the feed is left but the memory. */
  async restart(): Promise<void> {
    await this.close();
    this.#hubs = this.#newHubs();
    this.#served = await serveTestObservatory({ surface: this.#surface });
    for (const page of this.pages) await this.#connect(page);
  }

  #connect(page: KeptPage): Promise<void> {
    if (!this.#served || !this.#hubs) throw new Error('nothing is served');
    const isSlow = page === this.#slow;
    return page.connect(isSlow ? slowly(this.#hubs.scopeOf({})) : overNetwork(this.#served.url));
  }

  async close(): Promise<void> {
    for (const page of this.pages) page.cut();
    this.#hubs?.close();
    await this.#served?.close();
    expect(this.#served?.log ?? []).toEqual([]);
  }

  /** Follows what the workspace has now, spread over the pages. */
  async follow(workspace: string): Promise<void> {
    const rows = (view: string, args: JsonObject = {}) => this.fresh({ view, args, workspace });
    const head = await this.#surface.store.read(workspace, async (tx) => tx.head);
    const found: KeptView[] = [];
    for (const view of VIEWS.keys()) {
      for (const args of await viewArguments(view, rows, head))
        found.push({ view, args, workspace });
    }
    for (const kept of found) {
      const page = this.#random.pick(this.pages);
      if (page.followed.length < VIEWS_EACH) page.follow(kept);
    }
  }

  async disturb(): Promise<void> {
    const page = this.#random.pick(this.pages);
    if (this.#random.chance(RESTART)) return this.restart();
    if (this.#random.chance(STALL)) this.#slow?.stall();
    if (this.#random.chance(GO_ON)) this.#slow?.goOn();
    if (!this.#random.chance(CUT)) return;
    page.cut();
    await this.#connect(page);
  }

  /** All rows of a view, read page by page. */
  async fresh(named: KeptView): Promise<readonly { readonly key: string }[]> {
    const rows = new Map<string, { readonly key: string }>();
    let cursor: string | undefined;
    do {
      const read = await this.#scope.page(named, cursor);
      if ('fault' in read) throw new Error(`${named.view}: ${read.fault}`);
      for (const row of read.page.rows) rows.set(row.key, JSON.parse(JSON.stringify(row)));
      cursor = read.page.next;
    } while (cursor !== undefined);
    return [...rows.values()].sort(byKey);
  }

  async expectSame(): Promise<void> {
    for (const page of this.pages) {
      page.goOn();
      for (const kept of page.followed) {
        const fresh = await this.fresh(kept);
        const what = `${kept.view} ${JSON.stringify(kept.args)}`;
        await expect.poll(() => page.rowsOf(kept), { message: what }).toEqual(fresh);
      }
    }
  }
}

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  it.each(FAMILIES)(
    `[OB10] pages that watch $name keep what a fresh snapshot shows (seed ${SEED})`,
    async (family: Family) => {
      const server = await openTestSurface({ engine, ...family.server });
      const random = randomFrom(SEED);
      const watched = new Watched(server, random);
      const usual = engine.name === 'postgres' ? STEPS.postgres : STEPS.sqlite;
      const steps = Number(process.env.WAYMARK_STEPS ?? usual);
      const run = await family.begin(server, random);
      await watched.restart();
      try {
        for (let step = 0; step < steps; step++) {
          await run.step();
          await watched.disturb();
          if (random.chance(FOLLOW)) await watched.follow(run.workspace());
        }
        await watched.follow(run.workspace());
        await watched.expectSame();
        expect(watched.pages.some(({ followed }) => followed.length > 5)).toBe(true);
        if (steps >= STEPS.postgres) {
          const resumed = watched.pages.reduce((sum, page) => sum + page.resumed, 0);
          expect(resumed, 'never resumed').toBeGreaterThan(0);
        }
      } finally {
        await watched.close();
        await server.close();
      }
    },
  );
});
