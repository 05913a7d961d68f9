/**
 * The contract of the store: the same cases on every engine, named by the rules in
 * docs/spec/store.md.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, type TestPlace } from '../../test/support/engines.ts';
import { effectiveView } from '../domain/branches/effective-view.ts';
import type { EventDraft } from '../domain/journal/event.ts';
import { initializeWorkspace } from '../domain/workspace/workspace.ts';
import { isRefusal, refuse } from '../kernel/refusal.ts';
import { openStore } from './open-store.ts';
import type { Store, Writer } from './port.ts';
import { tail } from './tail.ts';

const T0 = 1_700_000_000_000;

function note(content: string, more: Partial<EventDraft> = {}): EventDraft {
  return {
    type: 'note_committed',
    entity: 'branch:1',
    branch: 1,
    doc: 'notes',
    payload: { content },
    ...more,
  } as EventDraft;
}

describe.each(ENGINES)('store on $name', (engine) => {
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

  /** Each case gets its own workspace. */
  async function fresh(): Promise<Writer> {
    const writer = { workspace: `w${++used}`, agent: 'tester', nowMs: T0 };
    await store.write(writer, (tx) => tx.append([initializeWorkspace()]));
    return writer;
  }

  const append = (writer: Writer, ...drafts: EventDraft[]) =>
    store.write(writer, (tx) => tx.append(drafts));

  it('[ST1] numbers events from 1 without gaps, per workspace', async () => {
    const a = await fresh();
    const b = await fresh();
    await append(a, note('one'), note('two'));
    await append(b, note('other'));
    const seqs = await store.read(a.workspace, async (tx) =>
      (await tx.journal.after(0, 10)).map((event) => event.seq),
    );
    expect(seqs).toEqual([1, 2, 3]);
    expect(await store.read(b.workspace, async (tx) => tx.head)).toBe(2);
  });

  it('[ST2] keeps an event exactly as it was given', async () => {
    const writer = await fresh();
    const draft = note('ünïcödé 🧭 \u001b[1m "quotes" \\ \n tab\t', {
      key: 'k1',
      payload: { content: 'x', title: 'T', format: 'md', meta: { deep: [1, null, { a: 'ß' }] } },
    } as Partial<EventDraft>);
    await append(writer, draft);
    const event = await store.read(writer.workspace, (tx) => tx.journal.at(2));
    expect(event).toEqual({ ...draft, seq: 2, tsMs: T0, agent: 'tester' });
  });

  it('[ST3] rolls everything back when work refuses', async () => {
    const writer = await fresh();
    const result = await store.write(writer, async (tx) => {
      await tx.append([note('lost')]);
      return refuse('CONFLICT', 'no');
    });
    expect(isRefusal(result)).toBe(true);
    expect(await store.read(writer.workspace, async (tx) => tx.head)).toBe(1);
    expect(await store.read(writer.workspace, (tx) => tx.documents.latest())).toBeUndefined();
  });

  it('[ST3] rolls everything back when work throws', async () => {
    const writer = await fresh();
    const failing = store.write(writer, async (tx) => {
      await tx.append([note('lost')]);
      throw new Error('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
    expect(await store.read(writer.workspace, async (tx) => tx.head)).toBe(1);
  });

  it('[ST4] a refused attempt undoes its own events only', async () => {
    const writer = await fresh();
    await store.write(writer, async (tx) => {
      await tx.append([note('kept')]);
      const refused = await tx.attempt(async () => {
        await tx.append([note('undone', { doc: 'other' })]);
        return refuse('CONFLICT', 'no');
      });
      expect(isRefusal(refused)).toBe(true);
      await tx.attempt(() => tx.append([note('kept too')]));
      return tx.append([note('last')]);
    });
    const contents = await store.read(writer.workspace, async (tx) =>
      (await tx.journal.after(1, 10)).map((event) => event.payload),
    );
    expect(contents).toEqual([{ content: 'kept' }, { content: 'kept too' }, { content: 'last' }]);
    expect(await store.check()).toEqual([]);
  });

  it('[ST5] appends an event with a known key once, also within one append', async () => {
    const writer = await fresh();
    const first = await append(writer, note('a', { key: 'k' }), note('b', { key: 'k' }), note('c'));
    const again = await append(writer, note('d', { key: 'k' }), note('e'));
    if (isRefusal(first) || isRefusal(again)) throw new Error('refused');
    expect(first.map((event) => event.seq)).toEqual([2, 2, 3]);
    expect(again.map((event) => event.seq)).toEqual([2, 4]);
    expect(again[0]?.payload).toEqual({ content: 'a' });
  });

  it('[ST5] keys of two workspaces are independent', async () => {
    const a = await fresh();
    const b = await fresh();
    await append(a, note('a', { key: 'k' }));
    await append(b, note('b', { key: 'k' }));
    const found = await store.read(b.workspace, (tx) => tx.journal.withKey('k'));
    expect(found?.payload).toEqual({ content: 'b' });
  });

  it('[ST6] reads by entity, newest first, before a cursor', async () => {
    const writer = await fresh();
    await append(
      writer,
      note('1', { entity: 'TASK-001' }),
      note('2'),
      note('3', { entity: 'TASK-001' }),
    );
    const seqs = (before?: number) =>
      store.read(writer.workspace, async (tx) =>
        (await tx.journal.ofEntity('TASK-001', { before, limit: 5 })).map((event) => event.seq),
      );
    expect(await seqs()).toEqual([4, 2]);
    expect(await seqs(4)).toEqual([2]);
  });

  it('[ST7] reads a document through the bases of its branch', async () => {
    const writer = await fresh();
    await append(writer, note('m2'), note('m3'));
    const branch = (seq: number, name: string, base: number): EventDraft => ({
      type: 'branch_created',
      entity: `branch:${seq}`,
      payload: { name, base: { branch: base, seq: seq - 1 } },
    });
    await append(writer, branch(4, 'a', 1), note('a5', { branch: 4 }), note('m6'));
    await append(writer, branch(7, 'b', 4), note('a8', { branch: 4 }), note('b9', { branch: 7 }));
    const seen = (before: number | undefined, limit: number) =>
      store.read(writer.workspace, async (tx) => {
        const view = effectiveView(await tx.branches.lineage(7));
        const events = await tx.journal.inView(view, 'notes', { before, limit });
        return events.map((event) => event.seq);
      });
    expect(await seen(undefined, 10)).toEqual([9, 5, 3, 2]);
    expect(await seen(undefined, 2)).toEqual([9, 5]);
    expect(await seen(5, 2)).toEqual([3, 2]);
  });

  it('[ST8] lists branches in the order of their bytes', async () => {
    const writer = await fresh();
    const names = ['b', 'B', 'ä', 'a/z', 'a-z', 'Z', '_'];
    for (const name of names) {
      await store.write(writer, (tx) =>
        tx.append([
          {
            type: 'branch_created',
            entity: 'branch',
            payload: { name, base: { branch: 1, seq: tx.head } },
          },
        ]),
      );
    }
    const listed = await store.read(writer.workspace, (tx) => tx.branches.list(50));
    const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    expect(listed.map((each) => each.name)).toEqual(['main', ...names].sort(bytes));
  });

  it('[ST9] keeps the checkout, and the focus of each agent', async () => {
    const writer = await fresh();
    await append(writer, {
      type: 'focus_changed',
      entity: 'workspace',
      payload: { from: null, to: 'TASK-001' },
    });
    const [state, own, others] = await store.read(writer.workspace, async (tx) => [
      await tx.state(),
      await tx.agents.focus(writer.agent),
      await tx.agents.focus('somebody-else'),
    ]);
    expect(state).toEqual({ id: writer.workspace, createdMs: T0, checkout: 1 });
    expect(own).toEqual({ target: 'TASK-001', isOwn: true });
    expect(others).toEqual({ target: 'TASK-001', isOwn: false });
  });

  it('[ST10] a read sees one snapshot, whatever is written meanwhile', async () => {
    const writer = await fresh();
    const other = await openStore(place);
    try {
      const [before, after] = await store.read(writer.workspace, async (tx) => {
        const first = (await tx.journal.after(0, 10)).length;
        await other.write(writer, (there) => there.append([note('meanwhile')]));
        return [first, (await tx.journal.after(0, 10)).length];
      });
      expect(after).toBe(before);
    } finally {
      await other.close();
    }
  });

  it('[ST11] writers of one workspace take turns', async () => {
    const writer = await fresh();
    const stores = await Promise.all([openStore(place), openStore(place), openStore(place)]);
    try {
      const writes = stores.flatMap((each) =>
        Array.from({ length: 20 }, (_, n) =>
          each.write(writer, (tx) => tx.append([note(`${n}`), note(`${n} too`)])),
        ),
      );
      await Promise.all(writes);
      expect(await store.read(writer.workspace, async (tx) => tx.head)).toBe(1 + 3 * 20 * 2);
      expect(await store.check()).toEqual([]);
    } finally {
      for (const each of stores) await each.close();
    }
  });

  it('[ST12] lists the existing workspaces, and creates none by reading', async () => {
    await store.read('never-made', (tx) => tx.state());
    await store.write({ workspace: 'never-made', agent: 'a', nowMs: T0 }, async () => 'nothing');
    const known = await store.workspaces();
    expect(known).not.toContain('never-made');
    expect(known).toContain('w1');
  });

  it('[ST32] a tail sees what another store writes: in order, each once, until it is stopped', async () => {
    const writer = await fresh();
    const other = await openStore(place);
    const stop = new AbortController();
    const seen: number[] = [];
    try {
      const writing = (async () => {
        for (let n = 0; n < 10; n++) await other.write(writer, (tx) => tx.append([note(`${n}`)]));
      })();
      for await (const batch of tail(store, writer.workspace, 1, stop.signal)) {
        seen.push(...batch.map((event) => event.seq));
        if (seen.length >= 10) stop.abort();
      }
      await writing;
      expect(seen).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    } finally {
      await other.close();
    }
  });

  it('[ST13] a rebuild gives the same rows', async () => {
    await store.rebuild();
    expect(await store.check()).toEqual([]);
  });
});
