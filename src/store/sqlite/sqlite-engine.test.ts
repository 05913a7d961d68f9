/** What a server does for itself while its file is exchanged; docs/spec/store.md. */

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../port.ts';

let directory: string;
let store: Store;

const open = (file: string) =>
  openStore({ storage: 'fs', dataDir: directory, databaseFile: join(directory, file) }, 'p1');

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'waymark-exchanged-'));
  store = await open('waymark.db');
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

async function replaceFile(): Promise<void> {
  const other = await open('other.db');
  await other.close();
  // Some builds of SQLite leave a log when they close a file, others do not.
  for (const part of ['', '-wal', '-shm']) {
    const [from, to] = [join(directory, `other.db${part}`), join(directory, `waymark.db${part}`)];
    rmSync(to, { force: true });
    if (existsSync(from)) renameSync(from, to);
  }
}

it('[ST67] [ST89] people who look on go on, and the next call is told once', async () => {
  await replaceFile();
  const look = () => store.read('acme', async (tx) => tx.head, { aside: true });
  await expect(look()).rejects.toThrow('Another file is now at');
  expect(await look()).toBe(0);
  await expect(store.workspaces()).rejects.toThrow('Another file is now at');
  expect(await store.workspaces()).toEqual([]);
  expect(await look()).toBe(0);
});

it('[ST67] [ST89] a look at who is present does not use up what the next call is told', async () => {
  await replaceFile();
  expect(await store.presences?.present(1)).toEqual([]);
  await store.presences?.gone(5_000);
  await expect(store.workspaces()).rejects.toThrow('Another file is now at');
  expect(await store.workspaces()).toEqual([]);
});
