/** A follower of a journal sees what another process writes: in order, each event exactly once. */

import { describe, expect, it } from 'vitest';
import type { JournalEvent } from '../../src/domain/journal/event.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { tail } from '../../src/store/tail.ts';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { contentsOf, journalOf, seqsUpTo } from '../support/journal.ts';
import { StdioClient } from '../support/stdio-client.ts';

const WORKSPACE = 'followed';

/** Collects until the journal has been seen up to `last`. */
async function followUpTo(store: Store, after: number, last: number): Promise<JournalEvent[]> {
  const seen: JournalEvent[] = [];
  const stop = new AbortController();
  for await (const batch of tail(store, WORKSPACE, after, stop.signal)) {
    seen.push(...batch);
    if ((seen.at(-1)?.seq ?? 0) >= last) stop.abort();
  }
  return seen;
}

describe.each(MAIN_ENGINES)('tail on $name', (engine) => {
  /** A store in this process, and a server in another one on the same place. */
  async function withBoth(
    work: (store: Store, client: StdioClient) => Promise<void>,
  ): Promise<void> {
    const place: TestPlace = await engine.migrated();
    const client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    const store = await openStore(place);
    try {
      await work(store, client);
      expect(await client.close()).toMatchObject({ code: 0 });
    } finally {
      client.kill();
      await client.exited;
      await store.close();
      await place.remove();
    }
  }

  async function write(client: StdioClient, contents: readonly string[]): Promise<void> {
    const calls = contents.map((content) => client.call('notes_commit', { content }));
    for (const reply of await Promise.all(calls)) expect(reply.isError, reply.text).toBe(false);
  }

  const notes = (name: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${name} ${n}`);

  it('[ST32] sees what comes while it follows, in bursts and one by one', async () => {
    await withBoth(async (store, client) => {
      const contents = [...notes('burst', 60), ...notes('single', 10), ...notes('again', 60)];
      const following = followUpTo(store, 0, contents.length + 1);
      await write(client, contents.slice(0, 60));
      for (const content of contents.slice(60, 70)) await write(client, [content]);
      await write(client, contents.slice(70));
      const seen = await following;
      expect(seen.map((event) => event.seq)).toEqual(seqsUpTo(contents.length + 1));
      expect(contentsOf(seen)).toEqual(contents);
      expect(seen).toEqual(await journalOf(store, WORKSPACE));
    });
  });

  it('starts where it is told, with the events from before', async () => {
    await withBoth(async (store, client) => {
      await write(client, notes('early', 20));
      const following = followUpTo(store, 11, 31);
      await write(client, notes('late', 10));
      const seen = await following;
      expect(seen.map((event) => event.seq)).toEqual(seqsUpTo(31).slice(11));
      expect(contentsOf(seen)).toEqual([...notes('early', 20).slice(10), ...notes('late', 10)]);
    });
  });

  it('shows several followers the same, and each call as a whole', async () => {
    await withBoth(async (store, client) => {
      const calls = 20;
      const last = 1 + 3 * calls;
      const followers = [0, 0, 0].map((after) => followUpTo(store, after, last));
      for (let n = 0; n < calls; n++) {
        const args = { name: `idea-${n}`, from: 'main', content: `about ${n}` };
        expect(await client.call('macro_branch_note', args)).toMatchObject({ isError: false });
      }
      const [first, ...others] = await Promise.all(followers);
      expect(first?.map((event) => event.seq)).toEqual(seqsUpTo(last));
      for (const other of others) expect(other).toEqual(first);
    });
  });

  it('stops at once when told to, even if nothing happens', async () => {
    await withBoth(async (store) => {
      const stop = new AbortController();
      const following = (async () => {
        const seen: JournalEvent[] = [];
        for await (const batch of tail(store, WORKSPACE, 0, stop.signal)) seen.push(...batch);
        return seen;
      })();
      setTimeout(() => stop.abort(), 50);
      expect(await following).toEqual([]);
    });
  });
});
