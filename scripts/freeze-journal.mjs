/** `node scripts/freeze-journal.mjs NAME`: freezes a journal of this program under test/frozen/NAME. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, sayOnStderr as say, setUp } from './setup.mjs';

const [name] = process.argv.slice(2);
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  say('A name is needed, such as schema-11: node scripts/freeze-journal.mjs schema-11');
  process.exit(2);
}
await setUp(say);
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'test/frozen.test.ts'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, WAYMARK_FREEZE: name, WAYMARK_TEST_POSTGRES: 'off' },
  },
);
process.exitCode = status ?? 1;
