/** `npm run pictures`: takes the pictures of the documents from the real page. */

import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM, requireProgram } from './debian-packages.mjs';
import { ROOT, sayOnStderr as say, setUp } from './setup.mjs';

const FOLDER = join(ROOT, 'docs/images');

/** Those that the documents show; the others are only looked at. */
const SHOWN =
  /^(thinking-dark|(now|thinking|work|map|tasks|rules|memory|notebooks|history|search)-light)\.png$/;

await setUp(say);
requireProgram(CHROMIUM, say);
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'test/browser/pictures.test.ts'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, WAYMARK_PICTURES: FOLDER, WAYMARK_TEST_POSTGRES: 'off' },
  },
);
for (const name of readdirSync(FOLDER)) {
  if (!SHOWN.test(name)) rmSync(join(FOLDER, name));
}
process.exitCode = status ?? 1;
