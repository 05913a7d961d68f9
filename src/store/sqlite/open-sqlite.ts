/** Opens the memory in a SQLite file, and inspects the file before it writes to it. */

import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Engine } from '../sql/engine.ts';
import { foundVersion, migrate, SCHEMA_VERSION } from '../sql/migrate.ts';
import { StoreUnavailable, tooOldToRead } from '../unavailable.ts';
import { indexOf, isSameFile, logOf, statOf } from './file-identity.ts';
import { MemoryFile, strayed } from './memory-file.ts';
import { BLOCKING_WAIT_MS, patiently } from './patiently.ts';
import type { OpenSqlite, SqliteDatabase } from './provider.ts';
import { isReadOnlyFile, openReadOnlyFile } from './read-only-file.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { OWNER_ONLY, SqliteEngine } from './sqlite-engine.ts';
import {
  damaged,
  explain,
  logWithoutDatabase,
  notADatabase,
  TEMPORARY_FILE,
} from './sqlite-failure.ts';
import { ALONE, SqliteVigil } from './sqlite-vigil.ts';

/**
 * SQLite's page cache, allocated only as it is used: a merge must not read the same pages again.
 */
const CACHE_KIB = 16 * 1024;

export const IN_MEMORY = ':memory:';

/** A memory without a name of its own: it ends with its connection. */
function isNameless(file: string): boolean {
  return file === IN_MEMORY || file === TEMPORARY_FILE;
}

/** How often the file may be replaced by another while it is being opened. */
const MAX_EXCHANGES = 5;

export async function openSqliteEngine(
  open: OpenSqlite,
  file: string,
  location: string,
): Promise<Engine> {
  const directory = isNameless(file) ? undefined : dirname(file);
  if (directory !== undefined) await createDirectory(directory);
  const openFile = () => openMemory(open, file);
  const vigil = isNameless(file) ? ALONE : new SqliteVigil(open, file);
  return new SqliteEngine(await openFile(), openFile, { file, directory, location, vigil });
}

/**
 * An empty database in a temporary file that no process can open but this one, and that is gone
 * whenever it ends: the operating system removes its name as soon as it is created, with mode 600.
 */
export function openScratch(open: OpenSqlite): Promise<Engine> {
  return openSqliteEngine(open, TEMPORARY_FILE, 'a temporary file');
}

export async function openMemory(open: OpenSqlite, file: string): Promise<MemoryFile> {
  for (let round = 0; ; round++) {
    const memory = await openOnce(open, file);
    if (memory) return memory;
    if (round >= MAX_EXCHANGES) throw strayed('replaced', file);
  }
}

/** Undefined if another file was put in place meanwhile, as a restore does. */
async function openOnce(open: OpenSqlite, file: string): Promise<MemoryFile | undefined> {
  const isFile = !isNameless(file);
  if (isFile) {
    refuseForeignBytes(file);
    if (isReadOnlyFile(file)) return openToRead(open, file);
    createFile(file);
  }
  const opened = isFile ? statOf(file) : undefined;
  const isInPlace = () => !isFile || isSameFile(statOf(file), opened);
  const look = isFile ? await lookFirst(open, file) : undefined;
  let memory: MemoryFile | undefined;
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(open(file));
    await prepare(connection, file, isInPlace);
    memory = new MemoryFile(connection, isFile ? file : undefined, { look });
    if (isInPlace()) return memory;
    memory.close();
    return undefined;
  } catch (error) {
    const explained = explain(error, file);
    const left = memory ?? (connection && new MemoryFile(connection, undefined, { look }));
    if (explained instanceof StoreUnavailable && explained.reason === 'corrupt')
      left?.markDamaged();
    if (left) left.close();
    else look?.close();
    if (error instanceof Exchanged) return undefined;
    throw explained;
  }
}

async function openToRead(open: OpenSqlite, file: string): Promise<MemoryFile> {
  let connection: SqliteConnection | undefined;
  try {
    connection = new SqliteConnection(openReadOnlyFile(open, file));
    const found = await inspect(connection, file, () => true);
    if (found < SCHEMA_VERSION) throw tooOldToRead(file);
    connection.exec(`pragma cache_size = -${CACHE_KIB}`);
    return new MemoryFile(connection, file, { isReadOnly: true });
  } catch (error) {
    connection?.close();
    throw explain(error, file);
  }
}

/** The file was replaced while we waited for its lock. */
class Exchanged extends Error {}

export async function createDirectory(directory: string): Promise<void> {
  try {
    await createMissing(directory);
  } catch (error) {
    throw new StoreUnavailable(
      'unreadable',
      `The directory ${directory} cannot be created: ${(error as Error).message}.`,
      error,
    );
  }
}

/**
 * One directory at a time: Node's own recursion never ends where nothing can be created (`/proc`).
 */
async function createMissing(directory: string): Promise<void> {
  const parent = dirname(directory);
  if (parent !== directory && !existsSync(parent)) await createMissing(parent);
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const isThere = existsSync(directory) && statSync(directory).isDirectory();
    if (!isThere) throw error;
  }
}

const SQLITE_MAGIC = 'SQLite format 3\u0000';

/** SQLite would treat some foreign files as empty ones; ours start with its sixteen bytes. */
function refuseForeignBytes(file: string): void {
  // In this order: during the first start of another process, the file is filled before its log.
  const logged = statOf(logOf(file))?.size ?? 0n;
  const size = statOf(file)?.size ?? 0n;
  if (size === 0n && logged > 0n) throw logWithoutDatabase(file);
  if (size === 0n) return;
  const header = readHeader(file);
  if (!isDatabaseHeader(header)) throw notADatabase(file);
  // With a log, pages may be missing from the file because they are still in the log.
  if (logged === 0n && size < statedSize(header)) throw damaged(file);
}

