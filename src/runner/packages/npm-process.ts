/** Runs npm in bubblewrap: no process but its own, no network but the registry, two folders. */

import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { APART, systemWords } from '../bubblewrap/sandbox-words.ts';
import { seccompFilter } from '../bubblewrap/seccomp-filter.ts';
import { killSandboxed, spawnSandboxed } from '../bubblewrap/spawn-sandboxed.ts';
import { systemFolders } from '../bubblewrap/system-folders.ts';

export interface InstallLimits {
  readonly ms: number;
  /** Everything that is written, and one file. */
  readonly bytes: number;
  readonly fileBytes: number;
  readonly memoryBytes: number;
}

export const INSTALL_LIMITS: InstallLimits = {
  ...{ ms: 60_000, bytes: 200 * 2 ** 20, fileBytes: 64 * 2 ** 20, memoryBytes: 1536 * 2 ** 20 },
};

export interface NpmRun {
  /** What npm is to do: `install --package-lock-only` or `ci`. */
  readonly words: readonly string[];
  readonly npm: string;
  readonly registry: string;
  /** The folder with package.json, which npm fills. */
  readonly work: string;
  readonly cache: string;
  /** The folder of the proxy's socket. */
  readonly line: string;
  readonly limits: InstallLimits;
  readonly program: string;
  readonly path: string;
  readonly account?: { readonly uid: number; readonly gid: number };
  readonly signal?: AbortSignal;
  /** A file with further certificates of authorities. */
  readonly certificates?: string;
}

export type NpmEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'ended'; readonly why: 'time' | 'size' | 'cancelled' }
  | { readonly kind: 'failed'; readonly words: string };

/** Where npm is, beside Node or where systems put it. */
export function findNpm(execPath: string): string | undefined {
  const places = [
    join(dirname(execPath), '../lib/node_modules/npm'),
    ...['/usr/lib/node_modules/npm', '/usr/local/lib/node_modules/npm', '/usr/share/nodejs/npm'],
  ];
  return places.find((place) => existsSync(join(place, 'bin/npm-cli.js')));
}

export function npmVersion(npm: string): string {
  const { version } = JSON.parse(readFileSync(join(npm, 'package.json'), 'utf8'));
  return String(version);
}

const PORT = 4873;

/** Inside, npm knows one proxy; what it says goes to the one socket that leads out. */
const WAY_OUT = `data:text/javascript,${encodeURIComponent(`import net from 'node:net';
  const server = net.createServer((client) => {
    const way = net.connect('/line/socket');
    for (const [one, other] of [[client, way], [way, client]]) {
      one.on('error', () => other.destroy()); one.pipe(other);
    }
  });
  await new Promise((resolve) => server.listen(${PORT}, '127.0.0.1', resolve)); server.unref();`)}`;

function sandboxWords({ npm, work, cache, line, certificates }: NpmRun): string[] {
  return [
    ...APART,
    ...['--unshare-net', '--hostname', 'packages'],
    ...systemWords(systemFolders()),
    ...['--ro-bind', npm, '/npm', '--ro-bind', line, '/line'],
    ...['--bind', work, '/work', '--bind', cache, '/cache'],
    ...['--size', String(64 * 2 ** 20), '--tmpfs', '/tmp'],
    ...['--setenv', 'HOME', '/tmp', '--setenv', 'PATH', '/nowhere', '--setenv', 'NO_COLOR', '1'],
    ...(certificates === undefined
      ? []
      : [
          '--ro-bind',
          certificates,
          '/certificates',
          '--setenv',
          'NODE_EXTRA_CA_CERTS',
          '/certificates',
        ]),
    ...['--chdir', '/work', '--remount-ro', '/'],
  ];
}

function npmWords({ words, registry }: NpmRun): string[] {
  const proxy = `http://127.0.0.1:${PORT}`;
  return [
    ...['--import', WAY_OUT, '/npm/bin/npm-cli.js', ...words],
    ...['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
    ...['--cache=/cache', `--registry=${registry}`, '--omit-lockfile-registry-resolved'],
    ...['--userconfig=/tmp/no-user', '--globalconfig=/tmp/no-global', '--logs-max=0'],
    ...[`--proxy=${proxy}`, `--https-proxy=${proxy}`, '--noproxy='],
    ...['--install-links=false', '--engine-strict=false', '--fetch-retries=1'],
    ...['--fetch-timeout=15000', '--fetch-retry-mintimeout=500', '--maxsockets=8'],
    // npm 11 knows these. An older one ignores them, and meets the proxy and the check of the lock.
    ...['git', 'remote', 'file', 'directory'].map((kind) => `--allow-${kind}=none`),
  ];
}

export function runNpm(run: NpmRun): Promise<NpmEnd> {
  const filter = seccompFilter(process.arch);
  if (!filter) throw new Error(`no seccomp filter for ${process.arch}`);
  const { limits, signal } = run;
  const child = spawnSandboxed({
    limits: [
      ...['-c 0', '-n 1024', '-t 240', `-f ${Math.ceil(limits.fileBytes / 512)}`],
      `-d ${Math.ceil(limits.memoryBytes / 1024)}`,
    ],
    inputs: [filter],
    program: run.program,
    words: ([seccomp]) => [...sandboxWords(run), '--seccomp', String(seccomp)],
    command: npmWords(run),
    path: run.path,
    ...(run.account ? { account: run.account } : {}),
  });
  return new Promise((resolve, reject) => {
    let words = '';
    let why: 'time' | 'size' | 'cancelled' | undefined;
    const end = (reason: typeof why) => {
      why ??= reason;
      killSandboxed(child);
    };
    const cancel = () => end('cancelled');
    const timer = setTimeout(() => end('time'), limits.ms);
    const size = setInterval(() => {
      if (sizeOf(run.work) > limits.bytes) end('size');
    }, 250);
    signal?.addEventListener('abort', cancel, { once: true });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        words = (words + bytes).slice(-8_000);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      clearInterval(size);
      signal?.removeEventListener('abort', cancel);
      if (why === undefined && sizeOf(run.work) > limits.bytes) why = 'size';
      if (why !== undefined) resolve({ kind: 'ended', why });
      else resolve(code === 0 ? { kind: 'done' } : { kind: 'failed', words });
    });
  });
}

/** Bytes of all files in a folder. What vanishes meanwhile does not count. */
function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
      const path = join(folder, entry.name);
      return (
        sum +
        (entry.isDirectory()
          ? sizeOf(path)
          : (lstatSync(path, { throwIfNoEntry: false })?.size ?? 0))
      );
    }, 0);
  } catch {
    return 0;
  }
}
