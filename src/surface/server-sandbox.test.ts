/** Tests of the sandbox of a server; the rules are in docs/spec/notebooks.md. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import { type SandboxSettings, sandboxOf } from './server-sandbox.ts';

const SETTINGS: SandboxSettings = {
  ...{ choice: 'quickjs', clock: () => performance.now(), cores: 1 },
  install: {
    ...{ dataDir: '/nowhere', folder: undefined, certificates: undefined },
    registry: 'http://127.0.0.1:9/',
  },
};
const PLACE = { workspace: 'w', notebook: 'n', run: 'r1' };

let test: TestSurface;

beforeEach(async () => {
  test = await openTestSurface();
});
afterEach(() => test.close());

const sandbox = (settings: Partial<SandboxSettings> = {}) =>
  sandboxOf(test.surface.store, { ...SETTINGS, ...settings });

async function opened(settings?: Partial<SandboxSettings>) {
  const own = sandbox(settings);
  const open = await own.open();
  if (typeof open === 'string') throw new Error(open);
  return { own, open };
}

it('[NB79] says why it runs no cells', async () => {
  expect(await sandbox({ choice: 'off' }).open()).toContain('notebooks: off');
  const closed = sandbox({ closed: 'Not here.' });
  expect(await closed.open()).toBe('Not here.');
  expect(await closed.explain()).toBe('Not here.');
  expect(await sandbox().explain()).toContain('QuickJS');
});

it('[NB80] says why it installs no packages', async () => {
  expect(await sandbox({ install: 'Not here.' }).packages()).toBe('Not here.');
  expect(await sandbox().packages()).toMatch(/^Packages need Node in bubblewrap\./);
});

it('[NB79] ends all runs when the server ends', async () => {
  const { own, open } = await opened();
  const source = "console.log('begun'); for (;;) {}";
  const request = { files: [{ name: 'a.js', language: 'js', source }], entry: 'a.js' } as const;
  let run: Promise<unknown> | undefined;
  await new Promise<string>((onOutput) => {
    run = open.run(PLACE, { ...request, onOutput });
  });
  await own.close();
  expect(await run).toMatchObject({ status: 'failed', reason: 'cancelled' });
});
