/** The one implementation of the store, on any SQL engine. */

import { throwIfCancelled } from '../../kernel/cancelled.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Store, WorkspaceHead, Writer, Writing } from '../port.ts';
import { OutcomeUnknown } from '../unavailable.ts';
import { projectBook } from './agents/bindings.ts';
import { PresenceBook } from './agents/presences.ts';
import { Sweeper, type Traces } from './calls.ts';
import { checkJournals, compareProjections } from './doctor.ts';
import type { Engine, Sql } from './engine.ts';
import { SCHEMA_NAME } from './migrate.ts';
import {
  bringWorkspaceUpToDate,
  copyJournal,
  type Rebuildable,
  type Replicas,
  rebuildWorkspace,
} from './rebuild.ts';
import { Outdated, Renamed, reading, writing } from './transaction.ts';

/** Carries a refusal out of a transaction, so that leaving it rolls back. */
class RolledBack extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super('rolled back by a refusal');
    this.refusal = refusal;
  }
}

export function sqlStore(engine: Engine, replicas: Replicas, process?: string): Store {
  const presences = process === undefined ? undefined : new PresenceBook(engine, process);
  const sweeper = new Sweeper();
  const memory = { engine, replicas };
  const workspaces = () =>
    engine.read(async (sql) => {
      const rows = await sql
        .selectFrom('workspaces')
        .select('workspace')
        .orderBy('workspace')
        .execute();
      return rows.map((row) => row.workspace);
    });

  return {
    engine: engine.name,
    location: engine.location,
    schemaVersion: SCHEMA_NAME,
    get notices() {
      return engine.notices ?? [];
    },
    workspaces,
    heads: () => engine.read(readHeads, { aside: true }),
    projects: projectBook(engine),
    presences,

    read: (workspace, work, manner) =>
      withUpToDateProjections(memory, () =>
        engine.read(async (sql) => work(await reading(sql, workspace, engine.location)), manner),
      ),

    write: (writer, work) =>
      withUpToDateProjections(memory, () => write({ engine, sweeper }, writer, work)),

    watch: (changed) => engine.watch(changed),

    check: async () => checkAll(engine, replicas, await workspaces()),

    async rebuild() {
      let events = 0;
      const all = await workspaces();
      for (const workspace of all) {
        events += await rebuildWorkspace(memory, workspace);
      }
      return { workspaces: all.length, events };
    },

    backup: (file) => engine.copyTo?.(file) ?? copyInto(engine, replicas, file),

    async close() {
      await presences?.close();
      await engine.close();
    },
  };
}

async function readHeads(sql: Sql): Promise<readonly WorkspaceHead[]> {
  const rows = await sql
    .selectFrom('workspaces')
    .innerJoin('events', (join) =>
      join
        .onRef('events.workspace', '=', 'workspaces.workspace')
        .onRef('events.seq', '=', 'workspaces.last_seq'),
    )
    .select(['workspaces.workspace', 'events.seq', 'events.type', 'events.ts_ms'])
    .orderBy('workspaces.workspace')
    .execute();
  return rows.map((row) => ({
    workspace: row.workspace,
    head: Number(row.seq),
    lastType: row.type,
    lastAtMs: Number(row.ts_ms),
  }));
}

/**
 * Opening a memory rebuilds what is outdated. If an older memory was put in place since, for
 * example by a restore, the first call notices it before it does anything.
 */
async function withUpToDateProjections<Result>(
  memory: Rebuildable,
  call: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      await bringWorkspaceUpToDate(memory, error.workspace);
    }
  }
}

interface Writable {
  readonly engine: Engine;
  readonly sweeper: Sweeper;
}

async function write<Result>(
  { engine, sweeper }: Writable,
  writer: Writer,
  work: (tx: Writing) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const { workspace, nowMs, signal, patience, onUnreplicated } = writer;
  let traces: Traces | undefined;
  const isThere = async (sql: Sql) => traces?.wereCommitted(sql) ?? true;
  try {
    return await engine.write(
      async (sql) => {
        throwIfCancelled(signal);
        const open = await writing(sql, writer, engine.location);
        traces = open.traces;
        const result = await work(open.tx);
        if (isRefusal(result)) throw new RolledBack(result);
        if (traces.isRepeat) await engine.confirm?.(sql);
        if (traces.kept) await sweeper.sweep(sql, workspace, nowMs);
        if (open.changed()) await engine.announce(sql, workspace);
        return result;
      },
      { workspace, isThere, signal, patience, onUnreplicated },
    );
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal;
    if (error instanceof Renamed) {
      return write({ engine, sweeper }, { ...writer, ...error.now }, work);
    }
    throw error instanceof OutcomeUnknown ? error.withTicket(traces?.ticket) : error;
  }
}

async function checkAll(
  engine: Engine,
  replicas: Replicas,
  workspaces: readonly string[],
): Promise<readonly string[]> {
  const broken = await engine.integrity();
  // A damaged file cannot be trusted to answer the other checks.
  if (broken.length > 0) return broken;
  const findings = await checkJournals(engine);
  if (findings.length > 0) return findings;
  const scratch = await replicas.scratch();
  try {
    for (const workspace of workspaces) {
      findings.push(...(await compareProjections(engine, scratch, workspace)));
    }
  } finally {
    await scratch.close();
  }
  return findings;
}

/**
 * Copies into a temporary file first: only a SQLite engine can write a file that is either complete
 * or absent.
 */
async function copyInto(engine: Engine, replicas: Replicas, file: string): Promise<void> {
  const copy = await replicas.scratch();
  try {
    await copyJournals(engine, copy);
    await copy.copyTo?.(file);
  } finally {
    await copy.close();
  }
}

/** Reads from one snapshot, so that the copy is the state of one moment. */
async function copyJournals(from: Engine, to: Engine): Promise<void> {
  await from.read(
    async (source) => {
      const bindings = await source.selectFrom('bindings').selectAll().execute();
      await to.write(async (target) => {
        for (const row of bindings) await target.insertInto('bindings').values(row).execute();
      });
      const heads = await source.selectFrom('workspaces').selectAll().execute();
      for (const head of heads) {
        await to.write((target) => copyJournal(source, target, head.workspace));
      }
    },
    { long: true },
  );
}
