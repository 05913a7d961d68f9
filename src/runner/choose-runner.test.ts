import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type RunnerSettings, runnerChooser } from './choose-runner.ts';

const SETTINGS: RunnerSettings = { clock: () => performance.now() };
const folder = mkdtempSync(join(tmpdir(), 'waymark-choice-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

/** Another bubblewrap, found before the real one. */
function bubblewrap(script: string): Partial<RunnerSettings> {
  const path = mkdtempSync(join(folder, 'bin-'));
  chmodSync(path, 0o755);
  writeFileSync(join(path, 'bwrap'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { path: `${path}:/bin:/usr/bin` };
}

const failingBubblewrap = (words: string) => bubblewrap(`echo '${words}' >&2; exit 1`);

it('[RN50] auto is Node where the probe passes, and says so', async () => {
  const { runner, explanation } = await runnerChooser(SETTINGS)('auto');
  expect(explanation).toBe(
    `Cells run on Node ${process.versions.node} in bubblewrap: a probe passed.`,
  );
  expect(runner?.runtime).toEqual({ kind: 'node', version: process.versions.node });
});

it('[RN50] quickjs is QuickJS and off is nothing', async () => {
  const choose = runnerChooser(SETTINGS);
  expect((await choose('quickjs')).runner?.runtime.kind).toBe('quickjs');
  expect(await choose('off')).toEqual({
    explanation: 'Running cells is switched off (notebooks: off).',
  });
});

it.each([
  ['bubblewrap is missing', { path: '/nonexistent' }, /is not installed.*apt-get.*dnf.*pacman/],
  ['it is no Linux', { platform: 'darwin' }, /exists on Linux only \(this is darwin\)/],
  ['the processor is another', { architecture: 'riscv64' }, /x64 and arm64 \(this is riscv64\)/],
  [
    'the system forbids namespaces',
    failingBubblewrap('bwrap: setting up uid map: Permission denied'),
    /probe run in bubblewrap failed \(bwrap: setting up uid map.*user namespaces.*sysctls/,
  ],
  [
    'the probe fails otherwise',
    failingBubblewrap('bwrap: no idea'),
    /failed \(bwrap: no idea\)\.$/,
  ],
])('[RN52] when %s, auto is QuickJS and node is nothing', async (_, settings, words) => {
  const choose = runnerChooser({ ...SETTINGS, ...settings });
  const auto = await choose('auto');
  expect(auto.runner?.runtime.kind).toBe('quickjs');
  expect(auto.explanation).toMatch(
    /^Cells run on QuickJS \(quickjs-wasi [\d.]+\), without packages/,
  );
  expect(auto.explanation).toMatch(words);
  const node = await choose('node');
  expect(node.runner).toBeUndefined();
  expect(node.explanation).toMatch(/^Cells cannot be run: /);
  expect(node.explanation).toMatch(words);
});

it('[RN51] the probe runs once', async () => {
  let looks = 0;
  const clock = () => {
    looks += 1;
    return performance.now();
  };
  const choose = runnerChooser({ ...SETTINGS, clock });
  const [first, second] = await Promise.all([choose('auto'), choose('auto')]);
  const afterFirst = looks;
  expect(first).toBe(second);
  await choose('node');
  await choose('auto');
  expect(looks).toBe(afterFirst);
});

it('[RN53] memory that Node only reserves is found out by the probe', async () => {
  const script = '[ "$(ulimit -d)" -gt 1000000 ] || exit 133; exec /usr/bin/bwrap "$@"';
  const { runner, explanation } = await runnerChooser({ ...SETTINGS, ...bubblewrap(script) })(
    'auto',
  );
  expect(explanation).toMatch(/a probe passed/);
  const files = [{ name: 'a.js', language: 'js' as const, source: 'console.log(1)' }];
  const outcome = await runner?.run({ files, entry: 'a.js' });
  expect(outcome).toMatchObject({ reason: 'ok', limits: { memoryBytes: 512 * 2 ** 20 } });
});
