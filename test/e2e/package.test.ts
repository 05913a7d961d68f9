/**
 * What is packed from a clean clone runs where it is installed; a checkout keeps its bundle up to
 * date.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StdioClient } from '../support/stdio-client.ts';
import { PROGRAM, runWaymark } from '../support/waymark-command.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WRONG_USAGE = 2;
const VERSION = /"version": "[^"]+"/;

let scratch: string;
/** The sources as they are now, without anything built from them. */
let clone: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'waymark-package-'));
  clone = join(scratch, 'clone');
  const words = ['ls-files', '-co', '--exclude-standard', '-z'];
  const files = execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(ROOT, file), join(clone, file));
  }
  // Already installed, in the same versions: this test does not need the network.
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function npm(...words: string[]): void {
  const { status, stderr } = spawnSync('npm', [...words, '--loglevel=error'], {
    cwd: clone,
    encoding: 'utf8',
    // As from a shell of its own, without the variables that npm set for the tests.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_(?!config_cache)/i.test(name)),
    ),
  });
  expect(status, stderr).toBe(0);
}

const program = () => join(clone, 'bin/waymark');

/** Written again and renamed into place, as git does. */
function setVersion(version: string): void {
  const file = join(clone, 'package.json');
  writeFileSync(
    `${file}.new`,
    readFileSync(file, 'utf8').replace(VERSION, `"version": "${version}"`),
  );
  renameSync(`${file}.new`, file);
}

describe('a package', () => {
  it('[CO41] packed from a clean clone runs where it is installed', async () => {
    npm('pack', '--pack-destination', scratch);
    const [archive = ''] = readdirSync(scratch).filter((name) => name.endsWith('.tgz'));
    const prefix = join(scratch, 'prefix');
    const words = ['--prefix', prefix, '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    npm('install', '--global', join(scratch, archive), ...words);
    const installed = join(prefix, 'lib/node_modules/waymark');
    expect(readdirSync(installed).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'package.json',
    ]);
    const options = { program: join(prefix, 'bin/waymark'), cwd: scratch };
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await runWaymark(['--version'], options)).toMatchObject({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
    const place = ['--data-dir', join(scratch, 'memory')];
    const note = ['call', 'notes_commit', '{"content":"packed"}', '--workspace', 'packed'];
    expect(await runWaymark([...note, ...place], options)).toMatchObject({ code: 0, stderr: '' });
    const client = await StdioClient.start({ flags: place, workspace: 'packed', ...options });
    expect((await client.call('show', { doc: 'notes' })).text).toContain('packed');
    expect(await client.close()).toMatchObject({ code: 0 });
  });
});

describe('a checkout', () => {
  const version = (options = {}) => runWaymark(['--version'], { program: program(), ...options });

  it('[CO42] builds its bundle again when the sources are newer, by several starts at once', async () => {
    setVersion('7.7.7');
    const starts = await Promise.all([version(), version(), version()]);
    for (const start of starts) {
      expect(start, start.stderr).toMatchObject({ code: 0, stdout: '7.7.7\n' });
      expect(start.stderr).toMatch(/^(waymark: Building …\n)?$/);
    }
    expect(starts.some((start) => start.stderr !== '')).toBe(true);
    expect(await version()).toMatchObject({ code: 0, stdout: '7.7.7\n', stderr: '' });
    expect(readdirSync(clone).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('[CO42] uses an old bundle if it cannot build a new one, and says so', async () => {
    expect(await version()).toMatchObject({ code: 0, stdout: '7.7.7\n' });
    rmSync(join(clone, 'node_modules'));
    setVersion('8.8.8');
    const start = await version({ env: { PATH: '' } });
    expect(start).toMatchObject({ code: 0, stdout: '7.7.7\n' });
    expect(start.stderr).toMatch(
      /waymark: The bundle is older than the sources and is used as it is: npm ci failed: .*[.]\n$/,
    );
    expect(start.stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
  });

  it('[CO44] without a bundle, and without means to build one, says why in one line', async () => {
    rmSync(join(clone, 'dist'), { recursive: true });
    const start = await version({ env: { PATH: '' } });
    expect(start).toMatchObject({ code: 1, stdout: '' });
    const lines = start.stderr.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^waymark: Waymark cannot be built here: npm ci failed: .*[.]$/);
    expect(start.stderr).not.toMatch(/^ +at /m);
    // A package without its bundle has nothing to build it from.
    rmSync(join(clone, 'src'), { recursive: true });
    expect(await version()).toMatchObject({
      code: 1,
      stderr: 'waymark: This package has no dist/ and is not whole: install it again.\n',
    });
  });
});

describe('an old Node', () => {
  it.each(['18.20.8', '8.17.0'])('[CO43] %s is refused in one sentence', (node) => {
    const fake = join(scratch, `node-${node}.cjs`);
    const versions = `{ ...process.versions, node: '${node}' }`;
    writeFileSync(fake, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    const words = ['--require', fake, PROGRAM, '--version'];
    const start = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH?.split(delimiter)[0] },
    });
    expect(start).toMatchObject({
      status: WRONG_USAGE,
      stdout: '',
      stderr: `waymark: Node ${node} is too old: Waymark needs Node 20 or later.\n`,
    });
  });

  it('[CO43] can read the program that refuses it', () => {
    const text = readFileSync(PROGRAM, 'utf8');
    // Only syntax of ten years ago: no modules, arrow functions, templates or declarations.
    expect(text).not.toMatch(/^import |^export |=>|`|\b(const|let|await|class)\b|\?\.|\?\?/m);
    const settings = JSON.parse(readFileSync(join(dirname(PROGRAM), 'package.json'), 'utf8'));
    expect(settings).toEqual({ type: 'commonjs' });
  });
});
