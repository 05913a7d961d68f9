/** A server that is killed during its writes loses nothing acknowledged and leaves no half call. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { JournalEvent } from '../../src/domain/journal/event.ts';
import { databaseFile } from '../../src/store/open-store.ts';
import { loadSqlite } from '../../src/store/sqlite/provider.ts';
import type { TestPlace } from '../support/engines.ts';
import { describeAtOnce } from '../support/engines-at-once.ts';
import { journalAt, seqsUpTo } from '../support/journal.ts';
import { randomFrom } from '../support/random.ts';
import { type CallResult, StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

const WORKSPACE = 'crashing';
/** More calls sent than answered, so that every kill hits a server at work. */
const IN_FLIGHT = 12;
/** Both kinds of calls have been answered by then. */
const ANSWERS_BEFORE_KILL = 4;
const LONGEST_LIFE_MS = 40;

interface Write {
  readonly content: string;
  /** Set if the call creates a branch of its own before its note. */
  readonly branch?: string;
}

interface Acknowledged extends Write {
  readonly seq: number;
}

/** Content of different sizes, so that a transaction is one page or many. */
function writeOf(round: number, n: number): Write {
  // A random source for each write: their number depends on the machine.
  const random = randomFrom(round * 10_000 + n);
  const name = `${round}.${n}`;
  const content = `${name} ${'x'.repeat(random.below(20) === 0 ? 30_000 : random.below(200))}`;
  return n % 2 === 0 ? { content } : { content, branch: `branch-of-${name}` };
}

function perform(client: StdioClient, { content, branch }: Write): Promise<CallResult> {
  return branch === undefined
    ? client.call('notes_commit', { branch: 'main', content })
    : client.call('macro_branch_note', { name: branch, from: 'main', content });
}

function seqIn({ text, json }: CallResult): number {
  const result = json?.result as { entry?: { seq?: number } } | undefined;
  return result?.entry?.seq ?? Number(/note committed notes@(\d+)/.exec(text)?.[1]);
}

/** Writes until the server is killed; returns what it had acknowledged by then. */
async function writeUntilKilled(
  place: TestPlace,
  round: number,
  lifeMs: number,
): Promise<{ acknowledged: Acknowledged[]; refused: CallResult[]; sent: number }> {
  const client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
  const acknowledged: Acknowledged[] = [];
  const refused: CallResult[] = [];
  let sent = 0;
  let answers = 0;
  let beAtWork = () => {};
  const atWork = new Promise<void>((resolve) => {
    beAtWork = resolve;
  });
  const goOn = async (): Promise<void> => {
    for (;;) {
      const write = writeOf(round, sent++);
      const reply = await perform(client, write);
      if (reply.isError) refused.push(reply);
      else acknowledged.push({ ...write, seq: seqIn(reply) });
      if (++answers === ANSWERS_BEFORE_KILL) beAtWork();
    }
  };
  const streams = Array.from({ length: IN_FLIGHT }, () => goOn().catch(() => {}));
  await Promise.race([atWork, client.exited]);
  await sleep(lifeMs);
  client.kill('SIGKILL');
  const exit = await client.exited;
  await Promise.all(streams);
  expect(exit.signal).toBe('SIGKILL');
  return { acknowledged, refused, sent };
}

function checkAcknowledged(events: readonly JournalEvent[], all: readonly Acknowledged[]): void {
  const lost = all.filter(({ seq, content }) => {
    const event = events[seq - 1];
    return event?.type !== 'note_committed' || event.payload.content !== content;
  });
  expect(lost).toEqual([]);
}

/** A macro is three events in one call: branch, checkout, note. None exists without the others. */
function checkWhole(events: readonly JournalEvent[]): void {
  expect(events.map((event) => event.seq)).toEqual(seqsUpTo(events.length));
  const calls = events.map((event) => {
    if (event.type !== 'note_committed') return event.type;
    return event.branch === 1 ? 'note' : `note on ${event.branch}`;
  });
  const expected = events.flatMap((event) => {
    if (event.type === 'workspace_initialized') return [event.type];
    if (event.type === 'branch_created') {
      return [event.type, 'checkout_changed', `note on ${event.seq}`];
    }
    return event.type === 'note_committed' && event.branch === 1 ? ['note'] : [];
  });
  expect(calls).toEqual(expected);
}

/** The content names its branch, so that a note on another branch is noticed. */
function checkPlaces(events: readonly JournalEvent[]): void {
  const names = new Map(
    events.flatMap((event) =>
      event.type === 'branch_created' ? [[event.seq, event.payload.name]] : [],
    ),
  );
  const strays = events.filter((event) => {
    if (event.type !== 'note_committed' || event.branch === 1) return false;
    const [name] = event.payload.content.split(' ', 1);
    return names.get(event.branch ?? 0) !== `branch-of-${name}`;
  });
  expect(strays).toEqual([]);
}

async function sqliteFindings(place: TestPlace): Promise<unknown[]> {
  if (place.databaseUrl !== undefined) return [];
  const database = (await loadSqlite(place.sqliteProvider))(databaseFile(place));
  try {
    return database.prepare('pragma integrity_check').all();
  } finally {
    database.close();
  }
}

describeAtOnce('kill -9', (engine) => {
  const isSqlite = engine.name.startsWith('sqlite');
  const kills = isSqlite ? 12 : 4;

  it(`[ST14] keeps every acknowledged write through ${kills} kills`, async () => {
    const place = await engine.place();
    const lives = randomFrom(1_731);
    const acknowledged: Acknowledged[] = [];
    try {
      for (let round = 0; round < kills; round++) {
        const life = await writeUntilKilled(place, round, lives.below(LONGEST_LIFE_MS));
        expect(life.refused).toEqual([]);
        expect(life.sent).toBeGreaterThan(life.acknowledged.length);
        acknowledged.push(...life.acknowledged);
        const events = await journalAt(place, WORKSPACE);
        checkAcknowledged(events, acknowledged);
        checkWhole(events);
        checkPlaces(events);
      }
      expect(acknowledged.length).toBeGreaterThanOrEqual(kills * ANSWERS_BEFORE_KILL);
      expect(await sqliteFindings(place)).toEqual(isSqlite ? [{ integrity_check: 'ok' }] : []);
      const doctor = await runWaymark(['doctor', ...place.flags]);
      expect(doctor).toMatchObject({ code: 0, stderr: '' });
    } finally {
      await place.remove();
    }
  });
});
