/** Older memories and older events, on each engine, named by the rules in docs/spec/store.md. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES, type TestPlace, withPlace } from '../../../test/support/engines.ts';
import { holdLock } from '../../../test/support/hold-lock.ts';
import { makeOlder, runStatements } from '../../../test/support/older-memory.ts';
import type { EventDraft } from '../../domain/journal/event.ts';
import { initializeWorkspace } from '../../domain/workspace/workspace.ts';
import { openEngine, openStore, replicasFor } from '../open-store.ts';
import { StoreUnavailable } from '../unavailable.ts';
import type { Engine } from './engine.ts';
import { bringUpToDate, type Progress } from './rebuild.ts';

const SESSION = '00000000-0000-7000-8000-000000000001';

function started(head: number): EventDraft {
  return {
    type: 'session_started',
    entity: `session:${head + 1}`,
    payload: { id: SESSION, project: '', title: 'The cache', tags: [] },
  };
}

const note = (content: string): EventDraft => ({
  type: 'note_committed',
  entity: 'branch:1',
  branch: 1,
  doc: 'notes',
  payload: { content },
});

async function fill(place: TestPlace, workspaces: readonly string[], notes: number): Promise<void> {
  const store = await openStore(place);
  for (const workspace of workspaces) {
    await store.write({ workspace, agent: 'a', nowMs: 1 }, async (tx) => {
      await tx.append([initializeWorkspace()]);
      await tx.append([started(tx.head)]);
      await tx.append(Array.from({ length: notes }, (_, n) => note(`${workspace} ${n}`)));
    });
  }
  await store.close();
}

/** The part of an engine that is needed here. */
function bound(engine: Engine): Engine {
  const { name, location } = engine;
  return { ...engine, name, location, read: (work, manner) => engine.read(work, manner) };
}

const SET_BACK = 'update workspaces set projected = 1';

describe.each(MAIN_ENGINES)('an older memory on $name', (engine) => {
  const inPlace = (work: (place: TestPlace) => Promise<void>) => withPlace(engine, work);

  it('[ST80] is filled by a projection that was added later', () =>
    inPlace(async (place) => {
      await fill(place, ['w', 'x'], 3);
      await makeOlder(place, 5);
      const store = await openStore(place);
      for (const workspace of ['w', 'x']) {
        const session = await store.read(workspace, (tx) => tx.thoughts.session(SESSION));
        expect(session).toMatchObject({ id: SESSION, title: 'The cache' });
      }
      expect(await store.check()).toEqual([]);
      await store.close();
    }));

  it('[ST80] gets a column and indexes, and is not rebuilt again', () =>
    inPlace(async (place) => {
      await fill(place, ['w'], 3);
      await makeOlder(place, 12);
      for (const rebuilt of [1, 0]) {
        const reported: Progress[] = [];
        const store = await openStore(place, '1111111111111111', (each) => reported.push(each));
        expect(reported).toHaveLength(rebuilt);
        expect(await store.presences?.present(1)).toEqual([]);
        expect(await store.check()).toEqual([]);
        await store.close();
      }
    }));

  it('[ST81] is rebuilt workspace by workspace, with progress, and only what is outdated', () =>
    inPlace(async (place) => {
      await fill(place, ['w', 'x', 'y'], 150);
      await runStatements(place, [`${SET_BACK} where workspace <> 'x'`, 'delete from sessions']);
      const reported: Progress[] = [];
      const store = await openStore(place, undefined, (progress) => reported.push(progress));
      expect(reported).toEqual([
        { done: 1, total: 3, events: 100 },
        { done: 1, total: 3, events: 152 },
        { done: 2, total: 3, events: 252 },
        { done: 2, total: 3, events: 304 },
      ]);
      const sessionIn = (workspace: string) =>
        store.read(workspace, async (tx) => (await tx.thoughts.session(SESSION))?.id);
      expect(await sessionIn('w')).toBe(SESSION);
      expect(await sessionIn('y')).toBe(SESSION);
      // The row was removed from a workspace that is not outdated, so no rebuild brought it back.
      expect(await sessionIn('x')).toBeUndefined();
      await store.close();
      reported.length = 0;
      await (await openStore(place, undefined, (progress) => reported.push(progress))).close();
      expect(reported).toEqual([]);
    }));

  it('[ST82] that was put in place under an open store is rebuilt by the first call that notices it', () =>
    inPlace(async (place) => {
      await fill(place, ['w'], 3);
      const store = await openStore(place);
      await runStatements(place, [SET_BACK, 'delete from sessions']);
      const session = await store.read('w', (tx) => tx.thoughts.session(SESSION));
      expect(session?.id).toBe(SESSION);
      await runStatements(place, [SET_BACK, 'delete from sessions']);
      const writer = { workspace: 'w', agent: 'a', nowMs: 2 };
      await store.write(writer, (tx) => tx.append([note('later')]));
      expect(await store.check()).toEqual([]);
      await store.close();
    }));

  it('[ST83] is waited for while another process rebuilds it', () =>
    inPlace(async (place) => {
      await fill(place, ['w'], 3);
      await runStatements(place, [SET_BACK]);
      const release = await holdLock(place, 'w');
      let isOpen = false;
      const opening = openStore(place).then((store) => {
        isOpen = true;
        return store;
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isOpen).toBe(false);
      await release();
      const store = await opening;
      expect(await store.check()).toEqual([]);
      await store.close();
    }));

  it('[ST83] a process that waited in vain is told what for, and how far it is', () =>
    inPlace(async (place) => {
      await fill(place, ['w', 'x', 'y'], 3);
      await runStatements(place, [`${SET_BACK} where workspace <> 'x'`]);
      const real = await openEngine(place);
      const busy = async () => {
        throw new StoreUnavailable('busy', 'The memory is locked.');
      };
      const engine: Engine = { ...bound(real), write: busy };
      const waiting = bringUpToDate(engine, replicasFor(place));
      await expect(waiting).rejects.toMatchObject({ reason: 'busy' });
      await expect(waiting).rejects.toThrow(
        'is being brought up to date by another process: 1 of 3 workspaces are done',
      );
      await real.close();
    }));

  it.each([
    [
      'type',
      "update events set type = 'dream_recorded' where seq = 3",
      'of the type dream_recorded',
    ],
    ['version', 'update events set version = 9 where seq = 3', 'note_committed in version 9'],
  ])(
    '[ST84] an event of an unknown %s is refused in a sentence, and named by doctor',
    (_, change, words) =>
      inPlace(async (place) => {
        await fill(place, ['w'], 3);
        await runStatements(place, [change]);
        const store = await openStore(place);
        const reading = store.read('w', (tx) => tx.journal.after(0, 10));
        await expect(reading).rejects.toMatchObject({ reason: 'newer' });
        await expect(reading).rejects.toThrow(`Event 3 of the workspace w is ${words}`);
        expect(await store.check()).toEqual([expect.stringContaining(words)]);
        await expect(store.rebuild()).rejects.toMatchObject({ reason: 'newer' });
        const copy = join(place.dataDir, 'copy.db');
        if (store.engine === 'sqlite') {
          // Byte for byte, so that the newer program finds all of it.
          await store.backup(copy);
          const copied = await openStore({ ...place, databaseFile: copy });
          expect(await copied.check()).toEqual([expect.stringContaining(words)]);
          await copied.close();
        } else {
          await expect(store.backup(copy)).rejects.toMatchObject({ reason: 'newer' });
          expect(existsSync(copy)).toBe(false);
        }
        await store.close();
      }),
  );
});
