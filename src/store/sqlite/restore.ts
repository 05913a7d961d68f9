/**
 * Puts a backup in the place of a memory, and keeps the old one aside.
 *
 * Everything is copied and checked under another name. Then, while no other process can open the
 * old memory, its log is moved into it, it gets a second name, and the new file takes its first
 * name in one step. A process that is killed in between leaves one or the other, complete.
 */

import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkJournals } from '../sql/doctor.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { indexOf, isSameFile, logOf, statOf } from './file-identity.ts';
import { closeAsOneFile } from './memory-file.ts';
import { beginsAsDatabase, createDirectory, FAIL_UNLESS_SOUND, openMemory } from './open-sqlite.ts';
import type { OpenSqlite, SqliteDatabase } from './provider.ts';
import { OWNER_ONLY } from './sqlite-engine.ts';
import { explain, isBusy } from './sqlite-failure.ts';

/** The file cannot be restored: reported in a sentence, and nothing is changed. */
export class NoBackup extends Error {}

export interface Restored {
  readonly workspaces: number;
  readonly events: number;
  /** Where the previous memory was put, if one existed. */
  readonly aside: string | undefined;
}

/** A command that is about to end is waited for; a server is not. */
const ATTEMPTS = 20;
const PAUSE_MS = 100;
/**
 * A process that opened the old file right before it was moved finds it locked, and looks again.
 */
const GRACE_MS = 250;

export async function restoreFile(
  open: OpenSqlite,
  file: string,
  backup: string,
  stamp: string,
): Promise<Restored> {
  refuseWrongFile(file, backup);
  await createDirectory(dirname(file));
  const copy = `${file}${COPYING}${stamp}-${process.pid}`;
  try {
    copyWhole(backup, copy);
    const contents = await checkCopy(open, copy, backup);
    const aside = await exchange(open, file, copy, stamp);
    removeLeftovers(file, COPYING);
    return { ...contents, aside };
  } finally {
    for (const path of [copy, logOf(copy), indexOf(copy)]) rmSync(path, { force: true });
  }
}

const COPYING = '.restoring-';
const KEPT = '.before-restore-';

function refuseWrongFile(file: string, backup: string): void {
  const found = statOf(backup);
  if (!found?.isFile()) throw new NoBackup(`There is no file ${backup}.`);
  if (isSameFile(found, statOf(file))) {
    throw new NoBackup(`${backup} is the memory itself; name a backup of it.`);
  }
  if (!beginsAsDatabase(backup)) {
    throw new NoBackup(`${backup} is no SQLite database, and so no backup; nothing was changed.`);
  }
}

/** A memory that was set aside may have a log beside it, which belongs to it. */
function copyWhole(from: string, to: string): void {
  for (const [source, target] of [
    [from, to],
    [logOf(from), logOf(to)],
  ] as const) {
    if (!statOf(source)) continue;
    try {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, OWNER_ONLY);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') {
        throw new StoreUnavailable('unreadable', `${source} cannot be copied to ${target}.`, error);
      }
      throw new StoreUnavailable('full', `There is no room for a copy of ${source}.`, error);
    }
  }
}

