/** The world around the sandbox in its tests: canaries that must not be found, and who watches. */

import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { addWorkers, BUNDLE } from '../../scripts/build.mjs';
import type { Orders, Report } from './driver.ts';

/** An ordinary account that exists everywhere. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Whom the tests can be: whoever runs them, and an ordinary user if that is root. */
export const ACCOUNTS =
  process.getuid?.() === 0
    ? [
        { who: 'root', account: {} },
        { who: 'an ordinary user', account: NOBODY },
      ]
    : [{ who: 'an ordinary user', account: {} }];

export type Account = (typeof ACCOUNTS)[number]['account'];

export interface World {
  readonly folder: string;
  readonly canaryFile: string;
  readonly secret: string;
  readonly tcp: number;
  readonly udp: number;
  readonly socket: string;
  readonly victim: ChildProcess;
  /** What reached a listener. */
  readonly heard: string[];
  /** The files of the folder, with what is in them. */
  files(): Record<string, string>;
  close(): void;
}

export async function createWorld(secret: string, account: Account): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-world-'));
  const canaryFile = join(folder, 'canary.txt');
  writeFileSync(canaryFile, secret);
  chmodSync(canaryFile, 0o666);
  // Whoever gets out can write here.
  chmodSync(folder, 0o777);
  const heard: string[] = [];
  const listening: Server[] = [];
  const listen = async (where: { port?: number; host?: string; path?: string }) => {
    const server = createServer((socket) => {
      heard.push('connection');
      socket.on('error', () => {}).on('data', (bytes) => heard.push(String(bytes).slice(0, 80)));
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(where, resolve));
    listening.push(server);
    return server;
  };
  const tcp = await listen({ port: 0, host: '127.0.0.1' });
  const socket = join(folder, 'socket');
  await listen({ path: socket });
  chmodSync(socket, 0o777);
  const udp = createSocket('udp4', (bytes) => heard.push(`datagram ${bytes}`));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const victim = spawn('/bin/sleep', ['600'], { ...account, stdio: 'ignore' });
  const address = tcp.address();
  return {
    ...{ folder, canaryFile, secret, socket, victim, heard },
    tcp: typeof address === 'object' && address ? address.port : 0,
    udp: udp.address().port,
    files: () =>
      Object.fromEntries(
        readdirSync(folder)
          .filter((name) => name !== 'socket')
          .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
      ),
    close() {
      victim.kill('SIGKILL');
      for (const server of listening) server.close();
      udp.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const buildDriver = () => bundled('driver');
export const buildInstaller = () => bundled('install-driver');

/** A driver as a bundle in a folder that every account can read. */
async function bundled(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-driver-'));
  chmodSync(folder, 0o755);
  await build({
    ...BUNDLE,
    external: [...BUNDLE.external],
    entryPoints: { driver: join(import.meta.dirname, `${name}.ts`) },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  await addWorkers(join(folder, 'lib'));
  return folder;
}

export interface Driven {
  readonly child: ChildProcess;
  readonly report: Promise<Report>;
  /** Where the driver would put its temporary files: nobody else has any there. */
  readonly scratch: string;
}

let drives = 0;

/** Starts the driver as a server would be: with secrets in its environment and files left open. */
export function drive(folder: string, orders: Orders, account: Account, world: World): Driven {
  drives += 1;
  const own = join(folder, `drive-${process.pid}-${drives}`);
  const scratch = join(own, 'scratch');
  for (const each of [own, scratch]) {
    mkdirSync(each);
    if ('uid' in account) chownSync(each, account.uid, account.gid);
  }
  const [ordersFile, reportFile] = [join(own, 'orders.json'), join(own, 'report.json')];
  writeFileSync(ordersFile, JSON.stringify(orders));
  const leaked = openSync(world.canaryFile, 'r');
  // By its descriptor, because an ordinary user may not reach where Node is installed.
  const program = openSync(process.execPath, 'r');
  const child = spawn('/proc/self/fd/9', [join(folder, 'driver.mjs'), ordersFile, reportFile], {
    ...account,
    cwd: folder,
    env: {
      ...{ PATH: '/usr/bin:/bin', WAYMARK_CANARY: world.secret },
      ...{ HOME: folder, TMPDIR: scratch },
    },
    stdio: [
      'ignore',
      'pipe',
      'pipe',
      'ignore',
      leaked,
      'ignore',
      'ignore',
      leaked,
      leaked,
      program,
    ],
  });
  closeSync(leaked);
  closeSync(program);
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes) => {
      words += bytes;
    });
  }
  const report = new Promise<Report>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(readFileSync(reportFile, 'utf8')));
      else reject(new Error(`the driver ended with ${code}: ${words.slice(-2_000)}`));
    });
  });
  return { child, report, scratch };
}

export function startInstaller(folder: string, words: string[], account: Account): ChildProcess {
  const program = openSync(process.execPath, 'r');
  const child = spawn('/proc/self/fd/3', [join(folder, 'driver.mjs'), ...words], {
    ...account,
    cwd: folder,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'inherit', program],
  });
  closeSync(program);
  return child;
}

/**
 * Processes of the machine whose command line contains a text. Other tests run beside this one, so
 * the text must be one that only the caller's processes have.
 */
export function processesWith(part: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!pid || pid === process.pid) return false;
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(part);
      } catch {
        return false;
      }
    });
}
