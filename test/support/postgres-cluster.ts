/** PostgreSQL servers that belong to one test, to be killed, frozen, restarted and promoted. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findBinaries, freePort, ready, unprivileged } from '../../scripts/postgres.mjs';

const running = new Set<Cluster>();
// A test that fails half-way must not leave its servers behind.
process.on('exit', () => {
  for (const cluster of running) cluster.kill();
});

export class Cluster {
  readonly port: number;
  private readonly directory: string;
  private readonly settings: readonly string[];
  private server: ChildProcess | undefined;

  private constructor(directory: string, port: number, settings: readonly string[]) {
    this.directory = directory;
    this.port = port;
    this.settings = settings;
  }

  /** Creates and starts a new one. */
  static async start(settings: readonly string[] = []): Promise<Cluster> {
    const cluster = await Cluster.place(settings);
    cluster.command('initdb', ['-U', 'waymark', '-A', 'trust', '--locale=C', '-E', 'UTF8']);
    await cluster.run();
    return cluster;
  }

  /** A standby of another one; `name` is how its primary knows it. */
  static async follow(primary: Cluster, name: string): Promise<Cluster> {
    const cluster = await Cluster.place([`primary_conninfo=${followed(primary, name)}`]);
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'waymark'];
    cluster.command('pg_basebackup', [...from, '-R', '--checkpoint=fast', '--no-sync']);
    await cluster.run();
    return cluster;
  }

  private static async place(settings: readonly string[]): Promise<Cluster> {
    const directory = mkdtempSync(join(tmpdir(), 'waymark-cluster-'));
    const { uid, gid } = unprivileged();
    if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
    return new Cluster(directory, await freePort(), settings);
  }

  url(port = this.port, database = 'postgres'): string {
    return `postgres://waymark@127.0.0.1:${port}/${database}`;
  }

  async query<Row extends pg.QueryResultRow>(statement: string, url = this.url()): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Rules of pg_hba.conf that come before those that trust everybody. */
  async authenticate(rules: readonly string[]): Promise<void> {
    const file = join(this.directory, 'data/pg_hba.conf');
    writeFileSync(file, [...rules, readFileSync(file, 'utf8')].join('\n'));
    await this.query('select pg_reload_conf()');
  }

  /** Speaks SSL from now on, with a certificate that nobody else has signed; returns its file. */
  async offerSsl(host: string): Promise<string> {
    const [certificate, key] = ['server.crt', 'server.key'].map((name) =>
      join(this.directory, 'data', name),
    ) as [string, string];
    const made = spawnSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`],
        ...['-addext', `subjectAltName=DNS:${host}`, '-keyout', key, '-out', certificate],
      ],
      { ...unprivileged(), cwd: this.directory, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`openssl failed: ${made.stderr || made.error}`);
    await this.query('alter system set ssl = on');
    await this.restart();
    // The directory of the server is closed to others.
    const copy = join(mkdtempSync(join(tmpdir(), 'waymark-certificate-')), 'ca.pem');
    writeFileSync(copy, readFileSync(certificate));
    return copy;
  }

  /** Ends it like a crash of the server, and starts it again. */
  async restart(): Promise<void> {
    await this.end('SIGQUIT');
    await this.run();
  }

  /** Ends all its processes at once, like a machine that loses power. */
  kill(): void {
    this.signal('SIGKILL');
  }

  /** Signals the server and each of its backends, which are in process groups of their own. */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.server ?? {};
    if (pid === undefined || this.server?.exitCode !== null) return;
    for (const each of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(each, signal);
      } catch {}
    }
  }

  async remove(): Promise<void> {
    this.signal('SIGCONT');
    await this.end('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const server = this.server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = new Promise((resolve) => server.once('exit', resolve));
    if (signal === 'SIGKILL') this.kill();
    else server.kill(signal);
    await gone;
    running.delete(this);
  }

  private async run(): Promise<void> {
    const words = ['-D', join(this.directory, 'data'), '-p', String(this.port)];
    const settings = ['fsync=off', 'max_connections=120', 'hot_standby=on', ...this.settings];
    this.server = spawn(
      join(binaries(), 'postgres'),
      [
        ...words,
        ...['-k', this.directory, '-h', '127.0.0.1'],
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      {
        ...unprivileged(),
        cwd: this.directory,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    running.add(this);
    await ready(this.server);
  }

  private command(name: string, words: readonly string[]): void {
    const { status, stderr } = spawnSync(
      join(binaries(), name),
      ['-D', join(this.directory, 'data'), ...words],
      { ...unprivileged(), cwd: this.directory, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  }
}

function followed(primary: Cluster, name: string): string {
  return `host=127.0.0.1 port=${primary.port} user=waymark application_name=${name}`;
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child, parent]) => (child && parent === pid ? [child] : []));
}

function binaries(): string {
  const found = findBinaries();
  if (!found) throw new Error('there is no PostgreSQL to make a server of');
  return found;
}
