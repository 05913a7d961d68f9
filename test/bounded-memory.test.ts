/**
 * What works on whole journals reads pages. Counted in rows of a query, since the memory of a
 * process depends on the machine.
 */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql as raw } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { insertMixedJournal } from '../bench/mixed-journal.ts';
import type { EventDraft } from '../src/domain/journal/event.ts';
import { sessionEntity, startSession } from '../src/domain/thoughts/session.ts';
import { provisionalTitle } from '../src/domain/thoughts/session-title.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { openStore, replicasFor } from '../src/store/open-store.ts';
import { Session } from '../src/store/postgres/session.ts';
import { compareKeys, MAX_PAGE_ROWS } from '../src/store/sql/ordered-rows.ts';
import { SqliteConnection } from '../src/store/sqlite/sqlite-connection.ts';
import { MAIN_ENGINES, type TestPlace, withPlace } from './support/engines.ts';
import { makeOlder, runStatements } from './support/older-memory.ts';

afterEach(() => vi.restoreAllMocks());

interface Answer {
  readonly rows: readonly unknown[];
}

/** The most rows that any statement returns from now on, in either engine. */
function watchRows(): () => number {
  let most = 0;
  const noted = <Result extends Answer>(answer: Result): Result => {
    most = Math.max(most, answer.rows.length);
    return answer;
  };
  const local = SqliteConnection.prototype as unknown as { execute(query: unknown): Answer };
  const { execute } = local;
  vi.spyOn(local, 'execute').mockImplementation(function (this: typeof local, query) {
    return noted(execute.call(this, query));
  });
  const { run } = Session.prototype;
  vi.spyOn(Session.prototype, 'run').mockImplementation(async function (this: Session, ...args) {
    return noted(await run.apply(this, args));
  });
  return () => most;
}

function focusChange(): EventDraft {
  return { type: 'focus_changed', entity: 'workspace', payload: { from: null, to: null } };
}

function untitledSession(head: number): EventDraft[] {
  const payload = { thought: 'Pages are slow', number: 1, total: 1, more: true };
  return [
    startSession({ id: `s-${head}`, project: 'p', title: undefined, tags: [] }, head, 1),
    { type: 'thought_recorded', entity: sessionEntity(head + 1), payload },
  ];
}

const FIRST_SESSION = 'session = (select min(session) from thoughts)';

describe.each(MAIN_ENGINES)('a long journal on $name', (engine) => {
  const inPlace = (work: (place: TestPlace) => Promise<void>) => withPlace(engine, work);

  it('[ST90] is brought up to date, checked, rebuilt and copied in pages, however long it is', async () => {
    const most: number[] = [];
    for (const events of [300, 1_200]) {
      await inPlace(async (place) => {
        await insertMixedJournal(place, events);
        const rows = watchRows();
        const store = await openStore(place);
        expect(await store.rebuild()).toEqual({ workspaces: 1, events });
        expect(await store.check()).toEqual([]);
        await store.backup(join(place.dataDir, 'copy.db'));
        await store.close();
        most.push(rows());
        vi.restoreAllMocks();
      });
    }
    expect(most).toEqual([MAX_PAGE_ROWS, MAX_PAGE_ROWS]);
  });

  it('[ST90] of an older schema is migrated in pages', () =>
    inPlace(async (place) => {
      const before = await openStore(place);
      await before.write({ workspace: 'w', agent: 'a', nowMs: 1 }, async (tx) => {
        await tx.append([initializeWorkspace()]);
        await tx.append(Array.from({ length: MAX_PAGE_ROWS + 1 }, focusChange));
        for (let at = 0; at <= MAX_PAGE_ROWS; at++) await tx.append(untitledSession(tx.head));
      });
      await before.close();
      await runStatements(place, [`update sessions set title = '${provisionalTitle(1)}'`]);
      await makeOlder(place);
      const rows = watchRows();
      const store = await openStore(place);
      expect(rows()).toBe(MAX_PAGE_ROWS);
      expect(await store.check()).toEqual([]);
      await store.close();
    }));

  it('[ST28] is compared across pages: a lost, a changed and an added row are found', () =>
    inPlace(async (place) => {
      await insertMixedJournal(place, 1_000);
      await (await openStore(place)).close();
      await runStatements(place, [
        `delete from thoughts where number = 40 and ${FIRST_SESSION}`,
        `update thoughts set chain = 'zz' where number = 90 and ${FIRST_SESSION}`,
        'update recall_docs set at_ms = 7 where number = (select max(number) from recall_docs)',
      ]);
      const store = await openStore(place);
      const findings = (await store.check()).map((each) => each.replace(/ row \[.*\]/, ' row'));
      await store.close();
      const thoughts = ['lacks row.', 'lacks row.', 'has row, which no event explains.'];
      expect(findings.toSorted()).toEqual(
        [
          'Table recall_docs of bench differs from the journal at row.',
          ...thoughts.map((each) => `Table thoughts of bench ${each}`),
        ].toSorted(),
      );
    }));

  it('[ST90] is read in one order on each engine: numbers by value, texts by their bytes', () =>
    inPlace(async (place) => {
      await insertMixedJournal(place, 100);
      await (await openStore(place)).close();
      // UTF-16, which JavaScript compares by, has the third before the second.
      const names = ['Z', '\uff61', '\u{1d49c}', 'é', 'a', '_'];
      const rows = names.flatMap((name) =>
        Array.from({ length: 100 }, (_, at) => `('bench', '${name}${at}', 1)`),
      );
      await runStatements(place, [
        `insert into counters (workspace, name, last) values ${rows.join(', ')}`,
      ]);
      const store = await openStore(place);
      const findings = await store.check();
      await store.close();
      expect(findings).toEqual([
        ...['Z0', 'Z1', 'Z10', 'Z11', 'Z12'].map(
          (name) => `Table counters of bench has row ["bench","${name}"], which no event explains.`,
        ),
        'Table counters of bench: 595 more differences.',
      ]);
    }));

  it('[ST91] is replayed into a file without a name, and nothing is left beside the memory', () =>
    inPlace(async (place) => {
      await insertMixedJournal(place, 500);
      const store = await openStore(place);
      const before = readdirSync(place.dataDir);
      expect(await store.check()).toEqual([]);
      expect(readdirSync(place.dataDir)).toEqual(before);
      await store.close();
      const scratch = await replicasFor(place).scratch();
      const files = await scratch.read(
        async (sql) => (await raw<{ file: string }>`pragma database_list`.execute(sql)).rows,
      );
      expect(files.map(({ file }) => file)).toContain('');
      expect(new Set(files.map(({ file }) => file)).size).toBe(1);
      await scratch.close();
    }));
});

describe('the order of rows', () => {
  it('[ST90] follows the bytes of a text, column by column', () => {
    const row = (name: string, at: number) => ({ name, at });
    const compare = (one: object, other: object) =>
      Math.sign(compareKeys(['name', 'at'], one as never, other as never));
    expect(compare(row('a', 2), row('a', 10))).toBe(-1);
    expect(compare(row('b', 1), row('a', 10))).toBe(1);
    expect(compare(row('\uff61', 1), row('\u{1d49c}', 1))).toBe(-1);
    expect(compare(row('a', 1), row('a', 1))).toBe(0);
  });
});
