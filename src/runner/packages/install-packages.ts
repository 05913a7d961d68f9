/**
 * Installs packages for notebooks into folders that are named by their content, shared, and never
 * changed. One rename puts a folder in place, so what exists is complete.
 */

import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { firstCharacters } from '../../kernel/excerpt.ts';
import type { Clock } from '../port.ts';
import { type CheckedLock, checkLock } from './check-lock.ts';
import {
  findNpm,
  INSTALL_LIMITS,
  type InstallLimits,
  type NpmEnd,
  type NpmRun,
  npmVersion,
  runNpm,
} from './npm-process.ts';
import { closedFolder } from './packages-folder.ts';
import type { Dependency } from './parse-spec.ts';
import { openRegistryProxy, type RegistryProxy } from './registry-proxy.ts';

export interface InstallerSettings {
  /** `<data>/notebooks/deps`. Its parents must be open to other accounts if the server is root. */
  readonly folder: string;
  readonly registry: string;
  readonly clock: Clock;
  /** The one hash of the program, as hexadecimal digits. */
  readonly sha256: (text: string) => string;
  readonly limits?: Partial<InstallLimits>;
  readonly certificates?: string;
  /** Where npm is, unless it is beside Node. */
  readonly npm?: string;
  readonly path?: string;
}

export type InstallOutcome =
  | {
      readonly kind: 'installed';
      readonly key: string;
      /** To be given to a run as its packages. */
      readonly folder: string;
      /** To be kept, so that any machine can build the folder again. */
      readonly lock: string;
      readonly packages: number;
      readonly wantedScripts: readonly string[];
      /** Whether the folder existed already. */
      readonly wasKnown: boolean;
      readonly ms: number;
    }
  | {
      readonly kind: 'failed';
      readonly reason: 'refused' | 'registry' | 'time' | 'size' | 'cancelled';
      readonly message: string;
    };

export interface PackageInstaller {
  /** Of npm. */
  readonly version: string;
  readonly limits: InstallLimits;
  /** Resolves the newest versions that fit, and installs them. */
  install(dependencies: readonly Dependency[], signal?: AbortSignal): Promise<InstallOutcome>;
  /** Installs exactly what a lock says. What is known needs no network. */
  rebuild(lock: string, signal?: AbortSignal): Promise<InstallOutcome>;
}

/** The account that installs when the server is root: always the same, since it owns the cache. */
const INSTALLER = 1_899_999_999;

const SEARCH_PATH = '/usr/local/bin:/usr/bin:/bin';

export function packageInstaller(settings: InstallerSettings): PackageInstaller {
  const npm = settings.npm ?? findNpm(process.execPath);
  return {
    version: npm === undefined ? 'missing' : npmVersion(npm),
    limits: { ...INSTALL_LIMITS, ...settings.limits },
    install: (dependencies, signal) =>
      inWorkFolder(settings, signal, async (job) => {
        writeManifest(job.work, dependencies);
        const end = await job.npm(['install', '--package-lock-only']);
        if (end.kind !== 'done') return job.failure(end);
        const text = readFileSync(join(job.work, 'package-lock.json'), 'utf8');
        return installSound(settings, job, checkLock(text, settings.registry));
      }),
    rebuild: async (lock, signal) => {
      const checked = checkLock(lock, settings.registry);
      const known = checked.kind === 'sound' ? knownFolder(settings, checked, 0) : undefined;
      if (known) return known;
      if (checked.kind === 'refused') return failed('refused', checked.message);
      return inWorkFolder(settings, signal, (job) => installSound(settings, job, checked));
    },
  };
}

interface Job {
  readonly work: string;
  readonly began: number;
  npm(words: readonly string[]): Promise<NpmEnd>;
  failure(end: NpmEnd): InstallOutcome;
}

function keyOf({ sha256 }: InstallerSettings, lock: string): string {
  return sha256(`${lock}\n${process.platform}-${process.arch}`).slice(0, 32);
}

type SoundLock = Extract<CheckedLock, { kind: 'sound' }>;

function knownFolder(
  settings: InstallerSettings,
  lock: SoundLock,
  ms: number,
  wasKnown = true,
): InstallOutcome | undefined {
  const key = keyOf(settings, lock.text);
  const folder = join(settings.folder, key, 'node_modules');
  if (!existsSync(folder)) return undefined;
  const { packages, wantedScripts } = lock;
  return { kind: 'installed', key, folder, lock: lock.text, packages, wantedScripts, wasKnown, ms };
}

async function installSound(
  settings: InstallerSettings,
  job: Job,
  lock: CheckedLock,
): Promise<InstallOutcome> {
  if (lock.kind === 'refused') return failed('refused', lock.message);
  const known = knownFolder(settings, lock, settings.clock() - job.began);
  if (known) return known;
  // Not as npm left it: what was checked is what is installed.
  writeManifest(job.work, lock.dependencies);
  writeFileSync(join(job.work, 'package-lock.json'), lock.text);
  const end = await job.npm(['ci']);
  if (end.kind !== 'done') return job.failure(end);
  mkdirSync(join(job.work, 'node_modules'), { recursive: true });
  chmodSync(job.work, 0o755);
  try {
    renameSync(job.work, join(settings.folder, keyOf(settings, lock.text)));
  } catch (error) {
    // Another process may have put the same folder in place meanwhile.
    if (!knownFolder(settings, lock, 0)) throw error;
  }
  const done = knownFolder(settings, lock, settings.clock() - job.began, false);
  if (!done) throw new Error('the installed packages are not in their place');
  return done;
}

