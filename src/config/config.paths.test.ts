/** Paths in settings files, by docs/spec/configuration.md. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { QUIET } from '../../test/support/outside.ts';
import { runCommandLine } from '../cli/program.ts';
import { loadConfig } from './config.ts';

let root: string;
let inner: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'waymark-paths-')));
  inner = join(root, 'web', 'src');
  mkdirSync(inner, { recursive: true });
  mkdirSync(join(root, '.git'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const load = (cwd: string, configFile?: string) =>
  loadConfig({ flags: {}, env: {}, cwd, home: '/u/ann', parseYaml: parse, configFile });

async function run(cwd: string, ...words: string[]): Promise<string> {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const outside = { ...QUIET, env: {}, cwd, home: '/u/ann', print };
  expect(await runCommandLine(words, outside), printed).toBe(0);
  return printed;
}

describe('a relative path in a settings file', () => {
  it('[CO51] starts at the directory of the file, wherever the program is started', () => {
    const paths = 'data_dir: memory\ndb_path: ./graph.db\nnotebook_packages: ../packages\n';
    writeFileSync(join(root, 'graph.config.yaml'), paths);
    for (const cwd of [root, inner]) {
      const { dataDir, databaseFile, notebooks } = load(cwd);
      expect(dataDir).toBe(join(root, 'memory'));
      expect(databaseFile).toBe(join(root, 'graph.db'));
      expect(notebooks.packages).toBe(join(root, '..', 'packages'));
    }
    expect(load('/', join(root, 'graph.config.yaml')).databaseFile).toBe(join(root, 'graph.db'));
    writeFileSync(join(root, 'waymark.config.yaml'), 'database_file: ~/all.db\n');
    expect(load(inner).databaseFile).toBe('/u/ann/all.db');
  });

  it('[CO51] every command uses and names that database', async () => {
    writeFileSync(join(root, 'graph.config.yaml'), 'db_path: ./graph.db\nworkspace: shop\n');
    await run(root, 'call', 'notes_commit', 'content=zebra');
    expect(await run(inner, 'search', 'zebra')).toContain('zebra');
    const file = join(root, 'graph.db');
    expect(await run(inner, 'status')).toContain(`sqlite at ${file}\n`);
    expect(await run(inner, 'doctor')).toContain(`sqlite at ${file}\n`);
  });
});
