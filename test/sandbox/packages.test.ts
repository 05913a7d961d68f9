/** Packages for notebooks, from a registry on loopback: good ones, and hostile ones. */

import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runnerChooser } from '../../src/runner/choose-runner.ts';
import {
  type InstallOutcome,
  packageInstaller,
} from '../../src/runner/packages/install-packages.ts';
import { listen, openRegistry, type Registry } from './registry.ts';
import { ACCOUNTS, buildInstaller, processesWith, startInstaller } from './world.ts';

const clock = () => performance.now();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

let registry: Registry;
let elsewhere: Server;
let elsewhereAddress = '';
/** Requests that reached a host which is not the registry. */
const strayed: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'waymark-packages-'));
chmodSync(folder, 0o755);

beforeAll(async () => {
  registry = await openRegistry();
  elsewhere = createServer((message, reply) => {
    strayed.push(message.url ?? '');
    reply.end();
  });
  elsewhereAddress = `http://127.0.0.1:${await listen(elsewhere)}`;
  publishAll();
});
afterAll(() => {
  registry.close();
  elsewhere.close();
  rmSync(folder, { recursive: true, force: true });
});

const installer = (limits = {}) =>
  packageInstaller({
    ...{ folder: join(folder, 'deps'), registry: `${registry.address}/`, clock, sha256 },
    limits: { ms: 300_000, ...limits },
    // Another npm than the one beside Node, such as an older one.
    ...(process.env.WAYMARK_TEST_NPM ? { npm: process.env.WAYMARK_TEST_NPM } : {}),
  });
const install = (name: string, limits = {}, signal?: AbortSignal) =>
  installer(limits).install([{ name, range: 'latest' }], signal);

/** Everything under the folder of installations, except the cache. */
function stored(): string[] {
  const deps = join(folder, 'deps');
  return existsSync(deps) ? readdirSync(deps).filter((name) => name !== 'cache') : [];
}

function publishAll(): void {
  const main = (text: string) => [{ path: 'package/index.js', text }];
  const cell = (name: string, more: Record<string, unknown> = {}) => ({ name, manifest: more });
  registry.publish({ name: 'dep', files: main('module.exports = 20;') });
  registry.publish({
    ...cell('good', { dependencies: { dep: '^1.0.0' } }),
    files: main('module.exports = require("dep") + 22;'),
  });
  const script = 'echo ran > ran; echo ran > ../../../cache/ran';
  registry.publish(
    cell('scripts', { scripts: { preinstall: script, install: script, postinstall: script } }),
  );
  registry.publish({ name: 'gyp', files: [{ path: 'package/binding.gyp', text: '{' }] });
  registry.publish({
    ...{ name: 'other-host', dist: (dist) => ({ ...dist, tarball: `${elsewhereAddress}/x.tgz` }) },
  });
  registry.publish({ name: 'no-hash', dist: ({ tarball }) => ({ tarball }) });
  registry.publish({
    name: 'wrong-hash',
    dist: (dist) => ({ ...dist, integrity: `sha512-${'A'.repeat(86)}==` }),
  });
  registry.publish(cell('by-git', { dependencies: { x: `git+${elsewhereAddress}/x.git` } }));
  registry.publish(cell('by-http', { dependencies: { x: `${elsewhereAddress}/x.tgz` } }));
  registry.publish(cell('by-file', { dependencies: { x: 'file:../../../etc' } }));
  registry.publish({
    name: 'climber',
    files: [
      { path: 'package/../../../../escaped', text: 'x' },
      { path: '/tmp/escaped', text: 'x' },
      { path: 'package/link', link: { kind: '2', to: '/etc/passwd' } },
      { path: 'package/hard', link: { kind: '1', to: '../../../../../etc/passwd' } },
      ...main('module.exports = 1;'),
    ],
    manifest: { bin: { '../../../escaped': './index.js', 'x/../../y': '/etc/passwd' } },
  });
  registry.publish({
    ...{ name: 'bomb', files: [{ path: 'package/noise', text: randomBytes(40 * 2 ** 20) }] },
  });
  const names = Array.from({ length: 320 }, (_, n) => `many-${n}`);
  for (const name of names) registry.publish({ name });
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']));
  registry.publish(cell('many', { dependencies }));
}

function installed(outcome: InstallOutcome) {
  if (outcome.kind === 'failed') throw new Error(`${outcome.reason}: ${outcome.message}`);
  return outcome;
}