function writeManifest(work: string, dependencies: readonly Dependency[]): void {
  const listed = Object.fromEntries(dependencies.map(({ name, range }) => [name, range]));
  const manifest = { name: 'notebook', private: true, dependencies: listed };
  writeFileSync(join(work, 'package.json'), JSON.stringify(manifest));
}

async function inWorkFolder(
  settings: InstallerSettings,
  signal: AbortSignal | undefined,
  install: (job: Job) => Promise<InstallOutcome>,
): Promise<InstallOutcome> {
  if (signal?.aborted) return failed('cancelled', 'The installation was cancelled.');
  const npm = settings.npm ?? findNpm(process.execPath);
  if (npm === undefined) return failed('refused', 'npm is not installed beside Node.');
  const began = settings.clock();
  const unreachable = prepareFolder(settings.folder);
  if (unreachable !== undefined) return failed('refused', unreachable);
  removeAbandoned(settings.folder);
  const own = mkdtempSync(join(settings.folder, `work-${process.pid}-`));
  const [work, line] = [join(own, 'work'), join(own, 'line')];
  const cache = join(settings.folder, 'cache');
  let proxy: RegistryProxy | undefined;
  let door: number | undefined;
  try {
    const account = process.getuid?.() === 0 ? { uid: INSTALLER, gid: INSTALLER } : undefined;
    for (const folder of [own, work, line, cache]) {
      mkdirSync(folder, { recursive: true });
      if (account) chownSync(folder, account.uid, account.gid);
    }
    // By its descriptor, because a path of a socket may have 107 characters only.
    door = openSync(line, 'r');
    proxy = await openRegistryProxy(settings.registry, `/proc/self/fd/${door}/socket`);
    const run = { npm, work, cache, line, ...shared(settings, account, signal) };
    const { refused } = proxy;
    return await install({
      ...{ work, began },
      npm: (words) => runNpm({ ...run, words }),
      failure: (end) => failure(end, refused, run.limits),
    });
  } finally {
    proxy?.close();
    if (door !== undefined) closeSync(door);
    rmSync(own, { recursive: true, force: true });
  }
}

function shared(
  { registry, limits, certificates, path }: InstallerSettings,
  account: NpmRun['account'],
  signal: AbortSignal | undefined,
): Omit<NpmRun, 'words' | 'npm' | 'work' | 'cache' | 'line'> {
  return {
    ...{ registry, limits: { ...INSTALL_LIMITS, ...limits }, program: '/proc/self/exe' },
    path: path ?? SEARCH_PATH,
    ...(account ? { account } : {}),
    ...(signal ? { signal } : {}),
    ...(certificates === undefined ? {} : { certificates }),
  };
}

/** Creates the folder; says why packages cannot be there. */
function prepareFolder(folder: string): string | undefined {
  const made = mkdirSync(folder, { recursive: true });
  // Whatever the habit of the account is: nothing in here is secret, and cells must enter it.
  for (let path = folder; made !== undefined && path.startsWith(made); path = dirname(path)) {
    chmodSync(path, 0o755);
  }
  accessSync(folder, constants.W_OK);
  if (process.getuid?.() !== 0) return undefined;
  const closed = closedFolder(folder);
  if (closed === undefined) return undefined;
  return (
    `Packages cannot be kept in ${folder}: other accounts may not enter ${closed}, and cells ` +
    'run under one of their own. Choose another folder for them.'
  );
}

/** Folders of installations that were killed: nobody uses them, and nothing trusts them. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^work-(\d+)-/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function failure(end: NpmEnd, refused: readonly string[], limits: InstallLimits): InstallOutcome {
  if (end.kind === 'ended') return failed(end.why, endedWords(end.why, limits));
  const words = end.kind === 'failed' ? npmWords(end.words) : '';
  const other =
    refused[0] === undefined ? '' : ` It asked for ${refused[0]}, which is not the registry.`;
  return failed('registry', `npm could not install the packages: ${words}.${other}`);
}

function endedWords(why: 'time' | 'size' | 'cancelled', limits: InstallLimits): string {
  if (why === 'cancelled') return 'The installation was cancelled.';
  if (why === 'time') return `The installation took more than ${limits.ms / 1000} s and was ended.`;
  return `The packages have more than ${limits.bytes >> 20} MB, and the installation was ended.`;
}

/** What npm says, without its decoration. */
function npmWords(words: string): string {
  const lines = words
    .split('\n')
    .map((line) => line.replace(/^npm (error|ERR!|warn|WARN) ?/, '').trim())
    .filter(
      (line) => line !== '' && !/^(A complete log|Log files|Unknown|\/tmp|\/cache)/.test(line),
    );
  return firstCharacters(lines.slice(0, 4).join('; ') || 'no reason given', 400, '');
}

function failed(
  reason: Extract<InstallOutcome, { kind: 'failed' }>['reason'],
  message: string,
): InstallOutcome {
  return { kind: 'failed', reason, message };
}
