/** A write that is cancelled while it waits is not done; one that has begun is done completely. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, type TestPlace } from '../../../test/support/engines.ts';
import { holdLock } from '../../../test/support/hold-lock.ts';
import { initializeWorkspace } from '../../domain/workspace/workspace.ts';
import { Cancelled } from '../../kernel/cancelled.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../port.ts';

describe.each(ENGINES)('a cancelled write on $name', (engine) => {
  let place: TestPlace;
  let store: Store;
  let used = 0;
  beforeAll(async () => {
    place = await engine.place();
    store = await openStore(place);
  });
  afterAll(async () => {
    await store.close();
    await place.remove();
  });

  function begin(workspace: string, signal: AbortSignal, meanwhile = () => {}) {
    return store.write({ workspace, agent: 'tester', nowMs: 0, signal }, async (tx) => {
      meanwhile();
      return tx.append([initializeWorkspace()]);
    });
  }

  const headOf = (workspace: string) => store.read(workspace, async (tx) => tx.head);

  it('[TP41] that waits for the lock of another process does nothing', async () => {
    const workspace = `w${++used}`;
    const release = await holdLock(place, workspace);
    const cancel = new AbortController();
    const outcomes = Array.from({ length: 5 }, () =>
      begin(workspace, cancel.signal).then(String, (error: unknown) => error),
    );
    cancel.abort();
    await release();
    for (const outcome of outcomes) expect(await outcome).toBeInstanceOf(Cancelled);
    expect(await headOf(workspace)).toBe(0);
  });

  it('[TP41] that was cancelled before it was made does nothing', async () => {
    const workspace = `w${++used}`;
    await expect(begin(workspace, AbortSignal.abort())).rejects.toBeInstanceOf(Cancelled);
    expect(await headOf(workspace)).toBe(0);
  });

  it('[TP41] that has begun is done completely, and the next one works', async () => {
    const workspace = `w${++used}`;
    const cancel = new AbortController();
    await begin(workspace, cancel.signal, () => cancel.abort());
    expect(await headOf(workspace)).toBe(1);
    await begin(`w${++used}`, new AbortController().signal);
    expect(await headOf(`w${used}`)).toBe(1);
  });
});

const sqlite = ENGINES.filter((engine) => engine.name.startsWith('sqlite'));

it.each(sqlite)(
  '[TP41] on $name a cancelled call does not wait on for a lock that is still held',
  async (engine) => {
    const place = await engine.place();
    const store = await openStore(place);
    const release = await holdLock(place, 'w');
    try {
      const cancel = new AbortController();
      const writer = { workspace: 'w', agent: 'tester', nowMs: 0, signal: cancel.signal };
      const waiting = store.write(writer, (tx) => tx.append([initializeWorkspace()]));
      setImmediate(() => cancel.abort());
      await expect(waiting).rejects.toBeInstanceOf(Cancelled);
    } finally {
      await release();
      await store.close();
      await place.remove();
    }
  },
);
