/**
 * Journals of earlier releases, opened by the current program. `scripts/freeze-journal.mjs` creates
 * one; a frozen journal is never edited.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENTS } from '../src/domain/journal/all-events.ts';
import type { EventType } from '../src/domain/journal/event.ts';
import { presentVersion } from '../src/domain/journal/event-versions.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Progress } from '../src/store/sql/rebuild.ts';
import { MAIN_ENGINES } from './support/engines.ts';
import {
  asFrozen,
  FROZEN_NAMES,
  freeze,
  READER,
  readFrozen,
  readNewestFrozen,
  thaw,
  thawAt,
} from './support/frozen.ts';
import { makeOlder } from './support/older-memory.ts';
import type { TestSurface } from './support/surface.ts';

/** The schemas that a frozen journal can be taken back to. */
const OLDER: Readonly<Record<string, 10 | 11>> = { 'schema-10': 10, 'schema-11': 11 };

const wanted = process.env.WAYMARK_FREEZE;

if (wanted !== undefined) {
  describe('a journal', () => {
    it('is frozen', async () => {
      const [engine] = MAIN_ENGINES;
      if (engine) await freeze(wanted, engine);
    });
  });
} else {
  describe('the newest frozen journal', () => {
    it('[ST88] holds every event type in its current version', () => {
      const { events } = readNewestFrozen();
      const held = new Set(events.map(({ type, version }) => `${type} ${version}`));
      const types = Object.keys(EVENTS) as EventType[];
      const missing = types.filter((type) => !held.has(`${type} ${presentVersion(type)}`));
      expect(missing, 'run scripts/freeze-journal.mjs with the name of the next schema').toEqual(
        [],
      );
      expect(new Set(events.map(({ workspace }) => workspace)).size).toBeGreaterThan(2);
    });
  });

  describe.each(
    MAIN_ENGINES.flatMap((engine) =>
      FROZEN_NAMES.map((name) => ({ engine, name, on: engine.name })),
    ),
  )('the journal $name on $on', ({ engine, name }) => {
    const { events, views } = readFrozen(name);
    let server: TestSurface;
    beforeAll(async () => {
      server = await thaw(events, engine);
    });
    afterAll(() => server.close());

    it('[ST88] shows in every view what it showed when it was frozen', async () => {
      for (const { tool, args, answer } of views) {
        const { structured } = await server.call(tool, args, READER);
        const shown = asFrozen(structured);
        expect({ tool, args, answer: shown }).toEqual({ tool, args, answer: asFrozen(answer) });
      }
    });

    it('[ST88] is explained by its events', async () => {
      expect(await server.surface.store.check()).toEqual([]);
    });

    // Of the schema of this program there is no older memory.
    const schema = OLDER[name];
    if (schema === undefined) return;

    it('[ST80] is brought up to date from its own schema', async () => {
      const place = await engine.place();
      try {
        await thawAt(place, events);
        await makeOlder(place, schema);
        const told: Progress[] = [];
        const store = await openStore(place, undefined, (progress) => told.push(progress));
        expect(told.at(-1)?.events).toBe(events.length);
        expect(await store.check()).toEqual([]);
        await store.close();
      } finally {
        await place.remove();
      }
    });
  });
}