/** Checks what a whole memory must have; projections are left out, since they can be rebuilt. */
async function checkCopy(
  open: OpenSqlite,
  copy: string,
  backup: string,
): Promise<Pick<Restored, 'workspaces' | 'events'>> {
  const memory = await openMemory(open, copy).catch((error: unknown) => {
    throw refusedCopy(error, backup);
  });
  try {
    const { connection } = memory;
    const findings = connection
      .rows('pragma integrity_check')
      .map((row) => `SQLite: ${row.integrity_check}.`)
      .filter((line) => line !== 'SQLite: ok.');
    if (findings.length === 0) {
      findings.push(...(await checkJournals({ read: (work) => work(connection.sql) })));
    }
    if (findings.length > 0) {
      throw new NoBackup(`${backup} is not sound; nothing was changed. ${findings[0]}`);
    }
    const [counts] = connection.rows(
      'select count(*) as workspaces, coalesce(sum(last_seq), 0) as events from workspaces',
    );
    closeAsOneFile(memory);
    sync(copy);
    return { workspaces: Number(counts?.workspaces), events: Number(counts?.events) };
  } catch (error) {
    memory.close();
    throw refusedCopy(error, backup);
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  corrupt: 'is damaged',
  foreign: 'is the database of another program',
  newer: 'was written by a newer Waymark',
};

function refusedCopy(error: unknown, backup: string): unknown {
  const explained = explain(error, backup);
  if (!(explained instanceof StoreUnavailable) || !FAULTS[explained.reason]) return explained;
  return new NoBackup(`${backup} ${FAULTS[explained.reason]}; nothing was changed.`);
}

async function exchange(
  open: OpenSqlite,
  file: string,
  copy: string,
  stamp: string,
): Promise<string | undefined> {
  const old = statOf(file);
  const hold = old && old.size > 0n ? await holdAlone(open, file) : undefined;
  try {
    if (hold && !isSameFile(old, statOf(file))) throw inUse(file);
    if (hold) mergeLogInto(hold);
    const aside = setAside(file, stamp);
    syncDirectory(file);
    rmSync(logOf(file), { force: true });
    rmSync(indexOf(file), { force: true });
    if (old) renameSync(copy, file);
    else putInPlace(copy, file);
    syncDirectory(file);
    if (hold) await sleep(GRACE_MS);
    return aside;
  } finally {
    // The name belongs to another file now, or no other process has it open: closing changes
    // nothing.
    hold?.close();
  }
}

/**
 * A connection that excludes all others; refused while another process has one open, idle or not.
 * With a log beside the file this works before a single page is read, so even if the file is
 * damaged. Without a log no process has it open.
 */
async function holdAlone(open: OpenSqlite, file: string): Promise<SqliteDatabase> {
  for (let attempt = 1; ; attempt++) {
    const hold = open(file);
    try {
      hold.exec('pragma locking_mode = exclusive');
      hold.exec('begin exclusive');
      hold.exec('commit');
      return hold;
    } catch (error) {
      if (!isBusy(error)) {
        const explained = explain(error, file);
        if (explained instanceof StoreUnavailable && explained.reason === 'corrupt') return hold;
        hold.close();
        throw explained;
      }
      hold.close();
      if (attempt >= ATTEMPTS) throw inUse(file);
      await sleep(PAUSE_MS);
    }
  }
}

function inUse(file: string): StoreUnavailable {
  return new StoreUnavailable(
    'busy',
    `The memory at ${file} is open in another process; nothing was changed. ` +
      'Stop every Waymark that uses it, the clients that started one included, and repeat.',
  );
}

/** The log of a sound memory is moved into it; the log of a damaged one is kept as it is. */
function mergeLogInto(hold: SqliteDatabase): void {
  try {
    hold.exec(FAIL_UNLESS_SOUND);
    hold.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // The file is damaged: do not change it further.
  }
}

/** A second name first, so that a memory is in place at every moment. */
function setAside(file: string, stamp: string): string | undefined {
  const old = statOf(file);
  // Names left by a restore that did not finish.
  removeLeftovers(file, KEPT, (path) => isSameFile(statOf(path), old));
  const hasLog = (statOf(logOf(file))?.size ?? 0n) > 0n;
  if (!hasLog && (old?.size ?? 0n) === 0n) return undefined;
  const aside = freeName(`${file}${KEPT}${stamp}`);
  if (old) addSecondName(file, aside);
  if (hasLog) addSecondName(logOf(file), logOf(aside));
  return aside;
}

function addSecondName(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch {
    // The file system has no hard links.
    copyFileSync(path, name, constants.COPYFILE_EXCL);
    sync(name);
  }
}

function freeName(request: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? request : `${request}-${n}`;
    if (!statOf(name) && !statOf(logOf(name))) return name;
  }
}

/** Never overwrites a memory that another process has created meanwhile. */
function putInPlace(copy: string, file: string): void {
  try {
    linkSync(copy, file);
  } catch {
    if (statOf(file)) throw inUse(file);
    renameSync(copy, file);
  }
}

function removeLeftovers(file: string, mark: string, isMeant = (_path: string) => true): void {
  const directory = dirname(file);
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (name.startsWith(`${basename(file)}${mark}`) && isMeant(path)) rmSync(path, { force: true });
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** Makes the new name survive a loss of power. Not every system allows this for a directory. */
function syncDirectory(file: string): void {
  try {
    const handle = openSync(dirname(file), 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {}
}
