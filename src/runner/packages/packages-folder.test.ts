import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { packagesFolder } from './packages-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'waymark-place-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('[RN62] packages are in the data folder, unless their account could not enter it', () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  chmodSync(folder, 0o755);
  expect(packagesFolder(data, true)).toBe(join(data, 'notebooks/deps'));
  chmodSync(folder, 0o700);
  expect(packagesFolder(data, true)).toBe('/var/cache/waymark/notebooks/deps');
  expect(packagesFolder(data, false)).toBe(join(data, 'notebooks/deps'));
});
