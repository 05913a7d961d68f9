import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchDataVersion } from './watch-data-version.ts';

describe('watching a data version', () => {
  let directory: string;
  let stop = () => {};
  let now: number;
  let asked: number;
  let changes: number;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'waymark-'));
    [now, asked, changes] = [1, 0, 0];
  });
  afterEach(() => {
    stop();
    rmSync(directory, { recursive: true, force: true });
  });

  function watch(where: string | undefined): void {
    const version = async () => {
      asked += 1;
      return now;
    };
    stop = watchDataVersion({ version, directory: where }, () => {
      changes += 1;
    });
  }

  it.each(['in memory', 'a directory that is missing', 'a directory'])(
    '[ST32] notices every change: %s',
    async (where) => {
      const missing = join(directory, 'missing');
      watch({ 'in memory': undefined, 'a directory': directory }[where] ?? missing);
      await expect.poll(() => changes).toBe(1);
      now = 2;
      await expect.poll(() => changes).toBe(2);
      await expect.poll(() => asked).toBeGreaterThan(4);
      expect(changes).toBe(2);
    },
  );

  it('[ST32] asks sooner after something was written beside it, but not once per write', async () => {
    watch(directory);
    await expect.poll(() => changes).toBe(1);
    const before = asked;
    for (let n = 0; n < 500; n++) writeFileSync(join(directory, 'log'), String(n));
    await expect.poll(() => asked).toBeGreaterThan(before);
    expect(asked - before).toBeLessThan(50);
  });

  it('[ST32] stops', async () => {
    watch(directory);
    await expect.poll(() => changes).toBe(1);
    stop();
    now = 2;
    writeFileSync(join(directory, 'log'), 'x');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(changes).toBe(1);
  });
});