const HEADER_BYTES = 100;

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    readSync(handle, header, 0, header.length, 0);
  } catch (error) {
    throw new StoreUnavailable('unreadable', `The file ${file} cannot be read.`, error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
  return header;
}

function isDatabaseHeader(header: Buffer): boolean {
  return header.toString('latin1', 0, SQLITE_MAGIC.length) === SQLITE_MAGIC;
}

export function beginsAsDatabase(file: string): boolean {
  return isDatabaseHeader(readHeader(file));
}

/**
 * The size that the file states of itself. SQLite reads a file that was cut without complaint until
 * it needs a missing page, which may be long after new writes were acknowledged.
 */
function statedSize(header: Buffer): bigint {
  const stated = header.readUInt16BE(16);
  const pageBytes = stated === 1 ? 65_536 : stated;
  // Only valid if it was written together with the last change of the file.
  const isValid = header.readUInt32BE(24) === header.readUInt32BE(92);
  return isValid ? BigInt(pageBytes) * BigInt(header.readUInt32BE(28)) : 0n;
}

/**
 * Creates the file for its owner only; SQLite gives the files beside it the same mode. An existing
 * file keeps its mode.
 *
 * If a memory was moved away while another process had it open, that process still uses the log and
 * index that remain here: a new memory must not share them.
 */
function createFile(file: string): void {
  const left = [logOf(file), indexOf(file)].map((path) => ({ path, was: statOf(path) }));
  if (statOf(file)) return;
  for (const { path, was } of left) {
    const now = statOf(path);
    if (now && isSameFile(now, was) && now.ctimeNs === was?.ctimeNs) rmSync(path, { force: true });
  }
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY));
  } catch {
    // It exists already, or cannot be created: SQLite reports that in better words.
  }
}

/**
 * Fails unless SQLite finds the whole file sound. It is one statement because a prepared one would
 * outlive its connection.
 */
export const FAIL_UNLESS_SOUND =
  'select case (select integrity_check from pragma_integrity_check limit 1) ' +
  "when 'ok' then 1 else json('unsound') end";

function isUnsound(error: unknown): boolean {
  return error instanceof Error && error.message.includes('malformed JSON');
}

/**
 * If a log was left, a connection that cannot write inspects it. A file younger than its log may
 * have been put there by hand, so the log may belong to another file. SQLite would mix the two, so
 * the whole file is checked first.
 */
async function lookFirst(open: OpenSqlite, file: string): Promise<SqliteDatabase | undefined> {
  const [log, base] = [statOf(logOf(file)), statOf(file)];
  if (!log || !base || log.size === 0n) return undefined;
  let look: SqliteDatabase | undefined;
  try {
    const opened = open(file, { readOnly: true });
    look = opened;
    opened.exec(`pragma busy_timeout = ${BLOCKING_WAIT_MS}`);
    const question = base.ctimeNs > log.mtimeNs ? FAIL_UNLESS_SOUND : 'pragma schema_version';
    await patiently(() => opened.exec(question));
    return opened;
  } catch (error) {
    look?.close();
    const explained = isUnsound(error) ? damaged(file, error) : explain(error, file);
    if (explained instanceof StoreUnavailable && explained.reason === 'corrupt') throw explained;
    // Any other problem is met again by the connection that does the work.
    return undefined;
  }
}

/** The version of the schema, 0 of an empty file. A database of another program is refused. */
async function inspect(
  connection: SqliteConnection,
  file: string,
  isInPlace: () => boolean,
): Promise<number> {
  connection.exec(`pragma busy_timeout = ${BLOCKING_WAIT_MS}`);
  const tables = await patiently(() => {
    // A process that waited for a restore would continue with the memory that was moved aside.
    if (!isInPlace()) throw new Exchanged();
    return connection.rows("select name from sqlite_master where type = 'table'");
  });
  const isOurs = tables.some((table) => table.name === 'waymark_meta');
  if (tables.length > 0 && !isOurs) {
    throw new StoreUnavailable(
      'foreign',
      `The file ${file} is a database of another program; it was not changed.`,
    );
  }
  return isOurs ? patiently(() => foundVersion(connection.sql, file)) : 0;
}

/**
 * Inspects before it writes: a database of another program or of a newer version is not changed.
 */
async function prepare(
  connection: SqliteConnection,
  file: string,
  isInPlace: () => boolean,
): Promise<void> {
  const current = await inspect(connection, file, isInPlace);
  if (!isNameless(file)) await patiently(() => connection.exec('pragma journal_mode = wal'));
  // The first read in that mode takes the lock by which other processes see that the file is open.
  await patiently(() => connection.exec('pragma schema_version'));
  connection.exec('pragma synchronous = full');
  connection.exec(`pragma cache_size = -${CACHE_KIB}`);
  // Otherwise a large sort would be written to a temporary file.
  if (file === IN_MEMORY) connection.exec('pragma temp_store = memory');
  if (current === SCHEMA_VERSION) return;
  await patiently(() => connection.exec('begin immediate'));
  try {
    await migrate(connection.sql, 'sqlite', file);
    connection.exec('commit');
  } catch (error) {
    connection.exec('rollback');
    throw error;
  }
}
