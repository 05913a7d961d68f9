/** A connection that breaks at any statement of a call: what is reported about it is true. */

import { describe, expect, it } from 'vitest';
import type { CuttingProxy } from '../../../test/support/cutting-proxy.ts';
import { contentsOf, journalAt } from '../../../test/support/journal.ts';
import { POSTGRES, withProxied } from '../../../test/support/proxied-postgres.ts';
import type { EventDraft } from '../../domain/journal/event.ts';
import { initializeWorkspace } from '../../domain/workspace/workspace.ts';
import { openStore } from '../open-store.ts';
import { Patience } from '../patience.ts';
import type { Store } from '../port.ts';
import { OutcomeUnknown, StoreUnavailable } from '../unavailable.ts';

const writer = { workspace: 'w', agent: 'tester', nowMs: 1_700_000_000_000 };

function note(content: string): EventDraft {
  return {
    type: 'note_committed',
    entity: 'branch:1',
    branch: 1,
    doc: 'notes',
    payload: { content },
  } as EventDraft;
}

const begin = (store: Store) => store.write(writer, (tx) => tx.append([initializeWorkspace()]));

/**
 * The outcome of a write that was cut at a statement: its result, or the reason for its failure.
 */
async function cutWrite(store: Store, proxy: CuttingProxy, content: string) {
  try {
    await store.write(writer, (tx) => tx.append([note(content)]));
    return 'applied';
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    if (error instanceof OutcomeUnknown) return 'unknown';
    expect(error.message).toContain('nothing was written');
    return 'refused';
  } finally {
    expect(proxy.wasCut).toBe(true);
    proxy.cutAt(undefined);
  }
}

describe.runIf(POSTGRES)('a lost connection', () => {
  it('[ST40] [ST41] at any statement of a write is reported truthfully, and the next call works', async () => {
    await withProxied(async ({ direct, place, proxy }) => {
      const store = await openStore(place);
      try {
        await begin(store);
        proxy.cutAt(undefined);
        await store.write(writer, (tx) => tx.append([note('whole')]));
        const { statements } = proxy;
        expect(statements).toBeGreaterThan(4);
        const said = new Map([['whole', 'applied']]);
        for (let at = 1; at <= statements; at++) {
          for (const how of ['before', 'after'] as const) {
            const content = `cut ${how} ${at}`;
            proxy.cutAt({ at, how });
            said.set(content, await cutWrite(store, proxy, content));
            await store.write(writer, (tx) => tx.append([note(`next to ${content}`)]));
          }
        }
        const found = contentsOf(await journalAt(direct, 'w')).filter((each) => !/next/.test(each));
        const applied = [...said].filter(([, outcome]) => outcome === 'applied');
        expect(found).toEqual(applied.map(([content]) => content));
        // The commit comes last: it was applied although its answer was lost, and that is known.
        expect(said.get(`cut after ${statements}`)).toBe('applied');
        expect(said.get(`cut before ${statements}`)).toBe('refused');
        expect([...said.values()]).not.toContain('unknown');
        expect(await store.check()).toEqual([]);
      } finally {
        await store.close();
      }
    });
  });

  it('[ST40] while it opens is reported in a sentence, and what can be repeated is repeated', async () => {
    await withProxied(async ({ place, proxy }) => {
      for (let at = 1; at <= 8; at++) {
        proxy.cutAt({ at, how: at % 2 === 0 ? 'before' : 'after' });
        const store = await openStore(place);
        await store.close();
      }
      proxy.isOpen = false;
      await expect(openStore(place)).rejects.toThrow(StoreUnavailable);
    });
  });

  it('[ST40] while it reads is refused, or not noticed at all', async () => {
    await withProxied(async ({ place, proxy }) => {
      const store = await openStore(place);
      try {
        await begin(store);
        for (let at = 1; at <= 4; at++) {
          proxy.cutAt({ at, how: 'before' });
          const read = store.read('w', async (tx) => (await tx.journal.after(0, 5)).length);
          const outcome = await read.catch((error: unknown) => error);
          if (outcome !== 1) expect(outcome).toBeInstanceOf(StoreUnavailable);
        }
        proxy.cutAt(undefined);
        expect(await store.read('w', async (tx) => tx.head)).toBe(1);
      } finally {
        await store.close();
      }
    });
  });

  it('[ST102] a call that has used up its time waits for nothing, and leaves time to commit', async () => {
    await withProxied(async ({ place }) => {
      const store = await openStore(place);
      const other = await openStore(place);
      try {
        await begin(store);
        const timed = (ms: number) => ({ ...writer, patience: new Patience(ms) });
        const attempt = (ms: number) =>
          store.write(timed(ms), (tx) => tx.append([note('too late')])).catch((error) => error);
        let finish = () => {};
        const held = new Promise<void>((resolve) => {
          finish = resolve;
        });
        const holding = new Promise<void>((resolve) => {
          void other.write(writer, async () => {
            resolve();
            await held;
            return [];
          });
        });
        await holding;
        // Of its time ten seconds are for the commit: it waits for the rest.
        const [kept, over] = [await attempt(10_200), await attempt(10_000)];
        finish();
        expect(kept.message).toMatch(/held the workspace for too long.*nothing was written/);
        expect(over.message).toMatch(/within a minute; nothing was written/);
        const slow = await store
          .write(timed(10_200), async (tx) => {
            await new Promise((resolve) => setTimeout(resolve, 300));
            return tx.append([note('too late')]);
          })
          .catch((error) => error);
        expect(slow.message).toMatch(/within a minute; nothing was written/);
        expect(contentsOf(await journalAt(place, 'w'))).toEqual([]);
      } finally {
        await store.close();
        await other.close();
      }
    });
  });

  it('[ST47] that gets no notifications polls instead', async () => {
    await withProxied(async ({ direct, place, proxy }) => {
      proxy.isDeaf = true;
      const store = await openStore(place);
      const other = await openStore(direct);
      try {
        await begin(other);
        let calls = 0;
        let wake = () => {};
        const stop = store.watch(() => {
          calls += 1;
          wake();
        });
        const next = (than: number) =>
          new Promise<void>((resolve) => {
            wake = () => calls > than && resolve();
            wake();
          });
        // The first notification is about what existed before.
        await next(1);
        const before = calls;
        await other.write(writer, (tx) => tx.append([note('far away')]));
        await next(before);
        stop();
      } finally {
        await store.close();
        await other.close();
      }
    });
  });
});
