/** A PgBouncer of one test, in front of a PostgreSQL server. */

import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { PGBOUNCER } from '../../scripts/debian-packages.mjs';
import { freePort, unprivileged } from '../../scripts/postgres.mjs';
import type { StorePlace } from '../../src/store/open-store.ts';

const START_MS = 30_000;

export type PoolMode = 'session' | 'transaction' | 'statement';
type Settings = Readonly<Record<string, string | number>>;

const running = new Set<ChildProcess>();
// A test that fails half-way must not leave its pooler behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class PgBouncer {
  readonly port: number;
  private readonly directory: string;
  private readonly child: ChildProcess;

  private constructor(directory: string, port: number, child: ChildProcess) {
    this.directory = directory;
    this.port = port;
    this.child = child;
  }

  static async start(target: URL, mode: PoolMode, more: Settings = {}): Promise<PgBouncer> {
    const account = unprivileged();
    const directory = mkdtempSync(join(tmpdir(), 'waymark-pgbouncer-'));
    const port = await freePort();
    const file = join(directory, 'pgbouncer.ini');
    writeFileSync(file, settings(target, { ...more, pool_mode: mode }, port, directory));
    for (const path of [directory, file]) {
      if (account.uid !== undefined && account.gid !== undefined) {
        chownSync(path, account.uid, account.gid);
      }
    }
    const program = PGBOUNCER.places[0] ?? 'pgbouncer';
    const path = `${process.env.PATH}${delimiter}/usr/sbin`;
    const child = spawn(program, [file], {
      ...account,
      cwd: directory,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    await listening(child);
    return new PgBouncer(directory, port, child);
  }

  /** The words of a command line that lead to a memory through this pooler. */
  flags({ dataDir, databaseUrl }: StorePlace): string[] {
    const url = new URL(databaseUrl ?? '');
    url.port = String(this.port);
    return ['--data-dir', dataDir, '--database-url', url.toString()];
  }

  /** Closes each connection to the server as soon as its transaction or session ends. */
  async renewConnections(): Promise<void> {
    const client = new pg.Client({
      connectionString: `postgres://waymark@127.0.0.1:${this.port}/pgbouncer`,
    });
    await client.connect();
    await client.query('RECONNECT');
    await client.end();
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const gone = new Promise((resolve) => this.child.once('exit', resolve));
      this.child.kill('SIGKILL');
      await gone;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function settings(target: URL, more: Settings, port: number, directory: string): string {
  const all: Settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: directory,
    auth_type: 'any',
    admin_users: 'waymark',
    default_pool_size: 20,
    ...more,
  };
  return `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
${Object.entries(all)
  .map(([name, value]) => `${name} = ${value}\n`)
  .join('')}`;
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let words = '';
    const late = setTimeout(() => reject(new Error(`PgBouncer did not start: ${words}`)), START_MS);
    child.stderr?.on('data', (part) => {
      words = (words + part).slice(-4_000);
      if (!/process up/.test(words)) return;
      clearTimeout(late);
      resolve();
    });
    child.once('exit', () => {
      clearTimeout(late);
      reject(new Error(`PgBouncer stopped: ${words}`));
    });
  });
}