describe('packages', () => {
  it('[RN62] are installed once, shared, and imported by cells that cannot change them', async () => {
    const first = installed(await install('good'));
    expect(first).toMatchObject({ packages: 2, wantedScripts: [], wasKnown: false });
    expect(first.folder).toBe(join(folder, 'deps', first.key, 'node_modules'));
    expect(first.key).toMatch(/^[0-9a-f]{32}$/);
    const second = installed(await install('good'));
    expect(second).toMatchObject({ key: first.key, wasKnown: true, lock: first.lock });
    const { runner } = await runnerChooser({ clock })('node');
    const source = `import good from 'good'; import fs from 'node:fs'; console.log(good);
      for (const path of ['/notebook/node_modules/good/index.js', '/notebook/node_modules/new'])
        try { fs.writeFileSync(path, 'module.exports = 0'); console.log('WROTE'); } catch (error) { console.log(error.code); }`;
    const outcome = await runner?.run({
      files: [{ name: 'a.js', language: 'js', source }],
      ...{ entry: 'a.js', packages: first.folder },
    });
    expect(outcome?.stderr.head).toBe('');
    expect(outcome?.stdout.head).toBe('42\nEROFS\nEROFS\n');
  });

  it('[RN63] are rebuilt from a lock, and known ones without the registry', async () => {
    const { lock, key, folder: place } = installed(await install('good'));
    registry.fallSilent(true);
    expect(await installer().rebuild(lock)).toMatchObject({ key, wasKnown: true });
    registry.fallSilent(false);
    rmSync(join(place, '..'), { recursive: true });
    expect(await installer().rebuild(lock)).toMatchObject({ key, wasKnown: false, packages: 2 });
    expect(readFileSync(join(place, 'dep/index.js'), 'utf8')).toBe('module.exports = 20;');
    const forged = lock.replace(/sha512-[^"]{4}/, 'sha512-AAAA');
    expect(await installer().rebuild(forged)).toMatchObject({ kind: 'failed' });
    expect(await installer().rebuild('{}')).toMatchObject({ reason: 'refused' });
  });

  it.each(['scripts', 'gyp'])('[RN64] %s: nothing of a package runs', async (name) => {
    const { wantedScripts, folder: place } = installed(await install(name));
    if (name === 'scripts') expect(wantedScripts).toEqual(['scripts']);
    expect(existsSync(join(place, name, 'ran'))).toBe(false);
    expect(existsSync(join(folder, 'deps/cache/ran'))).toBe(false);
  });

  it.each([
    // npm 11 refuses by itself, an older one is refused by the proxy.
    ['other-host', /not the registry|EALLOWREMOTE/],
    ['no-hash', /has no sha512/],
    ['wrong-hash', /integrity|EINTEGRITY|sha512/i],
    ['by-git', /./],
    ['by-http', /./],
    ['by-file', /./],
    ['many', /321 packages, and at most 300/],
    ['missing', /404|not found/i],
  ])('[RN65] %s is refused', async (name, words) => {
    const before = stored();
    const outcome = await install(name);
    expect(outcome).toMatchObject({ kind: 'failed', message: expect.stringMatching(words) });
    expect(stored()).toEqual(before);
  });

  it('[RN65] a tarball that climbs stays in its folder', async () => {
    const outcome = await install('climber');
    const place = outcome.kind === 'installed' ? outcome.folder : folder;
    expect(existsSync('/tmp/escaped')).toBe(false);
    for (const path of ['escaped', '../escaped', '../../escaped', '../../../escaped']) {
      expect(existsSync(join(place, path)), path).toBe(false);
    }
    if (outcome.kind === 'installed') {
      expect(readdirSync(join(place, 'climber')).sort()).not.toContain('link');
    }
  });

  it('[RN66] size and time are bounded', async () => {
    const before = stored();
    expect(await install('bomb', { bytes: 30 * 2 ** 20 })).toMatchObject({ reason: 'size' });
    expect(await install('bomb', { fileBytes: 10 * 2 ** 20 })).toMatchObject({ kind: 'failed' });
    registry.fallSilent(true);
    const outcome = await install('never-seen', { ms: 1_500 });
    registry.fallSilent(false);
    expect(outcome).toMatchObject({ reason: 'time' });
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 200);
    expect(await install('scripts', {}, abort.signal)).toMatchObject({ reason: 'cancelled' });
    expect(stored()).toEqual(before);
  });

  it('[RN65] nothing reached a host that is not the registry', () => {
    expect(strayed).toEqual([]);
    expect(registry.asked.length).toBeGreaterThan(5);
  });
});

describe.each(ACCOUNTS)('an installation as $who that is killed', ({ account }) => {
  const place = mkdtempSync(join(tmpdir(), 'waymark-killed-'));
  chmodSync(place, 0o777);
  let driver = '';
  beforeAll(async () => {
    driver = await buildInstaller();
  });
  afterAll(() => {
    for (const each of [place, driver]) rmSync(each, { recursive: true, force: true });
  });

  const start = () =>
    startInstaller(driver, [join(place, 'deps'), `${registry.address}/`], account);
  const names = () => {
    const deps = join(place, 'deps');
    return existsSync(deps) ? readdirSync(deps).filter((name) => name !== 'cache') : [];
  };

  it('[RN67] leaves nothing that a later one would trust', async () => {
    for (const ms of [150, 400, 900, 1_400]) {
      const child = start();
      // A fast machine may have finished before it is killed.
      const closed = new Promise((resolve) => child.once('close', resolve));
      await sleep(ms);
      child.kill('SIGKILL');
      await closed;
      // What exists under the name of its content is complete, or it is not there at all.
      for (const key of names().filter((name) => !name.startsWith('work-'))) {
        expect(existsSync(join(place, 'deps', key, 'node_modules/dep/index.js'))).toBe(true);
        rmSync(join(place, 'deps', key), { recursive: true });
      }
    }
    const last = start();
    let words = '';
    last.stdout?.on('data', (bytes) => {
      words += bytes;
    });
    await new Promise((resolve) => last.once('close', resolve));
    expect(JSON.parse(words)).toMatchObject({ kind: 'installed', wasKnown: false, packages: 2 });
    expect(names()).toEqual([JSON.parse(words).key]);
    expect(processesWith(`--registry=${registry.address}/`)).toEqual([]);
  });
});
