/** A process that holds the file for a while makes callers wait; none of them sees an error. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseFile } from '../../src/store/open-store.ts';
import { loadSqlite, type SqliteDatabase } from '../../src/store/sqlite/provider.ts';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { contentsOf, journalAt } from '../support/journal.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const WORKSPACE = 'locked';
/** Longer than a process takes to start, and than SQLite itself waits. */
const HELD_MS = 900;

const engine = MAIN_ENGINES.find((each) => each.name.startsWith('sqlite'));
if (!engine) throw new Error('no SQLite to test on');

describe('a file that another process holds', () => {
  let place: TestPlace;
  let other: SqliteDatabase | undefined;

  /** Locks the file, as a checkpoint, a recovery or another program may do for a moment. */
  async function hold(...statements: string[]): Promise<void> {
    const database = (await loadSqlite(place.sqliteProvider))(databaseFile(place));
    other = database;
    // A server of the test may just be writing who is present.
    database.exec('pragma busy_timeout = 5000');
    for (const statement of statements) database.exec(statement);
  }

  function release(): void {
    other?.close();
    other = undefined;
  }

  const words = (content: string) => [
    ...['call', 'notes_commit', JSON.stringify({ content })],
    ...['--workspace', WORKSPACE, ...place.flags],
  ];

  beforeEach(async () => {
    place = await engine.place();
  });
  afterEach(async () => {
    release();
    await place.remove();
  });

  it('lets starting processes wait for a file that is locked exclusively', async () => {
    expect(await runWaymark(words('first'))).toMatchObject({ code: 0, stderr: '' });
    await hold('pragma locking_mode = exclusive', 'begin exclusive');
    const starting = Promise.all([runWaymark(words('second')), runWaymark(words('third'))]);
    await sleep(HELD_MS);
    release();
    for (const finished of await starting) expect(finished).toMatchObject({ code: 0, stderr: '' });
    const contents = contentsOf(await journalAt(place, WORKSPACE));
    expect(contents.toSorted()).toEqual(['first', 'second', 'third']);
  });

  it('[ST20] lets starting processes wait for the one that creates the file', async () => {
    // Not yet in WAL mode: in the mode of a new file a writer excludes readers as well.
    await hold('pragma user_version = 0', 'begin exclusive');
    const starting = Promise.all([runWaymark(words('first')), runWaymark(words('second'))]);
    await sleep(HELD_MS);
    release();
    for (const finished of await starting) expect(finished).toMatchObject({ code: 0, stderr: '' });
    const contents = contentsOf(await journalAt(place, WORKSPACE));
    expect(contents.toSorted()).toEqual(['first', 'second']);
  });

  it('[ST15] lets calls wait for a long write, and reads meanwhile', async () => {
    const client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    try {
      expect(await client.call('notes_commit', { content: 'first' })).toMatchObject({
        isError: false,
      });
      await hold('begin immediate');
      const writing = client.call('notes_commit', { content: 'second' });
      const reading = await runWaymark(['status', '--workspace', WORKSPACE, ...place.flags]);
      expect(reading).toMatchObject({ code: 0, stderr: '' });
      release();
      expect(await writing).toMatchObject({ isError: false });
      expect(await client.close()).toMatchObject({ code: 0 });
      expect(contentsOf(await journalAt(place, WORKSPACE))).toEqual(['first', 'second']);
    } finally {
      client.kill();
      await client.exited;
    }
  });

  it('[WO51] lets work be read meanwhile, and only a claim waits', async () => {
    const client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    const reader = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    try {
      await client.call('graph_open', { project: 'p' });
      await hold('begin immediate');
      let isClaimed = false;
      const claiming = client.call('graph_next', { project: 'p', claim: true }).then((told) => {
        isClaimed = true;
        return told;
      });
      for (const [tool, args] of [
        ['graph_next', { project: 'p' }],
        ['graph_open', { project: 'p' }],
        ['graph_open', {}],
      ] as const) {
        expect(await reader.call(tool, args)).toMatchObject({ isError: false });
      }
      expect(isClaimed).toBe(false);
      release();
      expect(await claiming).toMatchObject({ isError: false });
      for (const each of [client, reader]) expect(await each.close()).toMatchObject({ code: 0 });
    } finally {
      for (const each of [client, reader]) {
        each.kill();
        await each.exited;
      }
    }
  });
});
