/** The runner as part of the program: bundled, loaded late, and without installed packages. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addWorkers, BUNDLE } from '../../scripts/build.mjs';

const folder = mkdtempSync(join(tmpdir(), 'waymark-bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `
  const { runnerChooser } = await import('./src/runner/choose-runner.ts');
  const choose = runnerChooser({ clock: () => performance.now() });
  const source = 'const t: string = new URL("http://a/b?c=d").searchParams.get("c"); console.log({ t })';
  const files = [{ name: 'a.ts', language: 'ts', source }];
  const outcomes = [];
  for (const kind of ['node', 'quickjs']) {
    const { runner, explanation } = await choose(kind);
    if (!runner) throw new Error(explanation);
    const outcome = await runner.run({ files, entry: 'a.ts' });
    outcomes.push([outcome.runtime.kind, outcome.stdout.head, outcome.stderr.head]);
  }
  console.log(JSON.stringify(outcomes));
`;

let inputs: string[] = [];
beforeAll(async () => {
  const { metafile } = await build({
    ...BUNDLE,
    external: [...BUNDLE.external],
    entryPoints: undefined,
    stdin: { contents: PROGRAM, resolveDir: join(import.meta.dirname, '../..'), loader: 'ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    metafile: true,
  });
  const [, entry] =
    Object.entries(metafile.outputs).find(([path]) => /stdin\.mjs$/.test(path)) ?? [];
  // What is loaded with the program: its own chunk, and those it imports at once.
  const atOnce = new Set(['runner']);
  const chunks = [entry];
  for (const chunk of chunks) {
    for (const { path, kind } of chunk?.imports ?? []) {
      if (kind === 'import-statement') chunks.push(metafile.outputs[path]);
    }
    for (const input of Object.keys(chunk?.inputs ?? {})) atOnce.add(input);
  }
  const runner = Object.entries(metafile.outputs).find(([, { inputs: all }]) =>
    Object.keys(all).includes('src/runner/choose-runner.ts'),
  );
  inputs = [...atOnce, ...Object.keys(runner?.[1].inputs ?? {})];
  await addWorkers(join(folder, 'lib'));
});

// The program ends by itself: a thread that kept it alive would let the test run out of time.
it('[RN43] [RN72] runs cells on both runtimes without any installed package, and ends', () => {
  const printed = execFileSync(process.execPath, [join(folder, 'stdin.mjs')], {
    ...{ cwd: folder, env: {}, encoding: 'utf8' },
  });
  expect(JSON.parse(printed)).toEqual([
    ['node', "{ t: 'd' }\n", ''],
    ['quickjs', "{ t: 'd' }\n", ''],
  ]);
});

it('[RN16] neither the program nor the choice of a runner loads the libraries', () => {
  expect(inputs).toContain('src/runner/choose-runner.ts');
  expect(inputs.filter((path) => /sucrase|es-module-lexer|quickjs-wasi/.test(path))).toEqual([]);
});
