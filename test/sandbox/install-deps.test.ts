/** `notebook install_deps` in a real server, from a registry on loopback; docs/spec/notebooks.md. */

import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StdioClient } from '../support/stdio-client.ts';
import type { Shown } from '../support/task-world.ts';
import { spoken } from '../support/thought-world.ts';
import { openRegistry, type Registry } from './registry.ts';

const scratch = mkdtempSync(join(tmpdir(), 'waymark-install-'));
const packages = join(scratch, 'packages');
chmodSync(scratch, 0o755);

let registry: Registry;
let client: StdioClient;
let notebookId = '';

async function ask(what: string, args: object = {}): Promise<Shown> {
  const reply = await client.call('thoughtbox_gateway', { ...spoken(what), notebookId, ...args });
  return JSON.parse(reply.text);
}

const manifest = async () =>
  JSON.parse((await ask('notebook get_cell', { cellId: 'package.json' })).source);

beforeAll(async () => {
  registry = await openRegistry();
  const files = [{ path: 'package/index.js', text: 'module.exports = 42;' }];
  registry.publish({ name: 'answer', files });
  const env = {
    ...process.env,
    WAYMARK_NOTEBOOK_REGISTRY: `${registry.address}/`,
    WAYMARK_NOTEBOOK_PACKAGES: packages,
    WAYMARK_STAGES: 'off',
  };
  const flags = ['--data-dir', join(scratch, 'memory')];
  client = await StdioClient.start({ flags, workspace: 'w', env });
  const made = await client.call('thoughtbox_gateway', {
    ...spoken('notebook create'),
    name: 'Packages',
  });
  notebookId = JSON.parse(made.text).notebookId;
  const content = "import answer from 'answer';\nconsole.log(answer);";
  await ask('notebook add_cell', { type: 'code', filename: 'use.ts', content });
});
afterAll(async () => {
  await client.close();
  registry.close();
  rmSync(scratch, { recursive: true, force: true });
});

it('[NB81] installs packages, lists them in the package.json cell, and cells import them', async () => {
  const installed = await ask('notebook install_deps', { packages: ['answer'] });
  expect(installed).toMatchObject({ status: 'completed', packages: { answer: '1.0.0' } });
  expect(JSON.stringify(installed).length).toBeLessThan(300);
  expect((await manifest()).dependencies).toEqual({ answer: '^1.0.0' });
  const cell = await ask('notebook get_cell', { cellId: 'package.json' });
  expect(cell).toMatchObject({ status: 'completed' });
  expect(cell.outdated).toBeUndefined();
  expect(await ask('notebook run_cell', { cellId: 'use.ts' })).toMatchObject({
    status: 'completed',
    output: '42\n',
  });
});

it('[NB82] a machine without the folder builds it again from the lock in the journal', async () => {
  rmSync(packages, { recursive: true });
  expect(await ask('notebook run_cell', { cellId: 'use.ts' })).toMatchObject({ output: '42\n' });
  expect(readdirSync(packages).filter((name) => name !== 'cache')).toHaveLength(1);
});

it('[NB83] what cannot be installed is an answer, and is not listed', async () => {
  const failed = await ask('notebook install_deps', { packages: ['no-such-package'] });
  expect(failed).toMatchObject({ status: 'failed', reason: 'registry' });
  const refused = await ask('notebook install_deps', { packages: ['x@git+https://h/x'] });
  expect(refused.message).toMatch(/^packages: .* is no package of the registry/);
  expect((await manifest()).dependencies).toEqual({ answer: '^1.0.0' });
});
