/** `npm run docs`: writes the generated parts of the documents; the tests only compare them. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, sayOnStderr as say, setUp } from './setup.mjs';

await setUp(say);
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    'test/reference.test.ts',
    'test/documents.test.ts',
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, WAYMARK_WRITE_DOCS: '1', WAYMARK_TEST_POSTGRES: 'off' },
  },
);
process.exitCode = status ?? 1;
